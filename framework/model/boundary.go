package model

import (
	"math/rand/v2"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/backend"
	"ebim/framework/loss"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

// keepInside adds the loss's boundary term to a manifold's training, at as many points of the box's boundary as a batch
// has data.
func (m *Manifold) keepInside(t train.Task, implicit *loss.Implicit, problem *train.Problem) {
	before := len(problem.Inputs)
	value, feed := problem.Loss, problem.Feed
	problem.Inputs = append(problem.Inputs, problem.Inputs[0])
	problem.Terms = append(problem.Terms, "boundary")
	problem.Loss = func(parameters, inputs []*graph.Node) (*graph.Node, []*graph.Node) {
		total, terms := value(parameters, inputs[:before])
		boundary := implicit.Boundary(m.Network.Bind(parameters), inputs[before])
		return graph.Add(total, graph.MulScalar(boundary, implicit.BoundaryWeight)), append(terms, boundary)
	}
	problem.Feed = func(step int, indices []int, parameters backend.State, inputs []backend.Array) ([]float64, error) {
		boundaryPoints(inputs[before].Data, t.Box, random.New(t.Seed, "manifold/boundary", step))
		return feed(step, indices, parameters, inputs[:before])
	}
}

// boundaryPoints fills rows with uniform points of the faces of a box.
func boundaryPoints(rows []float32, box [][2]float64, rng *rand.Rand) {
	// The faces across an axis have the box's volume divided by its length there.
	areas, total := make([]float64, len(box)), 0.0
	for j, side := range box {
		areas[j] = 1 / (side[1] - side[0])
		total += areas[j]
	}
	for i := 0; i < len(rows); i += len(box) {
		point := rows[i : i+len(box)]
		sampler.UniformPoint(point, box, rng)
		axis, u := 0, rng.Float64()*total
		for axis < len(box)-1 && u >= areas[axis] {
			u -= areas[axis]
			axis++
		}
		point[axis] = float32(box[axis][rng.IntN(2)])
	}
}
