// Package search proposes settings to try next, from what has been found with earlier ones.
package search

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// TPE is the tree-structured Parzen estimator of Bergstra et al., "Algorithms for Hyper-Parameter Optimization" (2011), for settings that
// are chosen from lists: the better trials have densities l, the others g, each a product over the settings; of candidates that are drawn
// from l, the one with the largest l/g is proposed, which has the largest expected improvement (their equation 3).
type TPE struct {
	Startup    int     `yaml:"startup" default:"8" range:"[2, 1000]" doc:"trials at random before the first that is proposed"`
	Batch      int     `yaml:"batch" default:"4" range:"[1, 100]" doc:"trials that are proposed together, from the results of all before them, whichever of them end first; so many can run side by side"`
	Quantile   float64 `yaml:"quantile" default:"0.25" range:"(0, 1)" doc:"share of the trials that count as the better ones"`
	Candidates int     `yaml:"candidates" default:"24" range:"[1, 10000]" doc:"points that are drawn for each proposal"`
}

// Trial is a point that has been tried: the index of each setting's value, negative for one that is not on the setting's list. A Value is
// the better the lower it is; infinite for a trial that failed.
type Trial struct {
	Point []int
	Value float64
}

// Next proposes a point, of settings with so many values each, that no trial has tried, while there is one; it is a function of its
// arguments. Equal values count in the order of the trials.
func (t TPE) Next(sizes []int, trials []Trial, stream *rand.Rand) []int {
	better, others := t.split(trials)
	l, g := Densities(sizes, better), Densities(sizes, others)
	var best []int
	highest, bestTried := math.Inf(-1), true
	for range t.Candidates {
		point := l.draw(stream)
		ratio := l.LogDensity(point) - g.LogDensity(point)
		before := tried(trials, point)
		if bestTried && !before || bestTried == before && ratio > highest {
			best, highest, bestTried = point, ratio, before
		}
	}
	if bestTried { // l has little else: any that has not been tried, with the largest ratio
		if untried := t.untried(sizes, trials, l, g); untried != nil {
			return untried
		}
	}
	return best
}

// split sorts the trials, of which the better ones are the first so many.
func (t TPE) split(trials []Trial) (better, others []Trial) {
	sorted := slices.Clone(trials)
	slices.SortStableFunc(sorted, func(a, b Trial) int { return cmp.Compare(a.Value, b.Value) })
	n := int(math.Ceil(t.Quantile * float64(len(sorted))))
	failed := slices.IndexFunc(sorted, func(s Trial) bool { return math.IsInf(s.Value, 1) })
	if failed >= 0 {
		n = min(n, failed)
	}
	return sorted[:n], sorted[n:]
}

// mostListed bounds the points that are listed to find one that has not been tried.
const mostListed = 100_000

// untried returns the untried point with the largest ratio; nil where all have been tried, or there are too many to list.
func (t TPE) untried(sizes []int, trials []Trial, l, g *Parzen) (best []int) {
	total := 1
	for _, size := range sizes {
		if total *= size; total > mostListed {
			return nil
		}
	}
	highest := math.Inf(-1)
	for code := range total {
		point, rest := make([]int, len(sizes)), code
		for i, size := range sizes {
			point[i], rest = rest%size, rest/size
		}
		if ratio := l.LogDensity(point) - g.LogDensity(point); ratio > highest && !tried(trials, point) {
			best, highest = point, ratio
		}
	}
	return best
}

func tried(trials []Trial, point []int) bool {
	return slices.ContainsFunc(trials, func(t Trial) bool { return slices.Equal(t.Point, point) })
}

// Parzen is a density on points: a product over the settings. With counts c of a setting's k values among n trials it is (c+1)/(n+k), the
// frequency with one more trial of each value.
type Parzen struct{ shares [][]float64 }

// Densities estimates the density of trials on settings with so many values each. Values that are not on the lists don't count.
func Densities(sizes []int, trials []Trial) *Parzen {
	p := &Parzen{}
	for i, size := range sizes {
		counts, n := make([]float64, size), float64(size)
		for v := range counts {
			counts[v] = 1
		}
		for _, t := range trials {
			if v := t.Point[i]; v >= 0 {
				counts[v]++
				n++
			}
		}
		for v := range counts {
			counts[v] /= n
		}
		p.shares = append(p.shares, counts)
	}
	return p
}

// LogDensity returns the logarithm of the density at a point.
func (p *Parzen) LogDensity(point []int) float64 {
	sum := 0.0
	for i, v := range point {
		sum += math.Log(p.shares[i][v])
	}
	return sum
}

func (p *Parzen) draw(stream *rand.Rand) []int {
	point := make([]int, len(p.shares))
	for i, shares := range p.shares {
		left := stream.Float64()
		for v, share := range shares {
			if point[i] = v; left < share {
				break
			}
			left -= share
		}
	}
	return point
}
