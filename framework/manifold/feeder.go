package manifold

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/chains"
	"ebim/framework/loss"
	"ebim/framework/random"
	"ebim/framework/sampler"
)

// feeder gives one of a manifold loss's inputs.
type feeder struct {
	dimensions []int
	input      func(in *loss.ManifoldInputs) **graph.Node
	feed       func(at moment, into []float32) (statistics []float64, err error)
	negatives  *chains.Negatives // nil: of another input
}

// moment is a step of the training: its number, the indices of its data points, and the parameters before it.
type moment struct {
	step       int
	indices    []int
	parameters backend.State
}

// ownFeeders give what a loss draws itself.
func ownFeeders(inputs []loss.OwnInput, batch int, seed uint64) (feeders []feeder) {
	for i, own := range inputs {
		feeders = append(feeders, feeder{dimensions: own.Dimensions(batch),
			feed:  drawnBy(seed, fmt.Sprint("own/", i), own.Fill),
			input: func(in *loss.ManifoldInputs) **graph.Node { return &in.Own[i] }})
	}
	return feeders
}

// drawnBy fills an input with a step's random numbers.
func drawnBy(seed uint64, purpose string, fill func(into []float32, rng *rand.Rand)) func(moment,
	[]float32) ([]float64, error) {
	return func(at moment, into []float32) ([]float64, error) {
		fill(into, random.New(seed, "manifold/"+purpose, at.step))
		return nil, nil
	}
}

// progress gives the share of the training that lies before a step.
func progress(of func(step int) float64) feeder {
	return feeder{input: func(in *loss.ManifoldInputs) **graph.Node { return &in.Progress },
		feed: func(at moment, into []float32) ([]float64, error) { into[0] = float32(of(at.step)); return nil, nil }}
}

// cotangents gives unit vectors of R^codimension.
func cotangents(batch, codimension int, seed uint64) feeder {
	return feeder{dimensions: []int{batch, codimension},
		input: func(in *loss.ManifoldInputs) **graph.Node { return &in.Cotangents },
		feed: drawnBy(seed, "cotangents", func(into []float32,
			rng *rand.Rand) {
			unitVectors(into, codimension, rng)
		})}
}

// unitVectors fills rows with independent draws from the unit sphere of R^dim.
func unitVectors(rows []float32, dim int, rng *rand.Rand) {
	sampler.Normal(rows, rng)
	for i := 0; i < len(rows); i += dim {
		square := 0.0
		for _, v := range rows[i : i+dim] {
			square += float64(v) * float64(v)
		}
		for j := i; j < i+dim; j++ {
			rows[j] = float32(float64(rows[j]) / math.Sqrt(square))
		}
	}
}
