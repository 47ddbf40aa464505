package mesh

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"ebim/framework/points"
)

// plyType is one of PLY's types of numbers: its bytes and what they stand for.
type plyType struct {
	size   int
	decode func(b []byte, o binary.ByteOrder) float64
}

var plyTypes = map[string]plyType{
	"char":   {1, func(b []byte, _ binary.ByteOrder) float64 { return float64(int8(b[0])) }},
	"uchar":  {1, func(b []byte, _ binary.ByteOrder) float64 { return float64(b[0]) }},
	"short":  {2, func(b []byte, o binary.ByteOrder) float64 { return float64(int16(o.Uint16(b))) }},
	"ushort": {2, func(b []byte, o binary.ByteOrder) float64 { return float64(o.Uint16(b)) }},
	"int":    {4, func(b []byte, o binary.ByteOrder) float64 { return float64(int32(o.Uint32(b))) }},
	"uint":   {4, func(b []byte, o binary.ByteOrder) float64 { return float64(o.Uint32(b)) }},
	"float":  {4, func(b []byte, o binary.ByteOrder) float64 { return float64(math.Float32frombits(o.Uint32(b))) }},
	"double": {8, func(b []byte, o binary.ByteOrder) float64 { return math.Float64frombits(o.Uint64(b)) }},
}

// plyNames are newer names of the types.
var plyNames = map[string]string{"int8": "char", "uint8": "uchar", "int16": "short", "uint16": "ushort",
	"int32": "int", "uint32": "uint", "float32": "float", "float64": "double"}

// plyCorners are the columns with the vertices of elements, and the dimension of a mesh of these.
var plyCorners = map[string]int{"face list vertex_indices": 2, "face list vertex_index": 2, "edge vertex1": 1,
	"edge vertex2": 1}

// plyTable is what PLY calls an element: rows of numbers and lists.
type plyTable struct {
	name    string
	count   int
	columns []plyColumn
}

// plyColumn is a property, named as "vertex x" or "face list vertex_indices".
type plyColumn struct {
	name, property string
	kind, length   plyType // length has no size unless the column is of lists
}

// plyFile is a file while it is read.
type plyFile struct {
	*bufio.Reader
	format string
	order  binary.ByteOrder // nil in text
	tables []plyTable
	has    map[string]bool // columns
	axes   []string        // properties that are coordinates
	mesh   *Mesh

	values  []float64 // of one column, kept for its storage
	corners []int32   // of one row, likewise
}

// ReadPLY reads a mesh from PLY in text or binary: the vertices' x, y and z, their other numbers as Values, and the
// faces as triangles, or the edges where there are no faces. It skips all else that the header describes, and refuses a
// file that is cut off, goes on after its end, or has indices or coordinates out of range.
func ReadPLY(r io.Reader) (*Mesh, error) {
	m := &Mesh{Vertices: &points.Set{Dim: 3}, Values: map[string][]float64{}}
	f := &plyFile{Reader: bufio.NewReader(r), has: map[string]bool{}, mesh: m, axes: coordinates(3)}
	for number := 1; m.Dimension == 0; number++ {
		line, err := f.ReadSlice('\n') // no longer than the buffer: a file of another format may lack newlines
		if err == nil {
			err = f.take(number, strings.Fields(string(line)))
		}
		if err != nil {
			return nil, fmt.Errorf("mesh: PLY header: line %d: %w", number, err)
		}
	}
	for _, table := range f.tables {
		f.reserve(table)
		for i := range table.count {
			if err := f.row(table); err != nil {
				if errors.Is(err, io.EOF) {
					err = io.ErrUnexpectedEOF
				}
				return nil, fmt.Errorf("mesh: PLY %s %d of %d: %w", table.name, i, table.count, err)
			}
		}
	}
	var err error
	if f.order != nil {
		_, err = f.ReadByte()
	} else {
		_, err = fmt.Fscan(f, new(string)) // after blanks
	}
	if !errors.Is(err, io.EOF) {
		return nil, cmp.Or(err, errors.New("mesh: the PLY file continues after its last element"))
	}
	return m, m.check()
}

// take reads a line of the header; the last one sets the mesh's dimension.
func (f *plyFile) take(number int, words []string) error {
	line := strings.Join(words, " ")
	switch keyword := append(words, "")[0]; {
	case number == 1 && line != "ply":
		return errors.New(`the file does not begin with the line "ply"`)
	case number == 1 || keyword == "comment":
	case len(words) == 3 && words[0]+" "+words[1]+" " == "obj_info "+dimensionNote:
		n, err := strconv.Atoi(words[2])
		if err != nil || n < 2 || n > mostAmbient || len(f.tables) > 0 {
			return fmt.Errorf("%q is not the dimension of a mesh, before its elements", words[2])
		}
		f.mesh.Vertices.Dim, f.axes = n, coordinates(n)
	case keyword == "obj_info":
	case keyword == "format" && len(words) == 3:
		f.format = words[1]
	case keyword == "element" && len(words) == 3:
		count, err := strconv.ParseUint(words[2], 10, 31)
		if err != nil {
			return fmt.Errorf("%q is not a number of elements", words[2])
		}
		if slices.ContainsFunc(f.tables, func(t plyTable) bool { return t.name == words[1] }) {
			return fmt.Errorf("there are two elements %s", words[1])
		}
		f.tables = append(f.tables, plyTable{name: words[1], count: int(count)})
	case keyword == "property" && len(f.tables) > 0 && (len(words) == 3 || len(words) == 5 && words[1] == "list"):
		return f.column(&f.tables[len(f.tables)-1], words[1:len(words)-1], words[len(words)-1])
	case line == "end_header":
		return f.start()
	default:
		return fmt.Errorf("%q is not understood", line)
	}
	return nil
}

// column adds a column of a type, or of "list" and two types.
func (f *plyFile) column(table *plyTable, types []string, property string) error {
	c := plyColumn{name: table.name + " " + property, property: property}
	if len(types) == 3 {
		c.name, types = table.name+" list "+property, types[1:]
	}
	for _, name := range types {
		c.length, c.kind = c.kind, plyTypes[cmp.Or(plyNames[name], name)]
		if c.kind.size == 0 {
			return fmt.Errorf("the type of property %s is unknown", property)
		}
	}
	if f.has[c.name] || !isPropertyName(property) {
		return fmt.Errorf("there are two properties %s, or it is no name", property)
	}
	f.has[c.name], table.columns = true, append(table.columns, c)
	return nil
}

// start prepares reading rows: a surface if there are faces, else a curve.
func (f *plyFile) start() error {
	orders := map[string]binary.ByteOrder{
		"ascii": nil, "binary_little_endian": binary.LittleEndian, "binary_big_endian": binary.BigEndian}
	order, known := orders[f.format]
	faces := f.has["face list vertex_indices"] != f.has["face list vertex_index"]
	edges := f.has["edge vertex1"] && f.has["edge vertex2"]
	some := slices.ContainsFunc(f.tables, func(t plyTable) bool { return t.name == "face" && t.count > 0 })
	switch {
	case !known:
		return fmt.Errorf("the format %q is unknown", f.format)
	case slices.ContainsFunc(f.axes, func(name string) bool { return !f.has["vertex "+name] }):
		return fmt.Errorf("there are no vertices with the coordinates %s", strings.Join(f.axes, ", "))
	case faces && (some || !edges):
		f.mesh.Dimension = 2
	case edges:
		f.mesh.Dimension = 1
	default:
		return errors.New("there are neither faces with vertex_indices nor edges with vertex1 and vertex2")
	}
	f.order = order
	return nil
}

// mostReserved bounds the rows that storage is made for before they are read: a header may promise anything.
const mostReserved = 1 << 21

// reserve makes room for a table's rows, triangles if they are faces.
func (f *plyFile) reserve(table plyTable) {
	m, count := f.mesh, min(table.count, mostReserved)
	for _, c := range table.columns {
		switch axis := slices.Index(f.axes, c.property); {
		case plyCorners[c.name] == m.Dimension:
			m.Elements = slices.Grow(m.Elements, (m.Dimension+1)*count)
		case table.name != "vertex" || c.length.size > 0 || count == 0:
		case axis == 0:
			m.Vertices.Data = make([]float64, 0, m.Vertices.Dim*count)
		case axis < 0:
			m.Values[c.property] = make([]float64, 0, count)
		}
	}
}

// row reads a vertex, face or edge, or skips what is neither.
func (f *plyFile) row(table plyTable) error {
	m, position := f.mesh, make([]float64, len(f.axes))
	f.corners = f.corners[:0]
	for _, c := range table.columns {
		if err := f.read(c); err != nil {
			return err
		}
		switch axis := slices.Index(f.axes, c.property); {
		case plyCorners[c.name] == m.Dimension:
			for _, v := range f.values {
				if !(v >= 0 && v <= math.MaxInt32) || v != math.Trunc(v) {
					return fmt.Errorf("%v is not the index of a vertex", v)
				}
				f.corners = append(f.corners, int32(v))
			}
		case table.name != "vertex" || c.length.size > 0:
		case axis >= 0:
			position[axis] = f.values[0]
		default:
			m.Values[c.property] = append(m.Values[c.property], f.values[0])
		}
	}
	if table.name == "vertex" {
		m.Vertices.Data = append(m.Vertices.Data, position[:m.Vertices.Dim]...)
	}
	if n := len(f.corners); n > 0 && n <= m.Dimension {
		return fmt.Errorf("%d vertices are too few", n)
	}
	for k := m.Dimension; k < len(f.corners); k++ { // a polygon as a fan of triangles
		if m.Dimension == 2 {
			m.Elements = append(m.Elements, f.corners[0])
		}
		m.Elements = append(m.Elements, f.corners[k-1], f.corners[k])
	}
	return nil
}

// read reads a column's number or list.
func (f *plyFile) read(c plyColumn) (err error) {
	length := 1.0
	if c.length.size > 0 {
		if length, err = f.number(c.length); err != nil {
			return err
		}
		if !(length >= 0 && length <= math.MaxInt32) || length != math.Trunc(length) {
			return fmt.Errorf("a list has length %v", length)
		}
	}
	f.values = f.values[:0]
	for range int(length) {
		v, err := f.number(c.kind)
		if err != nil {
			return err
		}
		f.values = append(f.values, v)
	}
	return nil
}

func (f *plyFile) number(kind plyType) (v float64, err error) {
	if f.order == nil {
		var word string
		if _, err := fmt.Fscan(f, &word); err != nil {
			return 0, err
		}
		return strconv.ParseFloat(word, 64)
	}
	b, err := f.Peek(kind.size)
	if err != nil {
		return 0, err
	}
	v = kind.decode(b, f.order)
	_, err = f.Discard(kind.size)
	return v, err
}
