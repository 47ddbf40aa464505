package ridged

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/points"
)

const (
	farSteps   = 9 // from data with noise
	nearSteps  = 4 // from a mesh
	leastSlope = 0.3
	// settled is the largest part of the noise that a point of the ridge may be displaced across it.
	settled = 0.01
)

// edge is |P_T h| / s at a straight edge of evenly distributed data: there the blurred density's slope is s phi(0) /
// Phi(0) = s sqrt(2/pi), and less inside.
var edge = math.Sqrt(2 / math.Pi)

// Projected is points that were taken to the ridge.
type Projected struct {
	Points *points.Set
	Frames []Frame // there
	// Residual is |P_N h| / s: how far a point is from the ridge in units of the noise, about.
	Residual []float64
	// Pull is |P_T h| / s, above sqrt(2/pi) beyond an edge.
	Pull []float64
	// sheets are those that points in a strip lie on, nil for others; nil where no sheets cross.
	sheets []*sheet
}

// Project takes points to the ridge P_N h = 0 (Ozertem and Erdogmus 2011), by Newton's steps across it: P_N h over the
// mean of its eigenvalues there.
func (f *Field) Project(ctx context.Context, x *points.Set, steps int) (*Projected, error) {
	y := &points.Set{Dim: x.Dim, Data: append([]float64(nil), x.Data...)}
	var frames []Frame
	for step := range steps {
		var err error
		if frames, err = f.renewed(ctx, y, frames, step%3 == 0); err != nil {
			return nil, err
		}
		for i, frame := range frames {
			frame.stepAcross(y.At(i))
		}
	}
	return f.look(ctx, y)
}

// renewed is the field at points near those of its last frames, with their tangents, which turn little from step to
// step, unless they are to be found anew.
func (f *Field) renewed(ctx context.Context, y *points.Set, last []Frame, tangents bool) ([]Frame, error) {
	if tangents {
		return f.Frames(ctx, y)
	}
	h, err := f.Displacements(ctx, y)
	if err != nil {
		return nil, err
	}
	for i := range last {
		last[i].Displacement = h.At(i)
	}
	return last, nil
}

// stepAcross is one of Newton's steps, no longer than the noise: far away, where slopes say little, h is a mean over
// much.
func (f Frame) stepAcross(y []float64) {
	_, across := f.split(f.Displacement)
	most := 2 * f.Noise / max(floats.Norm(across, 2), 1e-30)
	floats.AddScaled(y, -min(1/max(f.MeanAcross, leastSlope), max(most, 1)), across)
}

// look is what there is to say of points as they are.
func (f *Field) look(ctx context.Context, y *points.Set) (*Projected, error) {
	frames, err := f.Frames(ctx, y)
	if err != nil {
		return nil, err
	}
	p := &Projected{Points: y, Frames: frames}
	for _, frame := range frames {
		along, across := frame.split(frame.Displacement)
		p.Residual = append(p.Residual, floats.Norm(across, 2)/frame.Noise)
		p.Pull = append(p.Pull, floats.Norm(along, 2)/frame.Noise)
	}
	return p, nil
}

// leastGap is the least difference of the eigenvalues across the ridge and along it.
const leastGap = 0.25

// on reports whether point i lies on the ridge, whatever its edge.
func (p *Projected) on(i int) bool {
	f := p.Frames[i]
	return p.Residual[i] < settled && f.Across-f.Along > leastGap
}

// within reports whether point i lies on the ridge and not beyond its edge.
func (p *Projected) within(i int) bool { return p.on(i) && p.Pull[i] < edge }
