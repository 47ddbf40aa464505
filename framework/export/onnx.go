package export

import (
	"fmt"
	"io"
	"strconv"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/config"
	"ebim/framework/engine/ir"
	"ebim/framework/engine/pass"
	"ebim/framework/export/onnx"
	"ebim/framework/network"
	"ebim/framework/points"
)

// About is where a function comes from.
type About struct {
	Experiment, Model string
	Seed              int
	Ambient           int    // of the data's space
	Dimension         int    // of the manifold
	Version           string // of the program
	Settings          []byte // the whole experiment as YAML
	Single            bool   // ONNX files take and give float32, not float64
	Catalog           config.Catalog
}

// String is the run's name.
func (a About) String() string {
	return fmt.Sprintf("%s of %s, seed %d", a.Model, a.Experiment, a.Seed)
}

// tried are the sizes of batches that functions are recorded with where the batch is left open: small, since a large
// batch of images or kernels is computed in parts, whose number depends on it.
var tried = [2]int{2, 3}

// WriteONNX writes a function as an ONNX file for batches of one size, or of any for 0. The error is a
// *onnx.MissingError where an operation can't be written, and a *onnx.BatchError where the batch can't be left open.
func (f *Function) WriteONNX(w io.Writer, about About, batch int) error {
	batches := tried
	if batch > 0 {
		batches = [2]int{batch, batch}
	}
	var recorded [2]*ir.Graph
	for i, size := range batches {
		if i == 1 && size == batches[0] {
			recorded[1] = recorded[0]
			continue
		}
		var err error
		if recorded[i], err = f.record(size, f.in); err != nil {
			return err
		}
	}
	written := onnx.Function{
		Name: f.Name, Doc: fmt.Sprintf("%s of %s", f.Meaning(), about),
		Input: port(f.Input(), f.In, f.before), Output: port(f.Output(), f.Out, f.after),
		Single: about.Single, Recorded: recorded, Batches: batches, Producer: [2]string{"ebim", about.Version},
		Properties: [][2]string{{"experiment", about.Experiment}, {"model", about.Model},
			{"seed", strconv.Itoa(about.Seed)}, {"function", f.Name},
			{"ambient_dimension", strconv.Itoa(about.Ambient)}, {"manifold_dimension", strconv.Itoa(about.Dimension)}},
	}
	if f.LogNormalizer != nil {
		written.Properties = append(written.Properties, [2]string{"log_normalizer",
			strconv.FormatFloat(*f.LogNormalizer, 'g', -1, 64)})
	}
	for _, p := range f.network.Parameters {
		written.Parameters = append(written.Parameters, onnx.Parameter{Name: p.Name, Dimensions: p.Dimensions,
			Values: p.Values})
	}
	return onnx.Write(w, written)
}

// record is the graph of what is made of the network, for batches of one size.
func (f *Function) record(batch int, build func(n network.Function, x *graph.Node) *graph.Node) (*ir.Graph, error) {
	var dimensions [][]int
	for _, p := range f.network.Parameters {
		dimensions = append(dimensions, p.Dimensions)
	}
	last := len(dimensions)
	g, err := backend.Trace(f.Name, append(dimensions, []int{batch, f.In}), func(nodes []*graph.Node) []*graph.Node {
		return []*graph.Node{build(f.network.Bind(nodes[:last]), nodes[last])}
	})
	if err != nil {
		return nil, err
	}
	return pass.Simplify(g), nil
}

func port(name string, width int, units *points.Scaling) onnx.Port {
	p := onnx.Port{Name: name, Width: width, Doc: "points in the data's units"}
	if units != nil {
		p.Shift, p.Scale = units.Shift, units.Scale
	}
	if name == "z" {
		p.Doc = "latent points"
	}
	return p
}
