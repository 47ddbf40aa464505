package model

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/train"
)

// grid is a regular grid of points that covers a box, its faces included.
type grid struct {
	box   [][2]float64
	steps []int // along each axis, one less than the points there
}

// even is a grid of the same number of steps along each axis.
func even(box [][2]float64, steps int) grid {
	g := grid{box: box}
	for range box {
		g.steps = append(g.steps, steps)
	}
	return g
}

// counts is the number of points along each axis.
func (g grid) counts() []int {
	counts := make([]int, len(g.steps))
	for j, steps := range g.steps {
		counts[j] = steps + 1
	}
	return counts
}

// points is the grid's points, the last coordinate changing fastest.
func (g grid) points() *points.Set {
	total := 1
	for _, count := range g.counts() {
		total *= count
	}
	set := points.New(total, len(g.box))
	g.visit(func(i int, at []int) {
		x := set.At(i)
		for j, k := range at {
			share := float64(k) / float64(g.steps[j])
			x[j] = (1-share)*g.box[j][0] + share*g.box[j][1]
		}
	})
	return set
}

// visit goes through the points with their indices along each axis.
func (g grid) visit(each func(i int, at []int)) {
	at := make([]int, len(g.steps))
	for i := 0; ; i++ {
		each(i, at)
		axis := len(at) - 1
		for ; axis >= 0 && at[axis] == g.steps[axis]; axis-- {
			at[axis] = 0
		}
		if axis < 0 {
			return
		}
		at[axis]++
	}
}

// logIntegral is the logarithm of the integral of exp(logs) over the box by the trapezoidal rule, from every stride-th of
// the points along each axis.
func (g grid) logIntegral(logs []float64, stride int) float64 {
	var terms []float64
	g.visit(func(i int, at []int) {
		shares := 1.0
		for j, k := range at {
			if k%stride != 0 {
				return
			}
			if k == 0 || k == g.steps[j] {
				shares /= 2 // a point of a face has half a cell
			}
		}
		terms = append(terms, logs[i]+math.Log(shares))
	})
	sum, _ := logSum(terms)
	for j, axis := range g.box {
		sum += math.Log((axis[1] - axis[0]) / float64(g.steps[j]/stride))
	}
	return sum
}

// logSum is the logarithms of sum exp(logs) and of sum exp(2 logs), without overflow.
func logSum(logs []float64) (sum, squares float64) {
	largest := math.Inf(-1)
	for _, v := range logs {
		largest = math.Max(largest, v) // NaN stays
	}
	if math.IsInf(largest, 0) || math.IsNaN(largest) {
		return largest, largest
	}
	for _, v := range logs {
		share := math.Exp(v - largest)
		sum += share
		squares += share * share
	}
	return largest + math.Log(sum), 2*largest + math.Log(squares)
}

// singlePrecision is the relative distance of neighbouring numbers in which energies are evaluated.
const singlePrecision = 1.0 / (1 << 23)

// refined is the logarithm of an integral of exp(logs), from values by cells of a size, twice and four times that. For an
// error of second order, differences are three times the error of the finer value; below the resolution of the cells they
// are as random as the errors. The larger of the two, each as it bears on the finest value, is seldom small by chance. To
// that come some units in the last place of the energies: the differences of a rule that converges faster may be none.
func refined(values [3]float64, logs []float64) normaliser {
	err := max(math.Abs(values[0]-values[1]), math.Abs(values[1]-values[2])/4)
	return normaliser{values[0], err + 4*singlePrecision*(1+math.Abs(slices.Max(logs)))}
}

// boxNormaliser integrates exp(-E) over the box: in up to three dimensions by the trapezoidal rule, with grids of a half and
// a quarter of the steps to tell the error; above from uniform points.
func boxNormaliser(ctx context.Context, s train.Environment, energy network.Trained, rng *rand.Rand) (normaliser, error) {
	stepsByDimension := [...]int{1: 8192, 2: 512, 3: 96}
	dimension := len(s.Box)
	if dimension > exactDimension {
		const draws = 1 << 18
		logs, err := negativeEnergy(ctx, s, energy, uniformPoints(s.Box, draws, rng))
		mean := meanOfExp(logs, draws)
		return normaliser{mean.log + logVolumeOf(s.Box), withinErrors * mean.err}, err
	}
	g := even(s.Box, stepsByDimension[dimension])
	logs, err := negativeEnergy(ctx, s, energy, g.points())
	if err != nil {
		return normaliser{}, err
	}
	return refined([3]float64{g.logIntegral(logs, 1), g.logIntegral(logs, 2), g.logIntegral(logs, 4)}, logs), nil
}

// meanOfExp is the logarithm of the mean of exp(logs) over count values, of which those not given are 0, and the mean's
// relative standard error.
func meanOfExp(logs []float64, count int) normaliser {
	sum, squares := logSum(logs)
	n := float64(count)
	// n times the mean square over the squared mean, less 1, is the relative variance.
	return normaliser{sum - math.Log(n), math.Sqrt(max(n*math.Exp(squares-2*sum)-1, 0) / n)}
}

func logVolumeOf(box [][2]float64) float64 {
	sum := 0.0
	for _, axis := range box {
		sum += math.Log(axis[1] - axis[0])
	}
	return sum
}

// logVolumeOfBall is the logarithm of pi^(d/2) r^d / Gamma(d/2 + 1).
func logVolumeOfBall(dimension int, radius float64) float64 {
	half := float64(dimension) / 2
	gamma, _ := math.Lgamma(half + 1)
	return half*math.Log(math.Pi) + float64(dimension)*math.Log(radius) - gamma
}
