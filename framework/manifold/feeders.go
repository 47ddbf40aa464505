package manifold

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/chains"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

// feeders give what the loss needs. Their order is that of the graph's inputs and of the history's statistics.
func (m *Manifold) feeders(t train.Task, k *known, n network.Trained, batch int) ([]feeder, error) {
	needs, ambient, codimension := m.Loss.Needs(), t.Data.Dim, t.Data.Dim-m.Dimension
	var feeders []feeder
	add := func(needed bool, f feeder) {
		if needed {
			feeders = append(feeders, f)
		}
	}
	add(needs.Cotangents, cotangents(batch, codimension, t.Seed))
	if needs.Negatives {
		negatives, err := m.negatives(t, n, batch)
		if err != nil {
			return nil, err
		}
		add(true, chains.Feeder(negatives, func(in *loss.ManifoldInputs, x *graph.Node) { in.Negatives = x }))
	}
	add(needs.Boundary, drawn(t.Seed, "boundary", []int{batch, ambient},
		func(in *loss.ManifoldInputs, x *graph.Node) { in.Boundary = x },
		func(into []float32, rng *rand.Rand) { boundaryPoints(into, t.Box, rng) }))
	add(needs.Normal, drawn(t.Seed, "normal", []int{batch, ambient},
		func(in *loss.ManifoldInputs, x *graph.Node) { in.Normal = x }, sampler.Normal))
	add(needs.Uniform, drawn(t.Seed, "uniform", []int{batch},
		func(in *loss.ManifoldInputs, x *graph.Node) { in.Uniform = x }, func(into []float32, rng *rand.Rand) {
			for i := range into {
				into[i] = rng.Float32()
			}
		}))
	if needs.Progress {
		steps := float64(m.Training.StepsFor(t.Size()))
		feeders = append(feeders, progress(func(step int) float64 { return float64(step) / steps }))
	}
	if needs.Noise != nil {
		feeders = append(feeders, newNoise(needs.Noise, k, t.Seed).feeders(batch, ambient)...)
	}
	// frames are those of Data
	if needs.Frames && 1 < codimension && codimension <= loss.MostOriented && t.Size() == t.Data.Len() {
		feeders = append(feeders, m.frameFeeders(t, batch, k.frames)...)
	}
	return append(feeders, ownFeeders(needs.Own, batch, t.Seed)...), nil
}

// negatives are points of the box that the loss contrasts with the data. Those of a step continue chains of earlier
// steps (replay buffer) or start uniformly in the box, and end in the box.
func (m *Manifold) negatives(t train.Task, n network.Trained, batch int) (*chains.Negatives, error) {
	drawn := &chains.Negatives{Purpose: "manifold/negatives", Seed: t.Seed, Box: t.Box, Batch: batch,
		Fresh: func(point []float32, rng *rand.Rand) { t.Box.Draw(point, rng) }}
	moves := m.Sampler.Negatives()
	if moves == nil {
		drawn.Still()
		return drawn, nil
	}
	return drawn, drawn.Compile(t, m.negativeProcess(moves, n), [][]int{n.Array().Dimensions})
}

// negativeProcess is chains under the energy of the negative points, a norm of F.
func (m *Manifold) negativeProcess(moves sampler.Ambient, n network.Trained) sampler.Process {
	norm := sampler.Norm
	if m.Loss.Needs().SquaredEnergy {
		norm = sampler.SquaredNorm
	}
	return sampler.Free(moves, func(state []*graph.Node) network.Function { return norm(n.Function(state[0])) })
}

// AsEnergy returns chains in the box of data by which points are drawn as negative points are, one from each of the
// given points; false where negative points have no chains.
func (m *Manifold) AsEnergy(env train.Environment, f network.Trained, steps int,
	start *points.Set) (*chains.Chains, bool) {
	moves := m.Sampler.Negatives()
	if moves == nil {
		return nil, false
	}
	return &chains.Chains{Environment: env, Process: m.negativeProcess(moves, f), Steps: steps, Start: start,
		InOrder: true, Networks: []network.Trained{f}, Free: true}, true
}

// boundaryPoints fills rows with uniform points of the faces of a box.
func boundaryPoints(rows []float32, box points.Box, rng *rand.Rand) {
	// The faces across an axis have the box's volume divided by its length there.
	areas, total := make([]float64, len(box)), 0.0
	for j, side := range box {
		areas[j] = 1 / (side[1] - side[0])
		total += areas[j]
	}
	for i := 0; i < len(rows); i += len(box) {
		point := rows[i : i+len(box)]
		box.Draw(point, rng)
		axis, u := 0, rng.Float64()*total
		for axis < len(box)-1 && u >= areas[axis] {
			u -= areas[axis]
			axis++
		}
		point[axis] = float32(box[axis][rng.IntN(2)])
	}
}

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
