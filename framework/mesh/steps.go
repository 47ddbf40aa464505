package mesh

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat"
)

// steps are what lengths from datum to datum along a curve are taken for: gamma distributed, of one mean and shape
// beside a gap.
type steps struct {
	least int     // on a side of a gap, that show how long they are
	near  int     // on a side of a gap, which are shorter by far
	shape float64 // at most: 1 is that of data at random, less of clumps
}

func atRandom() steps  { return steps{least: leastGaps, near: besideGap, shape: 1} }
func asRegular() steps { return steps{least: 5, near: besideGap, shape: 20} }

// onTheWay are steps between two ends: where a curve is fast, those next to each other are as long.
func onTheWay() steps { return steps{least: leastGaps, near: 5, shape: 1} }

const (
	// Shapes of sixty steps at random seem to be between these, of regular ones more, and of clumps less.
	clumped, regular = 0.7, 2
	// aloneAmongRegular is as alone is, of regular steps: beyond those that two lost data make.
	aloneAmongRegular = 3.05
	// mostTogether is how many gaps count as a few, which all of them together show to be none by chance.
	mostTogether = 5
)

// shapeOf is the shape of some steps by their first two moments, half of it where they are regular, as a few may seem
// to be.
func (s steps) shapeOf(lengths []float64) float64 {
	const least = 0.05
	switch shape := momentShape(lengths); {
	case shape < clumped:
		return max(shape, least)
	case shape < regular:
		return 1
	default:
		return min(shape/2, s.shape)
	}
}

// momentShape is the shape of a gamma distribution by its first two moments, infinite for equal lengths.
func momentShape(lengths []float64) float64 {
	mean, variance := stat.MeanVariance(lengths, nil)
	return mean * mean / variance
}

// longer is the chance of a step that is longer than a length, beside others, and how many data that would hold; 1
// where these are too few, or one of them is as long. With k steps beside it of shape a and together of length L, g/L
// is k times an F distributed number of 2a and 2ka degrees of freedom; the chance is (1 + g/L)^-k at random.
func (s steps) longer(length float64, beside []float64, shape float64) (chance, missing float64) {
	k, sum := float64(len(beside)), floats.Sum(beside)
	missing = length * k / max(sum, 1e-300)
	times := float64(alone)
	if shape > 1 {
		times = aloneAmongRegular
	}
	if len(beside) < s.least || length <= times*slices.Max(beside[:min(s.near, len(beside))]) {
		return 1, missing
	}
	return mathext.RegIncBeta(k*shape, shape, sum/(sum+length)), missing
}

// gap is the chance of a gap of a length between the steps on its sides, the larger of both, or that of all of them
// where these are alike. On a strand with ends, the other side alone counts where one has too few. Where few are as
// long, sides end at the next such gap.
func (s steps) gap(length float64, beside [2][]float64, few, loop bool) (chance, missing float64) {
	sides := beside
	if few && s.shape > 1 {
		sides = s.trimmed(length, beside)
	}
	all := slices.Concat(sides[:]...)
	if len(all) < s.least {
		return 1, 0
	}
	shape, short := s.shapeOf(all), false
	for _, side := range sides {
		p, held := s.longer(length, side, shape)
		if len(side) < s.least {
			short = true
			if !loop {
				p = 0
			}
		}
		if p >= chance {
			chance, missing = p, held
		}
	}
	if !short && chance < 1 && alike(sides) {
		if p, held := s.longer(length, all, shape); p < chance {
			chance, missing = p, held
		}
	}
	if shape > 1 {
		chance = max(chance, lost(length, slices.Concat(beside[:]...)))
	}
	return chance, missing
}

// alike reports whether steps on both sides are as long but for a factor, which one in four pairs of thirty at random
// exceed, and do not grow toward the gap.
func alike(sides [2][]float64) bool {
	const factor = 1.35
	ratio := stat.Mean(sides[0], nil) / stat.Mean(sides[1], nil)
	return max(ratio, 1/ratio) < factor && !growing(sides)
}

// growing reports whether steps get longer toward a gap, as where the density falls.
func growing(sides [2][]float64) bool {
	const next, growth = 7, 1.25
	near := slices.Concat(sides[0][:min(next, len(sides[0]))], sides[1][:min(next, len(sides[1]))])
	return stat.Mean(near, nil) > growth*stat.Mean(slices.Concat(sides[:]...), nil)
}

// lost is the chance that data are lost in a row which make as long a gap of equal steps, if as large a share is lost
// as lengthens the mean of k steps beyond their median, or at least one in k + 1.
func lost(length float64, beside []float64) float64 {
	sorted := slices.Sorted(slices.Values(beside))
	step := stat.Quantile(0.5, stat.Empirical, sorted, nil)
	share := max(1/float64(len(sorted)+1), 1-step/stat.Mean(sorted, nil))
	return math.Pow(share, length/step-1)
}

// trimmed are the steps on both sides up to the next that is not far shorter than a gap, as such steps are gaps as well
// where there are a few: if those are regular and enough, or many, which do not grow toward the gap.
func (s steps) trimmed(length float64, sides [2][]float64) [2][]float64 {
	const many = 15
	short := sides
	for k, side := range sides {
		if i := slices.IndexFunc(side, func(l float64) bool { return alone*l > length }); i >= 0 {
			short[k] = side[:i]
		}
	}
	fewest := min(len(short[0]), len(short[1]))
	if fewest < s.least {
		return sides
	}
	if momentShape(slices.Concat(short[:]...)) < regular && (fewest < many || growing(short)) {
		return sides
	}
	return short
}

// unlikely are the gaps that data at random have, so many as unlikely, at most with a chance, of some with those
// numbers of as unlikely ones expected, which are about Poisson distributed.
func unlikely(gaps []Gap, chance float64) []Gap {
	slices.SortStableFunc(gaps, func(a, b Gap) int { return cmp.Compare(a.Chance, b.Chance) })
	count := 0
	for i, g := range gaps {
		if g.Chance <= chance || i < mostTogether && mathext.GammaIncReg(float64(i+1), g.Chance) <= chance {
			count = i + 1
		}
	}
	return gaps[:count]
}
