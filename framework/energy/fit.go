package energy

import (
	"context"
	"path/filepath"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/chains"
	"ebim/framework/component"
	"ebim/framework/support"
	"ebim/framework/train"
)

// FitInBox trains an energy in a box, whose environment is the task's.
func FitInBox(ctx context.Context, e *InBox, t train.Task, name string, on support.Domain) error {
	return e.fit(ctx, t, name, on, Free(e.Sampler))
}

// FitOnManifold trains an energy on a manifold, whose environment is the task's.
func FitOnManifold(ctx context.Context, e *OnManifold, t train.Task, name string, on support.Domain) error {
	return e.fit(ctx, t, name, on, Constrained(e.Sampler))
}

func (e *Energy[S]) fit(ctx context.Context, t train.Task, name string, domain support.Domain, moves Moves) error {
	if placed := e.placed(); placed != nil {
		return place(ctx, placed, t, name, domain)
	}
	n := e.untrained(t.Data.Dim, t.Seed, name)
	o, err := e.objective(ctx, t, name, n, domain, moves)
	if err != nil {
		return err
	}
	batch, dim := e.Training.BatchOf(o.rows.Len()), t.Data.Dim
	stream := train.NewStream(o.rows, dim, &e.Training, t.Seed, name)
	problem := &train.Problem{
		Name: name, Parameters: n.Parameters, Size: o.rows.Len(),
		Inputs: append([][]int{{batch, dim}}, o.inputs()...),
		Terms:  o.loss.Terms(), Statistics: o.statistics(), Memory: o.memory(), Hint: o.hint,
		Ahead: o.ahead(),
		Loss: func(parameters, inputs []*graph.Node) (*graph.Node, []*graph.Node) {
			defer component.Blame(o.loss)
			return o.value(n.Bind(parameters), inputs[0], inputs[1:])
		},
		Feed: func(step int, indices []int, parameters backend.State, inputs []backend.Array) ([]float64, error) {
			stream.Read(step, indices, inputs[0].Data)
			return o.feed(step, parameters, inputs[1:])
		},
	}
	if drawing, input := o.drawing(); drawing != nil {
		problem.Drawing, problem.DrawnInput = drawing, 1+input // behind the data
	}
	if t.Validation != nil && e.Training.ValidateEvery > 0 {
		if problem.Validate, err = likelihoodOf(ctx, t, n, domain); err != nil {
			return err
		}
	}
	if err := t.Loop(e.Training).Run(ctx, problem); err != nil {
		return err
	}
	for _, f := range o.feeders {
		if err := chains.LeaveReplay(t, f.memory); err != nil {
			return err
		}
	}
	return train.SaveParameters(filepath.Join(t.Folder, train.ParametersFolder), problem.Parameters)
}

// LoadInBox returns the density of the trained energy of a finished part's folder, on a support that carries a box.
func LoadInBox(e *InBox, on support.Carrier, folder string, sampling Sampling) (*Density, error) {
	if e.Sampler == nil {
		return e.load(on, nil, folder, sampling)
	}
	return e.load(on, Free(e.Sampler), folder, sampling)
}

// LoadOnManifold returns the density of the trained energy of a finished part's folder, on a manifold.
func LoadOnManifold(e *OnManifold, on support.Domain, folder string, sampling Sampling) (*Density, error) {
	s := e.Sampler
	if s == nil {
		s = chains.DefaultOnManifold(on.Environment().Box)
	}
	return e.load(on, Constrained(s), folder, sampling)
}

func (e *Energy[S]) load(on support.Carrier, moves Moves, folder string, sampling Sampling) (*Density, error) {
	domain := on.Domain()
	n := e.untrained(domain.Ambient(), 0, "")
	if placed := e.placed(); placed != nil {
		n.Parameters = placed.Empty(domain.Environment().Data.Len(), domain.Ambient(), domain.Dimension())
	}
	return &Density{Support: on, Energy: n, Moves: moves, Sampling: sampling, NearData: e.placed() != nil,
			Relative: e.relative(facts(domain))},
		train.LoadParameters(filepath.Join(folder, train.ParametersFolder), n.Parameters)
}
