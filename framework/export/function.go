// Package export takes trained models to other programs: their functions as ONNX files, which package onnx writes, and
// their parameters as arrays for NumPy, with a README.
//
// A model's functions are those of its networks: F, the manifold-defining function, E, the energy, encoder and
// decoder; and derivatives of F and E. They take and give points in the data's units: if networks see standardized
// points, standardizing is part of the exported function, in double precision as in this program.
package export

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/model"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/image"
	"ebim/framework/support/implicit"
)

// Names are those of all functions, in the order in which Of gives those of a model; WithDensity gives log_density.
func Names() []string {
	return []string{"F", "denoise", "jacobian", "project", "E", "gradient", "encoder", "decoder", "log_density"}
}

// Function is a function of a trained model, float64 [batch, n] to float64 [batch, out].
type Function struct {
	Name    string // one of Names
	In, Out int    // numbers of a row
	Latent  bool   // of latent points
	Derived bool   // made of another function
	// LogNormalizer, of energies of normalized densities in the data's units, is what -E exceeds the log density by.
	LogNormalizer *float64
	// Domain is the box that the model's points lie in, in the units of the input; nil where it is that of another
	// function.
	Domain  points.Box
	network network.Trained
	// build is the function in a graph; nil: the network's value.
	build func(f network.Function, x *graph.Node) *graph.Node
	// before and after are how the networks see points that go in and come out; nil for numbers that they see as they
	// are.
	before, after *points.Scaling
}

// Of returns the functions of a trained model; the error says that it has none.
func Of(t *model.Trained) ([]*Function, error) {
	inner, units := t.Standardized()
	ambient := t.Support.Ambient()
	var functions []*Function
	if zeros, ok := inner.Support.(implicit.Set); ok {
		f := *zeros.Constraint()
		functions = append(functions, &Function{Name: "F", In: ambient, Out: ambient - zeros.Dimension(),
			Domain: outside(units, zeros.Environment().Box), network: f, before: units},
			&Function{Name: "denoise", In: ambient, Out: ambient, Derived: true, network: f, build: denoised,
				before: units, after: units})
		functions = append(functions, ofZeros(f, ambient, ambient-zeros.Dimension(), units, zeros.Environment().Box)...)
	}
	if e := t.Energy(); e != nil {
		domain := e.Support.Domain()
		on := Function{In: domain.Ambient(), network: e.Energy, Latent: e.Support != domain}
		if !on.Latent {
			on.before = units
		}
		value, slope := on, on
		value.Name, value.Out, value.Domain = "E", 1, outside(on.before, domain.Environment().Box)
		slope.Name, slope.Out, slope.Derived, slope.build, slope.after = "gradient", on.In, true, gradient,
			slopes(on.before)
		functions = append(functions, &value, &slope)
	}
	if decoded, ok := inner.Support.(*image.Image); ok {
		functions = append(functions,
			&Function{Name: "encoder", In: ambient, Out: decoded.Dimension(), network: decoded.Encoder, before: units,
				build: func(f network.Function, x *graph.Node) *graph.Node { return decoded.Code(f.Apply(x)) }},
			&Function{Name: "decoder", In: decoded.Dimension(), Out: ambient, Latent: true, network: decoded.Decoder,
				after: units})
	}
	if len(functions) == 0 {
		return nil, fmt.Errorf("the model has no network of its own to export: its support is a %T", inner.Support)
	}
	for _, f := range functions {
		f.network.Parameters = distinct(f.Name, f.network.Parameters)
	}
	return functions, nil
}

// denoised is the estimate of the point without noise after a training by denoising: x - J^T F, or what the network
// says itself.
func denoised(f network.Function, x *graph.Node) *graph.Node {
	noise, _ := network.Noise(f, x)
	return graph.Sub(x, noise)
}

// gradient is that of a function of one output.
func gradient(f network.Function, x *graph.Node) *graph.Node {
	y, derivative := f.Linearize(x)
	return derivative.VJP(graph.OnesLike(y))
}

// slopes turns derivatives by standardized points into those by the user's.
func slopes(units *points.Scaling) *points.Scaling {
	if units == nil {
		return nil
	}
	inverse := units.Inverse()
	return &points.Scaling{Shift: make([]float64, len(inverse.Scale)), Scale: inverse.Scale}
}

// outside is a box of standardized points in the user's units.
func outside(units *points.Scaling, box points.Box) points.Box {
	if units == nil {
		return box
	}
	return units.Inverse().InBox(box)
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
	if f.Latent {
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
	case "denoise":
		return "denoised"
	case "project":
		return "foot"
	}
	return f.Name
}

// Meaning says in a sentence what the function is.
func (f *Function) Meaning() string {
	switch {
	case f.Name == "F":
		return "manifold-defining function: the manifold is where all of its outputs are 0"
	case f.Name == "denoise":
		return "x - J^T F: after a training by denoising the estimate of the point of the data behind x, whatever " +
			"the noise"
	case f.Name == "jacobian":
		return fmt.Sprintf("derivatives of F by its input, [%d, %d] row-major", f.Out/f.In, f.In)
	case f.Name == "project":
		return "point of F = 0 near a point: the nearest one, where the manifold bends little on the way"
	case f.Name == "log_density":
		return fmt.Sprintf("logarithm of the normalized density at a point of the manifold, with respect to its "+
			"length, area or volume in the data's units: -E - %.9g", *f.LogNormalizer)
	case f.Name == "gradient":
		return "derivative of the energy E by its input"
	case f.Latent:
		return "energy of latent points: their density is proportional to exp(-E) in the latent box"
	case f.Name == "E":
		return "energy: the density on the model's support is proportional to exp(-E), with respect to length, area " +
			"or volume of the points as networks see them"
	case f.Name == "encoder":
		return "latent point of a point of the data's space"
	}
	return "point of the data's space of a latent point"
}

// in is the function in a graph, of the network and an input as that sees it.
func (f *Function) in(n network.Function, x *graph.Node) *graph.Node {
	if f.build == nil {
		return n.Apply(x)
	}
	return f.build(n, x)
}

// Evaluate returns the function at points, as this program computes it.
func (f *Function) Evaluate(engine compute.Backend, x *points.Set) (*points.Set, error) {
	if x.Dim != f.In {
		return nil, fmt.Errorf("%s takes points of %d numbers, not %d", f.Name, f.In, x.Dim)
	}
	if f.before != nil {
		x = f.before.In(x)
	}
	state, dimensions := network.StateOf([]network.Trained{f.network})
	program, err := backend.Compile(engine, f.Name, dimensions, [][]int{{x.Len(), x.Dim}},
		func(state, in []*graph.Node) (_, outputs []*graph.Node) {
			return nil, []*graph.Node{f.in(f.network.Function(state[0]), in[0])}
		})
	if err != nil {
		return nil, err
	}
	defer program.Finalize()
	out, err := program.Run(state, []backend.Array{{Data: x.Float32()}}, nil)
	if err != nil {
		return nil, err
	}
	y := points.FromFloat32(out[0].Data, f.Out)
	if f.after != nil {
		y = f.after.Out(y)
	}
	return y, nil
}

// UnnormalizedError says that a model's log density is not a function of its energy alone, and why.
type UnnormalizedError struct{ Reason string }

func (e *UnnormalizedError) Error() string { return "there is no log_density to export: " + e.Reason }

// WithDensity adds to a model's functions its log density, and to its energy the normalizer, which is integrated. The
// error is an *UnnormalizedError where the density is not known, or is not -E but for a constant; the functions are
// then as they were.
func WithDensity(ctx context.Context, t *model.Trained, rng *rand.Rand, functions []*Function) ([]*Function, error) {
	at := slices.IndexFunc(functions, func(f *Function) bool { return f.Name == "E" })
	inner, units := t.Standardized()
	if at < 0 {
		return functions, &UnnormalizedError{"the model has no energy"}
	}
	if functions[at].Latent {
		return functions, &UnnormalizedError{"the energy lives in a latent space; `ebim score` carries it to points"}
	}
	log, alike := logVolume(units, t.Support.Dimension())
	if !alike {
		return functions, &UnnormalizedError{"columns of different scales stretch the manifold differently in each " +
			"direction; set data.standardize to scale, or use `ebim score`"}
	}
	normalizer, err := logNormalizer(ctx, inner, rng)
	if err != nil {
		return functions, err
	}
	log += normalizer
	e := *functions[at]
	e.LogNormalizer = &log
	density := e
	density.Name, density.Derived, density.Domain = "log_density", true, nil
	density.after = &points.Scaling{Shift: []float64{-log}, Scale: []float64{-1}}
	functions = slices.Clone(functions)
	functions[at] = &e
	return append(functions, &density), nil
}

// logNormalizer is log Z of a model, in its own units.
func logNormalizer(ctx context.Context, t *model.Trained, rng *rand.Rand) (float64, error) {
	found, err := func() (*support.LogDensity, error) {
		logs, err := support.LoggerOf(ctx, t.Density, rng)
		if err != nil {
			return nil, err
		}
		return logs(ctx, t.Energy().Support.Domain().Environment().Data.Slice(0, 1))
	}()
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case err != nil:
		return 0, &UnnormalizedError{strings.TrimSuffix(err.Error(), ": "+errors.ErrUnsupported.Error())}
	case math.IsInf(found.LogNormalizer, 0) || math.IsNaN(found.LogNormalizer):
		return 0, &UnnormalizedError{fmt.Sprintf("the normalizer's logarithm is %v", found.LogNormalizer)}
	}
	return found.LogNormalizer, nil
}
