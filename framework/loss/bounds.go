package loss

import (
	"fmt"
	"math"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network"
	"ebim/framework/train"
)

// Bound is the bound of a term, which the loss may leave out.
type Bound struct {
	train.Bound
	// Estimate is the term as a scalar, from Data and Cotangents of a few points, checked now and then where the loss
	// leaves the term out; nil where the loss shows it in every step.
	Estimate func(f network.Function, in ManifoldInputs) *graph.Node
}

// Bounded is a Manifold that knows when a training has gone astray, though its loss is still a number.
type Bounded interface {
	// Bounds are those for data in R^dim whose scale is that of ManifoldInputs.
	Bounds(scale float64, dim int) []Bound
}

// astray is by how many times singular values and |F| leave their bounds where a training is given up.
const astray = 10

// gradientHint says what lets F grow without bound.
const gradientHint = "lower the learning rate (training.optimizer) or training.clip_norm"

// Bounds implements Bounded. F is a distance, so that at the data it is no more than their distance to their mean, and
// J's singular values are 1.
func (l *Denoising) Bounds(scale float64, dim int) []Bound {
	radius := scale * math.Sqrt(float64(dim))
	bounds := []Bound{{Bound: train.Bound{Term: "data_norm", Most: astray * astray * radius * radius,
		Hint: gradientHint + ", or data_tolerance", Seen: func(mean float64) string {
			return fmt.Sprintf(
				"|F| at the data is %.3g (root mean square), over %d times their distance of %.3g to their mean, "+
					"and does not fall", math.Sqrt(mean), astray, radius)
		}}}}
	rank := Bound{Bound: train.Bound{Term: "rank", Most: (astray - 1) * (astray - 1), Hint: gradientHint,
		Seen: func(mean float64) string {
			return fmt.Sprintf(
				"the Jacobian's singular values at the data are about %.3g (root mean square), over %d times the 1 "+
					"that they should be, and do not fall", 1+math.Sqrt(mean), astray)
		}}}
	if l.RankWeight == 0 {
		rank.Estimate = func(f network.Function, in ManifoldInputs) *graph.Node {
			_, derivative := f.Linearize(in.Data)
			return rankDeviation(derivative, in.Cotangents)
		}
	}
	return append(bounds, rank)
}

// Bounds implements Bounded, where singular values have an upper bound.
func (l *Implicit) Bounds(_ float64, _ int) []Bound {
	if l.MaxSingularValue == nil || l.RankWeight == 0 {
		return nil
	}
	most := *l.MaxSingularValue
	excess := (astray - 1) * most
	return []Bound{{Bound: train.Bound{Term: "rank", Hint: gradientHint,
		Most: max(excess*excess, l.MinSingularValue*l.MinSingularValue), Seen: func(mean float64) string {
			return fmt.Sprintf(
				"the Jacobian's singular values at the data are about %.3g (root mean square), over %d times "+
					"max_singular_value, %.3g, and do not fall", most+math.Sqrt(mean), astray, most)
		}}}}
}

var (
	_ Bounded = (*Denoising)(nil)
	_ Bounded = (*Implicit)(nil)
)
