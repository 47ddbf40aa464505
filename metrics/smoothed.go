package metrics

import (
	"cmp"
	"math"
	"slices"

	"ebim/framework/points"
)

// smoothed is the distribution of draws, all equally likely, with Gaussian noise on each coordinate. The draws are
// kept in small groups of neighbors, so that most of those that are too far to matter are passed over together.
type smoothed struct {
	draws         *points.Set // in the order of the groups
	starts        []int       // of each group, and the number of draws
	low, high     *points.Set // corners of each group's box
	bounds        []float64   // scratch: squared distances of a point to the boxes
	halfPrecision float64     // 1/(2 s^2)
}

const largestGroup = 32

func newSmoothed(draws *points.Set, noise float64) *smoothed {
	s := &smoothed{low: points.New(0, draws.Dim), high: points.New(0, draws.Dim),
		halfPrecision: 1 / (2 * noise * noise)}
	order := make([]int, draws.Len())
	for i := range order {
		order[i] = i
	}
	s.group(draws, order, 0)
	s.starts = append(s.starts, draws.Len())
	s.draws = draws.Select(order)
	s.bounds = make([]float64, s.low.Len())
	return s
}

// group orders some of the draws, of which the first is at start, by halving them along the longest edge of their box.
func (s *smoothed) group(draws *points.Set, order []int, start int) {
	low, high := slices.Clone(draws.At(order[0])), slices.Clone(draws.At(order[0]))
	for _, i := range order {
		for j, v := range draws.At(i) {
			low[j], high[j] = min(low[j], v), max(high[j], v)
		}
	}
	if len(order) <= largestGroup {
		s.starts = append(s.starts, start)
		s.low.Data, s.high.Data = append(s.low.Data, low...), append(s.high.Data, high...)
		return
	}
	longest := 0
	for j := range low {
		if high[j]-low[j] > high[longest]-low[longest] {
			longest = j
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(draws.At(a)[longest], draws.At(b)[longest]) })
	middle := len(order) / 2
	s.group(draws, order[:middle], start)
	s.group(draws, order[middle:], start+middle)
}

// negligible is how many nats a term may lie below the largest to be left out of a sum.
const negligible = 30

// logDensity is the logarithm (nats) of the density at z, per volume, finite however far the draws are; and by how
// much it is too low as an estimate for the distribution that the draws come from, to first order. For terms k_i that
// is half the relative variance of their mean, (sum k_i^2 / (sum k_i)^2 - 1/N) / 2.
func (s *smoothed) logDensity(z []float64) (logDensity, bias float64) {
	nearest := 0
	for k := range s.bounds {
		if s.bounds[k] = squaredDistanceToBox(z, s.low.At(k), s.high.At(k)); s.bounds[k] < s.bounds[nearest] {
			nearest = k
		}
	}
	terms := kernelSum{least: math.Inf(1)}
	s.add(&terms, nearest, z)
	for k, bound := range s.bounds {
		if k != nearest && (bound-terms.least)*s.halfPrecision <= negligible {
			s.add(&terms, k, z)
		}
	}
	count := float64(s.draws.Len())
	logDensity = math.Log(terms.sum/count) - terms.least*s.halfPrecision +
		float64(len(z))/2*math.Log(s.halfPrecision/math.Pi)
	return logDensity, (terms.squares/(terms.sum*terms.sum) - 1/count) / 2
}

func squaredDistanceToBox(z, low, high []float64) float64 {
	squared := 0.0
	for j, v := range z {
		d := max(low[j]-v, v-high[j], 0)
		squared += d * d
	}
	return squared
}

// kernelSum is a sum of exp(-(d_i^2 - least)/(2 s^2)) over the distances d_i of draws, and of these terms' squares.
type kernelSum struct {
	least        float64 // the smallest d_i^2 so far
	sum, squares float64
}

// add adds the draws of a group.
func (s *smoothed) add(terms *kernelSum, group int, z []float64) {
	data := s.draws.Data[s.starts[group]*len(z) : s.starts[group+1]*len(z)]
	for len(data) > 0 {
		squared := 0.0
		for j, v := range z {
			d := data[j] - v
			squared += d * d
		}
		data = data[len(z):]
		excess := (squared - terms.least) * s.halfPrecision
		switch {
		case excess > negligible:
		case excess >= 0:
			term := decay(excess)
			terms.sum += term
			terms.squares += term * term
		default:
			shrink := math.Exp(excess)
			*terms = kernelSum{least: squared, sum: 1 + terms.sum*shrink, squares: 1 + terms.squares*shrink*shrink}
		}
	}
}

// decays are exp(-i/decaySteps).
var decays = func() (table [negligible*decaySteps + 1]float64) {
	for i := range table {
		table[i] = math.Exp(-float64(i) / decaySteps)
	}
	return table
}()

const decaySteps = 64

// decay is exp(-x) for x from 0 to negligible, to a relative error of 3e-9: most of a score's time would be spent on
// it else.
func decay(x float64) float64 {
	step := int(x * decaySteps)
	rest := x - float64(step)/decaySteps
	return decays[step] * (1 - rest*(1-rest*(0.5-rest/6)))
}
