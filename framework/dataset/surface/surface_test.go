package surface

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ebim/framework/dataset"
	"ebim/framework/mesh"
	"ebim/framework/points"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// ball is a mesh of the unit sphere: an octahedron whose triangles are cut in four, times over.
func ball(times int) *mesh.Mesh {
	m := &mesh.Mesh{Dimension: 2, Vertices: &points.Set{Dim: 3, Data: []float64{1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0,
		0, 0, 1, 0, 0, -1}}, Elements: []int32{0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5}}
	for range times {
		middles := map[mesh.Edge]int32{}
		m.Edges(func(e mesh.Edge) {
			if _, known := middles[e]; known {
				return
			}
			middles[e] = int32(m.Vertices.Len())
			x := append([]float64(nil), m.Vertices.At(int(e[0]))...)
			floats.Add(x, m.Vertices.At(int(e[1])))
			floats.Scale(1/floats.Norm(x, 2), x)
			m.Vertices.Data = append(m.Vertices.Data, x...)
		})
		m.Bisect(middles)
	}
	return m
}

// potato is an uneven surface of one piece, so that its eigenvalues are simple.
func potato(times int) *mesh.Mesh {
	m := ball(times)
	for i := range m.Vertices.Len() {
		x := m.Vertices.At(i)
		x[0], x[1], x[2] = 2*x[0]+0.3*x[1]*x[1], 1.3*x[1]+0.2*x[0]*x[2], x[2]*(1+0.3*x[0])
	}
	return m
}

// at writes a mesh to a file and returns the source of an eigenfunction's density on it.
func at(t *testing.T, m *mesh.Mesh, k int) *Surface {
	t.Helper()
	folder := t.TempDir()
	file, err := os.Create(filepath.Join(folder, "shape.obj"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := mesh.WriteOBJ(file, m); err != nil {
		t.Fatal(err)
	}
	s := &Surface{File: "shape.obj", Eigenfunction: k, Scale: 1}
	s.Locate(dataset.Env{Dir: folder})
	return s
}

// On the unit sphere the eigenvalues are l (l+1), 2 l + 1 times each.
func TestEigenvaluesOfASphere(t *testing.T) {
	matrix, _, err := laplacian(ball(4))
	if err != nil {
		t.Fatal(err)
	}
	for k, l := range map[int]float64{0: 0, 1: 1, 3: 1, 4: 2, 8: 2, 9: 3, 24: 4, 25: 5} {
		value, _, err := lowest(matrix, k)
		if err != nil {
			t.Fatal(err)
		}
		if want := l * (l + 1); math.Abs(value-want) > 0.05*want+1e-8 {
			t.Errorf("eigenvalue %d is %v; %v up to the mesh's size is needed", k, value, want)
		}
	}
}

func TestEigenvectorsAreThoseOfTheDenseMatrix(t *testing.T) {
	matrix, _, err := laplacian(potato(3))
	if err != nil {
		t.Fatal(err)
	}
	n := matrix.len()
	dense := mat.NewSymDense(n, nil)
	for i := range n {
		for e := matrix.starts[i]; e < matrix.starts[i+1]; e++ {
			dense.SetSym(i, matrix.columns[e], matrix.values[e])
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(dense, true) {
		t.Fatal("no decomposition")
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	for _, k := range []int{1, 10, 50, n - 1} {
		value, vector, err := lowest(matrix, k)
		if err != nil {
			t.Fatal(err)
		}
		want := eigen.Values(nil)[k]
		if math.Abs(value-want) > 1e-8*want {
			t.Errorf("eigenvalue %d is %v; %v is needed", k, value, want)
		}
		if cosine := math.Abs(floats.Dot(vector, mat.Col(nil, k, &vectors))); cosine < 1-1e-8 {
			t.Errorf("eigenvector %d has the cosine %v with the right one", k, cosine)
		}
	}
	if _, _, err := lowest(matrix, n); err == nil {
		t.Error("more eigenvectors than vertices")
	}
}

func TestMeanOfPositive(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		corners := [3]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		const n = 400
		sum := 0.0
		for i := range n {
			for j := range n { // both triangles of a square
				a, b := (float64(i)+0.5)/n, (float64(j)+0.5)/n
				if a+b > 1 {
					a, b = 1-a, 1-b
				}
				sum += max(0, corners[0]*(1-a-b)+corners[1]*a+corners[2]*b)
			}
		}
		if got, want := meanOfPositive(corners), sum/(n*n); math.Abs(got-want) > 1e-4 {
			t.Errorf("of %v it is %v; %v is needed", corners, got, want)
		}
	}
}

// The density integrates to 1, and draws have its moments. Six statistics of one fixed seed are within 4.5 standard
// errors with probability 1 - 4e-5.
func TestDensityOfAnEigenfunction(t *testing.T) {
	for _, k := range []int{0, 7} {
		s := at(t, potato(3), k)
		even, shares := s.Evenly(100000)
		mass, means := 0.0, make([]float64, 3)
		for i, share := range shares {
			p := share * math.Exp(s.LogDensity(even.At(i)))
			mass += p
			floats.AddScaled(means, p, even.At(i))
		}
		if math.Abs(mass-1) > 2e-3 {
			t.Errorf("the density of eigenfunction %d integrates to %v", k, mass)
		}
		const n = 20000
		drawn := s.Sample(rand.New(rand.NewPCG(3, uint64(k))), n)
		for axis, mean := range means {
			column := make([]float64, n)
			for i := range column {
				column[i] = drawn.At(i)[axis]
			}
			got, deviation := stat.MeanStdDev(column, nil)
			if math.Abs(got-mean) > 4.5*deviation/math.Sqrt(n)+2e-3 {
				t.Errorf("draws of eigenfunction %d have the mean %v on axis %d; %v is needed", k, got, axis, mean)
			}
		}
		for i := range 1000 {
			if density := s.LogDensity(drawn.At(i)); math.IsInf(density, 0) || math.IsNaN(density) {
				t.Fatalf("a draw has the log density %v", density)
			}
		}
	}
}

func TestNearestIsThatOfAllTriangles(t *testing.T) {
	s := at(t, potato(2), 0)
	m, rng := s.density().mesh, rand.New(rand.NewPCG(2, 2))
	for range 200 {
		x := []float64{3 * rng.NormFloat64(), 2 * rng.NormFloat64(), 2 * rng.NormFloat64()}
		least := math.Inf(1)
		for i := range m.Len() {
			least = min(least, floats.Distance(x, m.NearestOn(i, x), 2))
		}
		if d := floats.Distance(x, s.Nearest(x), 2); math.Abs(d-least) > 1e-12 {
			t.Errorf("the nearest point of %v is %v away; %v is possible", x, d, least)
		}
	}
}

func TestTopologyAndScale(t *testing.T) {
	s := at(t, ball(2), 0)
	topology, known := s.Topology()
	if want := (dataset.Topology{Dimension: 2, Components: 1, EulerCharacteristics: []int{2}}); !known ||
		!topology.Equal(want) {
		t.Errorf("the sphere is taken for %v, known: %v", topology, known)
	}
	small := s.LogDensity([]float64{1, 0, 0})
	s.Scale = 2
	if large := s.LogDensity([]float64{2, 0, 0}); math.Abs(small-large-math.Log(4)) > 1e-12 {
		t.Errorf("on twice the sphere the density falls by %v nats", small-large)
	}
	open := ball(2)
	open.Elements = open.Elements[3:]
	if _, known := at(t, open, 0).Topology(); known {
		t.Error("a surface with a hole is taken for a closed one")
	}
}

func TestMistakes(t *testing.T) {
	flat := ball(0)
	copy(flat.Vertices.At(4), flat.Vertices.At(2))
	lone := ball(0)
	lone.Vertices.Data = append(lone.Vertices.Data, 0, 0, 0)
	for want, s := range map[string]*Surface{
		"no area":        at(t, flat, 1),
		"no triangle":    at(t, lone, 1),
		"vertices has 0": at(t, ball(0), 6),
		"no file":        {File: "absent.obj", Scale: 1},
	} {
		_, err := s.Load(s.env, rand.New(rand.NewPCG(0, 0)), 10)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v; one with %q is needed", err, want)
		}
	}
	if (&Surface{File: "shape.stl"}).Check() == nil {
		t.Error("a format that can't be read is accepted")
	}
	s := at(t, ball(1), 2)
	one, err := s.Load(s.env, rand.New(rand.NewPCG(1, 0)), 5)
	if err != nil {
		t.Fatal(err)
	}
	again, err := s.Load(s.env, rand.New(rand.NewPCG(1, 0)), 5)
	if err != nil || !slices.Equal(one.Data, again.Data) {
		t.Errorf("equal seeds give other points, or %v", err)
	}
}
