package dataset

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"

	"gonum.org/v1/gonum/stat/distuv"
)

// falseAlarm is the probability with which one of the statistical tests below fails by chance; their seeds are fixed.
const falseAlarm = 1e-4

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// distributions are the synthetic data sets under test: each distribution's tests run on all of them. quadrature is
// the number of evenly spaced points and the error they leave in the integral of the density.
var distributions = []struct {
	name         string
	distribution Distribution
	points       int
	tolerance    float64
}{
	{"von Mises", &VonMises{Center: []float64{-1.8, 0.5}, Radius: 2, Mode: 0.7, Concentration: 2}, 100, 1e-13},
	{"von Mises, sharp", &VonMises{Center: []float64{0, 0}, Radius: 1, Mode: -3, Concentration: 500}, 400, 1e-11},
	{"von Mises, uniform", &VonMises{Center: []float64{0, 0}, Radius: 0.5}, 10, 1e-13},
	{"uniform circle", &UniformSphere{Dimension: 1, Radius: 0.3}, 10, 1e-13},
	{"uniform sphere", &UniformSphere{Dimension: 2, Radius: 2, Center: []float64{1, 2, 3}}, 100, 1e-13},
	{"uniform 4-sphere", &UniformSphere{Dimension: 4, Radius: 1.5}, 100, 1e-13},
	{"projected normal, circle", &ProjectedNormal{Mean: []float64{1, -2}, StandardDeviation: 1}, 100, 1e-12},
	{"projected normal", &ProjectedNormal{Mean: []float64{1, 0, 0}, StandardDeviation: 1}, 20000, 1e-5},
	{"projected normal, sharp", &ProjectedNormal{Mean: []float64{1, 2, -2}, StandardDeviation: 0.5}, 20000, 1e-5},
	{"projected normal, centered", &ProjectedNormal{Mean: []float64{0, 0, 0}, StandardDeviation: 3}, 100, 1e-12},
	{"projected normal, 4-D", &ProjectedNormal{Mean: []float64{0.5, -1, 0.5, 1}, StandardDeviation: 1}, 50000, 2e-3},
	{"projected normal, 6-D", &ProjectedNormal{Mean: []float64{1, 0, 0, 1, 0, 0}, StandardDeviation: 1}, 100000, 5e-3},
	{"uniform torus", &UniformTorus{TorusShape: TorusShape{3, 1}}, 100, 1e-13},
	{"torus von Mises", torusLaw(3, 1, 1, -2, 2, 3, 1.5), 3000, 1e-10},
	{"torus von Mises, two modes", torusLaw(2, 1.5, 0, 3, 1, 0.5, -4), 20000, 1e-6},
	{"torus von Mises, independent", torusLaw(1, 0.2, 0, 0, 3, 0, 0), 2000, 1e-9},
	{"torus von Mises, coupled only", torusLaw(1, 0.5, 0.3, 0, 0, 0, 2), 4000, 1e-9},
	{"mixture of circles", &Mixture{[]MixtureComponent{
		{1, &VonMises{Center: []float64{-2, 0}, Radius: 1, Concentration: 2}},
		{3, &VonMises{Center: []float64{2, 0}, Radius: 1.5, Mode: math.Pi, Concentration: 1}},
	}}, 250, 1e-12},
	{"mixture on a sphere", &Mixture{[]MixtureComponent{
		{1, &ProjectedNormal{Mean: []float64{1, 0, 0}, StandardDeviation: 1}},
		{2, &Mixture{[]MixtureComponent{
			{1, &ProjectedNormal{Mean: []float64{-1, 0, 0}, StandardDeviation: 1}},
			{1, &UniformSphere{Dimension: 2, Radius: 1}},
		}}},
	}}, 20000, 1e-5},
	{"ellipse", &Curve{Ellipse: &Ellipse{Axes: []float64{2, 0.3}, Center: []float64{1, -1}, Turn: 0.4}, Mode: 0.1,
		Concentration: 1.5}, 300, 1e-12},
	{"lobes", &Curve{Lobes: &LobedCurve{Count: 5, Depth: 0.5, Radius: 1}}, 100, 1e-12},
	{"one lobe", &Curve{Lobes: &LobedCurve{Count: 1, Depth: 0.4, Radius: 2}, Concentration: 1}, 100, 1e-12},
	{"polygon", &Curve{Polygon: &RoundedPolygon{Corners: [][]float64{{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}},
		Rounding: 0.2}, Concentration: 1}, 400, 1e-9},
	{"clockwise triangle", &Curve{Polygon: &RoundedPolygon{Corners: [][]float64{{0, 0}, {0, 2}, {2, 0}},
		Rounding: 0.3}}, 100, 1e-12},
	{"trefoil", &Curve{TorusKnot: &TorusKnot{Turns: []int{2, 3}, MajorRadius: 2, MinorRadius: 1},
		Concentration: 1}, 300, 1e-12},
	{"unknot on a torus", &Curve{TorusKnot: &TorusKnot{Turns: []int{1, 1}, MajorRadius: 2,
		MinorRadius: 1}}, 300, 1e-12},
	{"figure eight knot", figureEight, 300, 1e-12},
	{"ellipsoid in the plane", &Ellipsoid{Axes: []float64{3, 0.5}, Center: []float64{1, 0}}, 100, 1e-12},
	{"ellipsoid", &Ellipsoid{Axes: []float64{1, 5, 2}}, 100, 1e-12},
	{"double torus", &DoubleTorus{Thickness: 0.1}, 100, 1e-12},
	{"torus in R^4", &Product{[]Source{&VonMises{Center: []float64{0, 0}, Radius: 1, Concentration: 2},
		&UniformSphere{Dimension: 1, Radius: 2}}}, 2000, 1e-3},
	{"sphere in R^5", &Embedded{Source: &ProjectedNormal{Mean: []float64{1, 0, 0}, StandardDeviation: 1}, Dimension: 5,
		Rotation: 1}, 20000, 1e-5},
	{"rotated circles", &Mixture{[]MixtureComponent{
		{1, &Embedded{Source: &VonMises{Center: []float64{0, 0}, Radius: 1}, Dimension: 3, Rotation: 2}},
		{2, &Embedded{Source: &VonMises{Center: []float64{9, 0}, Radius: 1}, Dimension: 3, Rotation: 3}},
	}}, 100, 1e-12},
}

// figureEight is ((2 + cos 2t) cos 3t, (2 + cos 2t) sin 3t, sin 4t).
var figureEight = &Curve{Fourier: &FourierCurve{
	Cosines: [][]float64{{0.5, 0, 0}, {0, 0, 0}, {2, 0, 0}, {0, 0, 0}, {0.5, 0, 0}},
	Sines:   [][]float64{{0, 0.5, 0}, {0, 0, 0}, {0, 2, 0}, {0, 0, 1}, {0, 0.5, 0}},
}}

func torusLaw(major, minor, mu, nu, k1, k2, lambda float64) *TorusVonMises {
	return &TorusVonMises{
		TorusShape:     TorusShape{major, minor},
		Modes:          []float64{mu, nu},
		Concentrations: []float64{k1, k2},
		Coupling:       lambda,
	}
}

func TestDensitiesIntegrateToOne(t *testing.T) {
	for _, test := range distributions {
		set, shares := test.distribution.Evenly(test.points)
		total := 0.0
		for i := range set.Len() {
			total += shares[i] * math.Exp(test.distribution.LogDensity(set.At(i)))
		}
		if math.Abs(total-1) > test.tolerance {
			t.Errorf("%s: the density integrates to 1%+.2g", test.name, total-1)
		}
	}
}

// TestSamplesFollowTheDensity counts samples in cells, the cell of a point being the closest of some evenly spaced
// centers, and compares by chi-square with the density's integrals over the cells (a finer set of evenly spaced
// points).
func TestSamplesFollowTheDensity(t *testing.T) {
	const samples, centers = 20000, 40
	for k, test := range distributions {
		t.Run(test.name, func(t *testing.T) {
			ambient, manifold := test.distribution.Dimensions()
			if manifold > 3 {
				t.Skip("too few cells to say much; the moments are tested")
			}
			grid, _ := test.distribution.Evenly(centers)
			expected := make([]float64, grid.Len())
			fine, shares := test.distribution.Evenly(map[int]int{1: 8000, 2: 30000, 3: 50000}[manifold])
			for i := range fine.Len() {
				x := fine.At(i)
				expected[closest(grid, x)] += samples * shares[i] * math.Exp(test.distribution.LogDensity(x))
			}
			drawn := test.distribution.Sample(newRand(uint64(k)), samples)
			if drawn.Len() != samples || drawn.Dim != ambient {
				t.Fatalf("%d points in R^%d", drawn.Len(), drawn.Dim)
			}
			observed := make([]float64, grid.Len())
			for i := range samples {
				observed[closest(grid, drawn.At(i))]++
			}
			expectChiSquare(t, observed, expected)
		})
	}
}

func closest(grid *points.Set, x []float64) int {
	best, least := 0, math.Inf(1)
	for i := range grid.Len() {
		square := 0.0
		for j, g := range grid.At(i) {
			square += (x[j] - g) * (x[j] - g)
		}
		if square < least {
			best, least = i, square
		}
	}
	return best
}

// expectChiSquare pools cells of which fewer than 20 points are expected, and fails with probability falseAlarm if the
// expectation is right.
func expectChiSquare(t *testing.T, observed, expected []float64) {
	t.Helper()
	pooledObserved, pooledExpected, statistic, cells := 0.0, 0.0, 0.0, 0
	add := func(o, e float64) {
		statistic += (o - e) * (o - e) / e
		cells++
	}
	for i := range observed {
		if expected[i] < 20 {
			pooledObserved += observed[i]
			pooledExpected += expected[i]
			continue
		}
		add(observed[i], expected[i])
	}
	if pooledExpected > 0 {
		add(pooledObserved, pooledExpected)
	}
	limit := distuv.ChiSquared{K: float64(cells - 1)}.Quantile(1 - falseAlarm)
	if cells < 2 || !(statistic <= limit) {
		t.Errorf("chi-square is %.1f with %d cells; the limit is %.1f", statistic, cells, limit)
	}
}

// TestSampleMeans compares the samples' mean, coordinate by coordinate, with that of the density.
func TestSampleMeans(t *testing.T) {
	const samples = 20000
	limit := distuv.UnitNormal.Quantile(1 - falseAlarm/2)
	for k, test := range distributions {
		set, shares := test.distribution.Evenly(max(test.points, 2000))
		drawn := test.distribution.Sample(newRand(uint64(100+k)), samples)
		masses := make([]float64, set.Len())
		for i := range masses {
			masses[i] = shares[i] * math.Exp(test.distribution.LogDensity(set.At(i)))
		}
		for axis := range set.Dim {
			mean, square := 0.0, 0.0
			for i, mass := range masses {
				mean += mass * set.At(i)[axis]
				square += mass * set.At(i)[axis] * set.At(i)[axis]
			}
			sampled := 0.0
			for i := range samples {
				sampled += drawn.At(i)[axis] / samples
			}
			deviation := math.Sqrt((square - mean*mean) / samples)
			if math.Abs(sampled-mean) > limit*deviation+test.tolerance {
				t.Errorf("%s: the mean of axis %d is %.4f, %.4f expected, standard error %.4f", test.name, axis,
					sampled, mean, deviation)
			}
		}
	}
}

func TestEvenlyLiesOnTheManifold(t *testing.T) {
	for _, test := range distributions {
		whole := measure(test.distribution)
		for _, n := range []int{1, 2, 17, 500} {
			set, shares := test.distribution.Evenly(n)
			total := 0.0
			for i := range set.Len() {
				total += shares[i]
				if off := distance(test.distribution.Nearest(set.At(i)), set.At(i)); off > 1e-12 {
					t.Errorf("%s: point %d of %d is %g off", test.name, i, n, off)
				}
			}
			if set.Len() != len(shares) || math.Abs(total/whole-1) > 1e-12 {
				t.Errorf("%s: %d points with %d shares, %v in total instead of %v", test.name, set.Len(),
					len(shares), total, whole)
			}
			if n >= 17 && math.Abs(float64(set.Len())/float64(n)-1) > 0.2 {
				t.Errorf("%s: %d points instead of about %d", test.name, set.Len(), n)
			}
		}
	}
}

// TestNearest: the result lies on the manifold, is its own nearest point, and no evenly spaced point is closer.
func TestNearest(t *testing.T) {
	for k, test := range distributions {
		rng := newRand(uint64(200 + k))
		ambient, _ := test.distribution.Dimensions()
		grid, _ := test.distribution.Evenly(500)
		cases := make([][]float64, 200)
		for i := range cases {
			cases[i] = make([]float64, ambient)
			if i == 0 {
				continue // the origin: where a torus or a sphere around it has no single nearest point
			}
			for j := range cases[i] {
				cases[i][j] = 3 * rng.NormFloat64()
			}
		}
		for _, x := range cases {
			nearest := test.distribution.Nearest(x)
			if off := distance(nearest, test.distribution.Nearest(nearest)); !(off < 1e-12) {
				t.Fatalf("%s: the nearest point of %v moves by %g when projected again", test.name, x, off)
			}
			if density := test.distribution.LogDensity(nearest); math.IsNaN(density) || math.IsInf(density, 0) {
				t.Fatalf("%s: log-density %v at the nearest point of %v", test.name, density, x)
			}
			if best := grid.At(closest(grid, x)); distance(x, best) < distance(x, nearest)-1e-12 {
				t.Fatalf("%s: %v is closer to %v than %v", test.name, best, x, nearest)
			}
		}
	}
}

func TestLoad(t *testing.T) {
	for _, test := range distributions {
		set, err := test.distribution.Load(Env{}, newRand(1), 0)
		if err != nil || set.Len() != DefaultSize {
			t.Errorf("%s: size 0: %v", test.name, err)
		}
		again, err := test.distribution.Load(Env{}, newRand(1), 10)
		if err != nil || again.Len() != 10 {
			t.Errorf("%s: size 10: %v", test.name, err)
		}
		twin, _ := test.distribution.Load(Env{}, newRand(1), 10)
		for i := range again.Data {
			if again.Data[i] != twin.Data[i] {
				t.Fatalf("%s: the same seed gives other points", test.name)
			}
		}
		if _, err := test.distribution.Load(Env{}, newRand(1), -1); err == nil {
			t.Errorf("%s: no error for a negative size", test.name)
		}
	}
}
