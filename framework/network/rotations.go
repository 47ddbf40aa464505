package network

import (
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
)

// Rotations is the manifold-defining function of matrices [3, 3], row by row, whose rows a_i are orthonormal:
// (a_i.a_i - 1)/2 and a_i.a_j/sqrt(2) for i < j, with gradients that are orthonormal on the manifold. It has two
// pieces, of which rotations are one. Nothing of it is trained.
type Rotations struct{}

// Codimension is the number of its values.
func (Rotations) Codimension() int { return 6 }

// Initialize implements Network: the parameters say which products of coordinates add up to which value.
func (r Rotations) Initialize(in, out int, _ *rand.Rand) []Parameter {
	const rows = 3
	products := rows * r.Codimension()
	left, right := make([]float32, in*products), make([]float32, in*products)
	sums, offsets := make([]float32, products*out), make([]float32, out)
	value := 0
	for i := range rows {
		for j := i; j < rows; j++ {
			weight := float32(1 / math.Sqrt2)
			if i == j {
				weight, offsets[value] = 0.5, -0.5
			}
			for k := range rows {
				product := value*rows + k
				left[(rows*i+k)*products+product], right[(rows*j+k)*products+product] = 1, 1
				sums[product*out+value] = weight
			}
			value++
		}
	}
	return []Parameter{{Name: "left", Dimensions: []int{in, products}, Values: left, Frozen: true},
		{Name: "right", Dimensions: []int{in, products}, Values: right, Frozen: true},
		{Name: "sums", Dimensions: []int{products, out}, Values: sums, Frozen: true},
		{Name: "offsets", Dimensions: []int{1, out}, Values: offsets, Frozen: true}}
}

// DrawEvenly implements onkernels.Even, for rotations.
func (Rotations) DrawEvenly(to []float64, rng *rand.Rand) {
	const rows = 3
	drawn := orthonormal(rows-1, rows, rng)
	a, b, cross := drawn[0], drawn[1], to[2*rows:]
	copy(to, a)
	copy(to[rows:], b)
	for i := range cross {
		j, k := (i+1)%rows, (i+2)%rows
		cross[i] = a[j]*b[k] - a[k]*b[j]
	}
}

// LogVolume implements onkernels.Even: that of rotations. Those by small angles are sqrt(2) of the angle apart, and all
// of them take 8 pi^2 if it is the angle.
func (Rotations) LogVolume() float64 { return math.Log(8 * math.Pi * math.Pi * 2 * math.Sqrt2) }

// Bind implements Network.
func (Rotations) Bind(parameters []*graph.Node) Function {
	return rotations{parameters[0], parameters[1], parameters[2], parameters[3]}
}

type rotations struct{ left, right, sums, offsets *graph.Node }

func (r rotations) Apply(x *graph.Node) *graph.Node {
	products := graph.Mul(graph.MatMul(x, r.left), graph.MatMul(x, r.right))
	return graph.Add(graph.MatMul(products, r.sums), r.offsets)
}

func (r rotations) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	y := r.Apply(x)
	return y, autodiff.Linearize(x, y)
}
