// Package image is the support of pushforward models: the image of a latent box under a decoder f (paper, section
// 2.1). It is connected whatever the data, it may stretch and cross itself, and its nearest points are found by
// searches in the latent box.
package image

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/compute"

	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/box"
)

// Image is the image of a latent box.
type Image struct {
	Pair
	latent        *box.Box
	bounds        points.Box // of the data
	sheetDistance float64    // within which sheets of the image count as one
}

// New is the image of a latent box under a pair's decoder, for data in the given bounds.
func New(p Pair, latent *box.Box, bounds points.Box) *Image {
	return &Image{p, latent, bounds, sheetShare * bounds.Diagonal()}
}

// String implements fmt.Stringer.
func (m *Image) String() string { return fmt.Sprintf("a decoder's image in R^%d", m.Ambient()) }

// Ambient implements support.Support.
func (m *Image) Ambient() int { return len(m.bounds) }

// Dimension implements support.Support: that of the latent box.
func (m *Image) Dimension() int { return m.latent.Dimension() }

func (m *Image) engine() compute.Backend { return m.latent.Environment().Engine }

// Uniform implements support.Support: images of uniform points of the latent box.
func (m *Image) Uniform(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	z, err := m.latent.Uniform(ctx, rng, n)
	if err != nil {
		return nil, err
	}
	carried, err := m.Carry(ctx, z)
	if err != nil {
		return nil, err
	}
	return carried.Points, nil
}

// SingularValues implements support.Support: those of the decoder's Jacobian at the codes of the points, [len(x), m].
func (m *Image) SingularValues(ctx context.Context, x *points.Set) (*points.Set, error) {
	z, err := m.Encode(ctx, m.engine(), x)
	if err != nil {
		return nil, err
	}
	image, err := m.decode(ctx, z)
	if err != nil {
		return nil, err
	}
	return support.SingularValues(image.jacobians, x.Dim, m.Dimension())
}

// LogStretch implements support.Stretcher, by the decoder's Jacobian at the codes whose images are nearest.
func (m *Image) LogStretch(ctx context.Context, x *points.Set, scale []float64) ([]float64, error) {
	if even := support.EvenStretch(scale, m.Dimension(), x.Len()); even != nil {
		return even, nil
	}
	nearest, _, err := m.searchNearest(ctx, x)
	if err != nil {
		return nil, err
	}
	logs := make([]float64, x.Len())
	for i, jacobian := range nearest.image.jacobians {
		logs[i] = support.StretchByTangents(jacobian, scale)
	}
	return logs, nil
}

// Moved implements support.Support, with the same latent box between an encoder from the moved space and a decoder to
// it.
func (m *Image) Moved(by support.Similarity) support.Support {
	return &Image{latent: m.latent, bounds: by.Box(m.bounds), sheetDistance: by.Factor * m.sheetDistance,
		Pair: Pair{Encoder: by.Before(m.Encoder), Decoder: by.After(m.Decoder), Code: m.Code}}
}

// Domain implements support.Carrier.
func (m *Image) Domain() support.Domain { return m.latent }

// Carry implements support.Deformed.
func (m *Image) Carry(ctx context.Context, z *points.Set) (*support.Carried, error) {
	image, err := m.decode(ctx, z)
	if err != nil {
		return nil, err
	}
	return m.carried(z, image), nil
}

// CarryPoints is Carry's points alone: in many latent dimensions, which have as many derivatives, without these.
func (m *Image) CarryPoints(ctx context.Context, z *points.Set) (*points.Set, error) {
	if m.Dimension() <= support.MostCovered {
		carried, err := m.Carry(ctx, z)
		if err != nil {
			return nil, err
		}
		return carried.Points, nil
	}
	return m.Decode(ctx, m.engine(), z)
}

func (m *Image) carried(z *points.Set, image *decoded) *support.Carried {
	return &support.Carried{Domain: z, Points: image.points,
		LogStretch: func() []float64 { return logVolumes(image, m.Dimension()) }}
}

var (
	_ support.Deformed       = (*Image)(nil)
	_ support.Projector      = (*Image)(nil)
	_ support.Mesher         = (*Image)(nil)
	_ support.Traced         = (*Image)(nil)
	_ support.Differentiable = (*Image)(nil)
	_ support.Stretcher      = (*Image)(nil)
)
