package ridged

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

// lines is a curve of straight strands, each of points at equal distances.
func lines(count int, strands ...[2][]float64) *mesh.Mesh {
	m := &mesh.Mesh{Dimension: 1, Vertices: points.New(0, len(strands[0][0]))}
	for _, ends := range strands {
		for k := range count {
			if k > 0 {
				last := int32(m.Vertices.Len())
				m.Elements = append(m.Elements, last-1, last)
			}
			for j, from := range ends[0] {
				m.Vertices.Data = append(m.Vertices.Data, from+(ends[1][j]-from)*float64(k)/float64(count-1))
			}
		}
	}
	return m
}

// welded makes one vertex of those at one place.
func welded(m *mesh.Mesh) {
	for k, v := range m.Elements {
		for u := range v {
			if points.SquaredDistance(m.Vertices.At(int(u)), m.Vertices.At(int(v))) == 0 {
				m.Elements[k] = u
				break
			}
		}
	}
}

func TestJunctions(t *testing.T) {
	for name, test := range map[string]struct {
		m                       *mesh.Mesh
		parts, euler, junctions int
		at                      []float64 // of the junction
	}{
		"strands that cross": {lines(10, [2][]float64{{-1, -1}, {1, 1}}, [2][]float64{{-1, 1}, {1, -1}}), 1, 1, 1,
			[]float64{0, 0}},
		"strands of which one ends at the other": {lines(10, [2][]float64{{-1, 0}, {1, 0}},
			[2][]float64{{0.1, 1}, {0.1, 0.03}}), 1, 1, 1, []float64{0.1, 0}},
		"strands that pass each other in space": {lines(10, [2][]float64{{-1, -1, 0}, {1, 1, 0}},
			[2][]float64{{-1, 1, 0.2}, {1, -1, 0.2}}), 2, 2, 0, nil},
		"strands side by side": {lines(10, [2][]float64{{-1, 0}, {1, 0}}, [2][]float64{{-1, 0.02}, {1, 0.02}}), 2, 2, 0,
			nil},
		"strands that cross, drawn as two bends": {lines(10, [2][]float64{{-1, -1}, {-0.06, -0.01}},
			[2][]float64{{-0.06, -0.01}, {-0.06, 0.01}}, [2][]float64{{-0.06, 0.01}, {-1, 1}},
			[2][]float64{{1, -1}, {0.06, -0.01}}, [2][]float64{{0.06, -0.01}, {0.06, 0.01}},
			[2][]float64{{0.06, 0.01}, {1, 1}}), 1, 1, 1, []float64{0, 0}},
		"a corner that points at a strand": {lines(10, [2][]float64{{0, -1}, {0, 1}},
			[2][]float64{{1, -1}, {0.06, -0.06}},
			[2][]float64{{0.06, -0.06}, {0.06, 0.06}}, [2][]float64{{0.06, 0.06}, {1, 1}}), 1, 1, 1, []float64{0, 0}},
		"a strand from which two sides go, drawn as two bends": {lines(10, [2][]float64{{0, -1}, {0, -0.078125}},
			[2][]float64{{0, -0.078125}, {0.078125, 0.04296875}}, [2][]float64{{0.078125, 0.04296875}, {1, 0.55}},
			[2][]float64{{0, 1}, {0, 0.09375}}, [2][]float64{{0, 0.09375}, {-0.078125, 0.04296875}},
			[2][]float64{{-0.078125, 0.04296875}, {-1, 0.55}}), 1, 1, 1, []float64{0, 0}},
	} {
		welded(test.m)
		joinJunctions(test.m, test.m.Vertices, 0.15, 0.05)
		found, euler := test.m.Topology(mesh.TopologyOptions{}), 0
		for _, c := range found.Components {
			euler += c.Euler
		}
		if len(found.Components) != test.parts || euler != test.euler || found.NonManifold != test.junctions {
			t.Errorf("%s: %d components, Euler characteristic %d, %d junctions", name, len(found.Components), euler,
				found.NonManifold)
		}
		for _, p := range branches(test.m) {
			if d := points.SquaredDistance(p.at, test.at); math.Sqrt(d) > 1e-6 {
				t.Errorf("%s: the junction is at %v, not %v", name, p.at, test.at)
			}
		}
	}
}

// Blunt corners in space are joined where their sides point at one place, and data go through it: not where these stop
// short of it, nor where the sides of one point beside it.
func TestTouchingCorners(t *testing.T) {
	sides := func(count int, from, beside float64) *mesh.Mesh {
		side := func(x, beside, y, z float64) [2][]float64 {
			return [2][]float64{{x, beside + y, z}, {from * x, beside + from*y, from * z}}
		}
		return lines(count, side(-1, 0, 0.5, 0), side(-1, 0, -0.5, 0), side(1, beside, 0, 0.5),
			side(1, beside, 0, -0.5))
	}
	for name, test := range map[string]struct {
		beside float64
		data   *mesh.Mesh
		parts  int
	}{
		"data that go through":              {0, sides(60, 0, 0), 1},
		"data that stop short of it":        {0, sides(60, 0.1, 0), 2},
		"sides of one that point elsewhere": {0.2, sides(60, 0, 0.2), 2},
	} {
		m := sides(10, 0.1, test.beside)
		m.Elements = append(m.Elements, 9, 19, 29, 39)
		joinJunctions(m, test.data.Vertices, 0.15, 0.05)
		parts, junctions := len(m.Topology(mesh.TopologyOptions{}).Components), branches(m)
		if parts != test.parts || len(junctions) != 2-test.parts {
			t.Errorf("%s: %d components, junctions %v", name, parts, junctions)
		}
	}
}

// Tips that face each other and that the blur joins are two corners where data end before the place between.
func TestFacingTips(t *testing.T) {
	for before, parts := range map[float64]int{0: 1, 0.125: 2} {
		var sides, bent [][2][]float64
		for _, far := range [][]float64{{-1, 0.5}, {-1, -0.5}, {1, 0.5}, {1, -0.5}} {
			tip := []float64{before * far[0], 0}
			joined := []float64{tip[0] + 0.25*(far[0]-tip[0]), 0.25 * far[1]} // from where on the blur bends the side
			sides = append(sides, [2][]float64{far, tip})
			bent = append(bent, [2][]float64{far, joined}, [2][]float64{joined, {0, 0}})
		}
		data, m := lines(100, sides...).Vertices, lines(20, bent...)
		rng := rand.New(rand.NewPCG(1, 1))
		for i := range data.Data {
			data.Data[i] += 0.01 * rng.NormFloat64()
		}
		welded(m)
		joinJunctions(m, data, 0.4, 0.05)
		if found := m.Topology(mesh.TopologyOptions{}); len(found.Components) != parts || found.Boundary() != 4 {
			t.Errorf("tips %v from the place between: %d components, %d ends", before, len(found.Components),
				found.Boundary())
		}
		if far := meanDistance(m, data); far > 0.01 {
			t.Errorf("data are %v from the curve", far)
		}
	}
}

// Ends of strands that stop short of a corner are led to it by data, and nowhere without.
func TestFollow(t *testing.T) {
	corner := lines(200, [2][]float64{{-1, 0}, {0, 0}}, [2][]float64{{0, 0}, {0, -1}}).Vertices
	short := func() *mesh.Mesh {
		return lines(20, [2][]float64{{-1, 0}, {-0.15, 0}}, [2][]float64{{0, -0.1}, {0, -1}})
	}
	by := following{spacing: 0.02, next: 8, off: 0.025, tolerance: 0.005}
	m := short()
	follow(m, corner, by)
	if found := m.Topology(mesh.TopologyOptions{}); len(found.Components) != 1 || found.Boundary() != 2 {
		t.Errorf("strands of a corner: %+v", found)
	}
	nearest := math.Inf(1)
	for i := range m.Vertices.Len() {
		nearest = min(nearest, math.Hypot(m.Vertices.At(i)[0], m.Vertices.At(i)[1]))
	}
	if nearest > 0.02 {
		t.Errorf("the corner is %v away", nearest)
	}
	without := lines(200, [2][]float64{{-1, 0}, {-0.15, 0}}, [2][]float64{{0, -0.1}, {0, -1}}).Vertices
	m = short()
	follow(m, without, by)
	if found := m.Topology(mesh.TopologyOptions{}); len(found.Components) != 2 {
		t.Errorf("without data in the corner: %+v", found)
	}
}

func TestSimplified(t *testing.T) {
	line := [][]float64{{0, 0}, {1, 0.01}, {2, 0}, {2, 1}, {2.01, 2}}
	if got := simplified(line, 0.1); len(got) != 3 || got[1][0] != 2 || got[1][1] != 0 {
		t.Errorf("%v", got)
	}
}

// An arm that ends short of another strand is led there where data are between them, and not over a gap.
func TestFollowGoesStraight(t *testing.T) {
	bar := [2][]float64{{-1, 0}, {1, 0}}
	by := following{spacing: 0.02, next: 8, off: 0.05, tolerance: 0.005}
	for name, test := range map[string]struct {
		data  *mesh.Mesh
		parts int
	}{
		"data": {lines(200, bar, [2][]float64{{0, 1}, {0, 0}}), 1},
		"gap":  {lines(200, bar, [2][]float64{{0, 1}, {0, 0.07}}), 2},
	} {
		m := lines(41, bar, [2][]float64{{0, 1}, {0, 0.075}})
		follow(m, test.data.Vertices, by)
		if found := m.Topology(mesh.TopologyOptions{}); len(found.Components) != test.parts {
			t.Errorf("%s: %d components", name, len(found.Components))
		}
	}
}

// Two bends that data between them contradict are a crossing, and without these data two bends.
func TestRestoreCorners(t *testing.T) {
	bends := func() *mesh.Mesh {
		m := lines(20, [2][]float64{{-1, 0}, {-0.06, 0}}, [2][]float64{{0, 0.06}, {0, 1}},
			[2][]float64{{1, 0}, {0.06, 0}}, [2][]float64{{0, -0.06}, {0, -1}})
		m.Elements = append(m.Elements, 19, 20, 59, 60)
		return m
	}
	cross := lines(400, [2][]float64{{-1, 0}, {1, 0}}, [2][]float64{{0, -1}, {0, 1}}).Vertices
	by := following{spacing: 0.02, next: 8, off: 0.02, tolerance: 0.005}
	m := bends()
	restoreCorners(m, cross, by, 0.06)
	if found := branches(m); len(found) != 1 || math.Hypot(found[0].at[0], found[0].at[1]) > 0.01 {
		t.Errorf("a crossing of two bends has junctions %v", found)
	}
	m = bends()
	along := lines(20, [2][]float64{{-1, 0}, {-0.06, 0}}, [2][]float64{{-0.06, 0}, {0, 0.06}},
		[2][]float64{{0, 0.06}, {0, 1}})
	restoreCorners(m, along.Vertices, by, 0.06)
	if found := branches(m); len(found) != 0 {
		t.Errorf("two bends along their data have junctions %v", found)
	}
}

// A curve ends where its data do if a background leads it on, and thin data are data where there is none.
func TestCutTails(t *testing.T) {
	dense := lines(1000, [2][]float64{{-1, 0}, {1, 0}}).Vertices
	thin := lines(6, [2][]float64{{1.1, 0}, {1.6, 0}}).Vertices
	background := lines(8, [2][]float64{{-1, 1}, {1, 1.4}}, [2][]float64{{-1, -1}, {1, -1.3}}).Vertices
	joined := func(sets ...*points.Set) *points.Set {
		all := points.New(0, 2)
		for _, set := range sets {
			all.Data = append(all.Data, set.Data...)
		}
		return all
	}
	by := following{spacing: 0.008, next: 8, off: 0.02, tolerance: 0.005}
	for name, test := range map[string]struct {
		data *points.Set
		end  float64
	}{
		"background": {joined(dense, thin, background), 1},
		"thin data":  {joined(dense, thin), 1.6},
	} {
		m := lines(60, [2][]float64{{-1, 0}, {1.6, 0}})
		cutTails(m, test.data, by)
		last := math.Inf(-1)
		for _, v := range m.Elements {
			last = max(last, m.Vertices.At(int(v))[0])
		}
		if math.Abs(last-test.end) > 0.06 {
			t.Errorf("%s: the curve ends at %v, not %v", name, last, test.end)
		}
	}
}

// A strand whose data lie beyond its other end alone is left as it is, whatever rounding says of its length.
func TestCutTailsLeavesAStrand(t *testing.T) {
	m := lines(60, [2][]float64{{-1, 0.1}, {1.6, 0.3}})
	data := lines(8, [2][]float64{{-1, 1}, {1, 1.4}}, [2][]float64{{-1, -1}, {1, -1.3}}).Vertices
	for k := range 40 {
		data.Data = append(data.Data, 1.6+0.0001*float64(k), 0.3)
	}
	cutTails(m, data, following{spacing: 0.008, next: 8, off: 0.02, tolerance: 0.005})
	if m.Len() != 59 {
		t.Errorf("%d of 59 segments are left", m.Len())
	}
}

// Two bends whose sides would go straight on in each other are no crossing where data lie along the bends.
func TestBendsThatFaceEachOther(t *testing.T) {
	const turn, apart, radius = 0.4, 0.2, 0.9
	facing := func(step float64) *mesh.Mesh {
		m := &mesh.Mesh{Dimension: 1, Vertices: points.New(0, 2)}
		for _, side := range []float64{-1, 1} {
			first := int32(m.Vertices.Len())
			for along := -2.5; along <= 2.5; along += step { // length from the tip
				angle := min(max(along/turn, -math.Pi/2), math.Pi/2)
				straight := math.Abs(along - angle*turn)
				sine, cosine := math.Sincos(angle)
				m.Vertices.Data = append(m.Vertices.Data, side*(apart/2+turn*(1-cosine)+straight), turn*sine)
			}
			for v := first; int(v)+1 < m.Vertices.Len(); v++ {
				m.Elements = append(m.Elements, v, v+1)
			}
		}
		return m
	}
	m, data := facing(0.05), facing(0.01).Vertices
	if found := bentPasses(m, radius, 0.05); len(found) == 0 {
		t.Error("the bends are no place where strands may cross")
	}
	joinJunctions(m, data, radius, 0.05)
	if found := m.Topology(mesh.TopologyOptions{}); len(found.Components) != 2 || found.NonManifold != 0 {
		t.Errorf("%d components, %d junctions", len(found.Components), found.NonManifold)
	}
}
