package model

import (
	"math/rand/v2"
	"testing"

	"ebim/framework/energy"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/supporttest"
	"ebim/framework/support/zeroset"
)

// A model of standardized points answers at the user's points as the networks do at standardized ones, also moved, and
// in other units.
func TestStandardizedModels(t *testing.T) {
	circle := zeroset.New(supporttest.Learned(t, networktest.Sphere(2, 1)))
	learned, err := withEnergy(&energy.Density{Support: circle, Energy: supporttest.Slope(1, 2)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	units := &points.Scaling{Shift: []float64{1e5, -1e9}, Scale: []float64{4, 4}}
	m, by := learned.In(units), support.Similarity{Factor: 2, Shift: []float64{1, 3}}
	z := supporttest.Rows(t, []float64{0, 1}, []float64{0.5, -1.5})
	x := units.Out(z)
	for name, of := range map[string]struct {
		*Trained
		at *points.Set
	}{"as it is": {m, x}, "moved": {m.Moved(by), by.Points(x)}, "within its units": {m.Within(units), z}} {
		values, err := of.Values(t.Context(), of.at)
		if err != nil {
			t.Fatal(err)
		}
		supporttest.CloseTo(t, name+", F", values.Data, []float64{0, 1.5}, 1e-5)
		energies, err := of.Energies(t.Context(), of.at)
		if err != nil {
			t.Fatal(err)
		}
		supporttest.CloseTo(t, name+", E", energies, []float64{2, -2.5}, 1e-5)
	}
	found, err := support.Nearest(t.Context(), m.Support, x)
	if err != nil {
		t.Fatal(err)
	}
	for name, other := range map[string]*points.Scaling{
		"its own": units, "alike": {Shift: []float64{1e5 + 1, -1e9}, Scale: []float64{8, 8}},
		"others": {Shift: []float64{1e5, -1e9}, Scale: []float64{2, 1}},
	} {
		got, err := support.Nearest(t.Context(), m.Within(other).Support, other.In(x))
		if err != nil {
			t.Fatal(err)
		}
		supporttest.CloseTo(t, "the nearest points within "+name, got.Points.Data, other.In(found.Points).Data, 1e-5)
	}
}

// Models whose points are standardized alike, but for similarities, are put together among those of the first; others
// in the user's units.
func TestTogether(t *testing.T) {
	circle := &Trained{Support: zeroset.New(supporttest.Learned(t, networktest.Sphere(2, 1)))}
	units := &points.Scaling{Shift: []float64{1e5, 7}, Scale: []float64{3, 0.5}}
	m := circle.In(units)
	for name, test := range map[string]struct {
		operands []*Trained
		inner    bool
	}{
		"one":      {[]*Trained{m, m}, true},
		"moved":    {[]*Trained{m, m.Moved(support.Similarity{Factor: 1, Shift: []float64{3, 0.2}})}, true},
		"unscaled": {[]*Trained{m, circle}, false},
		"plain":    {[]*Trained{circle, circle}, false},
		"other axes": {[]*Trained{m, circle.In(&points.Scaling{Shift: []float64{0, 0},
			Scale: []float64{1, 1}})}, false},
	} {
		inner := false
		whole, err := Together(test.operands, func(operands []*Trained) (*Trained, error) {
			_, first := operands[0].Standardized()
			inner = first == nil && operands[0].Support != test.operands[0].Support
			return operands[len(operands)-1], nil
		})
		if err != nil || inner != test.inner {
			t.Errorf("%s: put together among standardized points %t, %v", name, inner, err)
		}
		last := test.operands[1]
		x, err := last.Support.Uniform(t.Context(), rand.New(rand.NewPCG(1, 2)), 3)
		if err != nil {
			t.Fatal(err)
		}
		got, err := support.Nearest(t.Context(), whole.Support, x)
		if err != nil {
			t.Fatal(err)
		}
		supporttest.CloseTo(t, name+", points of the last operand", got.Points.Data, x.Data, 1e-4)
	}
}
