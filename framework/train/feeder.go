package train

import (
	"maps"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/network"
)

// Feeder gives some of the inputs In of a loss.
type Feeder[In any] struct {
	Inputs     [][]int // dimensions
	Statistics []string
	Memory     Memory  // nil: none
	Drawing    Drawing // makes the first of Inputs on the engine; nil: Feed does
	// Take hands the inputs to the loss.
	Take func(in *In, inputs []*graph.Node)
	// Feed fills the inputs of a step.
	Feed func(at Moment, inputs []backend.Array) (statistics []float64, err error)
}

// Moment is a step of a training: its number, the indices of its points, and the parameters before it.
type Moment struct {
	Step       int
	Indices    []int
	Parameters backend.State
}

// One feeds one input.
func One[In any](dimensions []int, take func(in *In, x *graph.Node), fill func(at Moment, into []float32)) Feeder[In] {
	return Feeder[In]{Inputs: [][]int{dimensions}, Take: func(in *In, inputs []*graph.Node) { take(in, inputs[0]) },
		Feed: func(at Moment, inputs []backend.Array) ([]float64, error) { fill(at, inputs[0].Data); return nil, nil }}
}

// Value is a loss at data x [batch, n] and what feeders give, with its terms.
type Value[In any] func(parameters []*graph.Node, x *graph.Node, in *In) (total *graph.Node, terms []*graph.Node)

// From is the loss as a problem has it, of inputs that are the data and what the feeders give.
func (v Value[In]) From(feeders []Feeder[In]) func(parameters, inputs []*graph.Node) (*graph.Node, []*graph.Node) {
	return func(parameters, inputs []*graph.Node) (*graph.Node, []*graph.Node) {
		var in In
		rest := inputs[1:]
		for _, f := range feeders {
			f.Take(&in, rest[:len(f.Inputs)])
			rest = rest[len(f.Inputs):]
		}
		return v(parameters, inputs[0], &in)
	}
}

// NewProblem is the problem of a loss at batches of rows, with what feeders give.
func NewProblem[In any](t Task, training *Training, name string, rows Rows, parameters []network.Parameter,
	feeders []Feeder[In], value Value[In]) *Problem {
	stream := NewStream(rows, t.Data.Dim, training, t.Seed, name)
	p := &Problem{Name: name, Parameters: parameters, Size: rows.Len(), Loss: value.From(feeders), Hint: Divergence,
		Inputs: [][]int{{training.BatchOf(rows.Len()), t.Data.Dim}}, Ahead: true,
		Feed: func(step int, indices []int, parameters backend.State,
			inputs []backend.Array) (all []float64, err error) {
			stream.Read(step, indices, inputs[0].Data)
			rest := inputs[1:]
			for _, f := range feeders {
				statistics, err := f.Feed(Moment{step, indices, parameters}, rest[:len(f.Inputs)])
				if err != nil {
					return nil, err
				}
				all, rest = append(all, statistics...), rest[len(f.Inputs):]
			}
			return all, nil
		}}
	var kept memories
	for _, f := range feeders {
		if f.Drawing != nil {
			p.Drawing, p.DrawnInput = f.Drawing, len(p.Inputs)
		}
		if f.Memory != nil {
			kept, p.Ahead = append(kept, f.Memory), p.Ahead && f.Drawing != nil
		}
		p.Inputs, p.Statistics = append(p.Inputs, f.Inputs...), append(p.Statistics, f.Statistics...)
	}
	if kept != nil {
		p.Memory = kept
	}
	return p
}

// memories are several, whose arrays have different names.
type memories []Memory

func (m memories) Arrays() map[string]backend.Array {
	all := map[string]backend.Array{}
	for _, one := range m {
		maps.Copy(all, one.Arrays())
	}
	return all
}

func (m memories) Restore(arrays map[string]backend.Array) error {
	for _, one := range m {
		if err := one.Restore(arrays); err != nil {
			return err
		}
	}
	return nil
}
