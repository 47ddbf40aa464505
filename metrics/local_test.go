package metrics

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/experiment"
	"ebim/framework/homology"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support/box"
	"ebim/framework/support/image"
	"ebim/framework/support/supporttest"
)

// flatTorus is the product of two unit circles in R^4, of 2 n^2 triangles.
func flatTorus(n int) *mesh.Mesh {
	m := &mesh.Mesh{Dimension: 2, Vertices: points.New(0, 4)}
	at := func(i, j int) int32 { return int32(i%n*n + j%n) }
	for i := range n {
		for j := range n {
			m.Vertices.Data = append(m.Vertices.Data, onTorus(float64(i)/float64(n), float64(j)/float64(n))...)
			m.Elements = append(m.Elements, at(i, j), at(i+1, j), at(i+1, j+1), at(i, j), at(i+1, j+1), at(i, j+1))
		}
	}
	return m
}

func onTorus(u, v float64) []float64 {
	a, b := math.Sincos(2 * math.Pi * u)
	c, d := math.Sincos(2 * math.Pi * v)
	return []float64{a, b, c, d}
}

// Of ten sets of even points, none has an empty patch, with a probability above 0.9, however many there are for each
// triangle; of ten with a round hole that leaves out 60 points of 1000 all do.
func TestEmptyPatch(t *testing.T) {
	m, found := flatTorus(50), [4]int{}
	for seed := range uint64(10) {
		for k := range found {
			rng, x := rand.New(rand.NewPCG(seed, 9)), points.New(0, 4)
			for range []int{1000, 20000}[k/2] {
				u, v := rng.Float64(), rng.Float64()
				if k%2 == 0 || math.Hypot(u-0.5, v-0.5) > math.Sqrt(0.06/math.Pi) {
					x.Data = append(x.Data, onTorus(u, v)...)
				}
			}
			if emptyPatch(m, x, 1) >= leastMissing {
				found[k]++
			}
		}
	}
	if found != [4]int{0, 10, 0, 10} {
		t.Errorf("of even sets, those with a hole, and both of more points, %v have an empty patch", found)
	}
}

// A torus that closes a hole of six spacings is doubted in most of eight sets, and no other.
func TestVacancies(t *testing.T) {
	m, doubts := flatTorus(50), [2]int{}
	for seed := range uint64(8) {
		for k := range doubts {
			rng, x := rand.New(rand.NewPCG(seed, 10)), points.New(0, 4)
			for range 3000 {
				if u, v := rng.Float64(), rng.Float64(); k == 0 || math.Hypot(u-0.5, v-0.5) > 3/math.Sqrt(3000) {
					x.Data = append(x.Data, onTorus(u, v)...)
				}
			}
			f := &findings{Subject: &experiment.Subject{Mesh: m, Train: x},
				Measurement: experiment.Measurement{Values: map[string]float64{"verdict": good}}}
			if f.vacancies(); f.Values["verdict"] < good {
				doubts[k]++
			}
		}
	}
	if doubts[0] > 0 || doubts[1] < 5 {
		t.Errorf("of sets without a hole, and with one, %v are doubted", doubts)
	}
}

// An arc in R^4, without a mesh, is doubted where data go on between its ends, and where it leads over a gap of them;
// one as long as its data is not.
func TestTrace(t *testing.T) {
	arc := supporttest.Blind(t, func(z *graph.Node) *graph.Node {
		s, c := graph.Sin(z), graph.Cos(z)
		return networktest.Join(c, s, graph.Mul(c, s), graph.Square(c))
	}, points.Box{{0.02, 6.26}}, points.Box{{-1, 1}, {-1, 1}, {-1, 1}, {0, 1}})
	on := image.New(image.Pair{Encoder: arc.Encoder, Decoder: arc.Decoder,
		Code: func(z *graph.Node) *graph.Node { return z }}, box.New(arc.Latent), arc.Bounds)
	for name, test := range map[string]struct {
		leaves func(z float64) bool
		want   float64
	}{
		"closed": {func(float64) bool { return false }, doubtful},
		"gap":    {func(z float64) bool { return z < 0.3 || z > 6 || math.Abs(z-3) < 0.1 }, doubtful},
		"arc":    {func(z float64) bool { return z < 0.3 || z > 6 }, good},
	} {
		rng, x := rand.New(rand.NewPCG(8, 8)), points.New(0, 4)
		for x.Len() < 1000 {
			z := 2 * math.Pi * rng.Float64()
			if s, c := math.Sincos(z); !test.leaves(z) {
				x.Data = append(x.Data, c, s, c*s, c*c)
			}
		}
		f := &findings{Subject: &experiment.Subject{Train: x, Trained: &model.Trained{Support: on}},
			Measurement: experiment.Measurement{Values: map[string]float64{"verdict": good}}}
		if err := shape(t.Context(), f); err != nil || f.Values["verdict"] != test.want {
			t.Errorf("%s: the verdict is %v (%v), want %v: %q", name, f.Values["verdict"], err, test.want, f.Caveats)
		}
	}
}

// Ten points at 1/20 of the others' distance lie together, and 30 of them anywhere do not: at most one set in a
// thousand.
func TestCrowd(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	far := gaussian(rng, 30, 2, 0, 1)
	if _, chance := crowd(far, 0.1, 0.1); chance < crowdChance {
		t.Errorf("points at random: %v", chance)
	}
	for range 10 {
		far.Data = append(far.Data, 2+0.02*rng.NormFloat64(), 0.02*rng.NormFloat64())
	}
	if count, chance := crowd(far, 0.1, 0.1); count < 8 || chance >= crowdChance {
		t.Errorf("%d points together: %v", count, chance)
	}
}

// A witness does not see a narrow gap of a curve, nor a piece of few points.
func TestWitnessAgrees(t *testing.T) {
	arc := &mesh.Mesh{Dimension: 1, Vertices: points.New(0, 2)}
	for i := range 100 {
		sine, cosine := math.Sincos(2 * math.Pi * float64(i) / 100)
		if arc.Vertices.Data = append(arc.Vertices.Data, cosine, sine); i > 0 {
			arc.Elements = append(arc.Elements, int32(i-1), int32(i))
		}
	}
	train := &points.Set{Dim: 2, Data: slices.Clone(arc.Vertices.Data)}
	arc.Vertices.Data = append(arc.Vertices.Data, 3, 0, 3.1, 0)
	arc.Elements = append(arc.Elements, 100, 101)
	f := &findings{Subject: &experiment.Subject{Mesh: arc, Train: train}}
	for _, test := range []struct {
		numbers []int
		from    float64
		want    bool
	}{{[]int{2, 0}, 0.01, true}, {[]int{1, 0}, 0.01, true}, {[]int{1, 1}, 0.01, false}, {[]int{1, 1}, 0.1, true},
		{[]int{3, 1}, 0.1, false}} {
		if got := f.agrees(homology.Betti{Numbers: test.numbers, From: test.from, To: 1}); got != test.want {
			t.Errorf("%v from %v: %v", test.numbers, test.from, got)
		}
	}
}

// A witness does not see the way between strands that run side by side, and leaves out the smallest of small pieces.
func TestWitnessJoinsPieces(t *testing.T) {
	lanes := &mesh.Mesh{Dimension: 1, Vertices: points.New(0, 2)}
	for _, lane := range []struct{ from, to, height float64 }{{0, 10, 0}, {3, 12, 0.05}, {0, 0.4, 2}, {0, 0.8, 4}} {
		for x := lane.from; x <= lane.to; x += 0.02 {
			if i := int32(lanes.Vertices.Len()); x > lane.from {
				lanes.Elements = append(lanes.Elements, i-1, i)
			}
			lanes.Vertices.Data = append(lanes.Vertices.Data, x, lane.height)
		}
	}
	f := &findings{Subject: &experiment.Subject{Mesh: lanes, Train: lanes.Vertices}}
	for _, test := range []struct {
		pieces int
		from   float64
		want   bool
	}{{4, 0.04, true}, {3, 0.04, true}, {2, 0.04, true}, {1, 0.04, false}, {1, 0.1, true}, {3, 0.1, true}} {
		witness := homology.Betti{Numbers: []int{test.pieces, 0}, From: test.from, To: 1}
		if got := f.agrees(witness); got != test.want {
			t.Errorf("%d pieces from %v: %v", test.pieces, test.from, got)
		}
	}
}

// TestTails are few points beyond an end, but for those between two ends.
func TestTails(t *testing.T) {
	vertices := points.New(4, 2)
	copy(vertices.Data, []float64{0, 0, 1, 0, 1.4, 0, 2, 0})
	f := &findings{Subject: &experiment.Subject{Mesh: &mesh.Mesh{Dimension: 1, Vertices: vertices,
		Elements: []int32{0, 1, 2, 3}}}}
	for name, test := range map[string]struct {
		x, y   float64
		copies int
		want   bool
	}{
		"beyond an end":     {-0.2, 0.05, 3, true},
		"between two ends":  {1.2, 0, 3, false},
		"beside the middle": {0.5, 0.2, 3, false},
		"many":              {-0.2, 0, leastMissing, false},
	} {
		data, distances := points.New(0, 2), []float64(nil)
		for range test.copies {
			data.Data = append(data.Data, test.x, test.y)
			_, _, d := mesh.NewLocator(f.Mesh).Nearest(data.At(0))
			distances = append(distances, d)
		}
		if got := f.tails(data, distances, 0.1)[0]; got != test.want {
			t.Errorf("%s: a tail: %v, want %v", name, got, test.want)
		}
	}
}
