package dataset

import "math"

// logBesselI0 is log I_0(x), x >= 0, of the modified Bessel function: its power series up to 20, beyond it the
// asymptotic series (Abramowitz and Stegun 9.6.12 and 9.7.1), whose error there is below rounding.
func logBesselI0(x float64) float64 {
	sum, term := 1.0, 1.0
	if x <= 20 {
		for j := 1.0; term > 1e-17*sum; j++ {
			term *= x * x / 4 / (j * j)
			sum += term
		}
		return math.Log(sum)
	}
	for j := 1.0; term > 1e-17; j++ {
		term *= (2*j - 1) * (2*j - 1) / (8 * x * j)
		sum += term
	}
	return x + math.Log(sum) - math.Log(2*math.Pi*x)/2
}

// logBesselRatio is log(I_m(x) / x^m), x >= 0, by the power series sum_j (x/2)^(2j) / (2^m j! (j+m)!). All its terms
// are positive, and nothing is lost where x or I_m is tiny.
func logBesselRatio(m int, x float64) float64 {
	order := float64(m)
	factorial, _ := math.Lgamma(order + 1)
	first := -order*math.Ln2 - factorial
	if x == 0 {
		return first
	}
	half := 2 * math.Log(x/2)
	sum := newLogSum(first)
	for j, term := 1.0, first; ; j++ {
		term += half - math.Log(j*(j+order))
		if !sum.add(term) {
			return sum.value()
		}
	}
}

// logSum adds up numbers given by their logarithms.
type logSum struct{ largest, scaled float64 }

func newLogSum(term float64) *logSum { return &logSum{largest: term, scaled: 1} }

// add says whether the term made a difference, or the terms may still be growing.
func (s *logSum) add(term float64) bool {
	if term > s.largest {
		s.scaled = s.scaled*math.Exp(s.largest-term) + 1
		s.largest = term
		return true
	}
	part := math.Exp(term - s.largest)
	s.scaled += part
	return part > 1e-18*s.scaled
}

func (s *logSum) value() float64 { return s.largest + math.Log(s.scaled) }
