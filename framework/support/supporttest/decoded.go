package supporttest

import (
	"math"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/train"
)

// Decoded is a latent box with an encoder and a decoder, and the box of the data.
type Decoded struct {
	Latent           train.Environment
	Encoder, Decoder network.Trained
	Bounds           points.Box
}

// Parabola decodes z of [-2, 2] to (z, z^2), and encodes x to x_0 + 0.3, which is not the nearest point.
func Parabola(tb testing.TB) Decoded {
	tb.Helper()
	return Decoded{Latent: Environment(tb, points.New(1, 1), points.Box{{-2, 2}}), Bounds: points.Box{{-2, 2}, {0, 4}},
		Encoder: Fixed(func(x *graph.Node) *graph.Node { return graph.AddScalar(networktest.Coordinate(x, 0), 0.3) }),
		Decoder: Fixed(func(z *graph.Node) *graph.Node { return networktest.Join(z, graph.Square(z)) })}
}

// Blind decodes by a formula, with an encoder that knows nothing: its codes are the latent box's lower corner.
func Blind(tb testing.TB, decoder networktest.Formula, latent, bounds points.Box) Decoded {
	tb.Helper()
	return Decoded{Latent: Environment(tb, points.New(1, len(latent)), latent), Bounds: bounds, Decoder: Fixed(decoder),
		Encoder: Fixed(func(x *graph.Node) *graph.Node {
			var columns []*graph.Node
			for _, axis := range latent {
				columns = append(columns, graph.AddScalar(graph.MulScalar(networktest.Coordinate(x, 0), 0), axis[0]))
			}
			return networktest.Join(columns...)
		})}
}

// Covering winds the interval [0, 2 pi] around the unit circle some times.
func Covering(tb testing.TB, times float64) Decoded {
	tb.Helper()
	return Blind(tb, func(z *graph.Node) *graph.Node {
		angle := graph.MulScalar(z, times)
		return networktest.Join(graph.Cos(angle), graph.Sin(angle))
	}, points.Box{{0, 2 * math.Pi}}, points.Box{{-1, 1}, {-1, 1}})
}

// Cylinder covers a cylinder of radius and height 1 twice, with the area element 2.
func Cylinder(tb testing.TB) Decoded {
	tb.Helper()
	return Blind(tb, func(z *graph.Node) *graph.Node {
		angle := graph.MulScalar(networktest.Coordinate(z, 0), 2)
		return networktest.Join(graph.Cos(angle), graph.Sin(angle), networktest.Coordinate(z, 1))
	}, points.Box{{0, 2 * math.Pi}, {0, 1}}, points.Box{{-1, 1}, {-1, 1}, {0, 1}})
}

// Normal is the energy |z|^2/2.
var Normal = Fixed(func(z *graph.Node) *graph.Node { return graph.MulScalar(networktest.Square(z), 0.5) })

// Sine decodes z of [-1, 1] to (z, sin(z)/2), and encodes x to x_0.
func Sine(tb testing.TB) Decoded {
	tb.Helper()
	column := func(x *graph.Node) *graph.Node { return networktest.Coordinate(x, 0) }
	return Decoded{Latent: Environment(tb, points.New(1, 1), points.Box{{-1, 1}}), Bounds: points.Box{{-1, 1}, {-1, 1}},
		Encoder: Fixed(column), Decoder: Fixed(func(z *graph.Node) *graph.Node {
			return networktest.Join(column(z), graph.MulScalar(graph.Sin(column(z)), 0.5))
		})}
}

// Saddle decodes (u, v) of [-1, 1] x [0, 1] to (u, v, u v), and encodes x to (x_0, x_1).
func Saddle(tb testing.TB) Decoded {
	tb.Helper()
	first := func(x *graph.Node) *graph.Node { return networktest.Coordinate(x, 0) }
	second := func(x *graph.Node) *graph.Node { return networktest.Coordinate(x, 1) }
	return Decoded{Latent: Environment(tb, points.New(1, 2), points.Box{{-1, 1}, {0, 1}}),
		Bounds:  points.Box{{-1, 1}, {0, 1}, {-1, 1}},
		Encoder: Fixed(func(x *graph.Node) *graph.Node { return networktest.Join(first(x), second(x)) }),
		Decoder: Fixed(func(z *graph.Node) *graph.Node {
			return networktest.Join(first(z), second(z), graph.Mul(first(z), second(z)))
		})}
}
