package mesh

import (
	"context"
	"math"
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
				distances[i] = max(distances[i], math.Abs(v)/length(gradient(f, point)))
			}
		}
	}
	return values, distances, nil
}

func gradient(f func([]float64) float64, x []float64) []float64 {
	const h = 1e-5
	g, y := make([]float64, len(x)), make([]float64, len(x))
	for axis := range x {
		copy(y, x)
		y[axis] = x[axis] + h
		g[axis] = f(y)
		y[axis] = x[axis] - h
		g[axis] = (g[axis] - f(y)) / (2 * h)
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

func cube(dim int, half float64) [][2]float64 {
	box := make([][2]float64, dim)
	for axis := range box {
		box[axis] = [2]float64{-half, half}
	}
	return box
}

func ball(radius float64, centre ...float64) func([]float64) float64 {
	return func(x []float64) float64 {
		sum := 0.0
		for axis, c := range centre {
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
	evaluated := 0
	exact := func(_ context.Context, x *points.Set) (*points.Set, []float64, error) {
		values, distances := points.New(x.Len(), 1), make([]float64, x.Len())
		for i := range distances {
			values.Data[i] = f(x.At(i))
			distances[i] = math.Abs(values.Data[i])
		}
		evaluated += x.Len()
		return values, distances, nil
	}
	for b.Loop() {
		evaluated = 0
		mustExtract(b, Problem{Box: cube(3, 1.5), Resolution: resolution, Codimension: 1, Field: exact})
	}
	b.ReportMetric(float64(evaluated), "points")
}
