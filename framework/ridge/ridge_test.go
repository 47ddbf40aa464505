package ridge_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/mesh"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/ridge"
	"ebim/framework/support"
	"ebim/framework/support/ridged"
	"ebim/framework/train"
	"ebim/framework/train/traintest"
)

// settings are the default ones, but for fewer steps: shapes here are simple.
func settings(dimension int) *ridge.Ridge {
	clip, steps := 1.0, 400+600*dimension
	training := traintest.Training(1, 256, 0.005, &clip)
	training.Steps, training.Average, training.Schedule, training.Shuffle = &steps, 0.998, &train.Cosine{}, true
	return &ridge.Ridge{Dimension: dimension, MinNoise: 0.02, MaxNoise: 1, Training: training,
		Network: network.Displacement{Hidden: []int{96, 96, 96}, Features: 32}}
}

// narrow is settings with a smaller network and batch, precise enough to tell a shape's form.
func narrow(dimension int) *ridge.Ridge {
	r := settings(dimension)
	r.Network.Hidden, r.Training.Batch = []int{64, 64, 64}, 128
	return r
}

// drawn is points of a shape, standardized by one scale.
func drawn(n int, seed uint64, noise float64, draw func(rng *rand.Rand) []float64) *points.Set {
	rng := rand.New(rand.NewPCG(seed, 3))
	x := points.New(0, len(draw(rng)))
	for range n {
		x.Data = append(x.Data, draw(rng)...)
	}
	mean, scale := x.Mean(), x.Scale()
	for i := range x.Len() {
		for j := range mean {
			x.At(i)[j] = (x.At(i)[j]-mean[j])/scale + noise*rng.NormFloat64()
		}
	}
	return x
}

// found is the ridge of points with a mesh, by a network that is precise enough for its form.
func found(t *testing.T, dimension int, x *points.Set) *ridged.Set {
	t.Helper()
	return learned(t, narrow(dimension), x, 0).(*ridged.Set)
}

// learned is the ridge of points, trained, interrupted after some steps, searched, saved and read again.
func learned(t *testing.T, r *ridge.Ridge, x *points.Set, interrupt int) support.Domain {
	t.Helper()
	box := points.Around(x).Padded(func(_ int, length float64) float64 { return length / 5 })
	task := traintest.Task(t, x, box)
	traintest.Finish(t, r.Train, task, interrupt)
	trained := task.Folder
	task.Folder = t.TempDir()
	if err := r.Find(t.Context(), task); err != nil {
		t.Fatal(err)
	}
	z, err := r.Ridge(task.Environment, func(part string) string {
		if part == ridge.Found {
			return task.Folder
		}
		return trained
	})
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func topology(t *testing.T, z *ridged.Set) *mesh.Topology {
	t.Helper()
	m, err := z.Mesh(t.Context(), 64)
	if err != nil {
		t.Fatal(err)
	}
	return m.Topology(mesh.TopologyOptions{})
}

func moon(rng *rand.Rand) []float64 {
	sine, cosine := math.Sincos(math.Pi * rng.Float64())
	if rng.IntN(2) == 0 {
		return []float64{cosine, sine}
	}
	return []float64{1 - cosine, 0.5 - sine}
}

func TestRidgesOfCurves(t *testing.T) {
	for name, test := range map[string]struct {
		x                       *points.Set
		parts, euler, ends, met int
	}{
		"moons":       {drawn(800, 1, 0, moon), 2, 2, 4, 0},
		"noisy moons": {drawn(1200, 1, 0.08, moon), 2, 2, 4, 0},
		"lemniscate": {drawn(800, 1, 0, func(rng *rand.Rand) []float64 {
			turn := 2 * math.Pi * rng.Float64()
			return []float64{math.Sin(turn), 0.6 * math.Sin(2*turn)}
		}), 1, -1, 0, 1},
		"lobes, whose bends are as narrow as the data's spacing": {drawn(1400, 1, 0, func(rng *rand.Rand) []float64 {
			turn := 2 * math.Pi * rng.Float64()
			sine, cosine := math.Sincos(turn)
			r := 1 + 0.5*math.Cos(5*turn)
			return []float64{r * cosine, r * sine}
		}), 1, 0, 0, 0},
		"circle of noise 0.1": {drawn(1200, 1, 0.1, func(rng *rand.Rand) []float64 {
			sine, cosine := math.Sincos(2 * math.Pi * rng.Float64())
			return []float64{cosine, sine}
		}), 1, 0, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			got := topology(t, found(t, 1, test.x))
			euler := 0
			for _, c := range got.Components {
				euler += c.Euler
			}
			if len(got.Components) != test.parts || euler != test.euler || got.Boundary() != test.ends ||
				got.NonManifold != test.met {
				t.Errorf("%d components, Euler characteristic %d, %d ends, %d crossings", len(got.Components), euler,
					got.Boundary(), got.NonManifold)
			}
		})
	}
}

// A circle that is turned into R^30 is learned in the few dimensions that it extends in, and as precisely.
func TestRidgeInManyDimensions(t *testing.T) {
	const n = 30
	axes := [2][]float64{make([]float64, n), make([]float64, n)}
	for j := range n {
		axes[0][j], axes[1][j] = math.Cos(float64(j)), math.Sin(float64(j))
	}
	x := drawn(1000, 1, 0, func(rng *rand.Rand) []float64 {
		sine, cosine := math.Sincos(2 * math.Pi * rng.Float64())
		p := make([]float64, n)
		for j := range p {
			p[j] = cosine*axes[0][j] + sine*axes[1][j]
		}
		return p
	})
	z := found(t, 1, x)
	if got := topology(t, z); len(got.Components) != 1 || got.Components[0].Euler != 0 || got.Boundary() != 0 {
		t.Errorf("%+v", got)
	}
	near, err := z.Nearest(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	var apart []float64
	for i := range x.Len() {
		apart = append(apart, math.Sqrt(points.SquaredDistance(x.At(i), near.Points.At(i))))
	}
	slices.Sort(apart)
	if median := apart[len(apart)/2] / math.Sqrt(n/2); z.Ambient() != n || median > 0.002 {
		t.Errorf("in R^%d the median distance is %v of the radius's share in a dimension", z.Ambient(), median)
	}
	tangents, err := z.Tangents(t.Context(), near.Points)
	if err != nil {
		t.Fatal(err)
	}
	for i := range x.Len() {
		radial, length := 0.0, 0.0
		for j, v := range tangents[i*n : (i+1)*n] {
			radial += v * x.At(i)[j]
			length += v * v
		}
		if math.Abs(length-1) > 1e-4 || math.Abs(radial) > 0.15*math.Sqrt(n) {
			t.Fatalf("a tangent of length %v has %v of the radius", length, radial)
		}
	}
}

// A Moebius band, and a Klein bottle in R^4.
func TestRidgesOfOneSidedSurfaces(t *testing.T) {
	band := found(t, 2, drawn(1500, 1, 0, func(rng *rand.Rand) []float64 {
		u, v := 2*math.Pi*rng.Float64(), 0.4*(2*rng.Float64()-1)
		r := 1 + v*math.Cos(u/2)
		return []float64{r * math.Cos(u), r * math.Sin(u), v * math.Sin(u/2)}
	}))
	if got := topology(t, band); len(got.Components) != 1 || got.Components[0].Euler != 0 || got.Boundary() != 1 ||
		got.Orientable() {
		t.Errorf("Moebius band: %+v", got)
	}
	if testing.Short() {
		return
	}
	bottle := found(t, 2, drawn(2000, 1, 0, func(rng *rand.Rand) []float64 {
		u, v := 2*math.Pi*rng.Float64(), 2*math.Pi*rng.Float64()
		r := 2 + math.Cos(v)
		return []float64{r * math.Cos(u), r * math.Sin(u), math.Sin(v) * math.Cos(u/2), math.Sin(v) * math.Sin(u/2)}
	}))
	if got := topology(t, bottle); len(got.Components) != 1 || got.Components[0].Euler != 0 || got.Boundary() != 0 ||
		got.Orientable() {
		t.Errorf("Klein bottle: %+v", got)
	}
}

// A bent square's ridge ends where the square does, so that its area is not too small. A displacement that is trained
// shorter is too smooth, and its edges lie farther out.
func TestAreaOfARidge(t *testing.T) {
	const bend, least, most = 0.3, 0.97, 1.015
	longer, steps := settings(2), 3000
	longer.Training.Steps = &steps
	sheet := learned(t, longer, drawn(2000, 1, 0, func(rng *rand.Rand) []float64 {
		u, v := 2*rng.Float64()-1, 2*rng.Float64()-1
		return []float64{u, v, bend * u * u}
	}), 0)
	m, err := sheet.(*ridged.Set).Mesh(t.Context(), 64)
	if err != nil {
		t.Fatal(err)
	}
	// By the arc length of the parabola, over the mean variance of the coordinates.
	slope := 2 * bend
	area := 2 * (math.Hypot(1, slope) + math.Asinh(slope)/slope)
	variance := (1./3 + 1./3 + bend*bend*(1./5-1./9)) / 3
	if share := m.Measure() * variance / area; share < least || share > most {
		t.Errorf("the area is %.3f of the square's", share)
	}
}

// A half circle's ridge: as long as it is, near it, uniform, and moved as asked.
func TestRidgeAsASupport(t *testing.T) {
	arc := drawn(1000, 2, 0, func(rng *rand.Rand) []float64 {
		sine, cosine := math.Sincos(math.Pi * rng.Float64())
		return []float64{cosine, sine}
	})
	z := learned(t, settings(1), arc, 500).(*ridged.Set)
	near, err := z.Nearest(t.Context(), arc)
	if err != nil {
		t.Fatal(err)
	}
	var distances []float64
	for i := range arc.Len() {
		distances = append(distances, math.Sqrt(points.SquaredDistance(arc.At(i), near.Points.At(i))))
	}
	slices.Sort(distances)
	if median := distances[len(distances)/2]; median > 0.0015 {
		t.Errorf("the median distance is %v", median)
	}
	length := func(z *ridged.Set) float64 {
		m, err := z.Mesh(t.Context(), 256)
		if err != nil {
			t.Fatal(err)
		}
		return m.Measure()
	}
	radius := 1 / math.Sqrt((0.5+0.5-4/(math.Pi*math.Pi))/2) // over the root of the mean variance of the coordinates
	if got := length(z); math.Abs(got/(math.Pi*radius)-1) > 0.03 {
		t.Errorf("the length is %v, not %v", got, math.Pi*radius)
	}
	x, err := z.Uniform(t.Context(), rand.New(rand.NewPCG(1, 1)), 500)
	if err != nil || x.Len() != 500 {
		t.Fatal(err)
	}
	by := support.Similarity{Factor: 2, Shift: []float64{3, 0},
		Rotation: &support.Rotation{U: []float64{1, 0}, V: []float64{0, 1}, Angle: 1}}
	moved := z.Moved(by).(*ridged.Set)
	if a, b := 2*length(z), length(moved); math.Abs(a-b) > 0.01*a {
		t.Errorf("moved, the length is %v, not %v", b, a)
	}
	feet, err := moved.Nearest(t.Context(), by.Points(x))
	if err != nil {
		t.Fatal(err)
	}
	for i := range x.Len() {
		if d := points.SquaredDistance(feet.Points.At(i), by.At(x.At(i))); d > 1e-6 {
			t.Fatalf("a point of the ridge, moved, is %v off the moved one", math.Sqrt(d))
		}
	}
}

// Half a 3-sphere in R^4, which has no mesh: its volume, its edge, nearest points and draws, moved as asked.
func TestRidgeOfThreeDimensions(t *testing.T) {
	x := points.New(1000, 4)
	rng := rand.New(rand.NewPCG(5, 3))
	for i := range x.Len() {
		place := x.At(i)
		for j := range place {
			place[j] = rng.NormFloat64()
		}
		place[3] = math.Abs(place[3])
		floats.Scale(1/floats.Norm(place, 2), place)
	}
	longer, steps := narrow(3), 5000 // with 2200 some 3 % of draws, all at its edge, are 0.01 to 0.02 off
	longer.Training.Steps = &steps
	z := learned(t, longer, x, 0).(*ridged.Meshless)
	if share, err := z.TangentShare(t.Context()); err != nil || share < 0.95 {
		t.Errorf("%v of its points have three tangents, %v", share, err)
	}
	even := func(_ context.Context, x *points.Set) ([]float64, error) { return make([]float64, x.Len()), nil }
	volume, err := z.LogIntegral(t.Context(), rng, even)
	if err != nil || math.Abs(volume.Log-math.Log(math.Pi*math.Pi)) > 0.03+volume.Error || volume.Error > 0.1 {
		t.Errorf("the volume is exp(%v), and not pi^2, %v", volume, err)
	}
	by := support.Similarity{Factor: 2, Shift: []float64{3, 0, 0, 0},
		Rotation: &support.Rotation{U: []float64{1, 0}, V: []float64{0, 1}, Angle: 1}}
	moved := z.Moved(by).(*ridged.Meshless)
	drawn, err := moved.Uniform(t.Context(), rng, 300)
	if err != nil || drawn.Len() != 300 {
		t.Fatal(err)
	}
	back := by.Inverse().Points(drawn)
	for i := range back.Len() {
		back := back.At(i)
		if r := floats.Norm(back, 2); math.Abs(r-1) > 0.01 || back[3] < -0.05 {
			t.Errorf("draw %d is %v off the sphere, at height %v", i, r-1, back[3])
		}
	}
	// nearest points: above the sphere its foot, below the edge one near the edge
	from := &points.Set{Dim: 4, Data: []float64{0, 0, 0.6, 0.8, 0, 0, 1.3, -0.3}}
	near, err := moved.Nearest(t.Context(), by.Points(from))
	if err != nil {
		t.Fatal(err)
	}
	feet := by.Inverse().Points(near.Points)
	for i, want := range [][]float64{{0, 0, 0.6, 0.8}, {0, 0, 1, 0}} {
		if d := math.Sqrt(points.SquaredDistance(feet.At(i), want)); d > 0.15 {
			t.Errorf("the nearest point to %v is %v", from.At(i), feet.At(i))
		}
	}
}

// A ridge without a mesh is drawn from in its subspace, too: the unit sphere of R^4 among twelve columns.
func TestRidgeOfThreeDimensionsInMore(t *testing.T) {
	x, rng := points.New(600, 12), rand.New(rand.NewPCG(6, 3))
	for i := range x.Len() {
		place := x.At(i)[4:8]
		for j := range place {
			place[j] = rng.NormFloat64()
		}
		floats.Scale(1/floats.Norm(place, 2), place)
	}
	short, steps := narrow(3), 1500 // its draws lie within some hundredths
	short.Training.Steps = &steps
	drawn, err := learned(t, short, x, 0).(*ridged.Meshless).Uniform(t.Context(), rng, 100)
	if err != nil {
		t.Fatal(err)
	}
	for i := range drawn.Len() {
		if r := floats.Norm(drawn.At(i)[4:8], 2); math.Abs(r-1) > 0.2 || floats.Norm(drawn.At(i), 2)-r > 0.01 {
			t.Errorf("draw %d is %v", i, drawn.At(i))
		}
	}
}
