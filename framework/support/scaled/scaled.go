// Package scaled is supports and densities that were trained on standardized points, in the user's units.
//
// Networks compute in single precision and expect points of order 1. What they have learned is therefore asked in
// standardized coordinates z only, and everything that goes in or comes out, x = shift + scale z, is moved here in
// double precision: with an offset of 1e9 and a scale of 1, a network that is given x itself would not distinguish one
// point from the next.
//
// Lengths: with one scale, nearest points and uniform draws are those of the user's space. With a scale for each
// column the nearest point is the one that is nearest in standardized coordinates, in which columns of different units
// count alike, and its distance in the user's space is an upper bound of the least.
//
// Densities are with respect to the support's length, area or volume in the user's units: on the tangent space T they
// change by the volume of the scaling restricted to T (support.LogStretch).
package scaled

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/support"
)

// Support is a support of standardized points, in the user's units.
type Support struct {
	Inner support.Support // of standardized points
	By    *points.Scaling
}

// String implements fmt.Stringer.
func (s *Support) String() string { return support.NameOf(s.Inner) }

// Ambient implements support.Support.
func (s *Support) Ambient() int { return s.Inner.Ambient() }

// Dimension implements support.Support.
func (s *Support) Dimension() int { return s.Inner.Dimension() }

// Uniform implements support.Support. Where axes are stretched differently, inner uniform points are kept with
// probabilities proportional to how the support is stretched at them, whose largest possible value is the product of
// the largest scales.
func (s *Support) Uniform(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	if _, alike := s.By.Uniform(); alike {
		drawn, err := s.Inner.Uniform(ctx, rng, n)
		if err != nil {
			return nil, err
		}
		return s.By.Out(drawn), nil
	}
	bound, kept := s.mostStretched(), points.New(0, s.Ambient())
	for drawn := 0; kept.Len() < n; {
		more := max(n, 64)
		candidates, err := s.Inner.Uniform(ctx, rng, more)
		if err != nil {
			return nil, err
		}
		logs, err := support.LogStretch(ctx, s.Inner, candidates, s.By)
		if err != nil {
			return nil, err
		}
		for i, log := range logs {
			if math.Log(rng.Float64()) < log-bound && kept.Len() < n {
				kept.Data = append(kept.Data, candidates.At(i)...)
			}
		}
		if drawn += more; drawn > mostTries*n && kept.Len()*mostTries < drawn {
			return nil, &support.EmptyError{Reason: fmt.Sprintf(
				"the columns' scales differ so much that only %d of %d points could count as uniform "+
					"ones; set data.standardize to scale", kept.Len(), drawn)}
		}
	}
	return s.By.Out(kept), nil
}

// mostTries is how many candidates a uniform point may cost.
const mostTries = 1000

func (s *Support) mostStretched() float64 {
	scales := slices.Clone(s.By.Scale)
	slices.Sort(scales)
	log := 0.0
	for _, v := range scales[len(scales)-s.Dimension():] {
		log += math.Log(v)
	}
	return log
}

// CheckNearest says why there are no nearest points, or nil.
func (s *Support) CheckNearest() error { return support.CheckNearest(s.Inner) }

// Nearest implements support.Support; see the package's comment for what is nearest.
func (s *Support) Nearest(ctx context.Context, x *points.Set) (*support.Projection, error) {
	return s.NearestBy(ctx, x, support.Together)
}

// NearestBy implements support.Stopper.
func (s *Support) NearestBy(ctx context.Context, x *points.Set, stop support.Stop) (*support.Projection, error) {
	found, err := support.NearestBy(ctx, s.Inner, s.By.In(x), stop)
	if err != nil {
		return nil, err
	}
	return s.out(found), nil
}

// Reconstruct implements support.Reconstructor.
func (s *Support) Reconstruct(ctx context.Context, x *points.Set) (*points.Set, error) {
	made, err := support.Reconstruct(ctx, s.Inner, s.By.In(x))
	if err != nil {
		return nil, err
	}
	return s.By.Out(made), nil
}

// Walk implements support.Walker. Where axes are stretched differently, steps have the length on average of the
// squares over all directions.
func (s *Support) Walk(ctx context.Context, x *points.Set, steps support.Steps) (*points.Set, error) {
	square := 0.0
	for _, scale := range s.By.Scale {
		square += scale * scale / float64(len(s.By.Scale))
	}
	steps.Length /= math.Sqrt(square)
	walks, err := support.Walk(ctx, s.Inner, s.By.In(x), steps)
	if err != nil {
		return nil, err
	}
	return s.By.Out(walks), nil
}

func (s *Support) out(found *support.Projection) *support.Projection {
	moved := *found
	moved.Points = s.By.Out(found.Points)
	return &moved
}

// CheckMesh implements support.Support.
func (s *Support) CheckMesh() error { return support.CheckMesh(s.Inner) }

// Mesh implements support.Support.
func (s *Support) Mesh(ctx context.Context, resolution int) (*mesh.Mesh, error) {
	made, err := support.Mesh(ctx, s.Inner, resolution)
	if err != nil {
		return nil, err
	}
	return s.mesh(made), nil
}

func (s *Support) mesh(made *mesh.Mesh) *mesh.Mesh {
	moved := *made
	moved.Vertices = s.By.Out(made.Vertices)
	return &moved
}

// SingularValues implements support.Support: they are those of the network, at standardized points and in standardized
// units, where an F that is a distance has the value 1.
func (s *Support) SingularValues(ctx context.Context, x *points.Set) (*points.Set, error) {
	return support.SingularValuesOf(ctx, s.Inner, s.By.In(x))
}

// LogStretch implements support.Stretcher: that of both scalings less that of the own one.
func (s *Support) LogStretch(ctx context.Context, x *points.Set, scale []float64) ([]float64, error) {
	both := &points.Scaling{Scale: slices.Clone(s.By.Scale)}
	for j, v := range scale {
		both.Scale[j] *= v
	}
	z := s.By.In(x)
	logs, err := support.LogStretch(ctx, s.Inner, z, both)
	if err != nil {
		return nil, err
	}
	own, err := support.LogStretch(ctx, s.Inner, z, s.By)
	for i := range own {
		logs[i] -= own[i]
	}
	return logs, err
}

// Moved implements support.Support. Who turns axes of different scales has asked support.Similarity.Over before.
func (s *Support) Moved(by support.Similarity) support.Support {
	turn, out := Over(by, s.By)
	if turn.Rotation == nil {
		return &Support{s.Inner, out}
	}
	return &Support{s.Inner.Moved(turn), out}
}

// Over is support.Similarity.Over for similarities that can be taken past.
func Over(by support.Similarity, in *points.Scaling) (turn support.Similarity, out *points.Scaling) {
	turn, out, err := by.Over(in)
	if err != nil {
		panic(err)
	}
	return turn, out
}

var (
	_ support.Support   = (*Support)(nil)
	_ support.Stretcher = (*Support)(nil)
)
