package metrics

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute"

	"ebim/framework/backend"
	"ebim/framework/dataset"
	"ebim/framework/energy"
	"ebim/framework/experiment"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/support"
	"ebim/framework/support/zeroset"
	"ebim/framework/train"
)

// signedDistance is the function of a known zero set.
type signedDistance func(x []float64) float64

func ball(radius float64, center ...float64) signedDistance {
	return func(x []float64) float64 { return away(x, center) - radius }
}

// doughnut is a torus around the third axis.
func doughnut(major, minor float64) signedDistance {
	return func(x []float64) float64 {
		return math.Hypot(math.Hypot(x[0], x[1])-major, x[2]) - minor
	}
}

func both(parts ...signedDistance) signedDistance {
	return func(x []float64) float64 {
		least := math.Inf(1)
		for _, part := range parts {
			least = min(least, part(x))
		}
		return least
	}
}

func away(a, b []float64) float64 {
	squares := 0.0
	for i := range a {
		squares += (a[i] - b[i]) * (a[i] - b[i])
	}
	return math.Sqrt(squares)
}

// meshed is a support that has a mesh, and can't be drawn from; the mesh itself is read from the subject.
type meshed struct{ support.Support }

func (meshed) CheckMesh() error { return nil }

func (meshed) Mesh(context.Context, int) (*mesh.Mesh, error) { return nil, errors.ErrUnsupported }

func (meshed) Uniform(context.Context, *rand.Rand, int) (*points.Set, error) {
	return nil, errors.ErrUnsupported
}

// implicit is the subject of a manifold-defining function, meshed in [-2, 2]^dim.
func implicit(t *testing.T, f signedDistance, dim, resolution int, source dataset.Source) *experiment.Subject {
	t.Helper()
	s := &experiment.Subject{Traits: model.Traits{Ambient: dim, Dimension: dim - 1, Implicit: true},
		Trained: &model.Trained{Support: meshed{}}, Source: source}
	for range dim {
		s.Box = append(s.Box, [2]float64{-2, 2})
	}
	var err error
	s.Mesh, err = mesh.Extract(t.Context(), mesh.Problem{Box: s.Box, Resolution: resolution, Codimension: 1,
		Field: func(_ context.Context, x *points.Set) (*points.Set, []float64, error) {
			values, distances := points.New(x.Len(), 1), make([]float64, x.Len())
			for i := range distances {
				values.Data[i] = f(x.At(i))
				distances[i] = math.Abs(values.Data[i])
			}
			return values, distances, nil
		}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// known is a model of a law on the learned manifold, which a law of the truth's may differ from.
type known struct {
	support.Density
	law         dataset.Distribution
	unconverged int
	sheets      []int
}

func (k known) LogDensity(_ context.Context, _ *rand.Rand, x *points.Set) (*support.LogDensity, error) {
	nearest := points.New(0, x.Dim)
	found := &support.LogDensity{NormalizerError: 0.001, Sheets: k.sheets}
	for i := range x.Len() {
		nearest.Data = append(nearest.Data, k.law.Nearest(x.At(i))...)
		found.Values = append(found.Values, k.law.LogDensity(nearest.At(i)))
	}
	found.Nearest = &support.Projection{Points: nearest, Residual: make([]float64, x.Len()), Unconverged: k.unconverged}
	return found, nil
}

func vonMises(concentration, radius float64) *dataset.VonMises {
	return &dataset.VonMises{Center: []float64{0, 0}, Radius: radius, Concentration: concentration}
}

// unasked is what metrics do not ask for.
type unasked interface {
	support.Domain
	support.Deformed
	support.Starter
	support.Drawer
}

// domain is part of the plane, with starting points of chains and a law of exact draws.
type domain struct {
	unasked
	engine compute.Backend
	starts *points.Set
	law    dataset.Distribution
	drawn  int   // points that were drawn exactly
	empty  error // why no points are found; nil where they are
}

func newDomain(t *testing.T) *domain {
	t.Helper()
	engine, err := backend.Open(backend.Default)
	if err != nil {
		t.Fatal(err)
	}
	return &domain{engine: engine}
}

func (d *domain) Domain() support.Domain { return d }

func (d *domain) Environment() train.Environment {
	return train.Environment{Engine: d.engine, Box: points.Box{{-100, 100}, {-100, 100}}}
}

func (d *domain) Starts(context.Context) (*points.Set, error) { return d.starts, d.empty }

func (d *domain) Draw(_ context.Context, rng *rand.Rand, _ support.LogFunction, n int) (*points.Set,
	map[string]float64, error) {
	if d.empty != nil {
		return nil, nil, d.empty
	}
	d.drawn += n
	return d.law.Sample(rng, n), nil, nil
}

func (d *domain) Fibers(context.Context, *points.Set) (*support.Fibers, error) { return nil, d.empty }

func (*domain) Carry(_ context.Context, z *points.Set) (*support.Carried, error) {
	return &support.Carried{Domain: z, Points: z}, nil
}

// langevin is an energy on a domain with chains x' = x - step/2 dE/dx + noise r.
func (d *domain) langevin(e networktest.Formula, step, noise float64) *energy.Density {
	return &energy.Density{Support: d, Energy: formula(e), Sampling: energy.Sampling{Steps: 20},
		Moves: energy.Free(&sampler.Langevin{LangevinStep: sampler.LangevinStep{Steps: 1, Step: &step,
			Noise: noise, Unroll: 1}})}
}

func formula(f networktest.Formula) network.Trained {
	return network.Compose(func([]network.Function) network.Function { return f })
}

// zeroSet is F = 0 in a box, without a density.
func zeroSet(t *testing.T, f networktest.Formula, box points.Box) *model.Trained {
	t.Helper()
	env := newDomain(t).Environment()
	env.Box, env.Data = box, points.New(0, len(box))
	return &model.Trained{Support: zeroset.New(env, formula(f), 1)}
}

// learned is the subject of a model of one law, or without a density, trained on data of another.
func learned(of support.Density, truth dataset.Distribution) *experiment.Subject {
	ambient, manifold := truth.Dimensions()
	return &experiment.Subject{Traits: model.Traits{Ambient: ambient, Dimension: manifold, Implicit: true,
		Density: true},
		Trained: &model.Trained{Support: meshed{}, Density: of},
		Source:  truth, Train: truth.Sample(rand.New(rand.NewPCG(1, 2)), 300), Held: points.New(0, ambient), Seed: 3}
}

func measured(t *testing.T, m experiment.Metric, s *experiment.Subject) map[string]float64 {
	t.Helper()
	found, err := m.Measure(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return found.Values
}
