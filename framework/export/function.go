// Package export takes trained models to other programs: their functions as ONNX files (package onnx below it does the writing), and
// their parameters as arrays for NumPy, with a text that says what is made of them.
//
// A model's functions are those of its networks: F, the manifold-defining function, E, the energy, and decoder and encoder. They take and give points in the
// data's units: where networks see standardized points, standardizing is part of the exported function, in double precision as in this program.
package export

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/model"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/support/image"
	"ebim/framework/support/zeroset"
)

// Names are those of all functions, in the order in which Of gives those of a model.
func Names() []string { return []string{"F", "E", "encoder", "decoder"} }

// Function is a function of a trained model, float64 [batch, n] to float64 [batch, out].
type Function struct {
	Name    string // one of Names
	In, Out int    // numbers of a row
	Latent  bool   // an energy of latent points
	network network.Trained
	// code makes the output of the network's; nil where it is the output.
	code func(*graph.Node) *graph.Node
	// before and after are how the networks see points that go in and come out; nil for numbers that they see as they are.
	before, after *points.Scaling
}

// Of returns the functions of a trained model; the error says that it has none.
func Of(t *model.Trained) ([]*Function, error) {
	inner, units := t.Standardized()
	ambient := t.Support.Ambient()
	var functions []*Function
	add := func(f Function) { functions = append(functions, &f) }
	if zeros, ok := inner.Support.(*zeroset.ZeroSet); ok {
		add(Function{Name: "F", In: ambient, Out: ambient - zeros.Dimension(), network: *zeros.Constraint(), before: units})
	}
	if e := t.Energy(); e != nil {
		f := Function{Name: "E", In: ambient, Out: 1, network: e.Energy, before: units}
		if domain := e.Support.Domain(); e.Support != domain {
			f.In, f.Latent, f.before = domain.Ambient(), true, nil
		}
		add(f)
	}
	if decoded, ok := inner.Support.(*image.Image); ok {
		add(Function{Name: "encoder", In: ambient, Out: decoded.Dimension(), network: decoded.Encoder, code: decoded.Code, before: units})
		add(Function{Name: "decoder", In: decoded.Dimension(), Out: ambient, network: decoded.Decoder, after: units})
	}
	if len(functions) == 0 {
		return nil, fmt.Errorf("the model has no network of its own to export: it is a %T", inner.Support)
	}
	for _, f := range functions {
		f.network.Parameters = distinct(f.Name, f.network.Parameters)
	}
	return functions, nil
}

// distinct gives parameters names that differ, as those of combined networks may not.
func distinct(function string, parameters []network.Parameter) []network.Parameter {
	parameters = slices.Clone(parameters)
	taken := map[string]bool{}
	for i, p := range parameters {
		p.Name = strings.TrimPrefix(p.Name, function+"/")
		name := p.Name
		for k := 2; taken[name]; k++ {
			name = fmt.Sprintf("%s_%d", p.Name, k)
		}
		taken[name] = true
		parameters[i].Name = name
	}
	return parameters
}

// Input is what a function calls its input: x, points of the data's space, or z, latent ones.
func (f *Function) Input() string {
	if f.Name == "decoder" || f.Latent {
		return "z"
	}
	return "x"
}

// Output is what a function calls its output.
func (f *Function) Output() string {
	switch f.Name {
	case "encoder":
		return "z"
	case "decoder":
		return "x"
	}
	return f.Name
}

// Meaning says in a sentence what the function is.
func (f *Function) Meaning() string {
	switch {
	case f.Name == "F":
		return "manifold-defining function: the manifold is where all of its outputs are 0"
	case f.Latent:
		return "energy of latent points: their density is proportional to exp(-E) in the latent box"
	case f.Name == "E":
		return "energy: the density on the model's support is proportional to exp(-E), with respect to length, area or volume of the points as networks see them"
	case f.Name == "encoder":
		return "latent point of a point of the data's space"
	}
	return "point of the data's space of a latent point"
}

// apply is the function in a graph, of the nodes of its parameters and of an input as the network sees it.
func (f *Function) apply(parameters []*graph.Node, x *graph.Node) *graph.Node {
	y := f.network.Bind(parameters).Apply(x)
	if f.code != nil {
		y = f.code(y)
	}
	return y
}

// Evaluate returns the function at points, as this program computes it.
func (f *Function) Evaluate(ctx context.Context, engine compute.Backend, x *points.Set) (*points.Set, error) {
	if x.Dim != f.In {
		return nil, fmt.Errorf("%s takes points of %d numbers, not %d", f.Name, f.In, x.Dim)
	}
	if f.before != nil {
		x = f.before.In(x)
	}
	e, err := network.NewEvaluator(engine, f.Name, []network.Trained{f.network}, []int{f.In}, func(networks []network.Function, in []*graph.Node) []*graph.Node {
		y := networks[0].Apply(in[0])
		if f.code != nil {
			y = f.code(y)
		}
		return []*graph.Node{y}
	})
	if err != nil {
		return nil, err
	}
	out, err := e.Run(ctx, x.Float32())
	if err != nil {
		return nil, err
	}
	y := points.FromFloat32(out[0], f.Out)
	if f.after != nil {
		y = f.after.Out(y)
	}
	return y, nil
}
