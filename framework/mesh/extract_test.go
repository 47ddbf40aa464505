package mesh

import (
	"bytes"
	"context"
	"math"
	"slices"
	"testing"

	"ebim/framework/points"
)

// counted is a field in closed form, with its gradient by central differences; it counts its evaluations.
type counted struct {
	f      []func(x []float64) float64
	points int
	calls  int
}

func field(f ...func(x []float64) float64) *counted { return &counted{f: f} }

func (c *counted) at(_ context.Context, x *points.Set) (*points.Set, []float64, error) {
	c.points += x.Len()
	c.calls++
	values, distances := points.New(x.Len(), len(c.f)), make([]float64, x.Len())
	for i := range distances {
		point := x.At(i)
		for k, f := range c.f {
			v := f(point)
			values.At(i)[k] = v
			if v != 0 {
				distances[i] = max(distances[i], math.Abs(v)/length(gradient(f, point, v)))
			}
		}
	}
	return values, distances, nil
}

// valuesOnly gives no estimates, but says that F = 0 is far from everywhere.
func (c *counted) valuesOnly(_ context.Context, x *points.Set) (*points.Set, []float64, error) {
	c.points += x.Len()
	c.calls++
	values, distances := points.New(x.Len(), len(c.f)), make([]float64, x.Len())
	for i := range distances {
		distances[i] = math.Inf(1)
		for k, f := range c.f {
			values.At(i)[k] = f(x.At(i))
		}
	}
	return values, distances, nil
}

// exact takes |F| as the distance, which it is of the shapes made of balls and tori.
func (c *counted) exact(ctx context.Context, x *points.Set) (*points.Set, []float64, error) {
	values, distances, err := c.valuesOnly(ctx, x)
	for i := range distances {
		distances[i] = length(values.At(i))
	}
	return values, distances, err
}

// gradient is by forward differences, from the value v at x.
func gradient(f func([]float64) float64, x []float64, v float64) []float64 {
	const h = 1e-7
	g, y := make([]float64, len(x)), slices.Clone(x)
	for axis := range x {
		y[axis] = x[axis] + h
		g[axis] = (f(y) - v) / h
		y[axis] = x[axis]
	}
	return g
}

func length(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x * x
	}
	return math.Sqrt(sum)
}

func ball(radius float64, center ...float64) func([]float64) float64 {
	return func(x []float64) float64 {
		sum := 0.0
		for axis, c := range center {
			sum += (x[axis] - c) * (x[axis] - c)
		}
		return math.Sqrt(sum) - radius
	}
}

func torus(major, minor float64) func([]float64) float64 {
	return func(x []float64) float64 { return math.Hypot(math.Hypot(x[0], x[1])-major, x[2]) - minor }
}

func mustExtract(t testing.TB, p Problem) *Mesh {
	t.Helper()
	m, err := Extract(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func BenchmarkTorus128(b *testing.B) {
	benchmark(b, 128, torus(1, 0.4))
}

func BenchmarkSphere256(b *testing.B) {
	benchmark(b, 256, ball(1.1, 0, 0, 0))
}

// benchmark reports the points at which the field was evaluated too. The fields here are exact distances.
func benchmark(b *testing.B, resolution int, f func([]float64) float64) {
	b.ReportAllocs()
	c := field(f)
	for b.Loop() {
		c.points = 0
		mustExtract(b, Problem{Box: points.Cube(3, -1.5, 1.5), Resolution: resolution, Codimension: 1, Field: c.exact})
	}
	b.ReportMetric(float64(c.points), "points")
}

func BenchmarkTopology(b *testing.B) {
	m := mustExtract(b, Problem{Box: points.Cube(3, -1.5, 1.5), Resolution: 128, Codimension: 1,
		Field: field(torus(1, 0.4)).exact})
	b.ReportAllocs()
	for b.Loop() {
		m.Topology(TopologyOptions{})
	}
	b.ReportMetric(float64(m.Len()), "triangles")
}

func BenchmarkReadPLY(b *testing.B) {
	m := mustExtract(b, Problem{Box: points.Cube(3, -1.5, 1.5), Resolution: 128, Codimension: 1,
		Field: field(torus(1, 0.4)).exact})
	var file bytes.Buffer
	if err := WritePLY(&file, m); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ReadPLY(bytes.NewReader(file.Bytes())); err != nil {
			b.Fatal(err)
		}
	}
}
