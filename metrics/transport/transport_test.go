package transport

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ebim/framework/points"
)

// certify checks that the plan moves the given masses, that the potentials forbid anything cheaper, and that plan and
// potentials agree: together a proof that the cost is the least (complementary slackness).
func certify(t interface {
	Helper()
	Fatalf(string, ...any)
}, p Problem, r *Result) {
	t.Helper()
	n, m := p.From.Len(), p.To.Len()
	supply, demand := shares(p.Supply, n), shares(p.Demand, m)
	slack := 4 * Tolerance * r.Scale
	cost := 0.0
	for _, f := range r.Plan {
		if !(f.Mass > 0) {
			t.Fatalf("flow %+v is not positive", f)
		}
		supply[f.From] -= f.Mass
		demand[f.To] -= f.Mass
		cost += f.Mass * costBetween(p, f.From, f.To)
	}
	for _, left := range [][]float64{supply, demand} {
		for i, mass := range left {
			if math.Abs(mass) > 1e-12 {
				t.Fatalf("the plan misses the mass of point %d by %g", i, mass)
			}
		}
	}
	for i := range n {
		for j := range m {
			if excess := r.FromPotential[i] + r.ToPotential[j] - costBetween(p, i, j); excess > slack {
				t.Fatalf("potentials of %d and %d exceed their cost by %g (scale %g)", i, j, excess, r.Scale)
			}
		}
	}
	if math.Abs(cost-r.Cost) > slack || math.Abs(r.Cost-r.Dual) > slack {
		t.Fatalf("cost %g, plan's cost %g and dual %g differ (scale %g)", r.Cost, cost, r.Dual, r.Scale)
	}
	if len(r.Plan) > n+m-1 {
		t.Fatalf("%d flows between %d and %d points are no basis", len(r.Plan), n, m)
	}
}

func shares(masses []float64, n int) []float64 {
	result := make([]float64, n)
	sum := 0.0
	for _, mass := range masses {
		sum += mass
	}
	for i := range result {
		result[i] = 1 / float64(n)
		if masses != nil {
			result[i] = masses[i] / sum
		}
	}
	return result
}

func costBetween(p Problem, i, j int) float64 {
	squared := 0.0
	for axis, x := range p.From.At(i) {
		squared += (x - p.To.At(j)[axis]) * (x - p.To.At(j)[axis])
	}
	if p.Cost == SquaredEuclidean {
		return squared
	}
	return math.Sqrt(squared)
}

func solve(t *testing.T, p Problem) *Result {
	t.Helper()
	r, err := Solve(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	certify(t, p, r)
	return r
}

func TestMatchesTheBestPermutation(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for trial := range 60 {
		n, dim := 1+trial%7, 1+trial%3
		p := Problem{From: gaussian(rng, n, dim, 0, 1), To: gaussian(rng, n, dim, 0.5, 1), Cost: Cost(trial % 2)}
		best := math.Inf(1)
		permutations(n, func(order []int) {
			sum := 0.0
			for i, j := range order {
				sum += costBetween(p, i, j)
			}
			best = min(best, sum/float64(n))
		})
		if r := solve(t, p); math.Abs(r.Cost-best) > 1e-12 {
			t.Errorf("n %d, dim %d: cost %v, best permutation %v", n, dim, r.Cost, best)
		}
	}
}

func permutations(n int, visit func([]int)) {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	var place func(int)
	place = func(k int) {
		if k == n {
			visit(order)
			return
		}
		for i := k; i < n; i++ {
			order[k], order[i] = order[i], order[k]
			place(k + 1)
			order[k], order[i] = order[i], order[k]
		}
	}
	place(0)
}

// On a line, the Wasserstein-1 distance is the area between the distribution functions.
func areaBetween(p Problem) float64 {
	type step struct{ at, mass float64 }
	var steps []step
	for i, mass := range shares(p.Supply, p.From.Len()) {
		steps = append(steps, step{p.From.Data[i], mass})
	}
	for j, mass := range shares(p.Demand, p.To.Len()) {
		steps = append(steps, step{p.To.Data[j], -mass})
	}
	slices.SortFunc(steps, func(a, b step) int { return int(math.Copysign(1, a.at-b.at)) })
	area, height := 0.0, 0.0
	for k, s := range steps[:len(steps)-1] {
		height += s.mass
		area += math.Abs(height) * (steps[k+1].at - s.at)
	}
	return area
}

func TestMatchesTheClosedFormOnALine(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for _, size := range [][2]int{{1, 1}, {1, 9}, {40, 70}, {700, 700}, {900, 1300}} {
		for _, weighted := range []bool{false, true} {
			p := Problem{From: gaussian(rng, size[0], 1, 0, 1), To: gaussian(rng, size[1], 1, 0.3, 2)}
			if weighted {
				p.Supply, p.Demand = randomShares(rng, size[0]), randomShares(rng, size[1])
			}
			want := areaBetween(p)
			if r := solve(t, p); math.Abs(r.Cost-want) > 1e-11 {
				t.Errorf("sizes %v, weighted %v: cost %v, closed form %v", size, weighted, r.Cost, want)
			}
		}
	}
}

func randomShares(rng *rand.Rand, n int) []float64 {
	masses := make([]float64, n)
	for i := range masses {
		masses[i] = rng.ExpFloat64()
	}
	return shares(masses, n)
}

// Shifting a set costs exactly the shift, whatever the set.
func TestTranslation(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, shift := range []float64{0, 0.01, 1, 100} {
		from := gaussian(rng, 600, 3, 0, 1)
		to := from.Select(rng.Perm(600))
		for k := range to.Data {
			to.Data[k] += shift
		}
		r := solve(t, Problem{From: from, To: to})
		if want := shift * math.Sqrt(3); math.Abs(r.Cost-want) > 1e-10*max(1, want) {
			t.Errorf("shift %v: cost %v, want %v", shift, r.Cost, want)
		}
		r = solve(t, Problem{From: from, To: to, Cost: SquaredEuclidean})
		if want := 3 * shift * shift; math.Abs(r.Cost-want) > 1e-10*max(1, want) {
			t.Errorf("shift %v, squared: cost %v, want %v", shift, r.Cost, want)
		}
	}
}

// Large enough for two coarser levels, with the shapes that lists of near neighbors serve worst: far apart, uneven,
// on a curve, on a grid full of ties, all in one place.
func TestCertifiesLargerProblems(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	grid := points.New(900, 2)
	for i := range 900 {
		copy(grid.At(i), []float64{float64(i % 30), float64(i / 30)})
	}
	circles := func(n int, left float64) *points.Set {
		set := points.New(n, 2)
		for i := range n {
			center := 1.8
			if float64(i) < left*float64(n) {
				center = -1.8
			}
			angle := 2 * math.Pi * rng.Float64()
			copy(set.At(i), []float64{center + math.Cos(angle), math.Sin(angle)})
		}
		return set
	}
	half := points.New(900, 2)
	for i := range 450 {
		copy(half.At(i), []float64{1, 2})
	}
	cases := map[string]Problem{
		"gaussians":  {From: gaussian(rng, 800, 3, 0, 1), To: gaussian(rng, 1100, 3, 0, 1)},
		"far apart":  {From: gaussian(rng, 700, 2, 0, 1), To: gaussian(rng, 500, 2, 50, 3)},
		"circles":    {From: circles(800, 0.3), To: circles(800, 0.5)},
		"grids":      {From: grid, To: grid.Select(rng.Perm(900)[:600])},
		"same place": {From: points.New(800, 3), To: points.New(800, 3)},
		"two places": {From: half, To: gaussian(rng, 700, 2, 0, 1)},
		"weights": {From: grid, To: gaussian(rng, 800, 2, 15, 9), Supply: randomShares(rng, 900),
			Demand: randomShares(rng, 800)},
		"many to few":   {From: gaussian(rng, 3000, 2, 0, 1), To: gaussian(rng, 40, 2, 0, 1)},
		"stored":        {From: gaussian(rng, 400, 6, 0, 1), To: gaussian(rng, 500, 6, 1, 1)},
		"not stored":    {From: gaussian(rng, 400, 6, 0, 1), To: gaussian(rng, 500, 6, 1, 1), MatrixBytes: -1},
		"far from zero": {From: gaussian(rng, 600, 2, 1e6, 1), To: gaussian(rng, 600, 2, 1e6, 1)},
	}
	for name, p := range cases {
		for _, cost := range []Cost{Euclidean, SquaredEuclidean} {
			t.Run(name, func(t *testing.T) {
				p.Cost = cost
				solve(t, p)
			})
		}
	}
}

func TestStoringDistancesChangesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for _, dim := range []int{5, 20} {
		p := Problem{From: gaussian(rng, 350, dim, 0, 1), To: gaussian(rng, 300, dim, 1, 1)}
		stored := solve(t, p)
		p.MatrixBytes = -1
		if computed := solve(t, p); stored.Cost != computed.Cost || stored.Pivots != computed.Pivots {
			t.Errorf("R^%d: stored: cost %v in %d pivots; computed: %v in %d", dim, stored.Cost, stored.Pivots,
				computed.Cost, computed.Pivots)
		}
	}
}

// Points that are drawn again and again, on either side or both and with masses or without, are solved as one each,
// with a plan among them all.
func TestRepeatedPoints(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	for _, dim := range []int{1, 3, 12} {
		few, other := gaussian(rng, 40, dim, 0, 1), gaussian(rng, 400, dim, 1, 1)
		rows := make([]int, 600)
		for i := range rows {
			rows[i] = rng.IntN(40)
		}
		again := few.Select(rows)
		for name, p := range map[string]Problem{
			"first": {From: again, To: other}, "second": {From: other, To: again},
			"both": {From: again, To: few.Select(rows[:300])},
			"one":  {From: few.Select(make([]int, 50)), To: few.Select(make([]int, 20))},
		} {
			result := solve(t, p) // which checks plan and potentials
			masses := make([]float64, 40)
			if name == "first" {
				for _, row := range rows {
					masses[row] += 1. / 600
				}
				want := solve(t, Problem{From: few, To: other, Supply: masses}).Cost
				if math.Abs(result.Cost-want) > 1e-12*result.Scale {
					t.Errorf("R^%d: the cost is %v, that of the points with their masses %v", dim, result.Cost, want)
				}
			}
		}
	}
}

func TestUnitsDoNotMatter(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	from, to := gaussian(rng, 30, 2, 0, 1), gaussian(rng, 40, 2, 0, 1)
	want := solve(t, Problem{From: from, To: to}).Cost
	for _, exponent := range []int{-900, -40, 40, 900} {
		scale := func(set *points.Set) *points.Set {
			return &points.Set{Dim: set.Dim, Data: scaled(set, -exponent)}
		}
		r, err := Solve(context.Background(), Problem{From: scale(from), To: scale(to)})
		if err != nil || math.Ldexp(r.Cost, -exponent) != want {
			t.Errorf("coordinates times 2^%d: cost %v (%v), want %v times as much", exponent, r.Cost, err, want)
		}
	}
}

// Small coordinates on a grid and small integer masses make ties and degenerate pivots common.
func TestCertifiesRandomProblems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.IntRange(1, 6).Draw(t, "dim")
		p := Problem{Cost: Cost(rapid.IntRange(0, 1).Draw(t, "cost"))}
		var sides [2]*points.Set
		var masses [2][]float64
		for side := range sides {
			n := rapid.IntRange(1, 40).Draw(t, "n")
			sides[side] = points.New(n, dim)
			for k := range sides[side].Data {
				sides[side].Data[k] = float64(rapid.IntRange(-3, 3).Draw(t, "coordinate"))
			}
			masses[side] = make([]float64, n)
			masses[side][rapid.IntRange(0, n-1).Draw(t, "heavy")] = 1
			for i := range n {
				masses[side][i] += float64(rapid.IntRange(0, 3).Draw(t, "mass"))
			}
			masses[side] = shares(masses[side], n)
		}
		p.From, p.To = sides[0], sides[1]
		if rapid.Bool().Draw(t, "weighted") {
			p.Supply, p.Demand = masses[0], masses[1]
		}
		r, err := Solve(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		certify(t, p, r)
	})
}

func TestDistanceNormalizesWeights(t *testing.T) {
	from, _ := points.FromRows([][]float64{{0, 0}, {3, 4}})
	to, _ := points.FromRows([][]float64{{0, 0}})
	w, err := Distance(context.Background(), from, to, []float64{1, 3}, []float64{7}, Euclidean)
	if err != nil || math.Abs(w-3.75) > 1e-12 {
		t.Errorf("distance %v (%v), want 3.75", w, err)
	}
	if _, err := Distance(context.Background(), from, to, []float64{1, -3}, nil, Euclidean); err == nil ||
		!strings.Contains(err.Error(), "first set") {
		t.Errorf("a negative weight gives %v", err)
	}
}
