package export

import (
	"archive/zip"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"

	"ebim/framework/backend"
	"ebim/framework/network"
	"ebim/framework/points"
)

// Members of an archive beside its arrays. numpy.load gives them as bytes.
const (
	readmeMember   = "README.txt"
	settingsMember = "settings.yaml"
)

// examplePoints is how many training points, at most, an archive has values at.
const examplePoints = 8

// WriteNPZ writes the parameters of a model's functions as a NumPy archive, with how networks see points, the
// functions' values at a few points around some of the training points, the settings, and a text that explains it all.
// Equal models give equal bytes.
func WriteNPZ(w io.Writer, functions []*Function, about About, train *points.Set) error {
	a := &archive{zip: zip.NewWriter(w)}
	shift, scale := standardization(functions, about.Ambient)
	a.array("standardization/mean", []int{len(shift)}, shift)
	a.array("standardization/scale", []int{len(scale)}, scale)
	own := slices.DeleteFunc(slices.Clone(functions), func(f *Function) bool { return f.Derived })
	for _, f := range own {
		if f.Domain != nil {
			a.array(f.Name+"/domain", []int{len(f.Domain), 2}, slices.Concat(flat(f.Domain)...))
		}
		if f.LogNormalizer != nil {
			a.array(f.Name+"/log_normalizer", []int{1}, []float64{*f.LogNormalizer})
		}
		for _, p := range f.network.Parameters {
			a.array(f.Name+"/"+p.Name, p.Dimensions, p.Values)
		}
	}
	if a.err == nil {
		a.err = a.examples(functions, around(train))
	}
	a.member(readmeMember, func(w io.Writer) error { return write(w, readme(functions, about)) })
	a.member(settingsMember, func(w io.Writer) error { return write(w, string(about.Settings)) })
	if a.err != nil {
		return a.err
	}
	return a.zip.Close()
}

func write(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	return err
}

// archive is an archive that is being written.
type archive struct {
	zip *zip.Writer
	err error // the first one
}

// member writes a file of the archive, without a time, as two archives of one model are to be the same.
func (a *archive) member(name string, fill func(io.Writer) error) {
	if a.err != nil {
		return
	}
	file, err := a.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
	if err == nil {
		err = fill(file)
	}
	a.err = err
}

// array writes numbers, row-major.
func (a *archive) array(name string, dimensions []int, values any) {
	a.member(name+".npy", func(w io.Writer) error { return writeNPY(w, dimensions, values) })
}

// Array is a member of an archive: numbers, row-major, as []float32, []float64 or []int32.
type Array struct {
	Name       string
	Dimensions []int
	Values     any
}

// WriteArrays writes a NumPy archive of arrays. Equal arrays give equal bytes.
func WriteArrays(w io.Writer, arrays []Array) error {
	a := &archive{zip: zip.NewWriter(w)}
	for _, one := range arrays {
		a.array(one.Name, one.Dimensions, one.Values)
	}
	if a.err != nil {
		return a.err
	}
	return a.zip.Close()
}

// writeNPY writes an array of any number of axes; package points writes at most two.
func writeNPY(w io.Writer, dimensions []int, values any) error {
	kind := "<f4"
	switch values.(type) {
	case []float64:
		kind = "<f8"
	case []int32:
		kind = "<i4"
	}
	shape := strings.Trim(strings.ReplaceAll(fmt.Sprint(dimensions), " ", ", "), "[]")
	if len(dimensions) == 1 {
		shape += ","
	}
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", kind, shape)
	if _, err := w.Write(points.NPYStart(text, 64)); err != nil {
		return err
	}
	return binary.Write(w, binary.LittleEndian, values)
}

// standardization is how networks see points of the data's space, (x - shift)/scale.
func standardization(functions []*Function, ambient int) (shift, scale []float64) {
	for _, f := range functions {
		for _, units := range []*points.Scaling{f.before, f.after} {
			if units != nil {
				return units.Shift, units.Scale
			}
		}
	}
	shift, scale = make([]float64, ambient), make([]float64, ambient)
	for j := range scale {
		scale[j] = 1
	}
	return shift, scale
}

// around is a few of the training points, and points one and a half times as far from the mean of these.
func around(train *points.Set) *points.Set {
	count := min(train.Len(), examplePoints)
	near := train.Select(points.EvenlySpaced(train.Len(), count))
	mean := near.Mean()
	for i, v := range near.Data[:count*near.Dim] {
		center := mean[i%near.Dim]
		near.Data = append(near.Data, center+1.5*(v-center))
	}
	return near
}

// examples writes the functions' values: those of latent points at the encoder's.
func (a *archive) examples(functions []*Function, x *points.Set) error {
	engine, err := backend.Open(backend.Default)
	if err != nil {
		return err
	}
	defer engine.Finalize()
	latent := x
	for _, f := range functions {
		if f.Name == "encoder" {
			if latent, err = f.Evaluate(engine, x); err != nil {
				return err
			}
		}
	}
	for _, f := range functions {
		in := x
		if f.Input() == "z" {
			in = latent
		}
		out, err := f.Evaluate(engine, in)
		if err != nil {
			return err
		}
		a.array("example/"+f.Name+"/input", []int{in.Len(), in.Dim}, in.Data)
		a.array("example/"+f.Name+"/output", []int{out.Len(), out.Dim}, out.Data)
	}
	return a.err
}

func flat(box points.Box) [][]float64 {
	rows := make([][]float64, len(box))
	for j := range box {
		rows[j] = box[j][:]
	}
	return rows
}

// sizes is the dimensions of an array as a text.
func sizes(p network.Parameter) string {
	return strings.ReplaceAll(fmt.Sprint(p.Dimensions), " ", ", ")
}
