package model

import (
	"context"
	"math"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

// Mesh is the decoded grid of the whole latent box, which is the model's support and reaches beyond the data, with the
// latent energy and the logarithm of equation 2 at each vertex. Edges that the decoder stretches or bends are bisected (see
// decodedMesh).
func (m *trainedPushforward) Mesh(ctx context.Context, resolution int) (*mesh.Mesh, error) {
	decoding, err := m.pair.newDecoding(m.latent, m.settings.Dimension)
	if err != nil {
		return nil, err
	}
	if err := checkMesh(decoding.OutputWidth(0), m.settings.Dimension); err != nil {
		return nil, err
	}
	if err := mesh.CheckResolution(resolution); err != nil {
		return nil, err
	}
	grid := proportional(m.latent.Box, resolution*fineness(m.settings.Dimension))
	made, err := newDecodedMesh(ctx, decoding, grid)
	if err != nil {
		return nil, err
	}
	if err := made.refine(ctx, m.box, diagonal(m.box)/float64(resolution), mostMiddles); err != nil {
		return nil, err
	}
	negativeEnergies, err := negativeEnergy(ctx, m.latent, m.energy, made.codes)
	if err != nil {
		return nil, err
	}
	density := newLatentDensity(negativeEnergies, made.image, m.settings.Dimension)
	return made.mesh, setDensity(made.mesh, density.negativeEnergies, density.logs)
}

// fineness is how many latent steps stand for a cell of the ambient box before edges are bisected: padding takes half of the
// latent box.
func fineness(dimension int) int {
	if dimension == 1 {
		return 8
	}
	return 2
}

// proportional is a grid of the given number of steps along the longest axis, its cells about as wide along the others.
func proportional(box [][2]float64, resolution int) grid {
	longest := 0.0
	for _, axis := range box {
		longest = max(longest, axis[1]-axis[0])
	}
	g := grid{box: box}
	for _, axis := range box {
		g.steps = append(g.steps, max(1, int(math.Round(float64(resolution)*(axis[1]-axis[0])/longest))))
	}
	return g
}

// latentDensity is what equation 2 says of latent points.
type latentDensity struct {
	image            *points.Set // f(z)
	negativeEnergies []float64   // -E(z)
	logs             []float64   // -E(z) - log det(J^T J)/2, the density of f(z)
}

func (m *trainedPushforward) densityAt(ctx context.Context, z *points.Set) (*latentDensity, error) {
	logs, err := negativeEnergy(ctx, m.latent, m.energy, z)
	if err != nil {
		return nil, err
	}
	image, err := m.decode(ctx, z)
	if err != nil {
		return nil, err
	}
	return newLatentDensity(logs, image, m.settings.Dimension), nil
}

func newLatentDensity(negativeEnergies []float64, image *decoded, dimension int) *latentDensity {
	d := &latentDensity{image: image.points, negativeEnergies: negativeEnergies, logs: make([]float64, len(negativeEnergies))}
	for i, jacobian := range image.jacobians {
		d.logs[i] = negativeEnergies[i] - logVolume(jacobian, dimension)
	}
	return d
}

var _ Mesher = (*trainedPushforward)(nil)
