package homology

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ebim/framework/points"
	"ebim/framework/random/randomtest"
)

// shape draws points of a shape with known Betti numbers mod 2.
type shape struct {
	name string
	draw func(rng *rand.Rand) []float64
	want []int
}

func turn(rng *rand.Rand) float64 { return 2 * math.Pi * rng.Float64() }

func onSphere(rng *rand.Rand) (x [3]float64) {
	for {
		square := 0.0
		for j := range x {
			x[j] = 2*rng.Float64() - 1
			square += x[j] * x[j]
		}
		if square <= 1 && square > 0.01 {
			for j := range x {
				x[j] /= math.Sqrt(square)
			}
			return x
		}
	}
}

// tube draws the angles of a torus of radii 2 and 1, uniformly by area.
func tube(rng *rand.Rand) (around, across float64) {
	for {
		around, across = turn(rng), turn(rng)
		if 3*rng.Float64() < 2+math.Cos(across) {
			return around, across
		}
	}
}

var shapes = []shape{
	{"circle", func(rng *rand.Rand) []float64 { sin, cos := math.Sincos(turn(rng)); return []float64{cos, sin} },
		[]int{1, 1}},
	{"circle with noise", func(rng *rand.Rand) []float64 {
		sin, cos := math.Sincos(turn(rng))
		return []float64{cos + 0.1*rng.NormFloat64(), sin + 0.1*rng.NormFloat64()}
	}, []int{1, 1}},
	{"arc", func(rng *rand.Rand) []float64 { sin, cos := math.Sincos(turn(rng) / 2); return []float64{cos, sin} },
		[]int{1, 0}},
	{"figure eight", func(rng *rand.Rand) []float64 {
		t := turn(rng)
		return []float64{math.Sin(t), 0.6 * math.Sin(2*t)}
	}, []int{1, 2}},
	{"three circles", func(rng *rand.Rand) []float64 {
		sin, cos := math.Sincos(turn(rng))
		return []float64{3*float64(rng.IntN(3)) + cos, sin}
	}, []int{3, 3}},
	{"von Mises", func(rng *rand.Rand) []float64 {
		for {
			sin, cos := math.Sincos(turn(rng))
			if rng.Float64() < math.Exp(2*(cos-1)) {
				return []float64{cos, sin}
			}
		}
	}, []int{1, 1}},
	{"normal line", func(rng *rand.Rand) []float64 { u := rng.NormFloat64(); return []float64{u, 0.3 * u * u} },
		[]int{1, 0}},
	{"normal plane", func(rng *rand.Rand) []float64 { return []float64{rng.NormFloat64(), rng.NormFloat64()} },
		[]int{1, 0}},
	{"square", func(rng *rand.Rand) []float64 { return []float64{rng.Float64(), rng.Float64()} }, []int{1, 0, 0}},
	{"sphere", func(rng *rand.Rand) []float64 { x := onSphere(rng); return x[:] }, []int{1, 0, 1}},
	{"half sphere", func(rng *rand.Rand) []float64 {
		x := onSphere(rng)
		return []float64{x[0], x[1], math.Abs(x[2])}
	}, []int{1, 0, 0}},
	{"torus", func(rng *rand.Rand) []float64 {
		u, v := tube(rng)
		return []float64{(2 + math.Cos(v)) * math.Cos(u), (2 + math.Cos(v)) * math.Sin(u), math.Sin(v)}
	}, []int{1, 2, 1}},
	{"Klein bottle", func(rng *rand.Rand) []float64 {
		u, v := tube(rng)
		r := 2 + math.Cos(v)
		return []float64{r * math.Cos(u), r * math.Sin(u), math.Sin(v) * math.Cos(u/2), math.Sin(v) * math.Sin(u/2)}
	}, []int{1, 2, 1}},
	{"projective plane", func(rng *rand.Rand) []float64 {
		x := onSphere(rng)
		return []float64{x[0] * x[1], x[0] * x[2], x[1]*x[1] - x[2]*x[2], 2 * x[1] * x[2]}
	}, []int{1, 1, 1}},
}

func drawn(of shape, count int, seed uint64) *points.Set {
	rng := rand.New(rand.NewPCG(seed, 9))
	x := points.New(0, len(of.draw(rng)))
	for range count {
		x.Data = append(x.Data, of.draw(rng)...)
	}
	return x
}

// Numbers that are decided are right. EBIM_SEEDS=40 tries 40 seeds.
func TestBettiNumbers(t *testing.T) {
	seeds := randomtest.Seeds(t, 1)
	for _, of := range shapes {
		t.Run(of.name, func(t *testing.T) {
			undecided, least := 0, math.Inf(1)
			for seed := range seeds {
				got, ok := BettiOf(drawn(of, 1500, uint64(seed)), len(of.want)-1)
				switch {
				case !ok || !got.Decided():
					undecided++
				case !slices.Equal(got.Numbers, of.want):
					t.Errorf("seed %d: %v from scale %.3g to %.3g, want %v", seed, got.Numbers, got.From,
						got.To, of.want)
				default:
					least = min(least, got.Gap())
				}
			}
			t.Logf("%d of %d undecided, gap %.2f and more", undecided, seeds, least)
			if undecided > seeds/20 {
				t.Errorf("%d of %d are undecided", undecided, seeds)
			}
		})
	}
}

// Normal points have no loop or void; few points, or the same ones, no numbers.
func TestBettiOfNothing(t *testing.T) {
	x := points.New(1000, 5)
	for dim := 2; dim <= 5; dim++ {
		rng := rand.New(rand.NewPCG(1, uint64(dim)))
		x = points.New(1000, dim)
		for i := range x.Data {
			x.Data[i] = rng.NormFloat64()
		}
		if got, ok := BettiOf(x, 2); !ok || got.Decided() && !slices.Equal(got.Numbers, []int{1, 0, 0}) {
			t.Errorf("normal points in %d dimensions have Betti numbers %v with gap %.2f", dim, got.Numbers, got.Gap())
		}
	}
	for _, few := range []*points.Set{points.New(0, 3), points.New(500, 3), x.Slice(0, 47)} {
		if got, ok := BettiOf(few, 2); ok {
			t.Errorf("%d points have Betti numbers %v", few.Len(), got.Numbers)
		}
	}
}

func TestLandmarksCover(t *testing.T) {
	x := drawn(shapes[0], 1000, 3)
	n := newNet(x, 50)
	farthest, all, apart := 0.0, 0.0, math.Inf(1)
	for i := range x.Len() {
		near := math.Inf(1)
		for j := range n.Len() {
			near = min(near, distance(x.At(i), n.At(j)))
		}
		farthest = max(farthest, near)
	}
	for i, share := range n.shares {
		all += share
		for j := range i {
			apart = min(apart, distance(n.At(i), n.At(j)))
		}
	}
	if n.Len() != 50 || farthest != n.radius || apart < n.radius || math.Abs(all-1) > 1e-9 {
		t.Errorf("%d landmarks at least %v apart with %v of the points cover all within %v, not %v", n.Len(),
			apart, all, farthest, n.radius)
	}
}
