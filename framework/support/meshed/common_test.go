package meshed

import (
	"testing"

	"ebim/framework/energy"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/support/implicit"
	"ebim/framework/support/supporttest"
	"ebim/framework/train"
)

// set is the zero set of a function.
func set(env train.Environment, f network.Trained, codimension int) *Set {
	return New(implicit.Function{Env: env, F: f, Codimension: codimension}, Parts{})
}

// learned is a known manifold as if it had been learned.
func learned(tb testing.TB, m networktest.Manifold) *Set {
	tb.Helper()
	return set(supporttest.Learned(tb, m))
}

// withData is a zero set without the pieces that carry no data.
func withData(z *Set) *Set { return New(z.Function, Parts{WithData: true}) }

// tilted has the energy -2 x_0 on a known manifold.
func tilted(tb testing.TB, m networktest.Manifold) *energy.Density {
	tb.Helper()
	coefficients := make([]float64, m.Ambient)
	coefficients[0] = -2
	return &energy.Density{Support: learned(tb, m), Energy: supporttest.Slope(coefficients...)}
}

func zeroSet(d *energy.Density) *Set { return d.Support.(*Set) }
