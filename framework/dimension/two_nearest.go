package dimension

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"ebim/framework/neighbors"
	"ebim/framework/points"
)

// Scale is what the two nearest neighbors say of the dimension at one length scale.
type Scale struct {
	Length    float64 // median distance to the second nearest neighbor, in data units
	Dimension float64 // estimate
	Error     float64 // its standard error
	Ties      float64 // share of points whose two nearest are equally far, as on a grid of rounded numbers
}

const (
	// share of the largest ratios, which count as no more than larger (Facco et al. discard them)
	discarded = 0.1
	fewest    = 50 // points of a part of the data
	halvings  = 5  // at most
)

// ratios are the ascending logarithms of r2/r1 of distinct points, and their distances r2.
func ratios(x *points.Set) (logs, second []float64) {
	_, distances := neighbors.Nearest(x, 2)
	for _, d := range distances {
		if len(d) == 2 && d[0] > 0 { // otherwise they differ by less than 64 bits tell
			logs, second = append(logs, math.Log(d[1]/d[0])), append(second, d[1])
		}
	}
	slices.Sort(logs)
	return logs, second
}

// TwoNearest estimates the dimension by two nearest neighbors (Facco, d'Errico, Rodriguez, Laio, Scientific Reports 7,
// 2017): where the density hardly changes within a neighborhood, log(r2/r1) has an exponential distribution with mean
// 1/dimension. The estimate is that of maximum likelihood of the smallest 90 % of these numbers, of the others that
// they are larger: M / (sum of M smallest + (N-M) times the largest of them). The scales are all points, halves of
// them, quarters and so on (mean over the parts). Points are distinct; fewer than 10 give no scale.
func TwoNearest(x *points.Set, rng *rand.Rand) []Scale {
	var scales []Scale
	order := rng.Perm(x.Len())
	for halving := range halvings + 1 {
		count := 1 << halving
		if count > 1 && x.Len() < fewest*count {
			break
		}
		if s, ok := scale(x, order, count); ok {
			scales = append(scales, s)
		}
	}
	return scales
}

// scale is the estimate in parts of the data, each of which has every count-th point.
func scale(x *points.Set, order []int, count int) (Scale, bool) {
	var used, ties, sum float64
	var lengths []float64
	for part := range count {
		var chosen []int
		for i := part; i < len(order); i += count {
			chosen = append(chosen, order[i])
		}
		logs, second := ratios(x.Select(chosen))
		kept := len(logs) - int(discarded*float64(len(logs)))
		if kept < 9 {
			return Scale{}, false
		}
		for _, l := range logs[:kept] {
			sum += l
			if l < 1e-6 {
				ties++
			}
		}
		sum += logs[kept-1] * float64(len(logs)-kept)
		used += float64(kept)
		lengths = append(lengths, second...)
	}
	if sum == 0 { // all neighbors are equally far: a grid
		return Scale{}, false
	}
	d := used / sum
	return Scale{Length: median(lengths), Dimension: d, Error: d / math.Sqrt(used), Ties: ties / used}, true
}

// extrapolated is the dimension at scale 0 and its standard error, by weighted least squares of a line in the squared
// length: by curvature, within a distance r lie points in proportion to r^m (1 + c r^2 + ...). Where scales are few or
// don't differ it's the mean.
func extrapolated(scales []Scale) (value, standardError float64) {
	var w, wx, wy, wxx, wxy float64
	for _, s := range scales {
		weight, x := 1/(s.Error*s.Error), s.Length*s.Length
		w, wx, wy, wxx, wxy = w+weight, wx+weight*x, wy+weight*s.Dimension, wxx+weight*x*x, wxy+weight*x*s.Dimension
	}
	determinant := w*wxx - wx*wx
	if len(scales) < 3 || determinant <= 1e-9*w*wxx {
		return wy / w, 1 / math.Sqrt(w)
	}
	return (wxx*wy - wx*wxy) / determinant, math.Sqrt(wxx / determinant)
}

// ofCloud is the dimension by two nearest neighbors, and its uncertainty, of as many points that have the columns'
// values and their correlations, and no other structure: a Gaussian copula (Liu, Lafferty and Wasserman 2009); infinite
// where that is not known.
func ofCloud(x *points.Set, rng *rand.Rand) (nearest, uncertainty float64) {
	rows, scores := mat.NewDense(x.Len(), x.Dim, x.Data), mat.NewDense(x.Len(), x.Dim, nil)
	sorted, order := make([][]float64, x.Dim), make([]int, x.Len())
	for j := range x.Dim {
		sorted[j] = mat.Col(nil, j, rows)
		floats.ArgsortStable(sorted[j], order)
		for rank, i := range order {
			scores.Set(i, j, distuv.UnitNormal.Quantile((float64(rank)+0.5)/float64(x.Len())))
		}
	}
	var covariance mat.SymDense
	stat.CovarianceMatrix(&covariance, scores, nil)
	var eigen mat.EigenSym
	if !eigen.Factorize(&covariance, true) {
		return math.Inf(1), 0
	}
	var axes, drawn mat.Dense
	eigen.VectorsTo(&axes)
	for j, variance := range eigen.Values(nil) {
		deviation := math.Sqrt(max(variance, 0))
		for i := range x.Len() {
			scores.Set(i, j, deviation*rng.NormFloat64())
		}
	}
	drawn.Mul(scores, axes.T())
	cloud := points.New(x.Len(), x.Dim)
	for j := range x.Dim {
		floats.ArgsortStable(mat.Col(nil, j, &drawn), order)
		for rank, i := range order {
			cloud.At(i)[j] = sorted[j][rank]
		}
	}
	distinct, _ := cloud.Places()
	e := Estimate{Scales: TwoNearest(cloud.Select(distinct), rng)}
	e.nearest()
	return e.Nearest, e.Error
}
