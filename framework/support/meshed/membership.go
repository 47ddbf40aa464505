package meshed

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"

	"ebim/framework/backend"
	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/support"
)

// membership reports which points belong to the pieces that are kept.
type membership struct {
	once            sync.Once
	inWhole, inKept *mesh.Locator
	member          []bool // by the whole mesh's vertices
}

// on reports which points of F = 0 belong to the support; nil where all do, or nothing is known.
func (z *Set) on(ctx context.Context, x *points.Set) ([]bool, error) {
	d, err := z.divisionOfPoints(ctx)
	if d == nil || err != nil {
		return nil, err
	}
	on := make([]bool, x.Len())
	for i := range on {
		on[i] = d.member[d.inWhole.Vertex(x.At(i))]
	}
	return on, nil
}

// divisionOfPoints is the one by which points are distinguished; nil where all belong to the support, or nothing is
// known.
func (z *Set) divisionOfPoints(ctx context.Context) (*division, error) {
	if !z.Restricted || backend.IsDraft(z.Env.Engine) {
		return nil, nil
	}
	d, err := z.divide(ctx, z.Resolution/2)
	var unmeshable *mesh.UnmeshableError
	switch {
	case errors.As(err, &unmeshable):
		return nil, nil
	case err != nil || !slices.Contains(d.keeps, false):
		return nil, err
	}
	d.once.Do(func() {
		d.inWhole, d.inKept = mesh.NewLocator(d.whole), mesh.NewLocator(d.kept)
		d.member = make([]bool, d.whole.Vertices.Len())
		for k, vertex := range d.whole.Elements {
			d.member[vertex] = d.keeps[d.piece[k/(d.whole.Dimension+1)]]
		}
	})
	return d, nil
}

// nearestKept replaces those of the points found near x that do not belong to the support.
func (z *Set) nearestKept(ctx context.Context, x *points.Set, found *support.Projection, stop support.Stop) error {
	d, err := z.divisionOfPoints(ctx)
	if d == nil || err != nil {
		return err
	}
	off := d.off(found)
	if len(off) == 0 {
		return nil
	}
	if d.kept.Len() == 0 {
		for _, i := range off {
			found.Residual[i] = math.Inf(1)
		}
		found.Unconverged += len(off)
		return nil
	}
	targets := x.Select(off)
	feet, residual, err := z.feet(ctx, d, targets)
	if err != nil {
		return err
	}
	again, err := z.NearestFrom(ctx, feet, targets, stop)
	if err != nil {
		return err
	}
	for _, k := range d.off(again) {
		again.Residual[k] = math.Inf(1)
	}
	for k, i := range off {
		at, left := again.Points.At(k), again.Residual[k]
		if !(left <= support.OnManifold) || points.SquaredDistance(feet.At(k),
			targets.At(k)) < points.SquaredDistance(at, targets.At(k)) {
			at, left = feet.At(k), residual[k]
		}
		copy(found.Points.At(i), at)
		found.Residual[i], found.Moving[i] = left, again.Moving[k]
		if !(left <= support.OnManifold) {
			found.Unconverged++
		}
	}
	found.Unsettled = min(found.Unsettled+again.Unsettled, x.Len())
	return nil
}

// feet are the points of the kept mesh that are nearest to targets, taken to F = 0 where they arrive there, and their
// |F|.
func (z *Set) feet(ctx context.Context, d *division, targets *points.Set) (*points.Set, []float64, error) {
	feet, residual := points.New(targets.Len(), targets.Dim), make([]float64, targets.Len())
	for k := range residual {
		_, foot, _ := d.inKept.Nearest(targets.At(k))
		copy(feet.At(k), foot)
	}
	project, err := z.NewProjection()
	if err != nil {
		return nil, nil, err
	}
	to, left, err := project(ctx, feet)
	if err != nil {
		return nil, nil, err
	}
	projected := points.FromFloat32(to, feet.Dim)
	for k := range residual {
		residual[k] = float64(left[k])
		if residual[k] <= support.OnManifold && d.member[d.inWhole.Vertex(projected.At(k))] {
			copy(feet.At(k), projected.At(k))
		}
	}
	return feet, residual, nil
}

// off is the indices of the points on F = 0 that do not belong to the support.
func (d *division) off(found *support.Projection) []int {
	var off []int
	for i, residual := range found.Residual {
		if residual <= support.OnManifold && !d.member[d.inWhole.Vertex(found.Points.At(i))] {
			off = append(off, i)
		}
	}
	return off
}
