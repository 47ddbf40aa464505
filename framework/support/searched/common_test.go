package searched

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
	return New(implicit.Function{Env: env, F: f, Codimension: codimension})
}

// learned is a known manifold as if it had been learned.
func learned(tb testing.TB, m networktest.Manifold) *Set {
	tb.Helper()
	return set(supporttest.Learned(tb, m))
}

func zeroSet(d *energy.Density) *Set { return d.Support.(*Set) }
