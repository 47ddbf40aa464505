package train_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/component"
	"ebim/framework/train"
)

// shrunk is an optimizer that returns too little.
type shrunk struct{ train.SGD }

func (*shrunk) Moments() int { return 0 }

func (*shrunk) Update(parameters, _ *graph.Node, _, _ []*graph.Node) (*graph.Node, []*graph.Node) {
	return graph.ReduceAllMean(parameters), nil
}

// forgetful is one that forgets its moments.
type forgetful struct{ shrunk }

func (*forgetful) Moments() int { return 2 }

// confused is one that can't read its scalars.
type confused struct{ shrunk }

func (*confused) Update(_, _ *graph.Node, _, scalars []*graph.Node) (*graph.Node, []*graph.Node) {
	return scalars[len(scalars)], nil
}

// Losses and optimizers that break their contract are refused before the first step.
func TestContractOfTrainings(t *testing.T) {
	for want, change := range map[string]func(l *train.Loop, p *train.Problem){
		"returned 2 terms for the names [first]": func(_ *train.Loop, p *train.Problem) { p.Terms = p.Terms[:1] },
		"a column loss already":                  func(_ *train.Loop, p *train.Problem) { p.Terms[1] = "loss" },
		"a column first already":                 func(_ *train.Loop, p *train.Problem) { p.Statistics[0] = "first" },
		"as its term first, which must be": func(_ *train.Loop, p *train.Problem) {
			loss := p.Loss
			p.Loss = func(parameters, inputs []*graph.Node) (*graph.Node, []*graph.Node) {
				total, _ := loss(parameters, inputs)
				return total, []*graph.Node{inputs[0], nil}
			}
		},
		"dimensions [] of one of [3]": func(l *train.Loop, _ *train.Problem) { l.Training.Optimizer = new(shrunk) },
		"1 state arrays and was given 3": func(l *train.Loop,
			_ *train.Problem) {
			l.Training.Optimizer = new(forgetful)
		},
	} {
		l, p := loop(t, sgd(1, 7, false)), quadratic(nil)
		change(l, p)
		if err := l.Run(t.Context(), p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
	l := loop(t, sgd(1, 7, false))
	l.Training.Optimizer = new(confused)
	if err := l.Run(t.Context(), quadratic(nil)); !slices.Contains(component.Of(err), any(l.Training.Optimizer)) {
		t.Errorf("the optimizer is not blamed: %v", err)
	}
}
