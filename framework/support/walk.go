package support

import (
	"context"
	"math"

	"ebim/framework/points"
)

// Walker is a Support along which one can go on from its points.
type Walker interface {
	// Walk goes from each point of x, first brought to the support, both ways along it. A walk sets out in a tangent
	// direction in which the support extends far, and goes on in the one nearest to the last: about a geodesic. It
	// returns the points of each walk in order, its start after s.Before others: [len(x) (s.Before + 1 + s.After)].
	Walk(ctx context.Context, x *points.Set, s Steps) (*points.Set, error)
}

// Steps are those of a walk.
type Steps struct {
	Before, After int     // steps to one side of the start and to the other, 0 or more
	Length        float64 // of a step, in units of the support's space
	Parts         int     // moves along tangents and back to the support that a step is made of, 1 or more
}

// Advance moves walkers at x [k, any] in directions [k, n] by a length, and returns where they are and their
// directions there.
type Advance func(x, directions *points.Set, length float64) (to, onward *points.Set, err error)

// Along returns the points of walks from x in the given directions and in the opposite ones, as Walker has them. A
// walker whose next point is not finite stays.
func (s Steps) Along(x, directions *points.Set, advance Advance) (*points.Set, error) {
	k := x.Len()
	at, onward := points.New(0, x.Dim), points.New(0, directions.Dim)
	at.Data = append(append(at.Data, x.Data...), x.Data...)
	onward.Data = append(onward.Data, directions.Data...)
	for _, v := range directions.Data {
		onward.Data = append(onward.Data, -v)
	}
	path := []*points.Set{at}
	for range max(s.Before, s.After) {
		for range s.Parts {
			to, next, err := advance(at, onward, s.Length/float64(s.Parts))
			if err != nil {
				return nil, err
			}
			for i := range to.Len() {
				if !points.AllFinite(to.At(i)) || !points.AllFinite(next.At(i)) {
					copy(to.At(i), at.At(i))
					clear(next.At(i))
				}
			}
			at, onward = to, next
		}
		path = append(path, at)
	}
	walks := points.New(0, x.Dim)
	for i := range k {
		for step := s.Before; step > 0; step-- {
			walks.Data = append(walks.Data, path[step].At(k+i)...)
		}
		for step := 0; step <= s.After; step++ {
			walks.Data = append(walks.Data, path[step].At(i)...)
		}
	}
	return walks, nil
}

// Unit scales a direction to length 1, with a sum that is not negative where signed; 0 where it has no length to
// speak of.
func Unit(direction []float64, signed bool) {
	square, sum := 0.0, 0.0
	for _, v := range direction {
		square += v * v
		sum += v
	}
	factor := 0.0
	if square > 1e-12 {
		factor = 1 / math.Sqrt(square)
	}
	if signed && sum < 0 {
		factor = -factor
	}
	for j := range direction {
		direction[j] *= factor
	}
}
