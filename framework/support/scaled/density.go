package scaled

import (
	"context"
	"math/rand/v2"

	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/support"
)

// Density is a density of standardized points, in the user's units.
type Density struct {
	Inner   support.Density // on the support's Inner
	Support *Support
}

// Sample implements support.Density. Drawing does not need the density's value, so that the scales may be any.
func (d *Density) Sample(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	drawn, figures, err := d.Inner.Sample(ctx, rng, n)
	if err != nil {
		return nil, nil, err
	}
	return d.Support.By.Out(drawn), figures, nil
}

// Spread implements support.Density.
func (d *Density) Spread(ctx context.Context, rng *rand.Rand, n int) (*points.Set, []float64, error) {
	z, logs, err := d.Inner.Spread(ctx, rng, n)
	if err != nil {
		return nil, nil, err
	}
	if logs, err = d.changed(ctx, z, logs); err != nil {
		return nil, nil, err
	}
	return d.Support.By.Out(z), logs, nil
}

// changed is the logarithm of a density, given at points z of the inner support, with the change of volume there.
func (d *Density) changed(ctx context.Context, z *points.Set, logs []float64) ([]float64, error) {
	stretch, err := support.LogStretch(ctx, d.Support.Inner, z, d.Support.By)
	if err != nil {
		return nil, err
	}
	changed := make([]float64, len(logs))
	for i, log := range logs {
		changed[i] = log - stretch[i]
	}
	return changed, nil
}

// LogDensity implements support.Density. The normalizer is the inner one, without the change of volume.
func (d *Density) LogDensity(ctx context.Context, rng *rand.Rand, x *points.Set) (*support.LogDensity, error) {
	return d.logDensity(ctx, x, func(ctx context.Context, z *points.Set) (*support.LogDensity, error) {
		return d.Inner.LogDensity(ctx, rng, z)
	})
}

// Logger implements support.Prepared.
func (d *Density) Logger(ctx context.Context, rng *rand.Rand) (support.Logger, error) {
	inner, err := support.LoggerOf(ctx, d.Inner, rng)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, x *points.Set) (*support.LogDensity, error) {
		return d.logDensity(ctx, x, inner)
	}, nil
}

func (d *Density) logDensity(ctx context.Context, x *points.Set, of support.Logger) (*support.LogDensity, error) {
	inner, err := of(ctx, d.Support.By.In(x))
	if err != nil {
		return nil, err
	}
	found := *inner
	if found.Values, err = d.changed(ctx, inner.Nearest.Points, inner.Values); err != nil {
		return nil, err
	}
	found.Nearest = d.Support.out(inner.Nearest)
	return &found, nil
}

// Mesh implements support.Density.
func (d *Density) Mesh(ctx context.Context, resolution int) (*mesh.Mesh, error) {
	inner, err := d.Inner.Mesh(ctx, resolution)
	if err != nil {
		return nil, err
	}
	made := d.Support.mesh(inner)
	logs, ok := inner.Values[mesh.LogDensity]
	if !ok {
		return made, nil
	}
	changed, err := d.changed(ctx, inner.Vertices, logs)
	if err != nil {
		return nil, err
	}
	// Normalized on this mesh, whose elements are stretched each by one factor and not by those of its vertices.
	if changed, err = support.Normalized(changed, made.LogIntegrateExp(changed)); err != nil {
		return nil, err
	}
	made.Values = map[string][]float64{mesh.LogDensity: changed}
	if energies, ok := inner.Values[mesh.Energy]; ok {
		made.Values[mesh.Energy] = energies
	}
	return made, nil
}

// Moved implements support.Density.
func (d *Density) Moved(by support.Similarity) support.Density {
	turn, out := Over(by, d.Support.By)
	if turn.Rotation == nil {
		return &Density{d.Inner, &Support{d.Support.Inner, out}}
	}
	return &Density{d.Inner.Moved(turn), &Support{d.Support.Inner.Moved(turn), out}}
}

var (
	_ support.Density  = (*Density)(nil)
	_ support.Prepared = (*Density)(nil)
)
