package dataset

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// Evenly spaced rotations add up to the volume of SO(3), and have the moments of uniform ones: entries of mean 0 and
// mean square 1/3, and of traces the mean 0 and the mean square 1.
func TestEvenRotations(t *testing.T) {
	const n = 20000
	all := new(Rotations)
	set, shares := all.Evenly(n)
	if volume := floats.Sum(shares); math.Abs(volume-16*math.Sqrt2*math.Pi*math.Pi) > 1e-9 {
		t.Errorf("volume %v", volume)
	}
	means, squares, traces := make([]float64, rotationSize), make([]float64, rotationSize), 0.0
	for i := range n {
		m := set.At(i)
		for k, v := range m {
			means[k] += v / n
			squares[k] += v * v / n
		}
		trace := m[0] + m[4] + m[8]
		traces += trace * trace / n
		if nearest := all.Nearest(m); !floats.EqualApprox(nearest, m, 1e-9) {
			t.Fatalf("%v is none: nearest is %v", m, nearest)
		}
	}
	third := slices.Repeat([]float64{1. / 3}, rotationSize)
	if !floats.EqualApprox(means, make([]float64, rotationSize), 0.005) || !floats.EqualApprox(squares, third, 0.005) ||
		math.Abs(traces-1) > 0.01 {
		t.Errorf("means %v, mean squares %v, of traces %v", means, squares, traces)
	}
}

// A table's rows become matrices and come back, in whatever numbers rotations are given; the nearest rotation to a
// matrix is nearer than others.
func TestRotationTable(t *testing.T) {
	row := []float64{0.3, -2, 1.1}
	r := &Rotations{RotationTable{Columns: []string{"a", "b", "c"}, Unit: "radians",
		TableFormat: TableFormat{Delimiter: "auto"}}}
	if err := r.Check(); err != nil {
		t.Fatal(err)
	}
	matrix, err := r.Place(row)
	if err != nil || !floats.EqualApprox(r.Row(matrix), row, 1e-9) {
		t.Errorf("%v comes back as %v (%v)", row, r.Row(matrix), err)
	}
	rng := rand.New(rand.NewPCG(4, 1))
	off := slices.Clone(matrix)
	for k := range off {
		off[k] += 0.2 * rng.NormFloat64()
	}
	nearest := r.Nearest(off)
	for range 200 {
		other, _ := r.Place([]float64{row[0] + 0.3*rng.NormFloat64(), row[1] + 0.3*rng.NormFloat64(),
			row[2] + 0.3*rng.NormFloat64()})
		if floats.Distance(other, off, 2) < floats.Distance(nearest, off, 2) {
			t.Errorf("%v is nearer to %v than %v", other, off, nearest)
		}
	}
	if _, err := r.Place([]float64{0, 0, 7}); err == nil {
		t.Error("a rotation vector longer than a turn is taken")
	}
	r.Columns = append(r.Columns, "d", "e")
	if r.Check() == nil {
		t.Error("five columns are taken for a rotation")
	}
}
