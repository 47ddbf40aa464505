package known

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/dataset"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/supporttest"
)

// circles are two of lengths 1 to 3, in a mixture that does not draw from them alike.
func circles() *dataset.Mixture {
	return &dataset.Mixture{Components: []dataset.MixtureComponent{
		{Weight: 2, Source: &dataset.VonMises{Center: []float64{-2, 0}, Radius: 0.5, Concentration: 2}},
		{Weight: 1, Source: &dataset.VonMises{Center: []float64{2, 0}, Radius: 1.5, Mode: 3, Concentration: 1}}}}
}

// TestLogDensityProjects: densities and distances are those of the nearest points of the true manifold.
func TestLogDensityProjects(t *testing.T) {
	law := circles()
	_, density := New(law)
	found, err := density.LogDensity(t.Context(), nil, supporttest.Rows(t, []float64{-1, 0}, []float64{2, 4}))
	if err != nil {
		t.Fatal(err)
	}
	on := supporttest.Rows(t, []float64{-1.5, 0}, []float64{2, 1.5})
	for i := range 2 {
		if points.SquaredDistance(found.Nearest.Points.At(i), on.At(i)) > 1e-24 ||
			found.Values[i] != law.LogDensity(found.Nearest.Points.At(i)) ||
			found.Nearest.Residual[i] != 0 {
			t.Errorf("%+v, at %v expected", found, on.At(i))
		}
	}
}

// TestSpread has exactly as many points as are asked for, on each circle in proportion to its length.
func TestSpread(t *testing.T) {
	torus := &dataset.TorusVonMises{TorusShape: dataset.TorusShape{MajorRadius: 3, MinorRadius: 1},
		Modes: []float64{0, 0}, Concentrations: []float64{1, 1}}
	for _, law := range []dataset.Family{circles(), torus} {
		for _, n := range []int{1, 7, 400} {
			_, density := New(law)
			set, logs, err := density.Spread(t.Context(), rand.New(rand.NewPCG(7, 8)), n)
			if err != nil || set.Len() != n || len(logs) != n {
				t.Fatalf("%d points, %d densities, %v; %d wanted", set.Len(), len(logs), err, n)
			}
			left := 0
			for i := range n {
				if point := set.At(i); points.SquaredDistance(law.Nearest(point), point) > 1e-20 ||
					logs[i] != law.LogDensity(point) {
					t.Fatalf("point %v with log density %v", point, logs[i])
				}
				if set.At(i)[0] < 0 {
					left++
				}
			}
			if set.Dim == 2 && n == 400 && (left < 99 || left > 101) {
				t.Errorf("%d of 400 points are on the circle that has a quarter of the length", left)
			}
		}
	}
}

// TestMoved: a moved circle's density is that of the circle where it came from, over its length.
func TestMoved(t *testing.T) {
	law := circles()
	manifold, original := New(law)
	by := support.Similarity{Factor: 2, Shift: []float64{1, -1}}
	moved := original.Moved(by)
	still, _, err := original.Sample(t.Context(), rand.New(rand.NewPCG(13, 14)), 50)
	if err != nil {
		t.Fatal(err)
	}
	drawn, _, err := moved.Sample(t.Context(), rand.New(rand.NewPCG(13, 14)), 50)
	if err != nil {
		t.Fatal(err)
	}
	density, err := moved.LogDensity(t.Context(), nil, drawn)
	if err != nil {
		t.Fatal(err)
	}
	for i := range drawn.Len() {
		x, y := still.At(i), drawn.At(i)
		if math.Hypot(2*x[0]+1-y[0], 2*x[1]-1-y[1]) > 1e-12 ||
			points.SquaredDistance(density.Nearest.Points.At(i), y) > 1e-20 ||
			math.Abs(density.Values[i]-(law.LogDensity(x)-math.Ln2)) > 1e-12 {
			t.Errorf("%v moved to %v with log density %v", x, y, density.Values[i])
		}
	}
	_, shares := manifold.moved(by).distribution.Evenly(100)
	total := 0.0
	for _, share := range shares {
		total += share
	}
	if want := 2 * 2 * math.Pi * (0.5 + 1.5); math.Abs(total-want) > 1e-9 {
		t.Errorf("length %v, %v expected", total, want)
	}
}
