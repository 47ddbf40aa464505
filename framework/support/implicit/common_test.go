package implicit

import (
	"testing"

	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/support/supporttest"
	"ebim/framework/train"
)

func function(env train.Environment, f network.Trained, codimension int) *Function {
	return &Function{Env: env, F: f, Codimension: codimension}
}

// learned is a known manifold as if it had been learned.
func learned(tb testing.TB, m networktest.Manifold) *Function {
	tb.Helper()
	return function(supporttest.Learned(tb, m))
}
