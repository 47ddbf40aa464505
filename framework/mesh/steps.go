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
	shape float64 // at most: 1 is that of data at random, less of clumps
}

func atRandom() steps  { return steps{least: leastGaps, shape: 1} }
func asRegular() steps { return steps{least: 5, shape: 20} }

const (
	// Shapes of sixty steps at random seem to be between these, of regular ones more, and of clumps less.
	clumped, regular = 0.7, 2
	// mostTogether is how many gaps count as a few, which all of them together show to be none by chance.
	mostTogether = 5
)

// shapeOf is the shape of some steps by their first two moments, half of it where they are regular, as a few may seem
// to be.
func (s steps) shapeOf(lengths []float64) float64 {
	const least = 0.05
	shape := s.shape
	if mean, variance := stat.MeanVariance(lengths, nil); variance > 0 {
		shape = mean * mean / variance
	}
	switch {
	case shape < clumped:
		return max(shape, least)
	case shape < regular:
		return min(1, s.shape)
	}
	return min(shape/2, s.shape)
}

// longer is the chance of a step that is longer than a length, beside others, and how many data that would hold; 1
// where these are too few, or one of them is as long. With k steps beside it of shape a and together of length L, g/L
// is k times an F distributed number of 2a and 2ka degrees of freedom; the chance is (1 + g/L)^-k at random.
func (s steps) longer(length float64, beside []float64, shape float64) (chance, missing float64) {
	k, sum := float64(len(beside)), floats.Sum(beside)
	missing = length * k / max(sum, 1e-300)
	if len(beside) < s.least || length <= alone*slices.Max(beside) {
		return 1, missing
	}
	return mathext.RegIncBeta(k*shape, shape, sum/(sum+length)), missing
}

// gap is the chance of a gap of a length between the steps on its sides, the larger of both, or that of all of them
// where these are alike. On a strand with ends, the other side alone counts where one has too few.
func (s steps) gap(length float64, sides [2][]float64, loop bool) (chance, missing float64) {
	all := slices.Concat(sides[:]...)
	if len(all) < s.least {
		return 1, 0
	}
	shape, few := s.shapeOf(all), false
	for _, side := range sides {
		p, held := s.longer(length, side, shape)
		if len(side) < s.least {
			few = true
			if !loop {
				p = 0
			}
		}
		if p >= chance {
			chance, missing = p, held
		}
	}
	if !few && alike(sides) {
		if p, held := s.longer(length, all, shape); p < chance {
			chance, missing = p, held
		}
	}
	if shape > 1 {
		chance = max(chance, lost(length, all))
	}
	return chance, missing
}

// alike reports whether steps on both sides are as long but for a factor, which one in four pairs of thirty at random
// exceed.
func alike(sides [2][]float64) bool {
	const factor = 1.35
	ratio := stat.Mean(sides[0], nil) / stat.Mean(sides[1], nil)
	return max(ratio, 1/ratio) < factor
}

// lost is the chance that data are lost in a row which make as long a gap of equal steps, if as many are as lengthen
// the mean of some steps beyond their median.
func lost(length float64, beside []float64) float64 {
	sorted := slices.Sorted(slices.Values(beside))
	step := stat.Quantile(0.5, stat.Empirical, sorted, nil)
	share := max(0, 1-step/stat.Mean(sorted, nil))
	return math.Pow(share, length/step-1)
}

// trimmed are the steps on both sides up to the next that is not far shorter than a gap, as such steps are gaps as well
// where there are a few: if those are regular and enough, or many, which do not grow toward the gap.
func (s steps) trimmed(length float64, sides [2][]float64) [2][]float64 {
	const many, next, growth = 15, 7, 1.25
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
	mean, variance := stat.MeanVariance(slices.Concat(short[:]...), nil)
	if mean*mean >= regular*variance {
		return short
	}
	if fewest < many || stat.Mean(slices.Concat(short[0][:next], short[1][:next]), nil) > growth*mean {
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
