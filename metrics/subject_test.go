package metrics

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/points"
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

// meshed is a trained model that has a mesh; the mesh itself is read from the subject.
type meshed struct{}

func (meshed) Mesh(context.Context, int) (*mesh.Mesh, error) { return nil, nil }

// implicit is the subject of a manifold-defining function, meshed in [-2, 2]^dim.
func implicit(t *testing.T, f signedDistance, dim, resolution int, source dataset.Source) *experiment.Subject {
	t.Helper()
	s := &experiment.Subject{Nature: model.Nature{Ambient: dim, Dimension: dim - 1, Implicit: true}, Trained: meshed{}, Source: source}
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
	law         dataset.Distribution
	unconverged int
	sheets      []int
}

func (k known) LogDensity(_ context.Context, _ *rand.Rand, x *points.Set) (*model.LogDensity, error) {
	nearest := points.New(0, x.Dim)
	found := &model.LogDensity{NormaliserError: 0.001, Sheets: k.sheets}
	for i := range x.Len() {
		nearest.Data = append(nearest.Data, k.law.Nearest(x.At(i))...)
		found.Values = append(found.Values, k.law.LogDensity(nearest.At(i)))
	}
	found.Nearest = &model.Projection{Points: nearest, Residual: make([]float64, x.Len()), Unconverged: k.unconverged}
	return found, nil
}

func vonMises(concentration, radius float64) *dataset.VonMises {
	return &dataset.VonMises{Center: []float64{0, 0}, Radius: radius, Concentration: concentration}
}

// learned is the subject of a model of one law trained on data of another.
func learned(of model.Trained, truth dataset.Distribution) *experiment.Subject {
	ambient, manifold := truth.Dimensions()
	return &experiment.Subject{Nature: model.Nature{Ambient: ambient, Dimension: manifold, Implicit: true, Density: true}, Trained: of,
		Source: truth, Train: truth.Sample(rand.New(rand.NewPCG(1, 2)), 300), Held: points.New(0, ambient), Seed: 3}
}

func measured(t *testing.T, m experiment.Metric, s *experiment.Subject) map[string]float64 {
	t.Helper()
	found, err := m.Measure(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return found.Values
}
