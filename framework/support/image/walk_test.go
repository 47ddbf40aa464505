package image

import (
	"math"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/supporttest"
)

// A walk begins where the decoder stretches most and goes straight on in the image, by steps of equal length there,
// however uneven the latent coordinates: here z is decoded to the plane of (3 sinh z_1, z_0 + z_1/2) in R^3.
func TestWalkInAPlane(t *testing.T) {
	column := networktest.Coordinate
	d := supporttest.Decoded{Latent: supporttest.Environment(t, points.New(1, 2), points.Box{{-9, 9}, {-2, 2}}),
		Bounds: points.Cube(3, -9, 9),
		Encoder: supporttest.Fixed(func(x *graph.Node) *graph.Node {
			return networktest.Join(column(x, 1),
				column(x, 2))
		}),
		Decoder: supporttest.Fixed(func(z *graph.Node) *graph.Node {
			b := column(z, 1)
			return networktest.Join(graph.MulScalar(graph.Sub(graph.Exp(b), graph.Exp(graph.Neg(b))), 1.5),
				graph.Add(column(z, 0), graph.MulScalar(b, 0.5)), graph.ZerosLike(b))
		})}
	x := &points.Set{Dim: 3, Data: []float64{7, 1, 0, 7, 2, 0}}
	walks, err := of(d).Walk(t.Context(), x, support.Steps{Before: 2, After: 3, Length: 0.2, Parts: 40})
	if err != nil {
		t.Fatal(err)
	}
	if walks.Len() != 2*6 {
		t.Fatalf("%d points of two walks with six each", walks.Len())
	}
	for k := range 2 {
		walk := walks.Slice(6*k, 6*k+6)
		start := []float64{0, x.At(k)[1], 0} // its code is (x_1, x_2), and x_2 = 0
		supporttest.CloseTo(t, "the start", walk.At(2), start, 1e-5)
		// J = ((0, 3), (1, 1/2)): the leading vector of J J^T = ((9, 3/2), (3/2, 5/4)).
		angle := math.Atan2(2*1.5, 9-1.25) / 2
		for i := range 6 {
			along := 0.2 * float64(i-2)
			supporttest.CloseTo(t, "a point of the straight way", walk.At(i),
				[]float64{along * math.Cos(angle), start[1] + along*math.Sin(angle), 0}, 3e-3)
		}
	}
}

// At the wall of the latent box a walk stays.
func TestWalkStaysInTheLatentBox(t *testing.T) {
	m := of(supporttest.Sine(t))
	walk, err := m.Walk(t.Context(), &points.Set{Dim: 2, Data: []float64{0.8, 0}},
		support.Steps{After: 4, Length: 0.2, Parts: 2})
	if err != nil {
		t.Fatal(err)
	}
	end := []float64{1, math.Sin(1) / 2}
	supporttest.CloseTo(t, "the start", walk.At(0), []float64{0.8, math.Sin(0.8) / 2}, 1e-5)
	supporttest.CloseTo(t, "the last two points", walk.Slice(3, 5).Data, append(end, end...), 1e-5)
}

// A decoder that is constant or not finite leaves walks where they are, or where nothing is.
func TestWalkByADeadDecoder(t *testing.T) {
	m := of(supporttest.Blind(t, func(z *graph.Node) *graph.Node {
		return networktest.Join(graph.MulScalar(z, 0), graph.MulScalar(z, 0))
	}, points.Box{{0, 1}}, supporttest.Square))
	walk, err := m.Walk(t.Context(), points.New(1, 2), support.Steps{Before: 1, After: 1, Length: 0.2, Parts: 2})
	if err != nil {
		t.Fatal(err)
	}
	supporttest.CloseTo(t, "the walk", walk.Data, make([]float64, 6), 1e-6)
}
