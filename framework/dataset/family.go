package dataset

import (
	"context"
	"fmt"
	"math"

	"ebim/framework/points"

	"gonum.org/v1/gonum/mat"
)

// Family is a law that is one of many of its kind, on one manifold: what tells them apart are Parameters, any real numbers.
type Family interface {
	Distribution
	// Parameters are the law's own; there are none where the kind has one law only.
	Parameters() []float64
	// With is the law of the kind that has the given parameters, as many as Parameters. Those beyond a range, within which the
	// law can be computed and written as settings, give a law at the range's end, and false.
	With(parameters []float64) (law Family, inside bool)
	// Score adds weight times the derivatives of LogDensity(x) by the parameters, for a point x of the manifold.
	Score(x []float64, weight float64, gradient []float64)
}

// roundedRange is a factor to the end of a range that keeps a law at its end inside, however its parameters are rounded.
const roundedRange = 1 + 1e-9

// Fitted is a law that Fit has found.
type Fitted struct {
	Law           Family
	LogLikelihood float64 // mean log density of the points, in nats
	Slope         float64 // largest derivative of LogLikelihood by a parameter, 0 but for rounding where the fit has settled
}

// Fit is the law of a kind under which points are likeliest (maximum likelihood), each taken at the manifold's nearest point.
// The search begins at the given law and only climbs: where there are several local maxima, it is the one that the given law
// leads to. It ends where it leaves the range of Family.With, as it does for points that all agree, which grow ever
// more likely under ever narrower laws. The error says what is wrong with the points, or is ctx's.
func Fit(ctx context.Context, law Family, x *points.Set) (*Fitted, error) {
	if ambient, _ := law.Dimensions(); x.Len() == 0 || x.Dim != ambient {
		return nil, fmt.Errorf("%d points of %d coordinates; a law in R^%d is fitted to at least one point of as many", x.Len(), x.Dim, ambient)
	}
	on := points.New(x.Len(), x.Dim)
	for i := range on.Len() {
		copy(on.At(i), law.Nearest(x.At(i)))
	}
	start := evaluate(law, on)
	if math.IsNaN(start.LogLikelihood) || math.IsInf(start.LogLikelihood, 0) {
		return nil, fmt.Errorf("the mean log density of the points is %v under the law that the fit starts from", start.LogLikelihood)
	}
	if len(law.Parameters()) == 0 {
		return start, nil
	}
	best, err := climb(ctx, law.Parameters(), likelihood{law, on})
	if err != nil {
		return nil, err
	}
	if end, _ := law.With(best); meanLogDensity(end, on) > start.LogLikelihood {
		return evaluate(end, on), nil
	}
	return start, nil
}

// likelihood is the mean log density of points as a function of a law's parameters.
type likelihood struct {
	law Family
	on  *points.Set
}

func (l likelihood) value(p []float64) (value float64, inside bool) {
	law, inside := l.law.With(p)
	return meanLogDensity(law, l.on), inside
}

func (l likelihood) gradient(p []float64) []float64 {
	law, _ := l.law.With(p)
	return meanScore(law, l.on)
}

// information is the mean of the points' outer products of scores, which near the maximum is about minus the second
// derivative of value (Berndt, Hall, Hall and Hausman, "Estimation and inference in nonlinear structural models", 1974).
func (l likelihood) information(p []float64) *mat.SymDense {
	law, _ := l.law.With(p)
	sum, score := mat.NewSymDense(len(p), nil), make([]float64, len(p))
	for i := range l.on.Len() {
		clear(score)
		law.Score(l.on.At(i), 1, score)
		sum.SymRankOne(sum, 1/float64(l.on.Len()), mat.NewVecDense(len(p), score))
	}
	return sum
}

func evaluate(law Family, x *points.Set) *Fitted {
	f := &Fitted{Law: law, LogLikelihood: meanLogDensity(law, x)}
	for _, slope := range meanScore(law, x) {
		f.Slope = max(f.Slope, math.Abs(slope))
	}
	return f
}

func meanLogDensity(law Family, x *points.Set) float64 {
	sum := 0.0
	for i := range x.Len() {
		sum += law.LogDensity(x.At(i))
	}
	return sum / float64(x.Len())
}

func meanScore(law Family, x *points.Set) []float64 {
	gradient := make([]float64, len(law.Parameters()))
	for i := range x.Len() {
		law.Score(x.At(i), 1/float64(x.Len()), gradient)
	}
	return gradient
}

// Parameters are none.
func (*UniformSphere) Parameters() []float64 { return nil }

// With is the law itself.
func (u *UniformSphere) With([]float64) (law Family, inside bool) { return u, true }

// Score adds nothing.
func (*UniformSphere) Score([]float64, float64, []float64) {}

// Parameters are none.
func (*UniformTorus) Parameters() []float64 { return nil }

// With is the law itself.
func (u *UniformTorus) With([]float64) (law Family, inside bool) { return u, true }

// Score adds nothing.
func (*UniformTorus) Score([]float64, float64, []float64) {}

var (
	_ Family = (*UniformSphere)(nil)
	_ Family = (*UniformTorus)(nil)
)
