package support

import (
	"math"
	"math/rand/v2"

	"ebim/framework/points"
	"ebim/framework/random"
)

// Quadrature is nodes of a domain, with the logarithms of the weights that integrate over it.
type Quadrature struct {
	Nodes      *points.Set
	LogWeights []float64
	weights    random.Weights
}

// Add gives the next node its weight.
func (q *Quadrature) Add(weight float64) {
	q.LogWeights = append(q.LogWeights, math.Log(weight))
	q.weights.Add(weight)
}

// Draw fills rows [any, n] with nodes, by their weights.
func (q *Quadrature) Draw(rows []float32, rng *rand.Rand) {
	for i := 0; i < len(rows); i += q.Nodes.Dim {
		for j, v := range q.Nodes.At(q.weights.Draw(rng)) {
			rows[i+j] = float32(v)
		}
	}
}

// Strata are pieces that make up a domain. A uniform point of each, weighted by its measure, is a quadrature without
// bias.
type Strata struct {
	LogWeights []float64
	// Point fills x, of n coordinates, with a uniform point of piece i.
	Point func(i int, x []float64, rng *rand.Rand)
}

// Fill draws a point of each piece into rows [pieces, n].
func (s *Strata) Fill(rows []float32, rng *rand.Rand) {
	point := make([]float64, len(rows)/len(s.LogWeights))
	for i := range s.LogWeights {
		s.Point(i, point, rng)
		for j, v := range point {
			rows[i*len(point)+j] = float32(v)
		}
	}
}
