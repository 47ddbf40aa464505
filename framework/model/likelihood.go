package model

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

// normaliser is the logarithm of the integral of an unnormalised density over its support, with a bound of its error that holds
// in 95 % of cases.
type normaliser struct{ log, err float64 }

// withinErrors is how many standard errors about an average hold what it estimates in 95 % of cases.
const withinErrors = 1.96

// logDensity is the normalised density at points found on the support.
func (c normaliser) logDensity(logs []float64, at *Projection) (*LogDensity, error) {
	values, err := normalised(logs, c.log)
	return &LogDensity{Values: values, Nearest: at, LogNormaliser: c.log, NormaliserError: c.err}, err
}

// normalised is logarithms of a density less that of its integral.
func normalised(logs []float64, logIntegral float64) ([]float64, error) {
	if math.IsNaN(logIntegral) || math.IsInf(logIntegral, 0) {
		return nil, fmt.Errorf("the density's integral over its support is exp(%v), so that it can't be normalised; "+
			"train the energy again with a lower learning rate", logIntegral)
	}
	values := make([]float64, len(logs))
	for i, v := range logs {
		values[i] = v - logIntegral
	}
	return values, nil
}

// LogDensity is normalised by quadrature on the mesh or, where there is none, by importance sampling.
func (m *trainedEBIM) LogDensity(ctx context.Context, rng *rand.Rand, x *points.Set) (*LogDensity, error) {
	nearest, err := m.Nearest(ctx, x)
	if err != nil {
		return nil, err
	}
	logs, err := negativeEnergy(ctx, m.setting, m.energy, nearest.Points)
	if err != nil {
		return nil, err
	}
	constant, err := m.normaliser(ctx, rng)
	if err != nil {
		return nil, err
	}
	return constant.logDensity(logs, nearest)
}

func (m *trainedEBIM) normaliser(ctx context.Context, rng *rand.Rand) (normaliser, error) {
	if m.checkMesh() != nil {
		return m.normaliserByTube(ctx, rng, m.codimension)
	}
	return m.normaliserByMesh(ctx)
}

// fineResolution is that of meshes for quadrature and for draws.
func fineResolution(ambient int) int {
	if ambient == 2 {
		return 512
	}
	return 128
}

// normaliserByMesh integrates over the mesh, with an error of second order in the cells' size.
func (m *trainedEBIM) normaliserByMesh(ctx context.Context) (normaliser, error) {
	meshes, err := m.meshesInTurn(ctx, fineResolution(len(m.setting.Box)))
	if err != nil {
		return normaliser{}, err
	}
	return m.normaliserOver(ctx, meshes)
}

// meshesInTurn are meshes by cells of a size, twice and four times that; nil where only the finer ones have any zero.
func (m *learnedManifold) meshesInTurn(ctx context.Context, resolution int) (meshes [3]*mesh.Mesh, err error) {
	for k := range meshes {
		meshes[k], err = m.Mesh(ctx, resolution>>k)
		var unmeshable *mesh.UnmeshableError
		if err != nil && (k == 0 || !errors.As(err, &unmeshable)) {
			return meshes, err
		}
	}
	return meshes, nil
}

// normaliserOver integrates over meshes of decreasing resolution. Without a coarser one the error is not known: infinite.
func (m *trainedEBIM) normaliserOver(ctx context.Context, meshes [3]*mesh.Mesh) (normaliser, error) {
	var values [3]float64
	var finest []float64
	for k, made := range meshes {
		if made == nil {
			return normaliser{values[0], math.Inf(1)}, nil
		}
		logs, err := negativeEnergy(ctx, m.setting, m.energy, made.Vertices)
		if err != nil {
			return normaliser{}, err
		}
		values[k] = made.LogIntegrateExp(logs)
		if k == 0 {
			finest = logs
		}
	}
	return refined(values, finest), nil
}

// normaliserByTube integrates by importance sampling from the uniform distribution on the manifold. With the tube of
// points within h of the manifold, whose cross-section is a ball of dimension c, the codimension,
//
//	integral over the tube of f(nearest point) dx = (1 + O((curvature h)^2)) volume of the ball * integral over the manifold of f
//
// (Weyl 1939). The left side, for f = exp(-E), is the box's volume times the mean over uniform points of the box of f where
// they are in the tube and 0 elsewhere.
func (m *trainedEBIM) normaliserByTube(ctx context.Context, rng *rand.Rand, codimension int) (normaliser, error) {
	const wanted, least, budget = 1 << 13, 1 << 6, 1 << 23
	s, err := newSurface(m.setting, m.network)
	if err != nil {
		return normaliser{}, err
	}
	t, err := s.tube(ctx, rng, wanted, func(found, drawn int) bool { return found == 0 || drawn >= budget })
	if err != nil {
		return normaliser{}, err
	}
	if t.points.Len() < least {
		return normaliser{}, fmt.Errorf("the density can't be normalised: of %d points of the box in R^%d, %d lie within %.3g of the "+
			"manifold, of codimension %d, and %d are needed", t.drawn, len(m.setting.Box), t.points.Len(), t.radius, codimension, least)
	}
	logs, err := negativeEnergy(ctx, m.setting, m.energy, t.points)
	if err != nil {
		return normaliser{}, err
	}
	return t.normaliser(logs, codimension), nil
}

// normaliser is the logarithm of the integral of exp(logs) over the manifold. Its error is made of the mean's standard error
// and of the term in curvature, which is 4/3 of the difference to the tube of half the radius. Of the tube's ends where the
// manifold leaves the box it knows nothing.
func (t *tube) normaliser(logs []float64, codimension int) normaliser {
	whole, half := t.integral(logs, codimension, t.radius), t.integral(logs, codimension, t.radius/2)
	return normaliser{whole.log, math.Hypot(withinErrors*whole.err, 4./3*(whole.log-half.log))}
}

// integral is that of exp(logs) over the manifold by the part of the tube within a radius, and its standard error.
func (t *tube) integral(logs []float64, codimension int, radius float64) normaliser {
	var within []float64
	for i, v := range logs {
		if t.moved[i] <= radius {
			within = append(within, v)
		}
	}
	mean := meanOfExp(within, t.drawn)
	mean.log += logVolumeOf(t.box) - logVolumeOfBall(codimension, radius)
	return mean
}

// LogDensity is that of the model restricted to the box. Points outside are taken at the nearest point of the box.
func (m *trainedEBM) LogDensity(ctx context.Context, rng *rand.Rand, x *points.Set) (*LogDensity, error) {
	inside := points.New(x.Len(), x.Dim)
	for i, v := range x.Data {
		axis := m.setting.Box[i%x.Dim]
		inside.Data[i] = min(max(v, axis[0]), axis[1])
	}
	logs, err := negativeEnergy(ctx, m.setting, m.energy, inside)
	if err != nil {
		return nil, err
	}
	constant, err := boxNormaliser(ctx, m.setting, m.energy, rng)
	if err != nil {
		return nil, err
	}
	return constant.logDensity(logs, &Projection{Points: inside, Residual: make([]float64, x.Len())})
}

var (
	_ Likelihood = (*trainedEBIM)(nil)
	_ Likelihood = (*trainedPushforward)(nil)
	_ Likelihood = (*trainedEBM)(nil)
)
