package mesh

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/points"
	"ebim/framework/statistics"
)

// Fitted is the place near another from which straight strands to ends are nearest to data, in squares: each point is
// told off to the strand nearest to it, and the place that is best for these is found, in turns. Points far off every
// strand don't count.
func Fitted(data *points.Set, at []float64, ends *points.Set) []float64 {
	const turns, far, nearEnd = 20, 4, 0.9 // root mean squares
	strands, off := make([]int, data.Len()), make([]float64, data.Len())
	for range turns {
		for i := range data.Len() {
			strands[i], off[i] = NearestStrand(data.At(i), at, ends)
		}
		limit := far * far * statistics.Mean(off)
		lines, directions, weights := points.New(0, data.Dim), [][]float64(nil), []float64(nil)
		for i := range data.Len() {
			// x is nearest to (1-t) at + t end, so that the place is on a line along the strand through
			// (x - t end)/(1-t)
			x, end := data.At(i), ends.At(strands[i])
			along, to := make([]float64, data.Dim), make([]float64, data.Dim)
			floats.SubTo(along, end, at)
			floats.SubTo(to, x, at)
			length := floats.Norm(along, 2)
			if off[i] > limit || length == 0 {
				continue
			}
			floats.Scale(1/length, along)
			t := floats.Dot(along, to) / length
			if t >= nearEnd {
				continue
			}
			through := slices.Clone(x)
			floats.AddScaled(through, -t, end)
			floats.Scale(1/(1-t), through)
			lines.Data = append(lines.Data, through...)
			directions, weights = append(directions, along), append(weights, (1-t)*(1-t))
		}
		best := Meeting(lines, directions, weights)
		if best == nil {
			return at
		}
		at = best
	}
	return at
}

// NearestStrand is that of straight strands from a place to ends which is nearest to a point, and its squared distance.
func NearestStrand(x, at []float64, ends *points.Set) (strand int, squared float64) {
	squared = math.Inf(1)
	for k := range ends.Len() {
		if d := points.SquaredDistance(x, OnSegment(x, at, ends.At(k))); d < squared {
			strand, squared = k, d
		}
	}
	return strand, squared
}

// Meeting is the point nearest, in squares of weights, 1 where there are none, to lines through places; nil where it is
// not one. Directions may be nil.
func Meeting(through *points.Set, directions [][]float64, weights []float64) []float64 {
	n := through.Dim
	sum, right := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for k, d := range directions {
		if d == nil {
			continue
		}
		x := mat.NewVecDense(n, slices.Clone(through.At(k)))
		across := mat.NewSymDense(n, nil)
		for i := range n {
			across.SetSym(i, i, 1)
		}
		across.SymRankOne(across, -1, mat.NewVecDense(n, d))
		if weights != nil {
			across.ScaleSym(weights[k], across)
		}
		sum.AddSym(sum, across)
		var term mat.VecDense
		term.MulVec(across, x)
		right.AddVec(right, &term)
	}
	var factorized mat.Cholesky
	if !factorized.Factorize(sum) || factorized.Cond() > 1e3 {
		return nil
	}
	var at mat.VecDense
	if factorized.SolveVecTo(&at, right) != nil {
		return nil
	}
	return at.RawVector().Data
}
