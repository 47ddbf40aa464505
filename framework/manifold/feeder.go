package manifold

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/loss"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

// feeder gives some of the loss's inputs.
type feeder = train.Feeder[loss.ManifoldInputs]

// drawn fills an input with a step's random numbers.
func drawn(seed uint64, purpose string, dimensions []int, take func(in *loss.ManifoldInputs, x *graph.Node),
	fill func(into []float32, rng *rand.Rand)) feeder {
	return train.One(dimensions, take, func(at train.Moment, into []float32) {
		fill(into, random.New(seed, "manifold/"+purpose, at.Step))
	})
}

// ownFeeders give what a loss draws itself.
func ownFeeders(inputs []loss.OwnInput, batch int, seed uint64) (feeders []feeder) {
	for i, own := range inputs {
		feeders = append(feeders, drawn(seed, fmt.Sprint("own/", i), own.Dimensions(batch),
			func(in *loss.ManifoldInputs, x *graph.Node) { in.Own = append(in.Own, x) }, own.Fill))
	}
	return feeders
}

// progress gives the share of the training that lies before a step.
func progress(of func(step int) float64) feeder {
	return train.One(nil, func(in *loss.ManifoldInputs, x *graph.Node) { in.Progress = x },
		func(at train.Moment, into []float32) { into[0] = float32(of(at.Step)) })
}

// cotangents gives unit vectors of R^codimension.
func cotangents(batch, codimension int, seed uint64) feeder {
	return drawn(seed, "cotangents", []int{batch, codimension},
		func(in *loss.ManifoldInputs, x *graph.Node) { in.Cotangents = x },
		func(into []float32, rng *rand.Rand) { unitVectors(into, codimension, rng) })
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
