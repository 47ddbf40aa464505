package zeroset

import (
	"testing"

	"ebim/framework/energy"
	"ebim/framework/network/networktest"
	"ebim/framework/support/supporttest"
)

// learned is a known manifold as if it had been learned.
func learned(tb testing.TB, m networktest.Manifold) *ZeroSet {
	tb.Helper()
	return New(supporttest.Learned(tb, m))
}

// tilted has the energy -2 x_0 on a known manifold.
func tilted(tb testing.TB, m networktest.Manifold) *energy.Density {
	tb.Helper()
	coefficients := make([]float64, m.Ambient)
	coefficients[0] = -2
	return &energy.Density{Support: learned(tb, m), Energy: supporttest.Slope(coefficients...)}
}

func zeroSet(d *energy.Density) *ZeroSet { return d.Support.(*ZeroSet) }
