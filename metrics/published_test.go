package metrics

import (
	"math"
	"testing"

	"ebim/framework/points"
)

// goldenShare spreads angles evenly: multiples of it, modulo 1.
const goldenShare = 0.6180339887498949

// twoCircles is n points on circles around (-1.8, 0) and (1.8, 0), with log density concentration * cos(angle).
func twoCircles(n int, radius, concentration float64) DensityPoints {
	d := DensityPoints{Points: points.New(n, 2), LogDensity: make([]float64, n)}
	for i := range n {
		angle := 2 * math.Pi * math.Mod(float64(i)*goldenShare, 1)
		center := []float64{-1.8, 1.8}[i%2]
		copy(d.Points.At(i), []float64{center + radius*math.Cos(angle), radius * math.Sin(angle)})
		d.LogDensity[i] = concentration * math.Cos(angle)
	}
	return d
}

// spiral is n points on a sphere, with log density concentration * z.
func spiral(n int, radius, concentration float64) DensityPoints {
	d := DensityPoints{Points: points.New(n, 3), LogDensity: make([]float64, n)}
	for i := range n {
		z := 1 - 2*(float64(i)+0.5)/float64(n)
		angle := 2 * math.Pi * math.Mod(float64(i)*goldenShare, 1)
		s := math.Sqrt(1 - z*z)
		copy(d.Points.At(i), []float64{radius * s * math.Cos(angle), radius * s * math.Sin(angle), radius * z})
		d.LogDensity[i] = concentration * z
	}
	return d
}

// The expected values are those of the released metrics (functions wasserstein_between_discretized_densities and
// wasserstein_discretized_density_to_points, with POT 0.9) on the same points, densities and boxes.
func TestPublishedTransportMatchesTheReleasedCode(t *testing.T) {
	plane := points.Box{{-2.4, 3.3}, {-3.3, 3.0}}
	space := points.Box{{-1.3, 1.3}, {-1.3, 1.3}, {-1.3, 1.3}}
	data := DensityPoints{Points: &points.Set{Dim: 3}}
	for all, i := spiral(150, 1.05, 0).Points, 0; i < all.Len(); i++ {
		if all.At(i)[0] > -0.3 {
			data.Points.Data = append(data.Points.Data, all.At(i)...)
		}
	}
	cases := []struct {
		settings     PublishedTransport
		model, truth DensityPoints
		box          points.Box
		want         float64
	}{
		{PublishedTransport{Granularity: 12, Temperature: 1.5, Cost: "squared"}, twoCircles(500, 1, 2),
			twoCircles(300, 1.1, 1), plane, 0.00331389950792522},
		{PublishedTransport{Granularity: 12, Temperature: 1.5, Cost: "euclidean"}, twoCircles(500, 1, 2),
			twoCircles(300, 1.1, 1), plane, 0.03312636541641878},
		{PublishedTransport{Granularity: 40, Temperature: 1.5, Position: "corner", Cost: "squared"},
			twoCircles(500, 1, 2), twoCircles(300, 1.1, 1), plane, 0.0008184180250025232},
		{PublishedTransport{Granularity: 40, Temperature: 1.5, Cost: "euclidean", Position: "center"},
			twoCircles(500, 1, 2), twoCircles(300, 1.1, 1), plane, 0.021538002925288718},
		{PublishedTransport{Granularity: 15, Temperature: 3, Cost: "squared"}, spiral(400, 1, 2), data, space,
			0.03480712069141664},
		{PublishedTransport{Granularity: 15, Temperature: 3, Cost: "euclidean", Position: "center"}, spiral(400, 1, 2),
			data, space, 0.15722211231220362},
	}
	for _, c := range cases {
		r, err := c.settings.measure(t.Context(), c.model, c.truth, c.box)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "value", r["value"], c.want, 1e-11)
		if c.truth.LogDensity != nil && (r["model_outside"] == 0 || r["true_outside"] == 0) {
			t.Errorf("counts %+v: circles reach out of the box", r)
		}
	}
}

// The same model at the lower corners is half a cell from where it is at the centers.
func TestPublishedTransportPosition(t *testing.T) {
	model := DensityPoints{Points: &points.Set{Dim: 1, Data: []float64{0.1}}, LogDensity: []float64{0}}
	data := DensityPoints{Points: &points.Set{Dim: 1, Data: []float64{0.25, 2}}}
	box := points.Box{{0, 1}}
	for position, want := range map[CellPosition]float64{"released": 0.875, "center": 0.875, "corner": 1.125} {
		r, err := PublishedTransport{Granularity: 3, Temperature: 1, Position: position,
			Cost: "euclidean"}.measure(t.Context(), model, data, box)
		if err != nil {
			t.Fatal(err)
		}
		near(t, string(position)+": distance", r["value"]*r["maximal_cost"], want, 1e-12)
		if r["true_outside"] != 1 || r["model_cells"] != 1 {
			t.Errorf("%s: counts %+v", position, r)
		}
	}
}

// A cell's weight is the mean density, so it does not grow with its number of points; huge log densities cancel; the
// box's upper faces belong to no cell.
func TestHistogram(t *testing.T) {
	g, err := newGrid(points.Box{{0, 1}, {-1, 1}}, 5, false)
	if err != nil {
		t.Fatal(err)
	}
	d := DensityPoints{
		Points: &points.Set{Dim: 2, Data: []float64{0.3, 0.6, 0.26, 0.9, 0.25, 0.5, 0, -1, 1, 0, 0.5, 1, 0.5, 0.1}},
		LogDensity: []float64{2000, 2000 + math.Log(3), 2000 + math.Log(5), 2000 + math.Log(7), 9000, 9000,
			math.Inf(-1)},
	}
	s, outside, err := g.histogram(d, 1)
	if err != nil {
		t.Fatal(err)
	}
	if s.Points.Len() != 3 || outside != 2 {
		t.Fatalf("%d cells, %d outside; want 3 and 2", s.Points.Len(), outside)
	}
	near(t, "ratio of weights", s.Weights[0]/s.Weights[1], 3.0/7, 1e-12)
	near(t, "weight without density", s.Weights[2], 0, 0)
	near(t, "corner", s.Points.At(0)[0], 0.25, 0)
	near(t, "corner", s.Points.At(0)[1], 0.5, 0)
}

func TestEveryTickBelongsToTheCellAbove(t *testing.T) {
	g, err := newGrid(points.Box{{-3.3, 3.3}}, 100, false)
	if err != nil {
		t.Fatal(err)
	}
	cell := make([]int, 1)
	for k := range g.cells {
		if !g.locate([]float64{g.tick(0, k)}, cell) || cell[0] != k {
			t.Errorf("tick %d lies in cell %d", k, cell[0])
		}
		if below := math.Nextafter(g.tick(0, k), math.Inf(-1)); k > 0 &&
			(!g.locate([]float64{below}, cell) || cell[0] != k-1) {
			t.Errorf("just below tick %d lies in cell %d", k, cell[0])
		}
	}
	for _, x := range []float64{3.3, 1e300, -1e300, math.Nextafter(-3.3, -4)} {
		if g.locate([]float64{x}, cell) {
			t.Errorf("%v lies in cell %d", x, cell[0])
		}
	}
}

func TestPublishedTransportRejectsBadInput(t *testing.T) {
	good, box := twoCircles(10, 1, 1), points.Box{{-3, 3}, {-3, 3}}
	settings := PublishedTransport{Granularity: 10, Temperature: 1, Cost: "squared"}
	with := func(change func(*DensityPoints)) DensityPoints {
		d := twoCircles(10, 1, 1)
		change(&d)
		return d
	}
	cases := map[string]struct {
		settings     PublishedTransport
		model, truth DensityPoints
		box          points.Box
		want         string
	}{
		"no densities": {settings, DensityPoints{Points: good.Points}, good, box, "0 densities for 10 points"},
		"density count": {settings, with(func(d *DensityPoints) { d.LogDensity = d.LogDensity[:3] }), good, box,
			"3 densities for 10 points"},
		"nan density": {settings, good, with(func(d *DensityPoints) { d.LogDensity[4] = math.NaN() }), box,
			"the truth: the log density of point 4"},
		"no density": {settings, with(func(d *DensityPoints) {
			d.LogDensity = []float64{9: math.Inf(-1)}
			for i := range 9 {
				d.LogDensity[i] = math.Inf(-1)
			}
		}), good, box, "density is zero"},
		"all outside":    {settings, good, good, points.Box{{10, 11}, {10, 11}}, "all 10 points lie outside"},
		"box dimension":  {settings, good, good, box[:1], "dimension 2, the box 1"},
		"data dimension": {settings, good, DensityPoints{Points: points.New(3, 3)}, box, "dimension 3, the box 2"},
		"empty data": {settings, good, DensityPoints{Points: points.New(0, 2)}, box,
			"the truth: there are no points"},
		"flat box": {settings, good, good, points.Box{{-3, 3}, {1, 1}}, "axis 1 of the box"},
	}
	for name, c := range cases {
		_, err := c.settings.measure(t.Context(), c.model, c.truth, c.box)
		wantError(t, name, err, c.want)
	}
}
