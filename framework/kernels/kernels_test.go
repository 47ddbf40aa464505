package kernels

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ebim/framework/points"
)

// onCircle is n points of von Mises' law on the unit circle, by rejection, with their tangents.
func onCircle(n int, concentration float64, rng *rand.Rand) (x *points.Set, tangents []float64) {
	x = points.New(0, 2)
	for x.Len() < n {
		angle := 2 * math.Pi * rng.Float64()
		if rng.Float64() < math.Exp(concentration*(math.Cos(angle)-1)) {
			sin, cos := math.Sincos(angle)
			x.Data, tangents = append(x.Data, cos, sin), append(tangents, -sin, cos)
		}
	}
	return x, tangents
}

// log is the logarithm of a mixture.
func (m *Mixture) log(x []float64) float64 {
	s := &shape{m: m.Dimension, n: len(x), axes: m.Axes, along: m.Along, across: m.Across, logs: m.Logs}
	sum, all, each := 0.0, points.Range(0, m.Centers.Len()), m.Dimension+1
	differences, squares := away(x, all, m.Centers, m.Dimension)
	s.squaresAlong(squares, all, differences)
	numbers := numbersOf([]*shape{s})
	for k := range all {
		of := numbers[k*(each+1):][:each+1]
		sum += math.Exp(of[each] - squareAt(of, squares[k*each:][:each])/2)
	}
	if len(m.Clusters.Logs) > 0 {
		sum += math.Exp(m.Clusters.logsAt(x, make([]float64, len(m.Clusters.Logs))))
	}
	for d, log := range m.Smooth.Logs {
		b := &basis{width: m.Smooth.Widths[d]}
		for j, c := range m.Smooth.Coefficients[d*m.Smooth.Landmarks.Len() : (d+1)*m.Smooth.Landmarks.Len()] {
			log += c * b.kernel(x, m.Smooth.Landmarks.At(j))
		}
		sum += math.Exp(log)
	}
	return math.Log(sum)
}

// A mixture around points of a known law integrates to nearly 1, and is close to the law: the divergence of adaptive
// kernels around 1000 points is some hundredths of a nat.
func TestFitOnACircle(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x, tangents := onCircle(1000, 4, rng)
	m, err := Fit(x, tangents, Options{Dimension: 1, Members: 3, Floor: 2e-3}, rng)
	if err != nil {
		t.Fatal(err)
	}
	if m.Centers.Len() != 3000 || len(m.Logs) != 3000 {
		t.Errorf("there are %d kernels and %d weights, want 3000", m.Centers.Len(), len(m.Logs))
	}
	const steps, bessel = 4000, 11.301921952136330 // I_0(4)
	integral, divergence := 0.0, 0.0
	for i := range steps {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / steps)
		log, truth := m.log([]float64{cos, sin}), 4*cos-math.Log(2*math.Pi*bessel)
		integral += math.Exp(log) * 2 * math.Pi / steps
		divergence += math.Exp(truth) * (truth - log) * 2 * math.Pi / steps
	}
	t.Logf("integral %.4f, divergence %.4f", integral, divergence)
	if math.Abs(integral-1) > 0.02 {
		t.Errorf("the mixture integrates to %v", integral)
	}
	if divergence > 0.06 {
		t.Errorf("the divergence from the law is %.4f nats", divergence)
	}
}

// divergenceOnCircle is that of a normalized mixture from von Mises' law with the given I_0, in nats.
func divergenceOnCircle(m *Mixture, concentration, bessel float64) (divergence float64) {
	const steps = 4000
	integral := 0.0
	for i := range steps {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / steps)
		log, truth := m.log([]float64{cos, sin}), concentration*cos-math.Log(2*math.Pi*bessel)
		integral += math.Exp(log) * 2 * math.Pi / steps
		divergence += math.Exp(truth) * (truth - log) * 2 * math.Pi / steps
	}
	return divergence + math.Log(integral)
}

// Points that are rounded to a grid, or repeat one another, have no narrower kernels than the distances between
// different points let them have: the law is met about as well as by points that do neither, though most of those left
// out by a fold equal others.
func TestFitOfRoundedAndRepeatedPoints(t *testing.T) {
	for seed := range uint64(3) {
		rng := rand.New(rand.NewPCG(seed, 6))
		x, _ := onCircle(1000, 2, rng)
		tangentsOf := func(x *points.Set) (tangents []float64) {
			for i := range x.Len() {
				tangents = append(tangents, -x.At(i)[1], x.At(i)[0])
			}
			return tangents
		}
		rounded, repeated := points.New(0, 2), x.Slice(0, 200)
		for i := range x.Len() {
			angle := math.Round(math.Atan2(x.At(i)[1], x.At(i)[0])*180/math.Pi) * math.Pi / 180
			rounded.Data = append(rounded.Data, math.Cos(angle), math.Sin(angle))
		}
		repeated = repeated.Select(slices.Repeat(points.Range(0, 200), 5))
		const bessel = 2.279585302336067 // I_0(2)
		for name, of := range map[string]*points.Set{"rounded": rounded, "repeated": repeated} {
			m, err := Fit(of, tangentsOf(of), Options{Dimension: 1, Members: 3, Floor: 1e-5}, rng)
			if err != nil {
				t.Fatal(err)
			}
			most := map[string]float64{"rounded": 0.05, "repeated": 0.2}[name]
			divergence := divergenceOnCircle(m, 2, bessel)
			t.Logf("%s: %d different points, divergence %.4f", name, of.Distinct(), divergence)
			if divergence > most {
				t.Errorf("the divergence from the law is %.4f nats with %s points", divergence, name)
			}
		}
	}
}

// Few points that are spread evenly get wide kernels: no narrow one is chosen by the chance of a fold.
func TestFitOfFewEvenPointsOnASphere(t *testing.T) {
	const nodes, golden = 4096, 2.399963229728653 // pi (3 - sqrt(5)): nodes of equal area, on a spiral
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 7))
		x, tangents := points.New(100, 3), []float64(nil)
		for i := range x.Len() {
			at := onSphere(2*rng.Float64()-1, 2*math.Pi*rng.Float64())
			copy(x.At(i), at)
			level := math.Hypot(at[0], at[1])
			along := []float64{-at[1] / level, at[0] / level, 0}
			tangents = append(tangents, along...)
			tangents = append(tangents, -at[2]*along[1], at[2]*along[0], level)
		}
		m, err := Fit(x, tangents, Options{Dimension: 2, Members: 3, Floor: 1e-5}, rng)
		if err != nil {
			t.Fatal(err)
		}
		total, mean := 0.0, 0.0
		for i := range nodes {
			log := m.log(onSphere(1-(2*float64(i)+1)/nodes, golden*float64(i)))
			total, mean = total+math.Exp(log)/nodes, mean+log/nodes
		}
		divergence := math.Log(total) - mean
		t.Logf("seed %d: divergence %.4f", seed, divergence)
		if divergence > 0.1 {
			t.Errorf("seed %d: the divergence from even is %.4f nats", seed, divergence)
		}
	}
}

// Data a hundred times as wide along four directions as along the fifth get kernels that are as thin: fresh points
// score within half a nat of the law, where kernels drawn to round ones by a twentieth are 1.6 nats off.
func TestFitOfThinData(t *testing.T) {
	const m, thin = 5, 0.01
	rng := rand.New(rand.NewPCG(4, 8))
	draw := func(count int) *points.Set {
		x := points.New(count, m)
		for i := range x.Data {
			if x.Data[i] = rng.NormFloat64(); i%m == m-1 {
				x.Data[i] *= thin
			}
		}
		return x
	}
	x, tangents := draw(1000), []float64(nil)
	for range x.Len() {
		for j := range m * m {
			tangents = append(tangents, map[bool]float64{true: 1}[j%(m+1) == 0])
		}
	}
	mixture, err := Fit(x, tangents, Options{Dimension: m, Members: 3, Floor: 1e-5}, rng)
	if err != nil {
		t.Fatal(err)
	}
	fresh, score, truth := draw(500), 0.0, -m/2.*math.Log(2*math.Pi)-math.Log(thin)
	for i := range fresh.Len() {
		score += mixture.log(fresh.At(i)) / float64(fresh.Len())
		for j, v := range fresh.At(i) {
			if j == m-1 {
				v /= thin
			}
			truth -= v * v / 2 / float64(fresh.Len())
		}
	}
	t.Logf("%.3f nats below the law", truth-score)
	if truth-score > 0.5 {
		t.Errorf("fresh points score %.3f nats below the law", truth-score)
	}
}

// onSphere is the point of the unit sphere at a height and an angle around the axis.
func onSphere(height, angle float64) []float64 {
	sin, cos := math.Sincos(angle)
	level := math.Sqrt(max(0, 1-height*height))
	return []float64{level * cos, level * sin, height}
}

// Points that are all equal have kernels of the floor's width, and few points have kernels at all.
func TestFitOfRepeatedAndFewPoints(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	for _, rows := range [][]float64{{1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0}, {1, 0, 0, 1}, {1, 0}} {
		x := &points.Set{Dim: 2, Data: rows}
		var tangents []float64
		for i := range x.Len() {
			tangents = append(tangents, -x.At(i)[1], x.At(i)[0])
		}
		m, err := Fit(x, tangents, Options{Dimension: 1, Members: 3, Floor: 2e-3}, rng)
		if err != nil {
			t.Fatal(err)
		}
		if log := m.log(x.At(0)); math.IsNaN(log) || math.IsInf(log, 0) {
			t.Errorf("of %d points the log density at the first is %v", x.Len(), log)
		}
	}
}

// The weights of the mixture that fits best: of densities 3 and 1 at one point, and 1 and 3 at two, they maximize
// log(1 + 2w) + 2 log(3 - 2w), at w = 1/6.
func TestMaximize(t *testing.T) {
	logs := [][]float64{{math.Log(3), 0}, {0, math.Log(3)}, {0, math.Log(3)}}
	got := []float64{0.5, 0.5}
	maximize(logs, []float64{1, 1, 1}, []int{0, 1}, got, 200)
	if math.Abs(got[0]-1./6) > 1e-6 || math.Abs(got[0]+got[1]-1) > 1e-12 {
		t.Errorf("the weights are %v, want 1/6 and 5/6", got)
	}
}

// A candidate whose weight was rounded to 0 may be all that is left for a point, as for one far from all others.
func TestChoiceForAPointFarAway(t *testing.T) {
	for _, logs := range [][][]float64{{{0, -2000, -1000}, {-1000, 0, -2000}}, {{0, -2000}, {0, -3000}, {-4000, 0}}} {
		counts, weights := make([]float64, len(logs)), make([]float64, len(logs[0]))
		for i := range counts {
			counts[i] = 1
		}
		weights[len(weights)-1] = 1
		losses := maximize(logs, counts, points.Range(0, len(weights)), weights, 3)
		for k, weight := range weights {
			if math.IsNaN(weight) || math.IsNaN(losses[k]) {
				t.Errorf("weights %v, losses %v", weights, losses)
			}
		}
	}
}
