package dataset

import (
	"context"
	"fmt"
	"math"

	"ebim/framework/points"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"
)

// Family is a distribution of a parametric family on one manifold. Its parameters are any real numbers.
type Family interface {
	Distribution
	// Parameters are the distribution's own; there are none where the family has one member only.
	Parameters() []float64
	// With returns the member of the family that has the given parameters, as many as Parameters, of which there are
	// some. Those beyond a range, within which the distribution can be computed and written as settings, give a member
	// at the range's end, and false.
	With(parameters []float64) (member Family, inside bool)
	// Score adds weight times the derivatives of LogDensity(x) by the parameters, for a point x of the manifold.
	Score(x []float64, weight float64, gradient []float64)
}

// OneMember is embedded by distributions whose families have no other member.
type OneMember struct{}

// Parameters implements Family.
func (OneMember) Parameters() []float64 { return nil }

// With implements Family; Member does not call it.
func (OneMember) With([]float64) (member Family, inside bool) {
	panic("a family of one member has no parameters")
}

// Score implements Family: it adds nothing.
func (OneMember) Score([]float64, float64, []float64) {}

// Member is the family's With, for any number of parameters: without any it is the distribution itself.
func Member(of Family, parameters []float64) (member Family, inside bool) {
	if len(parameters) == 0 {
		return of, true
	}
	return of.With(parameters)
}

// roundedRange is a factor to the end of a range that keeps a member at its end inside, however its parameters are
// rounded.
const roundedRange = 1 + 1e-9

// Fitted is a distribution that Fit has found.
type Fitted struct {
	Distribution  Family
	LogLikelihood float64 // mean log density of the points, in nats
	// largest derivative of LogLikelihood by a parameter, 0 but for rounding where the fit has settled
	Slope float64
}

// Fit returns the member of a family under which points are likeliest (maximum likelihood), each taken at the
// manifold's nearest point. The search begins at the given member and only climbs: of several local maxima it finds
// the one that this start leads to. It ends where it leaves the range of Family.With, as it does for points that all
// agree, which grow ever more likely under ever narrower distributions. The error says what is wrong with the points,
// or is ctx's.
func Fit(ctx context.Context, distribution Family, x *points.Set) (*Fitted, error) {
	if ambient, _ := distribution.Dimensions(); x.Len() == 0 || x.Dim != ambient {
		return nil, fmt.Errorf("%d points of %d coordinates; a distribution in R^%d is fitted to at least one point "+
			"of as many", x.Len(), x.Dim, ambient)
	}
	on := points.New(x.Len(), x.Dim)
	for i := range on.Len() {
		copy(on.At(i), distribution.Nearest(x.At(i)))
	}
	start := evaluate(distribution, on)
	if math.IsNaN(start.LogLikelihood) || math.IsInf(start.LogLikelihood, 0) {
		return nil,
			fmt.Errorf("the mean log density of the points is %v under the distribution that the fit starts from",
				start.LogLikelihood)
	}
	if len(distribution.Parameters()) == 0 {
		return start, nil
	}
	end, err := climb(ctx, distribution, on)
	if err != nil {
		return nil, err
	}
	if fitted := evaluate(end, on); fitted.LogLikelihood > start.LogLikelihood {
		return fitted, nil
	}
	return start, nil
}

// climb returns the member where a BFGS search from the given one ends, mostly since rounding hides what is left to
// gain. Beyond the range of Family.With the slope counts as 0, which ends it there. The error is ctx's.
func climb(ctx context.Context, distribution Family, x *points.Set) (Family, error) {
	result, _ := optimize.Minimize(optimize.Problem{
		Func: func(parameters []float64) float64 {
			at, _ := distribution.With(parameters)
			return -meanLogDensity(at, x)
		},
		Grad: func(gradient, parameters []float64) {
			clear(gradient)
			if at, inside := distribution.With(parameters); inside {
				floats.ScaleTo(gradient, -1, meanScore(at, x))
			}
		},
		Status: func() (optimize.Status, error) { return optimize.NotTerminated, ctx.Err() },
	}, distribution.Parameters(), &optimize.Settings{
		MajorIterations:   500, // a search that settles needs some tens
		FuncEvaluations:   5000,
		GradientThreshold: 1e-9, // about what rounding leaves
		Converger:         &optimize.FunctionConverge{Absolute: 1e-15, Iterations: 5},
	}, &optimize.BFGS{})
	// Its other errors say that the line search makes no progress: the result is the best so far.
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	end, _ := distribution.With(result.X)
	return end, nil
}

func evaluate(distribution Family, x *points.Set) *Fitted {
	f := &Fitted{Distribution: distribution, LogLikelihood: meanLogDensity(distribution, x)}
	for _, slope := range meanScore(distribution, x) {
		f.Slope = max(f.Slope, math.Abs(slope))
	}
	return f
}

func meanLogDensity(distribution Family, x *points.Set) float64 {
	sum := 0.0
	for i := range x.Len() {
		sum += distribution.LogDensity(x.At(i))
	}
	return sum / float64(x.Len())
}

func meanScore(distribution Family, x *points.Set) []float64 {
	gradient := make([]float64, len(distribution.Parameters()))
	for i := range x.Len() {
		distribution.Score(x.At(i), 1/float64(x.Len()), gradient)
	}
	return gradient
}
