package metrics

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/statistics"
)

// NoiseFloor is the mean distance of two independent sets of true points, as far as it is known.
type NoiseFloor struct {
	Mean              float64
	StandardDeviation float64 // standard deviation of one pair's distance; NaN for one repeat
	Error             float64 // standard error of Mean; NaN for one repeat
	Repeats           int     // pairs whose distance was computed
}

// leastRepeats is the fewest repeats whose standard error is trusted.
const leastRepeats = 8

// margin is the share of the allowed error at which repeats end: an estimate that has just fallen below a limit is too
// low on average.
const margin = 0.8

// floorPairs are the pairs of true sets that a noise floor is estimated from. A pair's distance takes long, and varies
// as the sets' large-scale differences do. A distance of projections shows these too, and is cheap: it is the control
// variate, whose own mean is known from many more pairs.
type floorPairs struct {
	n, m      int
	distances []float64
	controls  []float64 // of the same pairs, or none
	further   []float64 // of pairs whose distance was not computed
}

// furtherPairs is the number of pairs for each repeat of which only the control variate is computed.
const furtherPairs = 12

// floor computes distances of pairs until their mean is known as exactly as asked for.
func (w Wasserstein) floor(ctx context.Context, source *trueSets, rng *rand.Rand,
	distance distanceFunc) (*floorPairs, error) {
	pairs := &floorPairs{n: source.n, m: source.m}
	for range w.Repeats {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := pairs.add(ctx, source, rng, distance, w.Repeats >= leastRepeats); err != nil {
			return nil, err
		}
		floor := pairs.estimate()
		if floor.Repeats >= leastRepeats && floor.Error <= margin*w.FloorError*floor.Mean {
			break
		}
	}
	return pairs, nil
}

// pairs is the number of pairs that are drawn in some repeats.
func (w Wasserstein) pairs(repeats int) int {
	if w.Repeats >= leastRepeats {
		return repeats * (1 + furtherPairs)
	}
	return repeats
}

// add draws one pair for its distance, and further ones for the control variate.
func (p *floorPairs) add(ctx context.Context, source *trueSets, rng *rand.Rand, distance distanceFunc,
	controlled bool) error {
	a, b, err := source.pair(rng)
	if err != nil {
		return err
	}
	value, err := distance(ctx, Sample{Points: a}, Sample{Points: b})
	if err != nil {
		return fmt.Errorf("noise floor: %w", err)
	}
	p.distances = append(p.distances, value)
	if !controlled {
		return nil
	}
	p.controls = append(p.controls, projectedDistance(a, b))
	for range furtherPairs {
		control, err := source.control(rng)
		if err != nil {
			return err
		}
		p.further = append(p.further, control)
	}
	return nil
}

// estimate is the mean of the distances, or the regression estimator of double sampling (Cochran, "Sampling
// Techniques", 3rd ed., 1977, chapter 12): with the slope b of distances over controls in k pairs, and the controls'
// means c over these and C over all K pairs,
//
//	mean + b (C - c),   of variance   s^2 (1/k + (C - c)^2 / S) + b^2 V / K,
//
// where s^2 is the residuals' variance, V the variance of all controls and S the sum of squares of the k about c.
func (p *floorPairs) estimate() NoiseFloor {
	k := float64(len(p.distances))
	mean, deviation := statistics.Mean(p.distances), statistics.StandardDeviation(p.distances)
	plain := NoiseFloor{Mean: mean, StandardDeviation: deviation, Error: deviation / math.Sqrt(k),
		Repeats: len(p.distances)}
	control, own := statistics.Mean(p.controls), statistics.StandardDeviation(p.controls)
	squares := own * own * (k - 1)
	if len(p.controls) < leastRepeats || !(squares > 0) {
		return plain
	}
	all := slices.Concat(p.controls, p.further)
	known, spread := statistics.Mean(all), statistics.StandardDeviation(all)
	intercept, slope := stat.LinearRegression(p.controls, p.distances, nil, false)
	residual := 0.0
	for i, value := range p.distances {
		e := value - intercept - slope*p.controls[i]
		residual += e * e / (k - 2)
	}
	shift, explained := known-control, slope*slope*spread*spread
	return NoiseFloor{
		Mean:              mean + slope*shift,
		StandardDeviation: math.Sqrt(residual + explained),
		Error:             math.Sqrt(residual*(1/k+shift*shift/squares) + explained/float64(len(all))),
		Repeats:           len(p.distances),
	}
}

// numbers are the pairs as stages keep them.
func (p *floorPairs) numbers() map[string][]float64 {
	return map[string][]float64{"sizes": {float64(p.n), float64(p.m)}, "distances": p.distances,
		"controls": p.controls, "further": p.further}
}

// sharedFloor are the pairs of a shared noise floor for sets of n and m points; nil if it was none, or one of other
// sizes.
func sharedFloor(numbers map[string][]float64, n, m int) *floorPairs {
	if !slices.Equal(numbers["sizes"], []float64{float64(n), float64(m)}) {
		return nil
	}
	return &floorPairs{n: n, m: m, distances: numbers["distances"], controls: numbers["controls"],
		further: numbers["further"]}
}

// projectedDistance is the mean Wasserstein-1 distance of two sets along fixed directions.
func projectedDistance(a, b *points.Set) float64 {
	first, second := newSlicer(Sample{Points: a}), newSlicer(Sample{Points: b})
	directions := controlDirections(a.Dim)
	sum := 0.0
	for _, direction := range directions {
		sum += quantileDistance(first.project(direction), second.project(direction))
	}
	return sum / float64(len(directions))
}

// control is the control variate of a new pair.
func (s *trueSets) control(rng *rand.Rand) (float64, error) {
	if s.draw != nil || s.pool.Len() > large*(s.n+s.m) {
		a, b, err := s.pair(rng)
		if err != nil {
			return 0, err
		}
		return projectedDistance(a, b), nil
	}
	return s.splitDistance(s.order(rng)), nil
}

// projection is a point of the pool along a direction.
type projection struct {
	at    float64
	point int
}

// splitDistance is the projectedDistance of the first n and the next m points of the pool in an order. The pool is
// projected and sorted once for all splits: along a direction, the distance is the integral of the distribution
// functions' difference.
func (s *trueSets) splitDistance(order []int) float64 {
	if s.lines == nil {
		s.lines = projections(s.pool)
	}
	steps := make([]float64, s.pool.Len()) // of the difference, at each point
	for k, i := range order[:s.n+s.m] {
		steps[i] = 1 / float64(s.n)
		if k >= s.n {
			steps[i] = -1 / float64(s.m)
		}
	}
	sum := 0.0
	for _, line := range s.lines {
		difference := 0.0
		for k, next := range line[1:] {
			difference += steps[line[k].point]
			sum += math.Abs(difference) * (next.at - line[k].at)
		}
	}
	return sum / float64(len(s.lines))
}

// projections are the points along each direction, in ascending order.
func projections(pool *points.Set) (lines [][]projection) {
	for _, direction := range controlDirections(pool.Dim) {
		line := make([]projection, pool.Len())
		for i := range line {
			line[i].point = i
			for axis, value := range pool.At(i) {
				line[i].at += value * direction[axis]
			}
		}
		slices.SortFunc(line, func(a, b projection) int { return cmp.Compare(a.at, b.at) })
		lines = append(lines, line)
	}
	return lines
}

// controlDirections are few, even in the plane and random beyond: more hardly add to what is known of the exact
// distance.
func controlDirections(dim int) [][]float64 {
	const inPlane, beyond = 8, 16
	if dim == 1 {
		return [][]float64{{1}}
	}
	directions := make([][]float64, beyond)
	if dim == 2 {
		directions = directions[:inPlane]
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for k := range directions {
		if dim == 2 {
			sin, cos := math.Sincos(math.Pi * float64(k) / inPlane)
			directions[k] = []float64{cos, sin}
		} else {
			directions[k] = make([]float64, dim)
			random.Direction(directions[k], rng)
		}
	}
	return directions
}
