package dataset

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/mathext"
)

// families are distributions of every kind that has parameters, with and without symmetry.
func families() map[string]Family {
	circle := func(x, mode, concentration float64) *VonMises {
		return &VonMises{Center: []float64{x, 0.5}, Radius: 1.5, Mode: mode, Concentration: concentration}
	}
	return map[string]Family{
		"uniform circle":         circle(0, 0, 0),
		"von Mises":              circle(0, 2.5, 2),
		"concentrated von Mises": circle(0, -1, 4000),
		"projected normal":       &ProjectedNormal{Mean: []float64{1, -0.5, 0.25}, StandardDeviation: 0.5},
		"wide projected normal":  &ProjectedNormal{Mean: []float64{0, 0}, StandardDeviation: 2},
		"narrow in R^5":          &ProjectedNormal{Mean: []float64{9, 0, 0, -30, 2}, StandardDeviation: 1},
		"two circles":            &Mixture{[]MixtureComponent{{2, circle(-2, 0, 2)}, {1, circle(2, 3, 5)}}},
		"one sphere": &Mixture{[]MixtureComponent{{1, &ProjectedNormal{Mean: []float64{1, 0, 0}, StandardDeviation: 1}},
			{1, &ProjectedNormal{Mean: []float64{-1, 0, 0}, StandardDeviation: 1}}}},
		"nested": &Mixture{[]MixtureComponent{{3, circle(-2, 0, 2)},
			{1, &Mixture{[]MixtureComponent{{1, circle(2, 0, 3)},
				{1, &UniformSphere{Dimension: 1, Radius: 1.5, Center: []float64{2, 0.5}}}}}}}},
		"torus":            torusLaw(3, 1, 0.3, -1, 2, 1.5, 0.8),
		"torus, two modes": torusLaw(3, 1, 0, 2, 1, 0.5, -4),
		"ellipse": &Curve{Ellipse: &Ellipse{Axes: []float64{2, 1}, Center: []float64{0, 0}}, Mode: 0.7,
			Concentration: 2},
		"product": &Product{[]Source{circle(0, 2.5, 2), &UniformSphere{Dimension: 2, Radius: 1},
			circle(0, 1, 1)}},
		"embedded": &Embedded{Source: circle(0, 2.5, 2), Dimension: 5},
	}
}

func TestParametersTellTheLaw(t *testing.T) {
	for name, distribution := range families() {
		again, inside := distribution.With(distribution.Parameters())
		if !inside {
			t.Errorf("%s is beyond the range", name)
		}
		x := distribution.Sample(rand.New(rand.NewPCG(1, 2)), 50)
		for i := range x.Len() {
			if got, want := again.LogDensity(x.At(i)), distribution.LogDensity(x.At(i)); !near(got, want, 1e-11) {
				t.Fatalf("%s: log density %v, %v before", name, got, want)
			}
		}
	}
}

// slopes are the derivatives of the mean log density by central differences.
func slopes(distribution Family, x *points.Set) []float64 {
	parameters := distribution.Parameters()
	differences := make([]float64, len(parameters))
	for j, middle := range parameters {
		h := 1e-5 * math.Max(1, math.Abs(middle))
		at := func(p float64) float64 {
			parameters[j] = p
			changed, _ := distribution.With(parameters)
			return meanLogDensity(changed, x)
		}
		differences[j] = (at(middle+h) - at(middle-h)) / (2 * h)
		parameters[j] = middle
	}
	return differences
}

func TestScoreAgainstDifferences(t *testing.T) {
	for name, distribution := range families() {
		x := distribution.Sample(rand.New(rand.NewPCG(3, 4)), 30)
		got := meanScore(distribution, x)
		for j, want := range slopes(distribution, x) {
			if !near(got[j], want, 1e-7) {
				t.Errorf("%s: derivative %d is %v, %v by differences", name, j, got[j], want)
			}
		}
	}
}

func TestBesselQuotient(t *testing.T) {
	for _, x := range []float64{1e-3, 0.5, 3, 19, 20, 25, 300, 1000} {
		if got, want := besselQuotient(x), math.Exp(logBesselIntegral(1, x)-logBesselIntegral(0, x)); !near(got,
			want, 1e-12) {
			t.Errorf("I_1/I_0 at %v: %v, %v expected", x, got, want)
		}
	}
	if below, above := besselQuotient(20), besselQuotient(math.Nextafter(20, 21)); !near(below, above, 1e-14) ||
		besselQuotient(0) != 0 {
		t.Errorf("the two series differ at 20: %v and %v", below, above)
	}
}

func fit(t *testing.T, distribution Family, x *points.Set) *Fitted {
	t.Helper()
	fitted, err := Fit(t.Context(), distribution, x)
	if err != nil {
		t.Fatal(err)
	}
	return fitted
}

// information is the mean of the points' outer products of scores, which near the maximum is about minus the second
// derivative of the mean log density (Berndt, Hall, Hall and Hausman, "Estimation and inference in nonlinear structural
// models", 1974).
func information(distribution Family, x *points.Set) *mat.SymDense {
	n := len(distribution.Parameters())
	sum, score := mat.NewSymDense(n, nil), make([]float64, n)
	for i := range x.Len() {
		clear(score)
		distribution.Score(x.At(i), 1, score)
		sum.SymRankOne(sum, 1/float64(x.Len()), mat.NewVecDense(n, score))
	}
	return sum
}

// chiSquareLimit is exceeded by a chi-square number with the given degrees of freedom once in a million times.
func chiSquareLimit(freedom int) float64 {
	return 2 * mathext.GammaIncRegCompInv(float64(freedom)/2, 1e-6)
}

// TestFitRecoversTheParameters: with n points of a distribution, twice n times the gain in the mean log likelihood and
// n times the square of the parameters' error, measured by the information, are chi-square as n grows, with a degree
// of freedom for each parameter at most. False-alarm rate: 2e-6 a distribution, if the points were drawn anew.
func TestFitRecoversTheParameters(t *testing.T) {
	const n = 4000
	for name, distribution := range families() {
		t.Run(name, func(t *testing.T) {
			x := distribution.Sample(rand.New(rand.NewPCG(5, 6)), n)
			fitted := fit(t, distribution, x)
			gain := 2 * n * (fitted.LogLikelihood - meanLogDensity(distribution, x))
			limit := chiSquareLimit(len(distribution.Parameters()))
			if gain < 0 || gain > limit {
				t.Errorf("the points gain %v, at most %v expected", gain, limit)
			}
			before, after := distribution.Parameters(), fitted.Distribution.Parameters()
			weights := information(distribution, x)
			square := 0.0
			for i := range before {
				for j := range before {
					square += n * (after[i] - before[i]) * weights.At(i, j) * (after[j] - before[j])
				}
			}
			if square > limit {
				t.Errorf("parameters %v, %v expected: squared error %v of at most %v", after, before, square, limit)
			}
			for j, slope := range slopes(fitted.Distribution, x) {
				if math.Abs(slope) > 1e-7 {
					t.Errorf("derivative %d of the log likelihood is %v at the fit", j, slope)
				}
			}
			if fitted.Slope > 1e-7 || !near(fitted.LogLikelihood, meanLogDensity(fitted.Distribution, x), 1e-12) {
				t.Errorf("%+v", fitted)
			}
		})
	}
}

// TestFitFindsTheWay: it need not start near.
func TestFitFindsTheWay(t *testing.T) {
	truth := &Mixture{[]MixtureComponent{
		{5, &ProjectedNormal{Mean: []float64{2, 0, 0}, StandardDeviation: 1}},
		{1, &ProjectedNormal{Mean: []float64{0, 0, 3}, StandardDeviation: 1}}}}
	start := &Mixture{[]MixtureComponent{
		{1, &ProjectedNormal{Mean: []float64{1, 1, 0}, StandardDeviation: 1}},
		{1, &ProjectedNormal{Mean: []float64{0, 1, 1}, StandardDeviation: 1}}}}
	x := truth.Sample(rand.New(rand.NewPCG(7, 8)), 2000)
	near, far := fit(t, truth, x), fit(t, start, x)
	if math.Abs(near.LogLikelihood-far.LogLikelihood) > 1e-9 {
		t.Errorf("log likelihood %v from the truth, %v from elsewhere", near.LogLikelihood, far.LogLikelihood)
	}
}

// TestFitInClosedForm: the mode of a von Mises distribution is the mean direction, whose length is I_1/I_0 of the
// concentration, and the shares of circles apart are those of their points.
func TestFitInClosedForm(t *testing.T) {
	distribution := families()["two circles"].(*Mixture)
	x := distribution.Sample(rand.New(rand.NewPCG(9, 10)), 500)
	fitted := fit(t, distribution, x).Distribution.(*Mixture)
	for k, sign := range []float64{-1, 1} {
		count, sum := 0.0, [2]float64{}
		for i := range x.Len() {
			if point := x.At(i); point[0]*sign > 0 {
				count++
				sum[0], sum[1] = sum[0]+(point[0]-2*sign)/1.5, sum[1]+(point[1]-0.5)/1.5
			}
		}
		got := fitted.Components[k].Source.(*VonMises)
		if !near(fitted.Components[k].Weight, count/500, 1e-7) || !near(got.Mode, math.Atan2(sum[1], sum[0]), 1e-7) ||
			!near(besselQuotient(got.Concentration), math.Hypot(sum[0], sum[1])/count, 1e-7) {
			t.Errorf("component %d: %+v with weight %v of %v points, sum %v", k, got,
				fitted.Components[k].Weight, count, sum)
		}
	}
}

// TestFitOfDegeneratePoints ends, with a distribution in the settings' range that makes the points no less likely than
// the first.
func TestFitOfDegeneratePoints(t *testing.T) {
	for name, distribution := range families() {
		rng := rand.New(rand.NewPCG(11, 12))
		one, two := distribution.Sample(rng, 1), distribution.Sample(rng, 2)
		same := points.New(20, one.Dim)
		for i := range same.Len() {
			copy(same.At(i), one.At(0))
		}
		off := points.New(3, one.Dim) // the origin, which is no point of the manifold
		for which, x := range map[string]*points.Set{"one": one, "two": two, "the same": same, "off": off} {
			fitted := fit(t, distribution, x)
			if !(fitted.LogLikelihood < 1e6) || math.IsNaN(fitted.Slope) {
				t.Errorf("%s, %s: %+v", name, which, fitted)
			}
			if err := inRange(fitted.Distribution); err != nil {
				t.Errorf("%s, %s: %v", name, which, err)
			}
		}
		if fitted := fit(t, distribution, same); fitted.LogLikelihood < meanLogDensity(distribution, same) {
			t.Errorf("%s: equal points are less likely under the fit", name)
		}
	}
}

// inRange says whether a distribution's settings are ones that YAML could write.
func inRange(distribution Source) error {
	switch distribution := distribution.(type) {
	case *VonMises:
		if !(distribution.Concentration >= 0 && distribution.Concentration <= 1e8) || math.IsNaN(distribution.Mode) {
			return fmt.Errorf("%+v", distribution)
		}
	case *ProjectedNormal:
		if length := norm(distribution.Mean); !(length <= 1.0000001e4*distribution.StandardDeviation && length < 1e6) {
			return fmt.Errorf("mean %v", distribution.Mean)
		}
	case *TorusVonMises:
		for i, k := range distribution.Concentrations {
			if !(k >= 0 && k <= 200.001) || math.IsNaN(distribution.Modes[i]) ||
				!(math.Abs(distribution.Coupling) <= 200) {
				return fmt.Errorf("concentrations %v, modes %v, coupling %v", distribution.Concentrations,
					distribution.Modes, distribution.Coupling)
			}
		}
	case *Mixture:
		for _, component := range distribution.Components {
			if !(component.Weight > 0 && component.Weight <= 1) {
				return fmt.Errorf("weight %v", component.Weight)
			}
			if err := inRange(component.Source); err != nil {
				return err
			}
		}
	}
	return nil
}

func TestFitRefuses(t *testing.T) {
	distribution := &VonMises{Center: []float64{0, 0}, Radius: 1, Concentration: 1}
	for _, x := range []*points.Set{points.New(0, 2), points.New(3, 3)} {
		if fitted, err := Fit(t.Context(), distribution, x); err == nil {
			t.Errorf("%d points in R^%d gave %+v", x.Len(), x.Dim, fitted)
		}
	}
	broken := points.New(1, 2)
	broken.Data[0] = math.NaN()
	if fitted, err := Fit(t.Context(), distribution, broken); err == nil {
		t.Errorf("NaN gave %+v", fitted)
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Fit(canceled, distribution, points.New(3, 2)); !errors.Is(err, context.Canceled) {
		t.Errorf("after a cancellation: %v", err)
	}
}

// TestUniformLawsHaveNoParameters: they are fitted to anything.
func TestUniformLawsHaveNoParameters(t *testing.T) {
	for _, distribution := range []Family{&UniformSphere{Dimension: 2, Radius: 2},
		&UniformTorus{TorusShape: TorusShape{3, 1}}} {
		x := distribution.Sample(rand.New(rand.NewPCG(13, 14)), 5)
		if fitted := fit(t, distribution, x); fitted.Distribution != distribution ||
			fitted.LogLikelihood != distribution.LogDensity(x.At(0)) || fitted.Slope != 0 {
			t.Errorf("%+v", fitted)
		}
	}
}
