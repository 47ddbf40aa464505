package manifold

import (
	"math"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/loss"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/sampler"
)

// noise draws normal noise whose standard deviations are log-uniform between two bounds.
type noise struct {
	lowest, highest float64
	seed            uint64
}

// Bounds of the noise that follow from the data's scale.
const (
	leastNoise   = 0.02
	largestNoise = 2
)

func newNoise(wanted *loss.Noise, scale float64, seed uint64) *noise {
	n := &noise{leastNoise * scale, largestNoise * scale, seed}
	if wanted.Lowest != nil {
		n.lowest = *wanted.Lowest
	}
	if wanted.Highest != nil {
		n.highest = *wanted.Highest
	}
	n.lowest, n.highest = min(n.lowest, n.highest), max(n.lowest, n.highest)
	return n
}

// deviations fills the standard deviations of a step, [batch].
func (n *noise) deviations(step int, into []float32) {
	rng := random.New(n.seed, "manifold/deviations", step)
	for i := range into { // stratified: the points, in random order, share the range evenly
		into[i] = float32(n.lowest * math.Pow(n.highest/n.lowest, (float64(i)+rng.Float64())/float64(len(into))))
	}
}

// fill fills the noise of a step, [batch, dim].
func (n *noise) fill(step, dim int, into []float32) {
	deviations := make([]float32, len(into)/dim)
	n.deviations(step, deviations)
	sampler.Normal(into, random.New(n.seed, "manifold/noise", step))
	for i := range into {
		into[i] *= deviations[i/dim]
	}
}

// feeders give the noise and its deviations.
func (n *noise) feeders(batch, dim int) []feeder {
	return []feeder{
		{dimensions: []int{batch, dim}, input: func(in *loss.ManifoldInputs) **graph.Node { return &in.Noise },
			feed: func(at moment, into []float32) ([]float64, error) { n.fill(at.step, dim, into); return nil, nil }},
		{dimensions: []int{batch}, input: func(in *loss.ManifoldInputs) **graph.Node { return &in.Deviations },
			feed: func(at moment, into []float32) ([]float64, error) { n.deviations(at.step, into); return nil, nil }},
	}
}

// scaleOf is the root of the points' mean squared distance to their mean, per coordinate; 1 where they all are one.
func scaleOf(x *points.Set) float64 {
	mean, square := make([]float64, x.Dim), 0.0
	for i := range x.Len() {
		for j, v := range x.At(i) {
			mean[j] += v / float64(x.Len())
		}
	}
	for i := range x.Len() {
		for j, v := range x.At(i) {
			square += (v - mean[j]) * (v - mean[j])
		}
	}
	if square == 0 {
		return 1
	}
	return math.Sqrt(square / float64(len(x.Data)))
}
