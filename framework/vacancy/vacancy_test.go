package vacancy

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/random/randomtest"
)

const limit = 0.005

// square is the unit square in space, of 2 (n-1)^2 triangles.
func square(t testing.TB, n int) *mesh.Mesh {
	set := points.New(0, 3)
	for i := range n {
		for j := range n {
			set.Data = append(set.Data, float64(i)/float64(n-1), float64(j)/float64(n-1), 0)
		}
	}
	m, err := mesh.Parametric(set, []int{n, n})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// spread is n points of the square with a density up to 1.
func spread(rng *rand.Rand, n int, density func(x, y float64) float64) *points.Set {
	set := points.New(0, 3)
	for set.Len() < n {
		if x, y := rng.Float64(), rng.Float64(); rng.Float64() < density(x, y) {
			set.Data = append(set.Data, x, y, 0)
		}
	}
	return set
}

// rows are n points in rows so many times as far apart as the points along them.
func rows(n int, times float64) *points.Set {
	set, count := points.New(0, 3), int(math.Sqrt(float64(n)/times))
	for i := range count {
		for j := range n / count {
			set.Data = append(set.Data, (float64(i)+0.5)/float64(count), (float64(j)+0.5)/float64(n/count), 0)
		}
	}
	return set
}

// clumps are n points, so many together within a width.
func clumps(rng *rand.Rand, n, size int, width float64) *points.Set {
	set := points.New(0, 3)
	for set.Len() < n {
		x, y := rng.Float64(), rng.Float64()
		for range size {
			a, b := x+width*rng.NormFloat64(), y+width*rng.NormFloat64()
			if min(a, b) > 0 && max(a, b) < 1 {
				set.Data = append(set.Data, a, b, 0)
			}
		}
	}
	return set
}

// rounded moves points to the middles of squares as many as there are points.
func rounded(x *points.Set) *points.Set {
	side := math.Sqrt(1 / float64(x.Len()))
	for i := range x.Len() {
		for j := range 2 {
			x.At(i)[j] = (math.Floor(x.At(i)[j]/side) + 0.5) * side
		}
	}
	return x
}

func even(float64, float64) float64 { return 1 }

// fields are ways in which data of a square may be spread.
var fields = map[string]func(rng *rand.Rand, n int) *points.Set{
	"even": func(rng *rand.Rand, n int) *points.Set { return spread(rng, n, even) },
	"slope": func(rng *rand.Rand, n int) *points.Set {
		return spread(rng, n, func(x, _ float64) float64 { return math.Exp(-4 * x) })
	},
	"peak": func(rng *rand.Rand, n int) *points.Set {
		return spread(rng, n, func(x, y float64) float64 { return math.Exp(-16 * ((x-.5)*(x-.5) + (y-.5)*(y-.5))) })
	},
	"dip": func(rng *rand.Rand, n int) *points.Set {
		return spread(rng, n, func(x, y float64) float64 { return math.Exp(16*((x-.5)*(x-.5)+(y-.5)*(y-.5)) - 8) })
	},
	"waves": func(rng *rand.Rand, n int) *points.Set {
		return spread(rng, n, func(x, y float64) float64 {
			return math.Exp(1.5 * (math.Sin(13*x)*math.Sin(13*y) - 1))
		})
	},
	"step of 9": func(rng *rand.Rand, n int) *points.Set {
		return spread(rng, n, func(x, _ float64) float64 {
			if x < 0.5 {
				return 1
			}
			return 1. / 9
		})
	},
	"lattice":        func(_ *rand.Rand, n int) *points.Set { return rows(n, 1) },
	"rows":           func(_ *rand.Rand, n int) *points.Set { return rows(n, 10) },
	"rows far apart": func(_ *rand.Rand, n int) *points.Set { return rows(n, 30) },
	"rounded":        func(rng *rand.Rand, n int) *points.Set { return rounded(spread(rng, n, even)) },
	"clumps of 5":    func(rng *rand.Rand, n int) *points.Set { return clumps(rng, n, 5, 0.01) },
	"clumps of 20":   func(rng *rand.Rand, n int) *points.Set { return clumps(rng, n, 20, 0.02) },
	"wide clumps":    func(rng *rand.Rand, n int) *points.Set { return clumps(rng, n, 20, 0.06) },
}

// However data of one piece are spread, vacancies are seen in hardly any set: in none of these; EBIM_SEEDS=100 tells in
// how many of more.
func TestSpreadsWithoutHoles(t *testing.T) {
	seeds := randomtest.Seeds(t, 2)
	for name, draw := range fields {
		t.Run(name, func(t *testing.T) {
			m := square(t, 30)
			for _, n := range []int{1000, 3000} {
				seen := 0
				for seed := range uint64(seeds) {
					if len(Find(m, draw(rand.New(rand.NewPCG(seed, uint64(n))), n), 0.1, limit)) > 0 {
						seen++
					}
				}
				t.Logf("%d points: %d of %d sets", n, seen, seeds)
				if float64(seen) > 0.02*float64(seeds) {
					t.Errorf("%d points: vacancies in %d of %d sets without any", n, seen, seeds)
				}
			}
		})
	}
}

// Of round holes of eight spacings, which leave out 50 points or so, 95 % are seen however data are spread, but in rows
// or clumps that lie as far apart. It says how many of four and six spacings are.
func TestSpreadsWithAHole(t *testing.T) {
	const n = 3000
	seeds, m, middle := randomtest.Seeds(t, 2), square(t, 30), []float64{0.35, 0.4, 0}
	for _, diameter := range []float64{4, 6, 8} {
		radius, seen, sets := diameter/2/math.Sqrt(n), 0, 0
		for _, name := range []string{"even", "slope", "peak", "waves", "lattice", "rounded"} {
			for seed := range uint64(seeds) {
				all, x := fields[name](rand.New(rand.NewPCG(seed, n)), n), points.New(0, 3)
				for i := range all.Len() {
					if points.SquaredDistance(all.At(i), middle) > radius*radius {
						x.Data = append(x.Data, all.At(i)...)
					}
				}
				found := Find(m, x, 0.1, limit)
				if sets++; len(found) > 0 && points.SquaredDistance(found[0].At, middle) < radius*radius/4 {
					seen++
				}
			}
		}
		t.Logf("holes of %g spacings: seen in %d of %d sets", diameter, seen, sets)
		if diameter == 8 && float64(seen) < 0.95*float64(sets) {
			t.Errorf("of %d sets with a hole of eight spacings it is seen in %d", sets, seen)
		}
	}
}

// A gap of a closed curve is seen; where the curve goes on beyond the data, or a square does, there is none.
func TestBorders(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	circle := func(n int, from float64) *points.Set {
		x := points.New(0, 2)
		for range n {
			s, c := math.Sincos(2 * math.Pi * (from + (1-from)*rng.Float64()))
			x.Data = append(x.Data, c, s)
		}
		return x
	}
	ring := &mesh.Mesh{Dimension: 1, Vertices: points.New(0, 2)}
	for i := range int32(200) {
		s, c := math.Sincos(2 * math.Pi * float64(i) / 200)
		ring.Vertices.Data = append(ring.Vertices.Data, c, s)
		ring.Elements = append(ring.Elements, i, (i+1)%200)
	}
	arc := ring.Part(func(i int) bool { return i > 0 })
	if found := Find(ring, circle(600, 0), 0.1, limit); len(found) > 0 {
		t.Errorf("a circle: %v", found)
	}
	x := circle(600, 0.05)
	if found := Find(ring, x, 0.1, limit); len(found) != 1 || math.Abs(found[0].Missing-32) > 12 {
		t.Errorf("a circle but for 1/20 of 632 points: %v", found)
	}
	if found := Find(arc, x, 0.1, limit); len(found) > 0 {
		t.Errorf("an arc beyond its data: %v", found)
	}
	x = spread(rng, 3000, func(x, _ float64) float64 { return math.Ceil(0.85 - x) })
	if found := Find(square(t, 60), x, 0.1, limit); len(found) > 0 {
		t.Errorf("a square beyond its data: %v", found)
	}
	if found := Find(square(t, 10), x.Slice(0, leastData-1), 0.1, 1.1); found != nil {
		t.Errorf("few data: %v", found)
	}
}

// TestLaw compares how often the chance at one place is below a number with that number: where the
// density has slopes and dips, too. As few or as many have a probability below 1e-4.
func TestLaw(t *testing.T) {
	const sets = 80
	m := square(t, 20)
	for name, at := range map[string][]float64{"even": {0.5, 0.5, 0}, "slope": {0.4, 0.6, 0}, "dip": {0.45, 0.5, 0}} {
		below := map[float64]int{}
		first, _, _ := mesh.NewLocator(m).Nearest(at)
		for seed := range uint64(sets) {
			f := newFinder(m, fields[name](rand.New(rand.NewPCG(seed, 7)), 600), 0.1)
			near := f.sheetAt(at, first, windowData, leastAlong)
			exponent, _, ok := f.window(near, at, f.tree.Distance(at, 1)).exponent(f.feet.Select(near.data))
			if !ok {
				t.Fatalf("%s: no density", name)
			}
			for _, p := range []float64{0.02, 0.1, 0.3} {
				if exponent > -math.Log(p) {
					below[p]++
				}
			}
		}
		for p, count := range below {
			if mean := p * sets; math.Abs(float64(count)-mean) > 4*math.Sqrt(mean*(1-p))+0.1*mean {
				t.Errorf("%s: chances below %g in %d of %d sets", name, p, count, sets)
			}
		}
	}
}

// Without leaves an edge around what is taken out, on the sheet it is on.
func TestWithout(t *testing.T) {
	for _, n := range []int{6, 30} {
		m := square(t, n)
		other := square(t, n)
		for i := range other.Vertices.Len() {
			other.Vertices.At(i)[2] = 0.05
		}
		both, err := mesh.Join(m, other)
		if err != nil {
			t.Fatal(err)
		}
		cut := Without(both, []Vacancy{{At: []float64{0.42, 0.51, 0}, Radius: 0.13},
			{At: []float64{0.75, 0.3, 0}, Radius: 0.1}})
		found := cut.Topology(mesh.TopologyOptions{})
		if found.Pieces() != 2 || found.Boundary() != 4 || found.Euler() != 0 || found.NonManifold != 0 ||
			!found.Orientable() {
			t.Errorf("%d points: %d pieces, %d boundaries, Euler characteristic %d, %d places that are none", n,
				found.Pieces(), found.Boundary(), found.Euler(), found.NonManifold)
		}
		if want := 2 - math.Pi*(0.13*0.13+0.1*0.1); math.Abs(cut.Measure()-want) > 0.01 {
			t.Errorf("%d points: the area is %v, want %v", n, cut.Measure(), want)
		}
	}
	if m := square(t, 3); Without(m, nil) != m {
		t.Error("nothing to take out made another mesh")
	}
}

// A small dense piece above the middle of a thin one does not make the data around it look missing.
func TestPiecesAreJudgedApart(t *testing.T) {
	for seed := range uint64(randomtest.Seeds(t, 5)) {
		rng := rand.New(rand.NewPCG(seed, 3))
		m, data := square(t, 40), spread(rng, 500, even)
		above, dense := square(t, 20), spread(rng, 600, even)
		for _, set := range []*points.Set{above.Vertices, dense} {
			for i := range set.Len() {
				x := set.At(i)
				x[0], x[1], x[2] = 0.3+0.4*x[0], 0.3+0.4*x[1], 0.1
			}
		}
		first := int32(m.Vertices.Len())
		for _, v := range above.Elements {
			m.Elements = append(m.Elements, first+v)
		}
		m.Vertices.Data = append(m.Vertices.Data, above.Vertices.Data...)
		data.Data = append(data.Data, dense.Data...)
		if found := Find(m, data, 0.05, limit); len(found) > 0 {
			t.Errorf("seed %d: %+v", seed, found)
		}
	}
}

// fold is a mesh of two unit squares a gap apart, joined by half a cylinder, and places on it by u in [0, 2 + pi gap/2]
// and v.
func fold(t testing.TB, gap float64) (m *mesh.Mesh, length float64, place func(u, v float64) []float64) {
	half := gap / 2
	length = 2 + math.Pi*half
	place = func(u, v float64) []float64 {
		switch {
		case u < 1:
			return []float64{u, v, 0}
		case u < length-1:
			sin, cos := math.Sincos((u - 1) / half)
			return []float64{1 + half*sin, v, half - half*cos}
		}
		return []float64{length - u, v, gap}
	}
	const long, wide = 81, 36
	set := points.New(0, 3)
	for i := range long {
		for j := range wide {
			set.Data = append(set.Data, place(length*float64(i)/(long-1), float64(j)/(wide-1))...)
		}
	}
	m, err := mesh.Parametric(set, []int{long, wide})
	if err != nil {
		t.Fatal(err)
	}
	return m, length, place
}

// Several vacancies that are unlikely each are less likely together; those that are not unlikely don't count.
func TestTogether(t *testing.T) {
	found := []Vacancy{{Chance: 0.02}, {Chance: 0.03}, {Chance: 0.04}, {Chance: 1}, {Chance: 1}}
	together(found)
	for k, v := range found[:3] {
		if !(v.Chance < 5e-5 && v.Chance > 1e-5) { // twice 1 - exp(-c) (1 + c + c^2/2) at c = 0.04
			t.Errorf("vacancy %d of three: %v", k, v.Chance)
		}
	}
	one := []Vacancy{{Chance: 1e-9}, {Chance: 0.1}, {Chance: 1}}
	if together(one); one[0].Chance != 1e-9 || one[1].Chance > 0.1 || one[2].Chance != 1 {
		t.Errorf("beside one that is sure: %+v", one)
	}
	together(nil)
}

// Data of a dense half of a folded sheet do not make data of the other look missing.
func TestFoldedHalvesAreJudgedApart(t *testing.T) {
	const thin = 8 // times as few in the other half
	for _, test := range []struct {
		gap float64
		n   int
	}{{0.2, 2000}, {0.15, 4000}} {
		m, length, place := fold(t, test.gap)
		for seed := range uint64(randomtest.Seeds(t, 6)) {
			rng := rand.New(rand.NewPCG(seed, 5))
			data := points.New(0, 3)
			for data.Len() < test.n {
				u, v := length*rng.Float64(), rng.Float64()
				if rng.Float64() < math.Pow(thin, -min(1, max(0, (u-1)/(length-2)))) {
					data.Data = append(data.Data, place(u, v)...)
				}
			}
			if found := Find(m, data, 0.03, limit); len(found) > 0 {
				t.Errorf("%d points, seed %d: %+v", test.n, seed, found[0])
			}
		}
	}
}

// Data that are nearest to one place of the mesh, as those beside an edge of it are, end the search around it.
func TestDataOfOneFoot(t *testing.T) {
	m, data := square(t, 60), points.New(0, 3)
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		data.Data = append(data.Data, rng.Float64(), rng.Float64(), 0)
	}
	for k := range 20 {
		data.Data = append(data.Data, 0.3, 0.4, 0.001*float64(k))
	}
	if found := Find(m, data, 0.1, limit); len(found) > 0 {
		t.Errorf("%+v", found)
	}
}

// Whatever the mesh and the data, the search ends: with elements of no size, of few vertices in all ways, of huge and
// tiny numbers, and data on a coarse grid.
func TestOddMeshesEnd(t *testing.T) {
	for seed := range uint64(randomtest.Seeds(t, 60)) {
		rng := rand.New(rand.NewPCG(seed, 9))
		dim, size := 2+rng.IntN(3), math.Pow(10, float64(rng.IntN(25)-12))
		m := &mesh.Mesh{Dimension: 1 + rng.IntN(2), Vertices: points.New(4+rng.IntN(40), dim)}
		grid := func() float64 { return size * float64(rng.IntN(3+rng.IntN(20))) / 4 }
		for i := range m.Vertices.Data {
			m.Vertices.Data[i] = grid()
		}
		for range (m.Dimension + 1) * rng.IntN(60) {
			m.Elements = append(m.Elements, int32(rng.IntN(m.Vertices.Len())))
		}
		data := points.New(50+rng.IntN(400), dim)
		for i := range data.Data {
			if data.Data[i] = grid(); rng.IntN(2) == 0 {
				data.Data[i] += size * rng.Float64() * 1e-9
			}
		}
		for _, v := range Find(m, data, size*math.Pow(10, float64(rng.IntN(6)-3)), 1) {
			if !(v.Radius > 0 && v.Chance >= 0 && v.Chance <= 1) {
				t.Errorf("seed %d: %+v", seed, v)
			}
		}
	}
}
