// Package ridged is the ridge of a blurred density as a support, in any space: it may end, be one-sided, or have noise
// around it. Curves and surfaces have a mesh. See docs/method.md for how edges, noise and dimension are read off the
// displacement.
//
//	subspace.go the subspace that the data extend in
//	noise.go    by more than noise
//	smooth.go   noise between points of many columns, left out
//	field.go    h(x, s), its tangents
//	scale.go    which s
//	project.go  to the ridge; what is beyond an edge
//	spacing.go  of the data
//	cloud.go    points all over the ridge
//	stars.go    the mesh of a cloud: triangles or segments on which neighbors agree, side by side around vertices
//	strip.go    where surfaces cross
//	sheets.go   the sheets there, each the surface with the most data on it
//	sheet.go    a surface near a point
//	sheet_edges.go  where data on it end
//	lift.go     points of these sheets in place of the ridge's
//	fitted.go   sheets everywhere, where the displacement is not trained out
//	misses.go   when it is not
//	planes.go   of the vertices of a surface
//	repair.go   holes of surfaces that are flaws of the net, and data in them
//	edges.go    the boundary of a surface, taken out to its edges
//	outline.go  as far as nothing crosses
//	ends.go     cuts of curves shorter than the noise can tell; ends in a background
//	follow.go   ends of curves led on by data, as into corners that the blur rounds
//	junctions.go  where strands of curves meet or cross, or were drawn as two bends
//	corners.go    corners that face each other, where data show that strands don't meet
//	widths.go   the noise at which the mesh has the fewest flaws
//	mesh.go     the mesh, refined
//	tangents.go tangents at its vertices, where it is of sheets
//	set.go      the support
//	saved.go    ridges from their folders
//	meshless.go  the support in any dimension, without a mesh
//	chart.go    its ways to tangent spaces, back, and to nearest points
package ridged

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/support"
	"ebim/framework/support/onmesh"
	"ebim/framework/train"
)

// Options say which ridge of a displacement is meant.
type Options struct {
	Dimension  int
	LeastNoise float64  // that the displacement is trained at, as a share of the data's scale
	Noise      *float64 // at which the ridge is taken, as a share of the data's scale; nil: see Choose
	Quick      bool     // mesh at the widest noise only, for a look
}

// Set is the ridge, moved.
type Set struct {
	onmesh.Cover
	placed
}

// ridge is what moved sets share, in the coordinates of its subspace. What is found of it is kept.
type ridge struct {
	env     train.Environment // in the space
	space   Space
	h       network.Trained
	options Options
	choice  func(ctx context.Context) (*Choice, error)
	base    func(ctx context.Context) (meshed, error)
	spacing func() float64
	next    func() int // see neighborAtSpacing
	refined sync.Map   // *mesh.Mesh by resolution
}

// kept finds something once, unless it fails.
func kept[Result any](find func(ctx context.Context) (Result, error)) func(ctx context.Context) (Result, error) {
	var lock sync.Mutex
	var found *Result
	return func(ctx context.Context) (Result, error) {
		lock.Lock()
		defer lock.Unlock()
		if found == nil {
			result, err := find(ctx)
			if err != nil {
				return result, err
			}
			found = &result
		}
		return *found, nil
	}
}

// moves are where a subspace lies, if it is not the whole space, and similarities, one after the other.
type moves struct {
	subspace *points.Subspace
	by       []support.Similarity
}

// out takes points of the ridge's own coordinates to where they were moved.
func (m moves) out(x *points.Set) *points.Set {
	if m.subspace != nil {
		x = m.subspace.Out(x)
	}
	for _, by := range m.by {
		x = by.Points(x)
	}
	return x
}

// in undoes out, of the nearest points of the subspace. The points are the caller's.
func (m moves) in(x *points.Set) *points.Set {
	x = &points.Set{Dim: x.Dim, Data: slices.Clone(x.Data)}
	for _, by := range slices.Backward(m.by) {
		x = by.Inverse().Points(x)
	}
	if m.subspace != nil {
		x = m.subspace.In(x)
	}
	return x
}

// turned is a unit vector of the ridge's own coordinates.
func (m moves) turned(v []float64) []float64 {
	if m.subspace != nil {
		v = m.subspace.Turned(v)
	}
	for _, by := range m.by {
		v = support.Similarity{Factor: 1, Rotation: by.Rotation}.At(v)
	}
	return v
}

// placed is a ridge where it was moved to.
type placed struct {
	*ridge
	moves moves             // from the ridge's own coordinates
	env   train.Environment // moved
}

func (z placed) moved(by support.Similarity) placed {
	return placed{z.ridge, moves{z.moves.subspace, append(slices.Clip(z.moves.by), by)}, by.Environment(z.env)}
}

// Subspace implements support.Flat; it is nil where the ridge was moved, too.
func (z placed) Subspace() *points.Subspace {
	if len(z.moves.by) > 0 {
		return nil
	}
	return z.moves.subspace
}

// String implements fmt.Stringer.
func (placed) String() string { return "the ridge of a density" }

// Environment implements support.Domain.
func (z placed) Environment() train.Environment { return z.env }

// Ambient implements support.Support.
func (z placed) Ambient() int { return z.env.Data.Dim }

// Dimension implements support.Support.
func (r *ridge) Dimension() int { return r.options.Dimension }

// Tangents implements support.Tangential.
func (z placed) Tangents(ctx context.Context, x *points.Set) ([]float64, error) {
	frames, err := z.tangentsAt(ctx, z.moves.in(x))
	if err != nil {
		return nil, err
	}
	var all []float64
	for _, frame := range frames {
		for _, t := range frame {
			all = append(all, z.moves.turned(t)...)
		}
	}
	return all, nil
}

// tangentsAt are those at points of the ridge's own coordinates.
func (r *ridge) tangentsAt(ctx context.Context, x *points.Set) (tangents [][][]float64, err error) {
	if r.base != nil {
		base, err := r.base(ctx)
		if err != nil {
			return nil, err
		}
		if base.tangents != nil {
			return base.nearestTangents(x), nil
		}
	}
	choice, err := r.choice(ctx)
	if err != nil {
		return nil, err
	}
	frames, err := choice.Field.Frames(ctx, x)
	for _, f := range frames {
		tangents = append(tangents, f.Tangents)
	}
	return tangents, err
}

// LogStretch implements support.Stretcher.
func (z placed) LogStretch(ctx context.Context, x *points.Set, scale []float64) ([]float64, error) {
	if even := support.EvenStretch(scale, z.Dimension(), x.Len()); even != nil {
		return even, nil
	}
	tangents, err := z.Tangents(ctx, x)
	if err != nil {
		return nil, err
	}
	n, m := z.Ambient(), z.Dimension()
	logs := make([]float64, x.Len())
	for i := range logs {
		jacobian := make([]float64, n*m)
		for k := range m {
			for j := range n {
				jacobian[j*m+k] = tangents[(i*m+k)*n+j]
			}
		}
		logs[i] = support.StretchByTangents(jacobian, scale)
	}
	return logs, nil
}

// rowsOf fills rows with points of a pool.
func rowsOf(pool *points.Set, err error) (func(rows []float32, rng *rand.Rand), error) {
	if err != nil {
		return nil, err
	}
	flat, n := pool.Float32(), pool.Dim
	return func(rows []float32, rng *rand.Rand) {
		for i := 0; i < len(rows); i += n {
			k := rng.IntN(pool.Len())
			copy(rows[i:i+n], flat[k*n:(k+1)*n])
		}
	}, nil
}

// Choice is the noise at which the ridge is taken, and why.
type Choice struct {
	Spectra []Spectrum
	Found   bool   // as many tangents as the ridge has dimensions
	Field   *Field // at the noise where points of the ridge are taken
	scale   float64
}

// String says it in a sentence or two.
func (c *Choice) String() string {
	text := fmt.Sprintf("the ridge is taken at noise %.3g of the data's scale; dimension by noise: %s",
		c.Field.Noise/c.scale, Table(c.Spectra, c.scale))
	if !c.Found {
		text += fmt.Sprintf("; at none of them has it dimension %d", c.Field.Dimension)
	}
	return text
}

func (r *ridge) choose(ctx context.Context) (*Choice, error) {
	field, err := NewField(r.env.Engine, r.h, r.env.Data.Dim, r.options.Dimension)
	if err != nil {
		return nil, err
	}
	c := &Choice{scale: r.env.Data.Scale()}
	rng := random.New(r.env.Seed, "ridge/spectra", 0)
	if c.Spectra, err = field.Spectra(ctx, r.env.Data, r.options.LeastNoise*c.scale, rng); err != nil {
		return nil, err
	}
	noise, found := Choose(c.Spectra, r.options.Dimension)
	if r.options.Noise != nil {
		noise = *r.options.Noise * c.scale
	} else if r.fewOnCurve() { // at less, the ridge leads through single points that were learned by heart
		noise = max(noise, shareOfSpacing*r.spacing())
	}
	c.Found, c.Field = found, field.At(noise)
	return c, nil
}

// outside takes points of the ridge's own coordinates to it, from nearby. In a strip, whose sheets are the mesh's, they
// stay.
func (r *ridge) outside(ctx context.Context, x *points.Set, across *strip) (*Projected, error) {
	if across.all() {
		p := &Projected{Points: &points.Set{Dim: x.Dim, Data: slices.Clone(x.Data)},
			Residual: make([]float64, x.Len()), Pull: make([]float64, x.Len()), Frames: make([]Frame, x.Len())}
		for i := range p.Frames {
			p.Frames[i].Across = 1
		}
		return p, nil
	}
	p, err := r.project(ctx, x)
	if err != nil {
		return nil, err
	}
	for i := range x.Len() {
		if across.holds(x.At(i)) {
			copy(p.Points.At(i), x.At(i))
			p.Residual[i], p.Frames[i].Along, p.Frames[i].Across = 0, 0, 1
		}
	}
	return p, nil
}

// project takes points of the ridge's own coordinates to it, from nearby.
func (r *ridge) project(ctx context.Context, x *points.Set) (*Projected, error) {
	c, err := r.choice(ctx)
	if err != nil {
		return nil, err
	}
	return c.Field.Project(ctx, x, nearSteps)
}
