package suite

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
)

// Version is raised when cases are added or changed: what was found right before is tried again.
const Version = 1

// Case is a graph whose outputs are judged one by one.
type Case struct {
	Group, Name string
	Inputs      [][]int     // dimensions of the inputs
	Given       [][]float32 // numbers of the first inputs; those of the others are drawn
	Low, High   float64     // between which they are drawn, uniformly
	Parts       []Part
	// Tolerance is the largest error that is right, of a number relative to the larger of its own size and Floor times the
	// largest size in its output.
	Tolerance, Floor float64
	Short            bool // it belongs to the short form of the suite
}

// Part is an output of a case.
type Part struct {
	Name  string
	Build func(in []*graph.Node) *graph.Node
	// Want computes the output in plain Go, and Check says what is wrong with it. Without either the reference backend computes it.
	Want  func(in [][]float32) []float64
	Check func(out []float32) error
}

// Verdict is what was found of a part.
type Verdict string

// The verdicts.
const (
	Right     Verdict = "right"
	Wrong     Verdict = "wrong"
	Missing   Verdict = "missing"   // the backend can't compute it, and says so
	Unchecked Verdict = "unchecked" // the reference can't compute it
)

// Result is what was found of one part of a case.
type Result struct {
	Group   string  `json:"group"`
	Name    string  `json:"name"` // of the case and the part
	Verdict Verdict `json:"verdict"`
	// Error is the largest error, relative as in Case.Tolerance, and negative where it is not a number.
	Error     float64 `json:"error"`
	Tolerance float64 `json:"tolerance"`
	Where     string  `json:"where,omitempty"` // the largest error of a part that is wrong, or why it could not be computed
}

// Engine is a backend on which programs are compiled and run.
type Engine interface {
	// Compile makes a graph a Go function. Its error may be a *backend.BuildError.
	Compile(name string, inputs [][]int, build backend.Build) (Function, error)
}

// Function runs a compiled graph; free ends its use.
type Function struct {
	Run  func(inputs []backend.Array) ([]backend.Array, error)
	Free func()
}

// On is a backend as an Engine.
func On(opened compute.Backend) Engine { return engine{opened} }

type engine struct{ compute.Backend }

func (e engine) Compile(name string, inputs [][]int, build backend.Build) (Function, error) {
	program, err := backend.Compile(e.Backend, name, nil, inputs, build)
	if err != nil {
		return Function{}, err
	}
	run := func(inputs []backend.Array) ([]backend.Array, error) { return program.Run(nil, inputs, nil) }
	return Function{run, program.Finalize}, nil
}

// Run runs cases on a tested backend and, where it is needed, on the reference. It calls found with each part's result as soon as
// it is known. The error is the context's.
func Run(ctx context.Context, tested, reference Engine, cases []Case, found func(Result)) error {
	for _, c := range cases {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, result := range c.run(tested, reference) {
			found(result)
		}
	}
	return nil
}

// Short are the cases of the suite's short form.
func Short(cases []Case) []Case {
	return slices.DeleteFunc(slices.Clone(cases), func(c Case) bool { return !c.Short })
}

// draw draws the inputs, by the case's name alone.
func (c Case) draw() [][]float32 {
	seed := fnv.New64a()
	seed.Write([]byte(c.Group + "/" + c.Name))
	rng := rand.New(rand.NewPCG(seed.Sum64(), 1))
	drawn := make([][]float32, len(c.Inputs))
	copy(drawn, c.Given)
	for i := len(c.Given); i < len(drawn); i++ {
		drawn[i] = make([]float32, size(c.Inputs[i]))
		for j := range drawn[i] {
			drawn[i][j] = float32(c.Low + (c.High-c.Low)*rng.Float64())
		}
	}
	return drawn
}

func size(dimensions []int) int {
	product := 1
	for _, d := range dimensions {
		product *= d
	}
	return product
}

// output is what an engine computed of a part, or why it could not.
type output struct {
	array backend.Array
	err   error
}

func (c Case) run(tested, reference Engine) []Result {
	inputs := c.draw()
	got := c.compute(tested, inputs, c.Parts)
	var unknown []Part
	for _, part := range c.Parts {
		if part.Want == nil && part.Check == nil {
			unknown = append(unknown, part)
		}
	}
	known := c.compute(reference, inputs, unknown)
	results := make([]Result, len(c.Parts))
	for i, part := range c.Parts {
		var by output
		if part.Want == nil && part.Check == nil {
			by, known = known[0], known[1:]
		}
		results[i] = c.judge(part, inputs, got[i], by)
	}
	return results
}

// compute computes parts together or, where that fails, one by one.
func (c Case) compute(e Engine, inputs [][]float32, parts []Part) []output {
	if len(parts) == 0 {
		return nil
	}
	arrays, err := c.evaluate(e, inputs, parts)
	outputs := make([]output, len(parts))
	for i := range parts {
		switch {
		case err == nil:
			outputs[i].array = arrays[i]
		case len(parts) == 1:
			outputs[i].err = err
		default:
			outputs[i] = c.compute(e, inputs, parts[i:i+1])[0]
		}
	}
	return outputs
}

func (c Case) evaluate(e Engine, inputs [][]float32, parts []Part) ([]backend.Array, error) {
	function, err := e.Compile(c.Group+"/"+c.Name, c.Inputs, func(_, in []*graph.Node) (_, outputs []*graph.Node) {
		for _, part := range parts {
			outputs = append(outputs, part.Build(in))
		}
		return nil, outputs
	})
	if err != nil {
		return nil, err
	}
	defer function.Free()
	arrays := make([]backend.Array, len(inputs))
	for i, data := range inputs {
		arrays[i] = backend.Array{Dimensions: c.Inputs[i], Data: slices.Clone(data)}
	}
	return function.Run(arrays)
}

// judge compares what was computed of a part with what it should be.
func (c Case) judge(part Part, inputs [][]float32, got, known output) Result {
	result := Result{Group: c.Group, Name: c.Name + ": " + part.Name, Verdict: Right, Tolerance: c.Tolerance}
	unfit := func(verdict Verdict, why error) Result {
		result.Verdict, result.Where = verdict, why.Error()
		return result
	}
	if got.err != nil {
		return unfit(Missing, got.err)
	}
	var want []float64
	switch {
	case part.Check != nil:
		if err := part.Check(got.array.Data); err != nil {
			return unfit(Wrong, err)
		}
		return result
	case part.Want != nil:
		want = part.Want(inputs)
	case known.err != nil:
		return unfit(Unchecked, fmt.Errorf("the reference can't compute it: %w", known.err))
	default:
		want = widened(known.array.Data)
	}
	if len(want) != len(got.array.Data) {
		return unfit(Wrong, fmt.Errorf("it has the dimensions %v: %d numbers instead of %d", got.array.Dimensions, len(got.array.Data), len(want)))
	}
	at := 0
	result.Error, at = c.largest(got.array.Data, want)
	if !(result.Error <= c.Tolerance) {
		result.Verdict = Wrong
		result.Where = fmt.Sprintf("%v instead of %.6g at %v of %v", got.array.Data[at], want[at], position(at, got.array.Dimensions), got.array.Dimensions)
	}
	if math.IsNaN(result.Error) || math.IsInf(result.Error, 0) { // which JSON can't hold
		result.Error = -1
	}
	return result
}

func widened(data []float32) []float64 {
	wide := make([]float64, len(data))
	for i, v := range data {
		wide[i] = float64(v)
	}
	return wide
}

// largest is the largest error of numbers, and where it is; the first that is not finite counts as the largest. Equal infinities,
// and NaN for NaN, are right.
func (c Case) largest(got []float32, want []float64) (worst float64, at int) {
	scale := 0.0
	for _, w := range want {
		if size := math.Abs(w); size > scale && !math.IsInf(w, 0) {
			scale = size
		}
	}
	for i, w := range want {
		g := float64(got[i])
		if g == w || math.IsNaN(g) && math.IsNaN(w) {
			continue
		}
		unit := max(math.Abs(w), c.Floor*scale)
		miss := math.Abs(g-w) / unit
		if unit == 0 { // where 0 is wanted of everything
			miss = math.Inf(1)
		}
		switch {
		case math.IsNaN(miss) || math.IsInf(miss, 0):
			return miss, i
		case miss > worst:
			worst, at = miss, i
		}
	}
	return worst, at
}

// position is an index as coordinates.
func position(index int, dimensions []int) []int {
	at := make([]int, len(dimensions))
	for axis := len(dimensions) - 1; axis >= 0; axis-- {
		at[axis], index = index%dimensions[axis], index/dimensions[axis]
	}
	return at
}
