package onmesh

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"ebim/framework/mesh"
	"ebim/framework/support"
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
