package surface

import (
	"math"
	"math/rand/v2"
	"slices"

	"ebim/framework/dataset"
	"ebim/framework/mesh"
	"ebim/framework/neighbors"
	"ebim/framework/points"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/spatial/r3"
)

// density is the density of the positive part of a function that is linear on each triangle.
type density struct {
	mesh    *mesh.Mesh
	values  []float64 // of the function, at each vertex
	total   float64   // the integral of its positive part
	sampler *mesh.Sampler
	centers *neighbors.Tree // of the triangles
	reach   float64         // largest distance of a corner to its triangle's center
}

// newDensity is that of the k-th eigenfunction.
func newDensity(m *mesh.Mesh, k int) (*density, error) {
	d := &density{mesh: m, values: make([]float64, m.Vertices.Len())}
	for i := range d.values {
		d.values[i] = 1
	}
	if k > 0 {
		matrix, root, err := laplacian(m)
		if err != nil {
			return nil, err
		}
		if _, d.values, err = lowest(matrix, k); err != nil {
			return nil, err
		}
		floats.Mul(d.values, root)
		if -floats.Min(d.values) > floats.Max(d.values) {
			floats.Scale(-1, d.values)
		}
	}
	weights := m.Measures()
	centers := points.New(m.Len(), 3)
	for i := range weights {
		corners := d.corners(i)
		weights[i] *= meanOfPositive(corners)
		for _, vertex := range m.Element(i) {
			floats.AddScaled(centers.At(i), 1.0/3, m.Vertices.At(int(vertex)))
		}
		for _, vertex := range m.Element(i) {
			d.reach = max(d.reach, floats.Distance(centers.At(i), m.Vertices.At(int(vertex)), 2))
		}
	}
	d.total, d.centers = floats.Sum(weights), neighbors.New(centers)
	var err error
	d.sampler, err = mesh.NewSampler(m, weights)
	return d, err
}

// corners are the function's values at those of a triangle.
func (d *density) corners(triangle int) (values [3]float64) {
	for k, vertex := range d.mesh.Element(triangle) {
		values[k] = d.values[vertex]
	}
	return values
}

// meanOfPositive is the mean, over a triangle, of the positive part of the linear function with these values at its
// corners: where one corner is positive that part lives on a triangle with this corner.
func meanOfPositive(corners [3]float64) float64 {
	sorted := corners[:]
	slices.Sort(sorted)
	low, middle, high := sorted[0], sorted[1], sorted[2]
	mean := (low + middle + high) / 3
	switch {
	case high <= 0:
		return 0
	case low >= 0:
		return mean
	case middle <= 0:
		return high * high * high / (3 * (high - middle) * (high - low))
	}
	return mean - low*low*low/(3*(middle-low)*(high-low)) // the part below 0 lives on a triangle with the low corner
}

// draw gives n independent points: a triangle by its share of the integral, and in it a point by rejection.
func (d *density) draw(rng *rand.Rand, n int) *points.Set {
	set := points.New(n, 3)
	for i := range n {
		triangle, point, shares := d.sampler.Draw(rng)
		corners := d.corners(triangle)
		highest := slices.Max(corners[:])
		for rng.Float64()*highest >= floats.Dot(shares, corners[:]) {
			next := d.mesh.UniformPoint(triangle, point, rng)
			shares = next[:]
		}
		copy(set.At(i), point)
	}
	return set
}

// value is that of the function at the surface's point nearest to x.
func (d *density) value(x []float64) float64 {
	triangle, foot := d.nearest(x)
	corners, shares := d.corners(triangle), d.barycentric(triangle, foot)
	return floats.Dot(corners[:], shares[:])
}

// barycentric are the shares of a triangle's corners in a point of it, by least squares.
func (d *density) barycentric(triangle int, x []float64) [3]float64 {
	corners := d.mesh.Element(triangle)
	a := vector(d.mesh, corners[0])
	u, v := r3.Sub(vector(d.mesh, corners[1]), a), r3.Sub(vector(d.mesh, corners[2]), a)
	w := r3.Sub(r3.Vec{X: x[0], Y: x[1], Z: x[2]}, a)
	uu, uv, vv, uw, vw := r3.Norm2(u), r3.Dot(u, v), r3.Norm2(v), r3.Dot(u, w), r3.Dot(v, w)
	area := uu*vv - uv*uv
	s, t := (vv*uw-uv*vw)/area, (uu*vw-uv*uw)/area
	return [3]float64{1 - s - t, s, t}
}

// nearest is the triangle nearest to x, with its point. Triangles are asked in the order of their centers' distances,
// up to where no other can be nearer.
func (d *density) nearest(x []float64) (triangle int, foot []float64) {
	triangle, least := -1, math.Inf(1)
	for asked, count := 0, 16; ; count *= 2 {
		near, distances := d.centers.Nearest(x, count)
		for i := asked; i < len(near); i++ {
			if distances[i]-d.reach > least {
				return triangle, foot
			}
			at := d.mesh.NearestOn(near[i], x)
			if d := floats.Distance(at, x, 2); d < least {
				triangle, foot, least = near[i], at, d
			}
		}
		if asked = len(near); asked == d.mesh.Len() {
			return triangle, foot
		}
	}
}

// evenly gives n points at equal steps of the area, at places within triangles that fill these evenly (Roberts's
// sequence of two dimensions).
func (d *density) evenly(n int) (*points.Set, []float64) {
	measures := d.mesh.Measures()
	area := floats.Sum(measures)
	set, shares := points.New(n, 3), make([]float64, n)
	triangle, passed := 0, 0.0
	for i := range n {
		for triangle < len(measures)-1 && passed+measures[triangle] < area*(float64(i)+0.5)/float64(n) {
			passed += measures[triangle]
			triangle++
		}
		_, a := math.Modf(float64(i) * 0.7548776662466927)
		_, b := math.Modf(float64(i) * 0.5698402909980532)
		if a+b > 1 {
			a, b = 1-a, 1-b
		}
		for k, share := range [3]float64{1 - a - b, a, b} {
			floats.AddScaled(set.At(i), share, d.mesh.Vertices.At(int(d.mesh.Element(triangle)[k])))
		}
		shares[i] = area / float64(n)
	}
	return set, shares
}

func (d *density) topology() (dataset.Topology, bool) {
	found := d.mesh.Topology(mesh.TopologyOptions{Debris: -1})
	topology := dataset.Topology{Dimension: 2, Components: len(found.Components)}
	for _, c := range found.Components {
		if !c.Closed || !c.Orientable || c.NonManifold > 0 {
			return dataset.Topology{Dimension: 2}, false
		}
		topology.EulerCharacteristics = append(topology.EulerCharacteristics, c.Euler)
	}
	slices.SortFunc(topology.EulerCharacteristics, func(a, b int) int { return b - a })
	return topology, true
}
