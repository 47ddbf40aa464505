package model

import (
	"context"
	"testing"

	"ebim/framework/network/networktest"
	"ebim/framework/support/supporttest"
	"ebim/framework/support/zeroset"
)

var (
	background = context.Background()
	square     = supporttest.Square

	setting   = supporttest.Environment
	fixed     = supporttest.Fixed
	drawn     = supporttest.Drawn
	rows      = supporttest.Rows
	residuals = supporttest.Residual
	integral  = supporttest.Integral
	meanOf    = supporttest.Mean
)

// learned is a known manifold as if it had been learned, with points of it as data.
func learned(tb testing.TB, m networktest.Manifold) *learnedManifold {
	tb.Helper()
	return &learnedManifold{zeroset.New(supporttest.Learned(tb, m))}
}

func on(t *testing.T, m networktest.Manifold) support {
	manifold := learned(t, m)
	return support{manifold.Environment(), manifold}
}
