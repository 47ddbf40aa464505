package ridged

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/neighbors"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/statistics"
)

const (
	fewestOfNoise  = 4    // components that can be told to be noise
	mostOfNoise    = 2000 // points that are looked at for that
	besideNoise    = 8    // neighbors whose mean says nothing about noise
	leastNoiseLike = 0.3  // of what normal noise has: the variance of squared lengths,
	mostNoiseLike  = 3
	leastApart     = 0.85 // and the distance to the next point
	mostForeseen   = 0.05 // share of noise that neighbors explain by chance
)

// signal is how many of the first principal components tell more than noise, all of them for none that is: after them
// come at least four of one variance, as far as so many points tell (Marchenko and Pastur 1967), in which the points
// are normal, independent of their place in the others, and on no curve or surface of their own.
func signal(x *points.Set, c neighbors.Components, least int) int {
	n := len(c.Variances)
	if n < x.Dim || x.Len() < 2*n {
		return n
	}
	for k := max(least, 1); k+fewestOfNoise <= n; k++ {
		if oneVariance(c.Variances[k:], x.Len()) {
			if stands(c.Variances, k, x.Len()) && isNoise(components(x, c), k) {
				return k
			}
			return n
		}
	}
	return n
}

// bulk is between which multiples of their mean the variances of some components of many points of noise lie.
func bulk(components, count int) (low, high float64) {
	root := math.Sqrt(float64(components) / float64(count))
	slack := 4 * math.Pow(float64(count), -2./3)
	return (1-root)*(1-root) - slack, (1+root)*(1+root) + slack
}

// oneVariance reports whether sorted sample variances of many points may be those of one.
func oneVariance(variances []float64, count int) bool {
	mean := floats.Sum(variances) / float64(len(variances))
	low, high := bulk(len(variances), count)
	return variances[0] <= high*mean && variances[len(variances)-1] >= low*mean && mean > 0
}

// stands reports whether the first k variances are larger than those of noise by chance.
func stands(variances []float64, k, count int) bool {
	const clear = 1.5
	_, high := bulk(len(variances)-k, count)
	return variances[k-1] > clear*high*floats.Sum(variances[k:])/float64(len(variances)-k)
}

// components are the coordinates along all principal axes of points, each once and some of many.
func components(x *points.Set, c neighbors.Components) *points.Set {
	all := &points.Subspace{Center: c.Mean, Axes: columns(c.Axes, x.Dim)}
	return all.In(x.Different().Evenly(mostOfNoise))
}

// isNoise reports whether what follows the first k coordinates looks like normal noise.
func isNoise(x *points.Set, k int) bool {
	first, rest, drawn := points.New(x.Len(), k), points.New(x.Len(), x.Dim-k), points.New(x.Len(), x.Dim-k)
	for i := range x.Len() {
		copy(first.At(i), x.At(i)[:k])
		copy(rest.At(i), x.At(i)[k:])
	}
	rng := random.New(0, "ridged/noise", 0)
	deviation := math.Sqrt(floats.Dot(rest.Data, rest.Data) / float64(len(rest.Data)))
	for i := range drawn.Data {
		drawn.Data[i] = deviation * rng.NormFloat64()
	}
	spread := squaresSpread(rest) / squaresSpread(drawn)
	return spread > leastNoiseLike && spread < mostNoiseLike && apart(rest) > leastApart*apart(drawn) &&
		foreseen(first, rest) < mostForeseen
}

// squaresSpread is the variance of the points' squared lengths over their mean's square.
func squaresSpread(x *points.Set) float64 {
	squares := make([]float64, x.Len())
	for i := range squares {
		squares[i] = floats.Dot(x.At(i), x.At(i))
	}
	mean := floats.Sum(squares) / float64(len(squares))
	spread := 0.0
	for _, v := range squares {
		spread += (v/mean - 1) * (v/mean - 1)
	}
	return spread / float64(len(squares))
}

// apart is the median distance of points to the next.
func apart(x *points.Set) float64 {
	tree, distances := neighbors.New(x), make([]float64, x.Len())
	for i := range distances {
		distances[i] = tree.Distance(x.At(i), 2)
	}
	return statistics.Median(distances)
}

// foreseen is the share of the points' squared lengths that the mean of others says, of those whose first coordinates
// are near.
func foreseen(first, rest *points.Set) float64 {
	tree, mean := neighbors.New(first), make([]float64, rest.Dim)
	said, whole := 0.0, 0.0
	for i := range rest.Len() {
		clear(mean)
		near, _ := tree.Nearest(first.At(i), besideNoise+1)
		for _, j := range near {
			if j != i {
				floats.AddScaled(mean, 1./besideNoise, rest.At(j))
			}
		}
		said += floats.Dot(mean, rest.At(i))
		whole += floats.Dot(rest.At(i), rest.At(i))
	}
	return said / whole
}
