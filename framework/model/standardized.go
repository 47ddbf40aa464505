package model

import (
	"context"

	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/scaled"
)

// In returns a model that was trained on standardized points in the user's units; the model itself where units is nil.
func (t *Trained) In(units *points.Scaling) *Trained {
	if units == nil {
		return t
	}
	on := &scaled.Support{Inner: t.Support, By: units}
	in := &Trained{Support: on}
	if t.Density != nil {
		in.Density = &scaled.Density{Inner: t.Density, Support: on}
	}
	if t.Replay != nil {
		in.Replay = func(ctx context.Context) (*points.Set, error) {
			kept, err := t.Replay(ctx)
			if err != nil {
				return nil, err
			}
			return units.Out(kept), nil
		}
	}
	return in
}

// Standardized returns the model of standardized points that In was called of, and its units; the model itself and nil
// where it was trained on the user's points.
func (t *Trained) Standardized() (inner *Trained, units *points.Scaling) {
	on, ok := t.Support.(*scaled.Support)
	if !ok {
		return t, nil
	}
	inner = &Trained{Support: on.Inner}
	if density, ok := t.Density.(*scaled.Density); ok {
		inner.Density = density.Inner
	}
	return inner, on.By
}

// Within returns the model, which is in the user's units, in standardized ones.
func (t *Trained) Within(units *points.Scaling) *Trained {
	inner, own := t.Standardized()
	if own.Equal(units) {
		return inner
	}
	if own != nil {
		if by, alike := support.Between(own, units); alike {
			return inner.Moved(by)
		}
	}
	return t.In(units.Inverse())
}

// standardized is points of the data's space as the networks take them.
func (t *Trained) standardized(x *points.Set) *points.Set {
	if _, units := t.Standardized(); units != nil {
		return units.In(x)
	}
	return x
}

// Out returns points that Energy has drawn in the user's units.
func (t *Trained) Out(drawn *points.Set) *points.Set {
	if _, units := t.Standardized(); units != nil {
		return units.Out(drawn)
	}
	return drawn
}

// Together makes a model of others: where their points were standardized alike, but for similarities, among points
// that are standardized as those of the first are, so that networks can be put together.
func Together(operands []*Trained, combine func([]*Trained) (*Trained, error)) (*Trained, error) {
	_, units := operands[0].Standardized()
	if units == nil {
		return combine(operands)
	}
	var inner []*Trained
	for _, operand := range operands {
		within, own := operand.Standardized()
		if own == nil {
			return combine(operands)
		}
		if !own.Equal(units) {
			by, alike := support.Between(own, units)
			if !alike {
				return combine(operands)
			}
			within = within.Moved(by)
		}
		inner = append(inner, within)
	}
	made, err := combine(inner)
	if err != nil {
		return nil, err
	}
	return made.In(units), nil
}
