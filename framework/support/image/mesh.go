package image

import (
	"context"
	"math"

	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/box"
)

// CheckMesh implements support.Mesher.
func (m *Image) CheckMesh() error { return support.CheckMeshIn(m.Ambient(), m.Dimension()) }

// Mesh implements support.Mesher.
func (m *Image) Mesh(ctx context.Context, resolution int) (*mesh.Mesh, error) {
	made, _, err := m.CarriedMesh(ctx, resolution)
	return made, err
}

// CarriedMesh implements support.Deformed: the decoded grid of the whole latent box, which reaches beyond the data.
// Edges that the decoder stretches or bends are bisected (see decodedMesh).
func (m *Image) CarriedMesh(ctx context.Context, resolution int) (*mesh.Mesh, *support.Carried, error) {
	if err := m.CheckMesh(); err != nil {
		return nil, nil, err
	}
	if err := mesh.CheckResolution(resolution); err != nil {
		return nil, nil, err
	}
	decoding, err := m.newDecoding()
	if err != nil {
		return nil, nil, err
	}
	grid := proportional(m.latent.Environment().Box, resolution*fineness(m.Dimension()))
	made, err := newDecodedMesh(ctx, decoding, grid)
	if err != nil {
		return nil, nil, err
	}
	if err := made.refine(ctx, m.bounds, m.bounds.Diagonal()/float64(resolution), mostMiddles); err != nil {
		return nil, nil, err
	}
	return made.mesh, m.carried(made.codes, made.image), nil
}

// fineness is how many latent steps stand for a cell of the ambient box before edges are bisected: padding takes half
// of the latent box.
func fineness(dimension int) int {
	if dimension == 1 {
		return 8
	}
	return 2
}

// proportional is a grid of the given number of steps along the longest axis, its cells about as wide along the others.
func proportional(bounds points.Box, resolution int) box.Grid {
	longest := 0.0
	for _, axis := range bounds {
		longest = max(longest, axis[1]-axis[0])
	}
	g := box.Grid{Box: bounds}
	for _, axis := range bounds {
		g.Steps = append(g.Steps, max(1, int(math.Round(float64(resolution)*(axis[1]-axis[0])/longest))))
	}
	return g
}
