package support

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"ebim/framework/network"
	"ebim/framework/points"
)

// Envelope is a bound on a density's logarithm that is constant in each cell of a domain.
type Envelope interface {
	// Propose draws points of the cells by their masses under the bound, and says of which cell each is: None for one
	// that can't be drawn.
	Propose(ctx context.Context, rng *rand.Rand, count int) (x *points.Set, owners []int, err error)
	// Bound is that of a cell, to be raised.
	Bound(owner int) *float64
	// Weigh makes the masses of the cells anew.
	Weigh() error
}

// Rejection is points that were drawn by rejection.
type Rejection struct {
	Drawn              *points.Set
	Proposed, Exceeded int // proposals, and those of them that exceeded their bound
}

// Figures are the share of the proposals that was kept, and of those that exceeded their bound, whose points come out
// too rarely.
func (r *Rejection) Figures() map[string]float64 {
	return map[string]float64{"acceptance": float64(r.Drawn.Len()) / float64(r.Proposed),
		"exceeded": float64(r.Exceeded) / float64(r.Proposed)}
}

// Reject draws n points or some more of the density exp(log): proposals are kept with the probability of the density
// over the envelope. Where one exceeds its bound, the bound is raised, and if more than one in a thousand do, all
// draws are made anew. Each round has some more proposals than points are missing, a part of reserve. Where hardly any
// are kept, refuse gives the reason of the *UndrawableError.
func Reject(ctx context.Context, rng *rand.Rand, by Envelope, log LogFunction, n, dim, reserve int,
	refuse func(kept, proposed int) string) (*Rejection, error) {
	const patience = 100 // expected are little more proposals than points
	r := &Rejection{Drawn: points.New(0, dim)}
	for raised := 0; r.Drawn.Len() < n; {
		if r.Proposed > patience*(n+patience) {
			return nil, &UndrawableError{Reason: refuse(r.Drawn.Len(), r.Proposed)}
		}
		missing := n - r.Drawn.Len()
		count := missing + missing/reserve + network.EvaluationBatch
		x, owners, err := by.Propose(ctx, rng, count)
		if err != nil {
			return nil, err
		}
		logs, err := log(ctx, x)
		if err != nil {
			return nil, err
		}
		kept := points.New(0, dim)
		for i, v := range logs {
			if owners[i] != None && rng.Float64() < math.Exp(v-*by.Bound(owners[i])) {
				kept.Data = append(kept.Data, x.At(i)...)
			}
		}
		exceeded := raise(owners, logs, by.Bound)
		if exceeded > 0 {
			if err := by.Weigh(); err != nil {
				return nil, err
			}
		}
		if float64(exceeded) > toleratedShare*float64(count) && raised < mostRaised {
			raised++
			r = &Rejection{Drawn: points.New(0, dim)}
			continue
		}
		r.Drawn.Data = append(r.Drawn.Data, kept.Data...)
		r.Proposed, r.Exceeded = r.Proposed+count, r.Exceeded+exceeded
	}
	return r, nil
}

// Bounds of exact draws. Draws are taken while no more than toleratedShare of the proposals exceed their bound, or
// where bounds were raised mostRaised times. The bound on a density's logarithm in a cell is above the largest value
// that was seen there by Slack, in nats, and a share of the range of the values: a logarithm is nearly linear in a
// cell, and its bend there is a part of its range.
const (
	toleratedShare = 1e-3
	mostRaised     = 50
	Slack          = 0.05
	RangeShare     = 0.5
)

// None stands for the cell of a point that can't be drawn.
const None = -1

// raise raises the bounds of cells, or of a mesh's elements, by what the logarithms of a density at points in them
// exceed them and some slack, and counts these points.
func raise(owners []int, logs []float64, bound func(owner int) *float64) (exceeded int) {
	largest := map[int]float64{}
	for i, v := range logs {
		owner := owners[i]
		if owner == None || !(v > *bound(owner)) {
			continue
		}
		exceeded++
		largest[owner] = max(largest[owner], v-*bound(owner))
	}
	for owner, excess := range largest {
		*bound(owner) += excess + Slack
	}
	return exceeded
}

// ErrNowhere says that a density is 0 wherever it was looked at.
var ErrNowhere = errors.New("the energy is infinite everywhere, so the model has no density to draw from")

// LargestLog is the largest of the logarithms of a density at some points. The error says where it is not a number.
func LargestLog(support *points.Set, logs []float64) (float64, error) {
	largest := math.Inf(-1)
	for i, w := range logs {
		if math.IsNaN(w) || math.IsInf(w, 1) {
			return 0, fmt.Errorf("the energy is %v at %v, so the model has no density to draw from", -w, support.At(i))
		}
		largest = max(largest, w)
	}
	return largest, nil
}

// Resample draws n of the points with probabilities proportional to exp(logWeights), by systematic resampling (Kitagawa
// 1996), in random order.
func Resample(from *points.Set, logWeights []float64, n int, rng *rand.Rand) (*points.Set, error) {
	largest, err := LargestLog(from, logWeights)
	if err != nil {
		return nil, err
	}
	if math.IsInf(largest, -1) {
		return nil, ErrNowhere
	}
	total := 0.0
	cumulative := make([]float64, len(logWeights))
	for i, w := range logWeights {
		total += math.Exp(w - largest)
		cumulative[i] = total
	}
	chosen := make([]int, n)
	offset, i := rng.Float64(), 0
	for k := range chosen {
		for i < len(cumulative)-1 && cumulative[i] <= (float64(k)+offset)/float64(n)*total {
			i++
		}
		chosen[k] = i
	}
	rng.Shuffle(n, func(a, b int) { chosen[a], chosen[b] = chosen[b], chosen[a] })
	return from.Select(chosen), nil
}
