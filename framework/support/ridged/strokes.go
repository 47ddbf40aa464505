package ridged

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"
)

// strokes are straight strands in a plane from place to place, as a hypothesis of how data with normal noise lie there:
// evenly along each, of each so many as they are. Some of the places are known, and others, after them, are free.
type strokes struct {
	known [][2]float64
	free  int
	joins [][2]int

	allowed func(places [][2]float64) bool // may be nil
}

const (
	mostEvaluations = 2000 // of a likelihood, in each of some searches that begin where the last one ended
	searches        = 2
	wideNoise       = 0.05 // with less, places far off do not show where to go; with more, narrow shapes are lost
)

// fitted is where the free places are most likely, with half of the Bayesian information criterion there (Schwarz
// 1978), in nats: the better of searches that begin with places and with noise of a size, or wide noise. Lengths are
// about 1.
func (s strokes) fitted(x [][2]float64, free [][2]float64, noise float64) (places [][2]float64, criterion float64) {
	criterion = math.Inf(1)
	for _, noise := range []float64{noise, max(noise, wideNoise)} {
		at := make([]float64, s.parameters())
		for k, p := range free {
			at[2*k], at[2*k+1] = p[0], p[1]
		}
		at[len(at)-1] = math.Log(noise)
		least := math.Inf(1)
		for range searches {
			at, least = s.search(x, at)
		}
		if least < criterion {
			places, criterion = s.places(at)[len(s.known):], least
		}
	}
	return places, criterion + float64(s.parameters())/2*math.Log(float64(len(x)))
}

// search is the simplex method of Nelder and Mead (1965), with minus the logarithm of the likelihood where it ends.
func (s strokes) search(x [][2]float64, from []float64) (at []float64, least float64) {
	result, _ := optimize.Minimize(
		optimize.Problem{Func: func(at []float64) float64 { return -s.logLikelihood(x, at) }}, from,
		&optimize.Settings{FuncEvaluations: mostEvaluations,
			Converger: &optimize.FunctionConverge{Absolute: 0.01, Iterations: 100}}, // nats
		&optimize.NelderMead{SimplexSize: 0.2}) // an error leaves the best so far
	return result.X, result.F
}

// parameters is how many there are: the free places, the logits of the shares of all strokes but the first, and the
// logarithm of the noise.
func (s strokes) parameters() int { return 2*s.free + len(s.joins) }

func (s strokes) places(at []float64) [][2]float64 {
	all := s.known[:len(s.known):len(s.known)]
	for k := range s.free {
		all = append(all, [2]float64{at[2*k], at[2*k+1]})
	}
	return all
}

// logLikelihood is that of data, of which a thousandth may lie anywhere.
func (s strokes) logLikelihood(x [][2]float64, at []float64) (sum float64) {
	const anywhere = 1e-3
	places, noise := s.places(at), math.Exp(at[len(at)-1])
	if s.allowed != nil && !s.allowed(places) {
		return math.Inf(-1)
	}
	shares := make([]float64, len(s.joins))
	copy(shares[1:], at[2*s.free:])
	floats.AddConst(-floats.LogSumExp(shares), shares)
	for _, p := range x {
		density := anywhere
		for k, join := range s.joins {
			density += math.Exp(shares[k]) * strokeDensity(p, places[join[0]], places[join[1]], noise)
		}
		sum += math.Log(density)
	}
	return sum
}

// strokeDensity is that of a segment with normal noise: evenly along it, from its one end to the other, and normal
// across.
func strokeDensity(x, from, to [2]float64, noise float64) float64 {
	length := max(math.Hypot(to[0]-from[0], to[1]-from[1]), 1e-9)
	u, v := (to[0]-from[0])/length, (to[1]-from[1])/length
	along := (x[0]-from[0])*u + (x[1]-from[1])*v
	across := ((x[1]-from[1])*u - (x[0]-from[0])*v) / noise
	upTo := func(a float64) float64 { return math.Erf(a/noise/math.Sqrt2) / 2 }
	return (upTo(along) - upTo(along-length)) / length * math.Exp(-across*across/2) / (noise * math.Sqrt(2*math.Pi))
}
