package filament

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

// circle is a regular polygon of radius 1 in a plane of R^n.
func circle(n int) *mesh.Mesh {
	const count = 200
	m := &mesh.Mesh{Dimension: 1, Vertices: points.New(count, n)}
	for i := range count {
		angle := 2 * math.Pi * float64(i) / count
		m.Vertices.At(i)[0], m.Vertices.At(i)[1] = math.Cos(angle), math.Sin(angle)
		m.Elements = append(m.Elements, int32(i), int32((i+1)%count))
	}
	return m
}

// around are 300 points with noise 0.01 around the circle, and after them others.
func sampled(n int, rng *rand.Rand, others ...[]float64) *points.Set {
	x := points.New(0, n)
	for range 300 {
		angle := 2 * math.Pi * rng.Float64()
		at := make([]float64, n)
		at[0], at[1] = math.Cos(angle), math.Sin(angle)
		for _, v := range at {
			x.Data = append(x.Data, v+0.01*rng.NormFloat64())
		}
	}
	for _, other := range others {
		x.Data = append(x.Data, other...)
	}
	return x
}

// found is the filament among points off a circle.
func found(x *points.Set, rng *rand.Rand) Filament {
	m := circle(x.Dim)
	locator, distances, off := mesh.NewLocator(m), make([]float64, x.Len()), []int(nil)
	for i := range distances {
		if _, _, distances[i] = locator.Nearest(x.At(i)); distances[i] > 0.05 {
			off = append(off, i)
		}
	}
	return Find(m, x, off, 0.03, rng)
}

// anywhere are points of a background in R^n.
func anywhere(count, n int, rng *rand.Rand) (all [][]float64) {
	for range count {
		x := make([]float64, n)
		for j := range x {
			x[j] = 3*rng.Float64() - 1.5
		}
		all = append(all, x)
	}
	return all
}

// A chord, or a hair, of ten points is found among as many others anywhere, in its order.
func TestFindsAFewPointsInARow(t *testing.T) {
	for _, n := range []int{2, 3, 5} {
		rng := rand.New(rand.NewPCG(1, uint64(n)))
		var others [][]float64
		for k := range 10 {
			x := make([]float64, n)
			x[0], x[1] = -0.7+0.14*float64((k*7)%10), 0.3+0.005*rng.NormFloat64()
			others = append(others, x)
		}
		x := sampled(n, rng, append(others, anywhere(10, n, rng)...)...)
		f := found(x, rng)
		if !(f.Chance < 1e-5) || len(f.Members) < 8 {
			t.Errorf("R^%d: %d points in a row, chance %.1g", n, len(f.Members), f.Chance)
		}
		var along []float64
		for _, i := range f.Members {
			along = append(along, x.At(i)[0])
		}
		if along[0] > along[len(along)-1] {
			slices.Reverse(along)
		}
		if !slices.IsSorted(along) {
			t.Errorf("R^%d: not in order: %v", n, f.Members)
		}
	}
}

// So is half of a circle across the other, and a whole one beside it.
func TestFindsAnArc(t *testing.T) {
	for name, test := range map[string]struct{ center, angle float64 }{
		"a handle": {0, math.Pi}, "a ring": {2.5, 2 * math.Pi},
	} {
		for _, n := range []int{2, 3, 5} {
			rng := rand.New(rand.NewPCG(3, uint64(n)))
			var others [][]float64
			for k := range 12 {
				x := make([]float64, n)
				sine, cosine := math.Sincos(test.angle * (float64(k) + 0.5) / 12)
				x[0], x[1] = test.center+0.6*cosine, 0.6*sine-0.3+0.005*rng.NormFloat64()
				others = append(others, x)
			}
			f := found(sampled(n, rng, append(others, anywhere(6, n, rng)...)...), rng)
			if !(f.Chance < 1e-3) || f.Arc == nil || f.Closed != (name == "a ring") || len(f.Members) < 10 {
				t.Errorf("%s in R^%d: %d points, closed: %t, chance %.1g", name, n, len(f.Members), f.Closed, f.Chance)
				continue
			}
			for k := range f.Members {
				at := f.Arc.At(k)
				if r := math.Hypot(at[0]-test.center, at[1]+0.3); math.Abs(r-0.6) > 0.03 { // as is searched
					t.Errorf("%s in R^%d: %v is on it", name, n, at)
				}
			}
		}
	}
}

// An arc is as long as what it turns by its radius says, and its ends, and what is between them, lie on it in order.
func TestArcs(t *testing.T) {
	at := func(angle float64) []float64 { return []float64{1 + 2*math.Cos(angle), 3, -1 + 2*math.Sin(angle)} }
	for _, turn := range []float64{0.5, 2, 4, -0.5, -4, 6} {
		w, ok := arcOf(at(0.3), at(0.3+0.4*turn), at(0.3+turn), 0.01)
		if !ok || math.Abs(w.length-2*math.Abs(turn)) > 1e-12 {
			t.Fatalf("turn of %g: length %g, %t", turn, w.length, ok)
		}
		if wide := 4 * math.Sin(min(math.Abs(turn), math.Pi)/2); math.Abs(w.wide-wide) > 1e-12 {
			t.Errorf("turn of %g: %g wide, want %g", turn, w.wide, wide)
		}
		for _, share := range []float64{0, 0.1, 0.5, 0.9, 1} {
			x := at(0.3 + share*turn)
			if off, along := w.off(x), w.along(x)/w.length; math.Abs(off) > 1e-12 || math.Abs(along-share) > 1e-12 {
				t.Errorf("turn of %g: %g of the way is at %g, %g off", turn, share, along, off)
			}
			if place := w.place(share * w.length); floats.Distance(place, x, 2) > 1e-12 {
				t.Errorf("turn of %g: %v is at %g of the way, want %v", turn, place, share, x)
			}
			if x[1] += 0.2; math.Abs(w.off(x)-0.04) > 1e-12 {
				t.Errorf("0.2 out of the plane: %g", w.off(x))
			}
		}
	}
	if _, ok := arcOf(at(0), at(0.01), at(0.02), 0.01); ok {
		t.Error("what bends by less than a distance is an arc")
	}
}

// Background, outliers in a clump, noise with heavy tails and a point that many have are no row: of a hundred sets
// each, hardly any has one by chance.
func TestWhatIsNoRow(t *testing.T) {
	const sets, chance = 100, 0.01
	for name, other := range map[string]func(rng *rand.Rand) []float64{
		"a background": func(rng *rand.Rand) []float64 {
			return []float64{3*rng.Float64() - 1.5, 3*rng.Float64() - 1.5}
		},
		"a normal cloud": func(rng *rand.Rand) []float64 { return []float64{rng.NormFloat64(), rng.NormFloat64()} },
		"a clump": func(rng *rand.Rand) []float64 {
			return []float64{0.3 + 0.1*rng.NormFloat64(), 0.1 + 0.1*rng.NormFloat64()}
		},
		"heavy tails": func(rng *rand.Rand) []float64 {
			angle, radius := 2*math.Pi*rng.Float64(), 1+0.02*math.Tan(math.Pi*(rng.Float64()-0.5))
			return []float64{radius * math.Cos(angle), radius * math.Sin(angle)}
		},
		"normal noise": func(rng *rand.Rand) []float64 {
			angle, radius := 2*math.Pi*rng.Float64(), 1+0.04*rng.NormFloat64()
			return []float64{radius * math.Cos(angle), radius * math.Sin(angle)}
		},
		"one point": func(*rand.Rand) []float64 { return []float64{0.2, 0.4} },
	} {
		seen := 0
		for seed := range uint64(sets) {
			rng := rand.New(rand.NewPCG(seed, 7))
			var others [][]float64
			for range 5 + rng.IntN(60) {
				others = append(others, other(rng))
			}
			if found(sampled(2, rng, others...), rng).Chance < chance {
				seen++
			}
		}
		if seen > 3 {
			t.Errorf("%s: %d of %d sets have a row with a chance of at most %g", name, seen, sets, chance)
		}
	}
}

// Nor are outliers in the plane of a curve in R^5: they say themselves in which directions they lie.
func TestOutliersInThePlaneOfACurve(t *testing.T) {
	const sets, chance = 60, 0.01
	seen := 0
	for seed := range uint64(sets) {
		rng := rand.New(rand.NewPCG(seed, 11))
		var others [][]float64
		for range 60 {
			angle, radius := 2*math.Pi*rng.Float64(), 1+0.2*rng.NormFloat64()
			x := []float64{radius * math.Cos(angle), radius * math.Sin(angle), 0, 0, 0}
			for j := range x {
				x[j] += 0.01 * rng.NormFloat64()
			}
			others = append(others, x)
		}
		if found(sampled(5, rng, others...), rng).Chance < chance {
			seen++
		}
	}
	if seen > 3 {
		t.Errorf("%d of %d sets have a row with a chance of at most %g", seen, sets, chance)
	}
}

// An arc that misses more than a third of its circle has ends, and one that misses what points on it do is closed.
func TestClosed(t *testing.T) {
	at := func(angle float64) []float64 { return []float64{math.Cos(angle), math.Sin(angle)} }
	for turn, want := range map[float64]bool{3: false, 4: false, 4.4: false, 5.7: true, 6.1: true} {
		w, ok := arcOf(at(0), at(turn/2), at(turn), 0.01)
		if got := w.closed(20); !ok || got != want {
			t.Errorf("an arc of %g: closed: %t", turn, got)
		}
	}
}

func TestNothingToFind(t *testing.T) {
	x, rng := sampled(2, rand.New(rand.NewPCG(1, 1))), rand.New(rand.NewPCG(1, 2))
	some := []int{0, 1, 2, 3, 4, 5, 6, 7}
	empty := &mesh.Mesh{Dimension: 1, Vertices: points.New(0, 2)}
	for name, f := range map[string]Filament{
		"no point":      Find(circle(2), x, nil, 0.1, rng),
		"no radius":     Find(circle(2), x, some, 0, rng),
		"an empty mesh": Find(empty, x, some, 1, rng),
		"equal points":  Find(circle(2), points.New(9, 2), some, 1, rng),
	} {
		if f.Chance != 1 || f.Members != nil {
			t.Errorf("%s: %v", name, f)
		}
	}
}
