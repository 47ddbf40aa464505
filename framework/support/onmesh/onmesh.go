// Package onmesh draws from densities on a support, and integrates over it, by its mesh: for any support that can be
// meshed, and to which points near the mesh can be projected.
package onmesh

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/support"
)

// Cover is a support's mesh with a projection. A support that embeds it has what it implements.
type Cover struct {
	Mesh       func(ctx context.Context, resolution int) (*mesh.Mesh, error)
	Resolution int // of meshes for integrals and draws; see Fine
	// Projector prepares a projection for many points.
	Projector func() (Projection, error)
	Advice    string // what to do where points can't be projected
}

// Projection takes points near the mesh to the support, and reports which arrive.
type Projection func(ctx context.Context, x *points.Set) (y *points.Set, arrived []bool, err error)

// CheckQuadrature implements support.Quadrable.
func (Cover) CheckQuadrature() error { return nil }

// CheckDraw implements support.Drawer.
func (Cover) CheckDraw() error { return nil }

// Quadrature implements support.Quadrable. It gives each vertex its share of the elements around it, so that functions
// that are linear in each element are integrated as by the mesh, with an error of second order in the cells' size.
// Vertices without a share are left out.
func (c Cover) Quadrature(ctx context.Context, cells int) (*support.Quadrature, error) {
	m, err := c.Mesh(ctx, cells)
	if err != nil {
		return nil, err
	}
	shares := make([]float64, m.Vertices.Len())
	for i, measure := range m.Measures() {
		for _, vertex := range m.Element(i) {
			shares[vertex] += measure / float64(m.Dimension+1)
		}
	}
	q := &support.Quadrature{}
	var used []int
	for i, share := range shares {
		if share > 0 {
			used = append(used, i)
			q.Add(share)
		}
	}
	q.Nodes = m.Vertices.Select(used)
	return q, nil
}

// Strata implements support.Quadrable: the elements of the mesh.
func (c Cover) Strata(ctx context.Context, cells int) (*support.Strata, error) {
	m, err := c.Mesh(ctx, cells)
	if err != nil {
		return nil, err
	}
	s := &support.Strata{}
	var elements []int
	for i, measure := range m.Measures() {
		if measure > 0 {
			elements, s.LogWeights = append(elements, i), append(s.LogWeights, math.Log(measure))
		}
	}
	s.Point = func(i int, x []float64, rng *rand.Rand) { m.UniformPoint(elements[i], x, rng) }
	return s, nil
}

var (
	_ support.Quadrable  = Cover{}
	_ support.Integrator = Cover{}
	_ support.Drawer     = Cover{}
)

// LogIntegral implements support.Integrator: by quadrature on the mesh.
func (c Cover) LogIntegral(ctx context.Context, _ *rand.Rand, log support.LogFunction) (support.Integral, error) {
	meshes, err := c.Meshes(ctx)
	if err != nil {
		return support.Integral{}, err
	}
	return Integrate(ctx, meshes, log)
}

// Fine is a resolution for integrals and draws.
func Fine(ambient int) int {
	if ambient == 2 {
		return 512
	}
	return 128
}

// Meshes are three, by cells of a size, twice and four times that; nil where only the finer ones find anything.
func (c Cover) Meshes(ctx context.Context) (meshes [3]*mesh.Mesh, err error) {
	for k := range meshes {
		meshes[k], err = c.Mesh(ctx, c.Resolution>>k)
		var unmeshable *mesh.UnmeshableError
		if err != nil && (k == 0 || !errors.As(err, &unmeshable)) {
			return meshes, err
		}
	}
	return meshes, nil
}

// Integrate integrates over meshes of decreasing resolution, with errors of second order in the cells' size.
// Without a coarser one the error is not known: infinite.
func Integrate(ctx context.Context, meshes [3]*mesh.Mesh, log support.LogFunction) (support.Integral, error) {
	var values [3]float64
	var finest []float64
	for k, made := range meshes {
		if made == nil {
			return support.Integral{Log: values[0], Error: math.Inf(1)}, nil
		}
		logs, err := log(ctx, made.Vertices)
		if err != nil {
			return support.Integral{}, err
		}
		values[k] = made.LogIntegrateExp(logs)
		if k == 0 {
			finest = logs
		}
	}
	return support.Refined(values, finest), nil
}
