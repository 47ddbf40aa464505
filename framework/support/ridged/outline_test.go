package ridged

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/mesh"
	"ebim/framework/neighbors"
	"ebim/framework/parallel"
	"ebim/framework/points"
)

// plate is a part of the square from -1 to 1, and its area.
type plate struct {
	inside func(x, y float64) bool
	area   float64
}

// notched are plates whose edges turn inward.
func notched() map[string]plate {
	ring := func(x, y float64) bool { r := math.Hypot(x, y); return r > 0.5 && r < 1 }
	star := func(x, y float64) bool { // corners at radii 1 and 0.4
		const half = math.Pi / 5
		a := math.Abs(math.Remainder(math.Atan2(y, x), 2*half))
		u, v := math.Hypot(x, y)*math.Cos(a), math.Hypot(x, y)*math.Sin(a)
		p, q := 0.4*math.Cos(half), 0.4*math.Sin(half)
		return (p-1)*v-q*(u-1) > 0
	}
	comb := func(x, y float64) bool {
		return y < -0.5 || math.Mod(2.5*(x+1), 1) > 0.35
	}
	sharp := func(x, y float64) bool {
		r, a := math.Hypot(x, y), math.Abs(math.Remainder(math.Atan2(y, x)-1, 2*math.Pi))
		return r < 0.3+0.7*(a/math.Pi)
	}
	plates := map[string]plate{
		"star": {inside: star}, "comb": {inside: comb}, "sharp notch": {inside: sharp},
		"narrow mouth": {inside: func(x, y float64) bool { return ring(x, y) && (x < 0 || math.Abs(y) > 0.06) }},
	}
	const cells = 1000
	for name, p := range plates {
		for i := range cells {
			for j := range cells {
				if p.inside(2*(float64(i)+0.5)/cells-1, 2*(float64(j)+0.5)/cells-1) {
					p.area += 4.0 / (cells * cells)
				}
			}
		}
		plates[name] = p
	}
	return plates
}

// drawn is points of a plate.
func (p plate) drawn(count int, rng *rand.Rand) *points.Set {
	all := points.New(0, 3)
	for all.Len() < count {
		if x, y := 2*rng.Float64()-1, 2*rng.Float64()-1; p.inside(x, y) {
			all.Data = append(all.Data, x, y, 0)
		}
	}
	return all
}

// withinEdge reports whether points are within the edge of flat data that are blurred by a noise.
func withinEdge(x, data *points.Set, noise float64) []bool {
	within := make([]bool, x.Len())
	parallel.Each(x.Len(), func(i int) {
		at, total, u, v := x.At(i), 0.0, 0.0, 0.0
		for k := range data.Len() {
			y := data.At(k)
			a, b := (at[0]-y[0])/noise, (at[1]-y[1])/noise
			w := math.Exp(-(a*a + b*b) / 2)
			total, u, v = total+w, u+w*a, v+w*b
		}
		within[i] = math.Hypot(u, v) < edge*total
	})
	return within
}

// cloudOf is data with noise, within the edge.
func cloudOf(data *points.Set, noise float64, rng *rand.Rand) *points.Set {
	all := points.New(8000, 3)
	for i := range all.Len() {
		from := data.At(rng.IntN(data.Len()))
		all.At(i)[0], all.At(i)[1] = from[0]+noise*rng.NormFloat64(), from[1]+noise*rng.NormFloat64()
	}
	var within []int
	for i, is := range withinEdge(all, data, noise) {
		if is {
			within = append(within, i)
		}
	}
	return all.Select(within)
}

// netOf is the mesh of about evenly spread ones of points, each in the middle of what is nearest to it.
func netOf(all *points.Set, apart float64, rng *rand.Rand) *mesh.Mesh {
	cloud := &Projected{Points: all}
	n := &net{at: all.Select(thinned(cloud, apart, rng)), apart: apart}
	for range 4 {
		tree, sum, count := neighbors.New(n.at), points.New(n.at.Len(), 3), make([]float64, n.at.Len())
		for i := range all.Len() {
			near, _ := tree.Nearest(all.At(i), 1)
			count[near[0]]++
			for j, v := range all.At(i) {
				sum.At(near[0])[j] += v
			}
		}
		moved := points.New(n.at.Len(), 3)
		for i, c := range count {
			for j, v := range n.at.At(i) {
				moved.At(i)[j] = (v + sum.At(i)[j]/max(c, 1)) / 2
			}
		}
		n.at = moved
	}
	for range n.at.Len() {
		n.tangents = append(n.tangents, [][]float64{{1, 0, 0}, {0, 1, 0}})
	}
	return n.mesh(2)
}

// overlaps are the crossings of a flat surface's open sides, and the triangles that are turned over.
func overlaps(m *mesh.Mesh) (crossing, turned int) {
	s, flat := newSides(2), points.New(0, 2)
	for i := range m.Vertices.Len() {
		flat.Data = append(flat.Data, m.Vertices.At(i)[:2]...)
	}
	up := 0
	for i := range m.Len() {
		c := m.Element(i)
		s.add(c)
		u, v, _ := spanned(flat, c)
		if u[0]*v[1] > u[1]*v[0] {
			up++
		}
	}
	sides := &mesh.Mesh{Dimension: 1, Vertices: flat}
	for _, e := range s.open() {
		sides.Elements = append(sides.Elements, e[:]...)
	}
	return mesh.SelfIntersections(sides), min(up, m.Len()-up)
}

// An outline that grows to the edges of notched plates crosses nothing, as it does where each vertex moves for itself.
func TestOutlinesDoNotCrossAtNotches(t *testing.T) {
	const apart, noise = 0.04, 0.05
	crossed, worse := 0, 0
	for name, p := range notched() {
		for seed := range uint64(2) {
			rng := rand.New(rand.NewPCG(seed, 5))
			data := p.drawn(1000, rng)
			m := netOf(cloudOf(data, noise, rng), apart, rng)
			orient(m)
			crosses, turns := overlaps(m)
			before, topology := math.Abs(m.Measure()/p.area-1), shapeOf(m)
			vertices, outward := boundary(m)
			to, err := outermost(m.Vertices.Select(vertices), outward, apart,
				func(next *points.Set) (*points.Set, []bool, error) {
					return next, withinEdge(next, data, noise), nil
				})
			if err != nil {
				t.Fatal(err)
			}
			alone := &mesh.Mesh{Dimension: 2, Elements: m.Elements,
				Vertices: m.Vertices.Select(points.Range(0, m.Vertices.Len()))}
			for i, v := range vertices {
				copy(alone.Vertices.At(v), to.At(i))
			}
			c, turned := overlaps(alone)
			crossed += c + turned - crosses - turns
			newOutline(m, vertices, apart).grow(to)
			if c, turned := overlaps(m); c > crosses || turned > turns || shapeOf(m) != topology {
				t.Errorf("%s, seed %d: %d crossings, %d triangles turned over, %s became %s", name, seed, c, turned,
					topology, shapeOf(m))
			}
			after := math.Abs(m.Measure()/p.area - 1)
			t.Logf("%s, seed %d: area off by %.3f before, %.3f after; %d crossings and %d turned over in the net, "+
				"%d and %d alone",
				name, seed, before, after, crosses, turns, c, turned)
			if after > before/2 {
				worse++
			}
		}
	}
	if crossed == 0 {
		t.Error("these plates show no crossing of vertices that move each for itself")
	}
	if worse > 0 {
		t.Errorf("%d of 8 areas are off by more than half of what they were", worse)
	}
}
