package ridged

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

// parametric is a surface by two numbers, each in [0, 2 pi) or, of the second, in another range.
type parametric struct {
	at          func(u, v float64) []float64
	low, high   float64 // of v
	euler, ends int
	orientable  bool
	apart       float64 // of the net
}

func surfaces() map[string]parametric {
	turn := 2 * math.Pi
	return map[string]parametric{
		"torus": {func(u, v float64) []float64 {
			r := 2 + 0.8*math.Cos(v)
			return []float64{r * math.Cos(u), r * math.Sin(u), 0.8 * math.Sin(v)}
		}, 0, turn, 0, 0, true, 0.2},
		"thin torus": {func(u, v float64) []float64 {
			r := 1.7 + 0.23*math.Cos(v)
			return []float64{r * math.Cos(u), r * math.Sin(u), 0.23 * math.Sin(v)}
		}, 0, turn, 0, 0, true, 0.11},
		"Moebius band": {func(u, v float64) []float64 {
			r := 2 + v*math.Cos(u/2)
			return []float64{r * math.Cos(u), r * math.Sin(u), v * math.Sin(u/2)}
		}, -0.7, 0.7, 0, 1, false, 0.2},
		"cylinder": {func(u, v float64) []float64 { return []float64{math.Cos(u), math.Sin(u), v} }, -1, 1, 0, 2, true,
			0.2},
		"Klein bottle": {func(u, v float64) []float64 {
			r := 2 + math.Cos(v)
			return []float64{r * math.Cos(u), r * math.Sin(u), math.Sin(v) * math.Cos(u/2),
				math.Sin(v) * math.Sin(u/2)}
		}, 0, turn, 0, 0, false, 0.2},
	}
}

// net is points of the surface with tangents by differences, thinned and relaxed in its parameters by rejection alone.
func (s parametric) net(apart float64, rng *rand.Rand) *net {
	const h = 1e-5
	dim := len(s.at(0, 0))
	x, tangents := points.New(0, dim), [][][]float64(nil)
	for range 40000 {
		u, v := 2*math.Pi*rng.Float64(), s.low+(s.high-s.low)*rng.Float64()
		x.Data = append(x.Data, s.at(u, v)...)
		both := mat.NewDense(dim, 2, nil)
		for j := range dim {
			both.Set(j, 0, (s.at(u+h, v)[j]-s.at(u-h, v)[j])/(2*h))
			both.Set(j, 1, (s.at(u, v+h)[j]-s.at(u, v-h)[j])/(2*h))
		}
		var qr mat.QR
		qr.Factorize(both)
		var q mat.Dense
		qr.QTo(&q)
		tangents = append(tangents, columns(&q, 2))
	}
	n := &net{apart: apart}
	taken := thinned(&Projected{Points: x}, apart, rng)
	n.at, n.pull = x.Select(taken), make([]float64, len(taken))
	for k, i := range taken {
		n.tangents = append(n.tangents, tangents[i])
		if v := x.At(i); dim == 3 && s.ends == 2 && math.Abs(v[2]) > 1-apart { // as at an edge
			n.pull[k] = 0.5
		}
	}
	return n
}

func TestStarsAgreeOnSurfaces(t *testing.T) {
	for name, s := range surfaces() {
		for seed := range uint64(3) {
			n := s.net(s.apart, rand.New(rand.NewPCG(seed, 1)))
			m := n.mesh(2)
			n.fill(m, func(*mesh.Mesh, []int32) (found, expected float64) { return 0, 0 })
			orient(m)
			found := m.Topology(mesh.TopologyOptions{})
			if len(found.Components) != 1 {
				t.Errorf("%s, seed %d: %d components", name, seed, len(found.Components))
				continue
			}
			if c := found.Components[0]; c.Euler != s.euler || c.BoundaryLoops != s.ends ||
				c.Orientable != s.orientable ||
				c.NonManifold != 0 {
				t.Errorf("%s, seed %d: %+v", name, seed, c)
			}
		}
	}
}

func TestFlaws(t *testing.T) {
	for _, test := range []struct {
		edges                 int
		pull, found, expected float64
		want                  bool
	}{
		{30, 0.1, 0, 10, true},   // nothing pulls
		{30, 0.5, 0, 10, false},  // an edge
		{80, 0.5, 40, 80, true},  // data go on
		{80, 0.1, 5, 80, false},  // too long to be closed without
		{39, 0.3, 2, 60, false},  // a tube's end
		{39, 0.3, 10, 60, true},  // some data
		{30, 0.3, 0, 2, true},    // too few to tell
		{60, 0.3, 2, 2.5, false}, // the same
	} {
		if got := isFlaw(test.edges, test.pull, test.found, test.expected); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

// A hole is closed where data go on in it, and the mesh is as before where it isn't.
func TestHolesAreFilledByData(t *testing.T) {
	s := surfaces()["cylinder"]
	for found, want := range map[float64]int{0: 3, 50: 2} {
		n := s.net(s.apart, rand.New(rand.NewPCG(1, 1)))
		m := n.mesh(2)
		n.fill(m, func(*mesh.Mesh, []int32) (found, expected float64) { return 0, 0 })
		near := func(m *mesh.Mesh, i int, radius float64) bool {
			return points.SquaredDistance(m.Vertices.At(int(m.Element(i)[0])), []float64{1, 0, 0}) < radius*radius
		}
		m = m.Part(func(i int) bool { return !near(m, i, 0.5) })
		for i := range n.pull {
			n.pull[i] = 0.5
		}
		before := m.Len()
		n.fill(m, func(patch *mesh.Mesh, _ []int32) (float64, float64) {
			if near(patch, 0, 0.8) {
				return found, 50
			}
			return 0, 50
		})
		topology := m.Topology(mesh.TopologyOptions{})
		if topology.Boundary() != want || found == 0 && m.Len() != before {
			t.Errorf("%v of 50 data in the hole: %d boundary loops, %d triangles before and %d after", found,
				topology.Boundary(), before, m.Len())
		}
	}
}

// A large matrix's least eigenvalues by iteration are those of the whole factorization.
func TestLowestEigenvalues(t *testing.T) {
	const n = MostExact + 20
	rng := rand.New(rand.NewPCG(1, 2))
	random := mat.NewDense(n, n, nil)
	random.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, random)
	var qr mat.QR
	qr.Factorize(random)
	var q, product mat.Dense
	qr.QTo(&q)
	diagonal := mat.NewDiagDense(n, nil)
	for i := range n {
		diagonal.SetDiag(i, 1-0.05*rng.Float64())
	}
	diagonal.SetDiag(3, -0.1)
	diagonal.SetDiag(5, 0.02)
	diagonal.SetDiag(8, 0.6)
	product.Product(&q, diagonal, q.T())
	a := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			a.SetSym(i, j, product.At(i, j))
		}
	}
	values, vectors := lowest(a, 3)
	for k, want := range []float64{-0.1, 0.02, 0.6} {
		if math.Abs(values[k]-want) > 1e-4 {
			t.Errorf("eigenvalue %d is %v, not %v", k, values[k], want)
		}
		var image mat.VecDense
		image.MulVec(a, mat.NewVecDense(n, vectors[k]))
		for i := range n {
			if math.Abs(image.AtVec(i)-want*vectors[k][i]) > 5e-3 {
				t.Fatalf("vector %d is no eigenvector of the matrix", k)
			}
		}
	}
}

// Where 1.25 - A has a rank below that of the space of the iteration, its vectors are orthonormal all the same, and
// values that are not finite give none.
func TestLowestOfFewRanks(t *testing.T) {
	const n, count = 24, 3
	ones := mat.NewSymDense(n, nil) // 1.25 - 1/n in each entry: eigenvalues 0.25 and 1.25
	for i := range n {
		for j := i; j < n; j++ {
			ones.SetSym(i, j, -1./n)
		}
		ones.SetSym(i, i, 1.25-1./n)
	}
	same, holes := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
	for i := range n {
		same.SetSym(i, i, 1.25)
		holes.SetSym(i, i, 1.25)
	}
	holes.SetSym(0, 0, 0)
	holes.SetSym(1, 1, 0.5)
	for _, test := range []struct {
		a    *mat.SymDense
		want []float64
	}{{ones, []float64{0.25, 1.25, 1.25}}, {same, []float64{1.25, 1.25, 1.25}}, {holes, []float64{0, 0.5, 1.25}}} {
		values, vectors := lowest(test.a, count)
		for k, v := range vectors {
			if math.Abs(values[k]-test.want[k]) > 1e-12 {
				t.Errorf("eigenvalues %v, want %v", values, test.want)
			}
			for l, other := range vectors[:k+1] {
				if want := map[bool]float64{true: 1}[k == l]; math.Abs(floats.Dot(v, other)-want) > 1e-12 {
					t.Errorf("vectors %d and %d have the product %v", k, l, floats.Dot(v, other))
				}
			}
		}
	}
	same.SetSym(2, 3, math.NaN())
	if values, _ := lowest(same, count); !math.IsNaN(values[0]) {
		t.Errorf("of a matrix with NaN: %v", values)
	}
}

// At the end of evenly distributed data on a half-line, the blurred density's slope is s phi(0)/Phi(0).
func TestPullAtAnEdge(t *testing.T) {
	const s, h = 0.3, 1e-6
	log := func(z float64) float64 { return math.Log(0.5 * math.Erfc(-z/s/math.Sqrt2)) }
	if pull := s * (log(h) - log(-h)) / (2 * h); math.Abs(pull-edge) > 1e-6 {
		t.Errorf("the pull is %v, not %v", pull, edge)
	}
}
