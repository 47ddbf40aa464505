package image

import (
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/energy"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support/box"
	"ebim/framework/support/supporttest"
)

// of is the image of what is decoded.
func of(d supporttest.Decoded) *Image {
	return New(Pair{Encoder: d.Encoder, Decoder: d.Decoder, Code: func(z *graph.Node) *graph.Node { return z }},
		box.New(d.Latent), d.Bounds)
}

// with is the density of a latent energy.
func with(e network.Trained, m *Image) *energy.Density {
	return &energy.Density{Support: m, Energy: e, Sampling: energy.Sampling{Proposals: 8}}
}

func parabola(tb testing.TB) *Image { return of(supporttest.Parabola(tb)) }

func saddle(tb testing.TB) *Image { return of(supporttest.Saddle(tb)) }

// decodedBy is an image whose sheets within 0.05 of each other count as one.
func decodedBy(tb testing.TB, decoder networktest.Formula, latent, bounds points.Box) *Image {
	tb.Helper()
	m := of(supporttest.Blind(tb, decoder, latent, bounds))
	m.sheetDistance = 0.05
	return m
}

func covering(tb testing.TB, times float64) *Image {
	tb.Helper()
	m := of(supporttest.Covering(tb, times))
	m.sheetDistance = 0.05
	return m
}
