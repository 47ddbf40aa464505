package model

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"ebim/framework/loss"
	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/train"
)

// support is where an energy's density lives while it is trained: a learned manifold in a box, or the whole box.
type support struct {
	train.Environment
	manifold *learnedManifold // nil: the box
}

func (s support) dimension() int {
	if s.manifold == nil {
		return len(s.Box)
	}
	return len(s.Box) - s.manifold.codimension
}

// facts are what a loss may know of the support.
func (s support) facts() loss.Support {
	return loss.Support{Manifold: s.manifold != nil, Dimension: s.dimension(), Ambient: len(s.Box)}
}

// onto is the points of the support that are nearest to x, without those for which none is found.
func (s support) onto(ctx context.Context, x *points.Set) (*points.Set, error) {
	if s.manifold == nil {
		return x, nil
	}
	near, err := s.manifold.Nearest(ctx, x)
	if err != nil {
		return nil, err
	}
	var found []int
	for i, residual := range near.Residual {
		if residual <= onManifold {
			found = append(found, i)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("none of %d data points reached the learned manifold; "+
			"train the manifold longer, or with another seed or min_singular_value", x.Len())
	}
	return near.Points.Select(found), nil
}

// checkQuadrature says why there is no quadrature of the support, or nil.
func (s support) checkQuadrature() error {
	if s.manifold == nil {
		return checkBox(s.dimension())
	}
	return s.manifold.checkMesh()
}

// quadrature is that of the support with so many cells along the longest axis of the box (along each, of a box without
// manifold): the vertices of a manifold's mesh, or the cells' centres of a box. Both are of second order in the cells' size.
// In a box the centres are preferred to Gauss-Legendre nodes: these resolve the box's faces, where a density that vanishes
// there (as padding makes it) leaves the midpoint rule without error of any order in the size (Euler-Maclaurin), and are
// pi/2 times sparser in its middle.
func (s support) quadrature(ctx context.Context, cells int) (*quadrature, error) {
	if s.manifold == nil {
		return boxQuadrature(s.Box, cells), nil
	}
	made, err := s.manifold.Mesh(ctx, cells)
	if err != nil {
		return nil, err
	}
	return meshQuadrature(made), nil
}

// quadrature is nodes of a support, with the logarithms of the weights that integrate over it.
type quadrature struct {
	nodes      *points.Set
	logWeights []float64
	weights    random.Weights
}

func (q *quadrature) add(weight float64) {
	q.logWeights = append(q.logWeights, math.Log(weight))
	q.weights.Add(weight)
}

// meshQuadrature gives each vertex its share of the elements around it, so that functions that are linear in each element
// are integrated as by the mesh. Vertices without a share are left out.
func meshQuadrature(m *mesh.Mesh) *quadrature {
	shares := make([]float64, m.Vertices.Len())
	for i, measure := range m.Measures() {
		for _, vertex := range m.Element(i) {
			shares[vertex] += measure / float64(m.Dimension+1)
		}
	}
	q := &quadrature{}
	var used []int
	for i, share := range shares {
		if share > 0 {
			used = append(used, i)
			q.add(share)
		}
	}
	q.nodes = m.Vertices.Select(used)
	return q
}

// boxQuadrature has the centres of so many equal cells along each axis.
func boxQuadrature(box [][2]float64, cells int) *quadrature {
	total := 1
	for range box {
		total *= cells
	}
	q := &quadrature{nodes: points.New(total, len(box))}
	weight := math.Exp(logVolumeOf(box)) / float64(total)
	even(box, cells-1).visit(func(i int, at []int) {
		for j, k := range at {
			share := (float64(k) + 0.5) / float64(cells)
			q.nodes.At(i)[j] = (1-share)*box[j][0] + share*box[j][1]
		}
		q.add(weight)
	})
	return q
}

// draw fills rows [any, n] with nodes, by their weights.
func (q *quadrature) draw(rows []float32, rng *rand.Rand) {
	for i := 0; i < len(rows); i += q.nodes.Dim {
		for j, v := range q.nodes.At(q.weights.Draw(rng)) {
			rows[i+j] = float32(v)
		}
	}
}

// strata are pieces that make up a support. A uniform point of each, weighted by its measure, is a quadrature without bias.
type strata struct {
	logWeights []float64
	// point fills x, of n coordinates, with a uniform point of piece i.
	point func(i int, x []float64, rng *rand.Rand)
}

// strata are the elements of a manifold's mesh or the cells of a box, for the cells of a quadrature.
func (s support) strata(ctx context.Context, cells int) (*strata, error) {
	if s.manifold == nil {
		return boxStrata(s.Box, cells), nil
	}
	made, err := s.manifold.Mesh(ctx, cells)
	if err != nil {
		return nil, err
	}
	return meshStrata(made), nil
}

func meshStrata(m *mesh.Mesh) *strata {
	s := &strata{}
	var elements []int
	for i, measure := range m.Measures() {
		if measure > 0 {
			elements, s.logWeights = append(elements, i), append(s.logWeights, math.Log(measure))
		}
	}
	s.point = func(i int, x []float64, rng *rand.Rand) {
		m.UniformPoint(elements[i], x, rng)
	}
	return s
}

func boxStrata(box [][2]float64, cells int) *strata {
	centres := boxQuadrature(box, cells)
	return &strata{logWeights: centres.logWeights, point: func(i int, x []float64, rng *rand.Rand) {
		for j, centre := range centres.nodes.At(i) {
			x[j] = centre + (rng.Float64()-0.5)*(box[j][1]-box[j][0])/float64(cells)
		}
	}}
}

// fill draws a point of each piece into rows [pieces, n].
func (s *strata) fill(rows []float32, rng *rand.Rand) {
	point := make([]float64, len(rows)/len(s.logWeights))
	for i := range s.logWeights {
		s.point(i, point, rng)
		for j, v := range point {
			rows[i*len(point)+j] = float32(v)
		}
	}
}
