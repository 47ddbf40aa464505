package manifold

import (
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/chains"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

// feeders give what the loss needs. Their order is that of the graph's inputs and of the history's statistics.
func (m *Manifold) feeders(t train.Task, n network.Trained, batch int) ([]feeder, error) {
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
		func(in *loss.ManifoldInputs, x *graph.Node) { in.Uniform = x },
		func(into []float32, rng *rand.Rand) {
			for i := range into {
				into[i] = rng.Float32()
			}
		}))
	if needs.Progress {
		steps := float64(m.Training.StepsFor(t.Size()))
		feeders = append(feeders, progress(func(step int) float64 { return float64(step) / steps }))
	}
	if needs.Noise != nil {
		feeders = append(feeders, newNoise(needs.Noise, t.Data, t.Seed).feeders(batch, ambient)...)
	}
	// frames are those of Data
	if needs.Frames && 1 < codimension && codimension <= mostOriented && t.Size() == t.Data.Len() {
		f, err := m.frameFeeders(t, batch)
		if err != nil {
			return nil, err
		}
		feeders = append(feeders, f...)
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
		InOrder:  true,
		Networks: []network.Trained{f}, Free: true}, true
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
