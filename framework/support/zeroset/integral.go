package zeroset

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"ebim/framework/mesh"
	"ebim/framework/support"
)

// LogIntegral implements support.Domain: by quadrature on the mesh or, where there is none, by importance sampling
// from the data's side.
func (z *ZeroSet) LogIntegral(ctx context.Context, rng *rand.Rand, log support.LogFunction) (support.Integral, error) {
	if z.CheckMesh() != nil {
		return z.integralByKernels(ctx, rng, log)
	}
	meshes, err := z.meshesInTurn(ctx, fineResolution(z.Ambient()))
	if err != nil {
		return support.Integral{}, err
	}
	return integralOver(ctx, meshes, log)
}

// fineResolution is that of meshes for quadrature and for draws.
func fineResolution(ambient int) int {
	if ambient == 2 {
		return 512
	}
	return 128
}

// meshesInTurn are meshes by cells of a size, twice and four times that; nil where only the finer ones have any zero.
func (z *ZeroSet) meshesInTurn(ctx context.Context, resolution int) (meshes [3]*mesh.Mesh, err error) {
	for k := range meshes {
		meshes[k], err = z.Mesh(ctx, resolution>>k)
		var unmeshable *mesh.UnmeshableError
		if err != nil && (k == 0 || !errors.As(err, &unmeshable)) {
			return meshes, err
		}
	}
	return meshes, nil
}

// integralOver integrates over meshes of decreasing resolution, with errors of second order in the cells' size. Without a coarser one the error is not known: infinite.
func integralOver(ctx context.Context, meshes [3]*mesh.Mesh, log support.LogFunction) (support.Integral, error) {
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

// integralByTube integrates by importance sampling from the uniform distribution on the manifold. With the tube of
// points within h of the manifold, whose cross-section is a ball of dimension c, the codimension,
//
//	integral over the tube of f(nearest point) dx = (1 + O((curvature h)^2)) volume of the ball * integral over the manifold of f
//
// (Weyl 1939). The left side, for f = exp(-E), is the box's volume times the mean over uniform points of the box of f where
// they are in the tube and 0 elsewhere.
func (z *ZeroSet) integralByTube(ctx context.Context, rng *rand.Rand, log support.LogFunction) (support.Integral, error) {
	const wanted, least, budget = 1 << 13, 1 << 6, 1 << 23
	s, err := z.surface()
	if err != nil {
		return support.Integral{}, err
	}
	t, err := s.tube(ctx, rng, wanted, func(found, drawn int) bool { return found == 0 || drawn >= budget })
	if err != nil {
		return support.Integral{}, err
	}
	if t.points.Len() < least {
		return support.Integral{}, fmt.Errorf("the density can't be normalized: of %d points of the box in R^%d, %d lie within %.3g of the "+
			"manifold, of codimension %d, and %d are needed", t.drawn, len(z.env.Box), t.points.Len(), t.radius, z.codimension, least)
	}
	logs, err := log(ctx, t.points)
	if err != nil {
		return support.Integral{}, err
	}
	return t.logIntegral(logs, z.codimension), nil
}

// logIntegral is the logarithm of the integral of exp(logs) over the manifold. Its error is made of the mean's standard error
// and of the term in curvature, which is 4/3 of the difference to the tube of half the radius. Of the tube's ends where the
// manifold leaves the box it knows nothing.
func (t *tube) logIntegral(logs []float64, codimension int) support.Integral {
	whole, half := t.integral(logs, codimension, t.radius), t.integral(logs, codimension, t.radius/2)
	return support.Integral{Log: whole.Log, Error: math.Hypot(support.WithinErrors*whole.Error, 4./3*(whole.Log-half.Log))}
}

// integral is that of exp(logs) over the manifold by the part of the tube within a radius, and its standard error.
func (t *tube) integral(logs []float64, codimension int, radius float64) support.Integral {
	var within []float64
	for i, v := range logs {
		if t.moved[i] <= radius {
			within = append(within, v)
		}
	}
	mean := support.MeanOfExp(within, t.drawn)
	mean.Log += t.box.LogVolume() - logVolumeOfBall(codimension, radius)
	return mean
}

// logVolumeOfBall is the logarithm of pi^(d/2) r^d / Gamma(d/2 + 1).
func logVolumeOfBall(dimension int, radius float64) float64 {
	half := float64(dimension) / 2
	gamma, _ := math.Lgamma(half + 1)
	return half*math.Log(math.Pi) + float64(dimension)*math.Log(radius) - gamma
}
