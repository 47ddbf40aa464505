package train

import (
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/network"
)

// Problem is what a training minimizes: a loss over parameters, fed step by step from the host.
type Problem struct {
	Name       string              // of the stage: manifold, energy, autoencoder, latent_energy
	Parameters []network.Parameter // with their initial values; replaced by the trained ones
	Size       int                 // number of training points
	Inputs     [][]int             // dimensions of the arrays that Feed gives
	Terms      []string            // names of the loss terms, after the total
	Statistics []string            // names of what Feed reports
	// Loss is the total and its terms, as scalars.
	Loss func(parameters, inputs []*graph.Node) (total *graph.Node, terms []*graph.Node)
	// Feed fills the inputs of a step from its points' indices. parameters is the flat vector before the step.
	Feed func(step int, indices []int, parameters backend.State,
		inputs []backend.Array) (statistics []float64, err error)
	// Ahead says that Feed takes nothing from the parameters and remembers nothing, so that engines with loops are fed
	// many steps at once; what the Drawing takes and remembers does not count.
	Ahead bool
	// Drawing gives one of the inputs, and the statistics; nil for none. It needs an engine with loops.
	Drawing    Drawing
	DrawnInput int // index of the input whose place its points take
	// Validate returns what the training is judged by, the lower the better, on points that it does not see; nil for
	// none. parameters is the flat vector after a step, or its moving average, which it leaves alone.
	Validate func(parameters backend.State) (float64, error)
	// Memory is what Feed remembers between steps (replay buffers), for checkpoints.
	Memory Memory
	// Hint says why the loss may have become NaN.
	Hint   string
	Bounds []Bound // of terms, above which the training is given up
	// Estimate gives one of these terms, which the loss leaves out; nil for none.
	Estimate *Estimate
}

// Memory is host data that lives as long as a training.
type Memory interface {
	// Arrays is the content, by name.
	Arrays() map[string]backend.Array
	// Restore replaces the content.
	Restore(arrays map[string]backend.Array) error
}

// Monitor watches a training.
type Monitor interface {
	// Report is called after every step; names and values are the history's columns. The value on the validation
	// points is NaN between looks at them.
	Report(done, total int, names []string, values []float64)
}

// DivergedError says that a loss stopped being a number, or that a term left its bound.
type DivergedError struct {
	Step   int
	Term   string
	Last   float64 // its last finite value; NaN if there was none
	Likely string
	// of a term that left its bound, what that stands for; Last is its mean then, and Likely says what to do
	Seen string
}

func (e *DivergedError) Error() string {
	if e.Seen != "" {
		return fmt.Sprintf("the training is given up at step %d: %s (%s %.4g); %s", e.Step, e.Seen, e.Term,
			e.Last, e.Likely)
	}
	last := ""
	if !math.IsNaN(e.Last) {
		last = fmt.Sprintf(" (its last finite value was %.4g)", e.Last)
	}
	return fmt.Sprintf("%s is no longer a finite number at step %d%s; likely cause: %s", e.Term, e.Step, last, e.Likely)
}

// columns are those of the history.
func (p *Problem) columns() []string { return slices.Concat([]string{"loss"}, p.Terms, p.Statistics) }

// checkScalars panics unless there is a scalar for each name.
func checkScalars(who, what string, names []string, returned []*graph.Node) {
	if len(returned) != len(names) {
		panic(fmt.Errorf("%s returned %d %ss for the names %v", who, len(returned), what, names))
	}
	for i, one := range returned {
		if one == nil || !one.IsScalar() {
			panic(fmt.Errorf("%s returned %v as its %s %s, which must be a scalar", who, one, what, names[i]))
		}
	}
}

// NewArray is an array of zeros.
func NewArray(dimensions []int) backend.Array {
	return backend.Array{Dimensions: dimensions, Data: make([]float32, product(dimensions))}
}

func product(dimensions []int) int {
	size := 1
	for _, d := range dimensions {
		size *= d
	}
	return size
}

// Bound is what a term of a loss must not stay above. A training whose term does so is given up: what comes of it is
// worth nothing, and an hour may be lost before the loss stops being a number.
type Bound struct {
	Term string                    // one of the problem's
	Most float64                   // of the term's mean
	Seen func(mean float64) string // says what a mean above Most stands for
	Hint string                    // what to do
}

// Estimate gives a term with a bound that the loss leaves out and reports as 0. It is asked for after every patience/2
// steps, by the flat vector of the parameters then, which it leaves alone; until the next time the history has that
// value.
type Estimate struct {
	Term  string // one of the problem's
	Value func(step int, parameters backend.State) (float64, error)
}

// Drawing draws points on an engine with loops, within a step and before its loss is taken, so that many steps are
// made without a return to the host.
type Drawing interface {
	// Kept returns the arrays that stay on the engine between steps. Each run of a program replaces the slice's
	// elements.
	Kept() backend.State
	// Draw returns the points, in place of the input that Feed gives, the arrays after the step and the statistics,
	// which are scalars. parameters is the flat vector before the step.
	Draw(parameters *graph.Node, kept []*graph.Node, input *graph.Node) (points *graph.Node, next,
		statistics []*graph.Node)
	// Settled reports whether Feed can give inputs for any number of steps ahead. Otherwise it gives those of the next
	// step only.
	Settled() (bool, error)
}
