package ridge

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

// Points of a line in R^3 in equal steps spread along it by a share of the distance to those beside them, and not
// across; rows of one place spread alike.
func TestAlongTangents(t *testing.T) {
	const times, share, step = 4000, 0.5, 0.2
	x := points.New(0, 3)
	for i := range 9 {
		along := step * float64(i) / 3
		x.Data = append(x.Data, along, 2*along, 2*along)
	}
	x.Data = append(x.Data, x.At(4)...)
	y, err := alongTangents(x, 1, share, times, rand.New(rand.NewPCG(1, 2)))
	if err != nil || y.Len() != x.Len()*times {
		t.Fatalf("%d points, %v", y.Len(), err)
	}
	for _, i := range []int{4, 9} {
		along, across := 0.0, 0.0
		for k := range times {
			at := y.At(i*times + k)
			d := []float64{at[0] - x.At(i)[0], at[1] - x.At(i)[1], at[2] - x.At(i)[2]}
			a := (d[0] + 2*d[1] + 2*d[2]) / 3
			along += a * a / times
			across += d[0]*d[0] + d[1]*d[1] + d[2]*d[2] - a*a
		}
		if want := share * step; math.Abs(math.Sqrt(along)/want-1) > 0.05 || math.Abs(across) > 1e-9 {
			t.Errorf("point %d: %v along, want %v, and %v across", i, math.Sqrt(along), want, across)
		}
	}
}

// A single place stays where it is.
func TestAlongTangentsOfOnePlace(t *testing.T) {
	x := &points.Set{Dim: 2, Data: []float64{1, 2, 1, 2}}
	y, err := alongTangents(x, 1, 0.5, 3, rand.New(rand.NewPCG(1, 2)))
	if err != nil || y.Len() != 6 {
		t.Fatal(y, err)
	}
	for i := range y.Len() {
		if y.At(i)[0] != 1 || y.At(i)[1] != 2 {
			t.Errorf("%v", y.At(i))
		}
	}
}

// Few points of curves alone are blurred, unless the setting is 0.
func TestBlurs(t *testing.T) {
	for _, test := range []struct {
		dimension, points int
		blur              float64
		want              bool
	}{{1, 39, 0.5, true}, {1, 40, 0.5, false}, {2, 20, 0.5, false}, {1, 20, 0, false}} {
		r := Ridge{Dimension: test.dimension, TangentBlur: test.blur}
		if got := r.Blurs(test.points); got != test.want {
			t.Errorf("%+v: %t", test, got)
		}
	}
}
