// Package pieces is the support of mixtures: several supports side by side, of any kinds.
package pieces

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/support"
)

// Pieces are supports with labels and with weights, which add up to 1.
type Pieces struct {
	Labels  []string
	Weights []float64
	Parts   []support.Support
}

// String implements fmt.Stringer.
func (*Pieces) String() string { return "a mixture" }

// Ambient implements support.Support.
func (p *Pieces) Ambient() int { return p.Parts[0].Ambient() }

// Dimension implements support.Support: the largest of all.
func (p *Pieces) Dimension() int {
	largest := 0
	for _, part := range p.Parts {
		largest = max(largest, part.Dimension())
	}
	return largest
}

// Uniform implements support.Support. A piece is chosen for each point, by the weights.
func (p *Pieces) Uniform(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	return p.Deal(rng, n, func(i, count int) (*points.Set, error) { return p.Parts[i].Uniform(ctx, rng, count) })
}

// Deal deals n points out to the pieces by their weights, and puts together what draw gives for each.
func (p *Pieces) Deal(rng *rand.Rand, n int, draw func(i, count int) (*points.Set, error)) (*points.Set, error) {
	var weights random.Weights
	for _, weight := range p.Weights {
		weights.Add(weight)
	}
	rows := make([][]int, len(p.Parts))
	for row := range n {
		i := weights.Draw(rng)
		rows[i] = append(rows[i], row)
	}
	drawn := points.New(n, p.Ambient())
	for i := range p.Parts {
		if len(rows[i]) == 0 {
			continue
		}
		set, err := draw(i, len(rows[i]))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Labels[i], err)
		}
		for k, row := range rows[i] {
			copy(drawn.At(row), set.At(k))
		}
	}
	return drawn, nil
}

// CheckNearest says why there are no nearest points, or nil.
func (p *Pieces) CheckNearest() error {
	for i, part := range p.Parts {
		if err := support.CheckNearest(part); err != nil {
			return fmt.Errorf("%s: %w", p.Labels[i], err)
		}
	}
	return nil
}

// Nearest implements support.Support: the nearest of the pieces' points, of those that lie on their piece where there
// are any. A search counts as unconverged whichever piece it was on, so that the number is an upper bound.
func (p *Pieces) Nearest(ctx context.Context, x *points.Set) (*support.Projection, error) {
	return p.NearestBy(ctx, x, support.Together)
}

// NearestBy implements support.Stopper.
func (p *Pieces) NearestBy(ctx context.Context, x *points.Set, stop support.Stop) (*support.Projection, error) {
	nearest, _, err := p.Closest(ctx, x, stop)
	return nearest, err
}

// Closest is NearestBy, and says whose points they are.
func (p *Pieces) Closest(ctx context.Context, x *points.Set, stop support.Stop) (best *support.Projection,
	owners []int, err error) {
	projections := make([]*support.Projection, len(p.Parts))
	for i, part := range p.Parts {
		if projections[i], err = support.NearestBy(ctx, part, x, stop); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", p.Labels[i], err)
		}
	}
	best, owners = closest(projections, x)
	return best, owners, nil
}

// closest takes for each point of x the best of its projections, and says whose it is.
func closest(projections []*support.Projection, x *points.Set) (best *support.Projection, owners []int) {
	best = &support.Projection{Points: points.New(x.Len(), x.Dim), Residual: make([]float64, x.Len()),
		Moving: make([]bool, x.Len())}
	owners = make([]int, x.Len())
	for _, p := range projections {
		best.Unconverged = min(best.Unconverged+p.Unconverged, x.Len())
		best.Unsettled = min(best.Unsettled+p.Unsettled, x.Len())
	}
	for i := range x.Len() {
		least, on := math.Inf(1), false
		for k, p := range projections {
			arrived, off := p.Residual[i] <= support.OnManifold, points.SquaredDistance(p.Points.At(i), x.At(i))
			if k == 0 || arrived && !on || arrived == on && off < least {
				least, on, owners[i] = off, arrived, k
			}
		}
		chosen := projections[owners[i]]
		copy(best.Points.At(i), chosen.Points.At(i))
		best.Residual[i] = chosen.Residual[i]
		best.Moving[i] = chosen.Moving != nil && chosen.Moving[i]
	}
	return best, owners
}

// CheckMesh implements support.Support.
func (p *Pieces) CheckMesh() error {
	for i, part := range p.Parts {
		if err := support.CheckMesh(part); err != nil {
			return fmt.Errorf("%s: %w", p.Labels[i], err)
		}
		if part.Dimension() != p.Dimension() {
			return &mesh.UnmeshableError{Reason: severalDimensions}
		}
	}
	return nil
}

const severalDimensions = "a mixture of curves and surfaces has no single mesh"

// Mesh implements support.Support.
func (p *Pieces) Mesh(ctx context.Context, resolution int) (*mesh.Mesh, error) {
	return p.Join(func(i int) (*mesh.Mesh, error) { return support.Mesh(ctx, p.Parts[i], resolution) })
}

// Join puts the pieces' meshes side by side.
func (p *Pieces) Join(meshOf func(i int) (*mesh.Mesh, error)) (*mesh.Mesh, error) {
	var meshes []*mesh.Mesh
	for i := range p.Parts {
		made, err := meshOf(i)
		var unmeshable *mesh.UnmeshableError
		switch {
		case errors.Is(err, errors.ErrUnsupported):
			return nil, &mesh.UnmeshableError{Reason: p.Labels[i] + " has no manifold to mesh"}
		case errors.As(err, &unmeshable):
			return nil, &mesh.UnmeshableError{Reason: p.Labels[i] + ": " + unmeshable.Reason}
		case err != nil:
			return nil, fmt.Errorf("%s: %w", p.Labels[i], err)
		case len(meshes) > 0 && made.Dimension != meshes[0].Dimension:
			return nil, &mesh.UnmeshableError{Reason: severalDimensions}
		}
		meshes = append(meshes, made)
	}
	return mesh.Join(meshes...)
}

// LogStretch implements support.Stretcher: that of the piece that is nearest to each point.
func (p *Pieces) LogStretch(ctx context.Context, x *points.Set, scale []float64) ([]float64, error) {
	_, owners, err := p.Closest(ctx, x, support.Together)
	if err != nil {
		return nil, err
	}
	logs := make([]float64, x.Len())
	for k, part := range p.Parts {
		own, err := support.LogStretch(ctx, part, x, &points.Scaling{Scale: scale})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Labels[k], err)
		}
		for i, owner := range owners {
			if owner == k {
				logs[i] = own[i]
			}
		}
	}
	return logs, nil
}

// Moved implements support.Support.
func (p *Pieces) Moved(by support.Similarity) support.Support {
	moved := &Pieces{Labels: p.Labels, Weights: p.Weights}
	for _, part := range p.Parts {
		moved.Parts = append(moved.Parts, part.Moved(by))
	}
	return moved
}

var (
	_ support.Support   = (*Pieces)(nil)
	_ support.Stretcher = (*Pieces)(nil)
)
