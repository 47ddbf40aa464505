package network

import (
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/points"
	"ebim/framework/random"
)

// UnitSpheres is the manifold-defining function of a product of unit spheres about the origin, in the coordinates of
// each after the other: F_k(x) = (|x_k|^2 - 1)/2, with a gradient of length 1 on the manifold. Nothing of it is
// trained.
type UnitSpheres []int // how many coordinates each has

// Initialize implements Network: the one parameter is which coordinates belong to which sphere.
func (s UnitSpheres) Initialize(in, out int, _ *rand.Rand) []Parameter {
	members, at := make([]float32, in*out), 0
	for k, coordinates := range s {
		for range coordinates {
			members[at*out+k] = 1
			at++
		}
	}
	return []Parameter{{Name: "members", Dimensions: []int{in, out}, Values: members, Frozen: true}}
}

// DrawEvenly implements onkernels.Even.
func (s UnitSpheres) DrawEvenly(to []float64, rng *rand.Rand) {
	for _, coordinates := range s {
		random.Direction(to[:coordinates], rng)
		to = to[coordinates:]
	}
}

// LogVolume implements onkernels.Even.
func (s UnitSpheres) LogVolume() (log float64) {
	for _, coordinates := range s {
		log += points.LogUnitSphere(coordinates)
	}
	return log
}

// Bind implements Network.
func (UnitSpheres) Bind(parameters []*graph.Node) Function { return unitSpheres{parameters[0]} }

type unitSpheres struct{ members *graph.Node }

func (s unitSpheres) Apply(x *graph.Node) *graph.Node {
	return graph.MulScalar(graph.AddScalar(graph.MatMul(graph.Square(x), s.members), -1), 0.5)
}

func (s unitSpheres) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	y := s.Apply(x)
	return y, autodiff.Linearize(x, y)
}
