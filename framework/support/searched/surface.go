package searched

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/support"
	"ebim/framework/train"
)

// surface finds points on a learned manifold F = 0 inside the box.
type surface struct {
	env      train.Environment
	near     *network.Evaluator // first-order distance to the manifold
	projects *network.Evaluator // Gauss-Newton projection and its |F|
	rounds   int                // in which projects is applied
	// longest projection step: a twentieth of the box's diagonal
	reach float64
	// which points of F = 0 belong to the support; nil: all
	kept func(ctx context.Context, x *points.Set) ([]bool, error)
}

// surface finds the points of the support alone.
func (z *Set) surface() (*surface, error) {
	s, err := newSurface(z.Env, z.F, z.Codimension)
	if err == nil {
		s.kept = z.Kept
	}
	return s, err
}

func newSurface(s train.Environment, manifold network.Trained, codimension int) (*surface, error) {
	surface := &surface{env: s, reach: s.Box.Diagonal() / 20}
	networks, widths := []network.Trained{manifold}, []int{s.Data.Dim}
	var err error
	surface.near, err = network.NewEvaluator(s.Engine, "distance to the manifold", networks, widths,
		func(f []network.Function, in []*graph.Node) []*graph.Node {
			at := sampler.NormalsAt(f[0], in[0])
			return []*graph.Node{at.Distance()}
		})
	if err != nil {
		return nil, err
	}
	steps, rounds := roundsOf(projectionSteps, codimension)
	surface.rounds = rounds
	surface.projects, err = network.NewEvaluator(s.Engine, "projection to the manifold", networks, widths,
		func(f []network.Function, in []*graph.Node) []*graph.Node {
			projected, residual := sampler.Project(f[0], in[0], steps, surface.reach)
			return []*graph.Node{projected, network.Column(residual)}
		})
	return surface, err
}

// projectionSteps are those of a projection.
const projectionSteps = 12

// projected moves points toward the manifold, and returns their |F|.
func (s *surface) projected(ctx context.Context, x []float32) (y, residual []float32, err error) {
	return inRounds(ctx, s.projects, s.rounds, support.OnManifold, x)
}

// Projection moves points to F = 0, whatever is kept of it, and returns their |F|.
type Projection func(ctx context.Context, x *points.Set) (y, residual []float32, err error)

// NewProjection is that of the set; see sampler.Project.
func (z *Set) NewProjection() (Projection, error) {
	s, err := newSurface(z.Env, z.F, z.Codimension)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, x *points.Set) (y, residual []float32, err error) {
		return s.projected(ctx, x.Float32())
	}, nil
}

// project moves points to the manifold and returns those that arrive, inside the box and on the support.
func (s *surface) project(ctx context.Context, from *points.Set) (*support.Projection, error) {
	arrived, _, err := s.projectWithin(ctx, from, math.Inf(1))
	return arrived, err
}

// projectWithin is project for points that move by at most limit, and returns how far each has moved.
func (s *surface) projectWithin(ctx context.Context, from *points.Set, limit float64) (result *support.Projection,
	moved []float64, err error) {
	result = &support.Projection{Points: points.New(0, from.Dim)}
	if from.Len() == 0 {
		return result, nil, nil
	}
	start := from.Float32()
	projected, residuals, err := s.projected(ctx, start)
	if err != nil {
		return nil, nil, err
	}
	for i, residual := range residuals {
		point := projected[i*from.Dim : (i+1)*from.Dim]
		length := distance(point, start[i*from.Dim:(i+1)*from.Dim])
		if !(residual <= support.OnManifold) || !s.env.Box.Contains(point) || length > limit {
			result.Unconverged++
			continue
		}
		for _, v := range point {
			result.Points.Data = append(result.Points.Data, float64(v))
		}
		result.Residual = append(result.Residual, float64(residual))
		moved = append(moved, length)
	}
	if s.kept == nil {
		return result, moved, nil
	}
	on, err := s.kept(ctx, result.Points)
	if err != nil || on == nil {
		return result, moved, err
	}
	left := 0
	for i, stays := range on {
		if stays {
			copy(result.Points.At(left), result.Points.At(i))
			result.Residual[left], moved[left] = result.Residual[i], moved[i]
			left++
		}
	}
	result.Unconverged += len(on) - left
	result.Points, result.Residual = result.Points.Slice(0, left), result.Residual[:left]
	return result, moved[:left], nil
}

// uniform draws n points from the uniform distribution on the manifold.
func (s *surface) uniform(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	// which computes zeros, so that no point is ever found; what is built of them counts alone
	if backend.IsDraft(s.env.Engine) {
		return s.env.Box.Uniform(n, rng), nil
	}
	const budget = 1 << 25
	t, err := s.tube(ctx, rng, n, func(found, drawn int) bool {
		return float64(found)*budget < float64(n)*float64(drawn)
	})
	if err != nil {
		return nil, err
	}
	if t.points.Len() < n {
		return nil, &support.EmptyError{Reason: fmt.Sprintf(
			"only %d of %d points of the box lie within %.3g of the learned manifold; "+
				"it is nearly empty there: train it longer, or with another seed", t.points.Len(), t.drawn, t.radius)}
	}
	return t.points.Slice(0, n), nil
}

// tube is the tube of points within a radius of the manifold: where each of the drawn points of the box that lie in it
// is moved to on the manifold. In the tube every piece of manifold has the same share of the box's volume, to first
// order in its curvature by symmetry and with a relative error of order (curvature radius)^2 (Weyl 1939, "On the
// volume of tubes").
type tube struct {
	radius float64
	points *points.Set
	moved  []float64 // how far each was from the manifold
	drawn  int
}

// tube draws from the box until n points or some more are in the tube, or it is hopeless.
func (s *surface) tube(ctx context.Context, rng *rand.Rand, n int,
	hopeless func(found, drawn int) bool) (*tube, error) {
	const chunk, patience = 1 << 14, 1 << 20
	t := &tube{radius: s.env.Box.Diagonal() / 100, points: points.New(0, s.env.Data.Dim)}
	for t.points.Len() < n {
		if t.drawn >= patience && hopeless(t.points.Len(), t.drawn) {
			return t, nil
		}
		candidates := s.env.Box.Uniform(chunk, rng)
		near, err := s.near.Run(ctx, candidates.Float32())
		if err != nil {
			return nil, err
		}
		var chosen []int
		for i, d := range near[0] {
			// The first-order distance may be wrong by a factor; what matters is the true one, after projection.
			if float64(d) <= 2*t.radius {
				chosen = append(chosen, i)
			}
		}
		projected, moved, err := s.projectWithin(ctx, candidates.Select(chosen), t.radius)
		if err != nil {
			return nil, err
		}
		t.points.Data, t.moved = append(t.points.Data, projected.Points.Data...), append(t.moved, moved...)
		t.drawn += chunk
	}
	return t, nil
}

func distance(a, b []float32) float64 {
	square := 0.0
	for j := range a {
		square += float64(a[j]-b[j]) * float64(a[j]-b[j])
	}
	return math.Sqrt(square)
}
