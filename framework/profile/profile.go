// Package profile is how data deviate from a manifold, across it: whether they look like noise about it, like two
// strands or sheets that came out as one, or like a region that they fill.
package profile

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"ebim/framework/mesh"
	"ebim/framework/neighbors"
	"ebim/framework/points"
)

// Noise is densest in its middle. Where its density in k normals nowhere rises away from there, as many points lie
// within r 2^(-1/k) of the middle as between that and r, or more, for every r (Olshen and Savage 1970). Two strands,
// sheets or the walls of a tube that came out as one are denser at its sides than in its middle.
const (
	// Unlikely is the chance below which the data of any place or radius do not seem to be noise.
	Unlikely     = 0.01
	leastInner   = 0.44 // share within: 1/2; of exponential noise about its mean 2 (sinh 1/2) / (e - 1/e)
	places       = 100  // where one looks, beside the whole
	placePoints  = 100  // at each
	middlePoints = 24   // whose mean is the middle
	leastNoise   = 0.5  // by which neighbors differ, of the offsets' squares; see noisy
)

// radii are the shares of points within the radii r that are looked at.
var radii = []float64{0.5, 0.7, 0.85}

// Hollow is the chance of data so far from their middle where noise is densest in its middle; along one normal it needs
// only one peak.
func (p *Profile) Hollow(codimension int) (chance float64) {
	if codimension == 1 {
		return p.peaks(codimension)
	}
	return min(1, 2*min(p.peaks(codimension), p.hollow(codimension)))
}

// Profile is how data deviate from a manifold, about the middle of those near to them.
type Profile struct {
	tree    *neighbors.Tree // of the feet
	data    *points.Set
	feet    *points.Set
	off     *points.Set // [N, n]: from the middle
	squares []float64   // of its lengths
	steps   []float64   // half the squares of what they differ by from the one next to them
	near    [][]int     // the data with the nearest feet, as many as were asked for, without the point itself
}

// New is that of data with their nearest points on a manifold, without those beyond its border or farther off
// than a distance.
func New(data, feet *points.Set, within float64, border *mesh.Border) *Profile {
	const same = 1.01 // of two distances
	var kept []int
	firsts, _ := data.Places()
	for _, i := range firsts {
		if !points.AllFinite(feet.Slice(i, i+1).Float32()) {
			continue
		}
		if d := floats.Distance(data.At(i), feet.At(i), 2); d <= within && border.Distance(data.At(i)) > same*d {
			kept = append(kept, i)
		}
	}
	data, feet = data.Select(kept), feet.Select(kept)
	return &Profile{data: data, feet: feet, tree: neighbors.New(feet), near: make([][]int, len(kept))}
}

// about is the profile from the middles of so many data beside each.
func (p *Profile) about(count int) {
	n := p.data.Len()
	p.off, p.squares, p.steps = points.New(n, p.data.Dim), make([]float64, n), make([]float64, n)
	if n <= count {
		return
	}
	beside := make([]int, n)
	for i := range n {
		off, near := p.off.At(i), p.beside(i, count)
		floats.SubTo(off, p.data.At(i), p.feet.At(i))
		for _, j := range near {
			floats.AddScaled(off, -1/float64(count), p.data.At(j))
			floats.AddScaled(off, 1/float64(count), p.feet.At(j))
		}
		p.squares[i], beside[i] = floats.Dot(off, off), near[0]
	}
	for i, j := range beside {
		p.steps[i] = points.SquaredDistance(p.off.At(i), p.off.At(j)) / 2
	}
}

// beside are the data with the nearest feet, without the point itself.
func (p *Profile) beside(i, count int) []int {
	if len(p.near[i]) < count {
		near, _ := p.tree.Nearest(p.feet.At(i), count+1)
		p.near[i] = slices.DeleteFunc(near, func(j int) bool { return j == i })[:count]
	}
	return p.near[i][:count:count]
}

// hollow is the chance of data so far from the middle, in the whole or at any place, of noise that is densest there.
func (p *Profile) hollow(codimension int) (chance float64) {
	if p.about(middlePoints); p.data.Len() <= middlePoints {
		return 1
	}
	all := points.Range(0, len(p.squares))
	chance = p.hollowAt(all, codimension)
	if len(all) > placePoints {
		for k := range places {
			near, _ := p.tree.Nearest(p.feet.At(k*len(all)/places), placePoints)
			chance = min(chance, places*p.hollowAt(near, codimension))
		}
	}
	return min(1, 2*chance)
}

// hollowAt is that chance of some data.
func (p *Profile) hollowAt(which []int, codimension int) (chance float64) {
	if !p.noisy(which) {
		return 1
	}
	squares := make([]float64, len(which))
	for k, i := range which {
		squares[k] = p.squares[i]
	}
	slices.Sort(squares)
	chance = 1
	for _, share := range radii {
		within := int(share * float64(len(squares)))
		inner := squares[within-1] * math.Pow(2, -2/float64(codimension))
		count, _ := slices.BinarySearch(squares[:within-1], inner)
		few := distuv.Binomial{N: float64(within - 1), P: leastInner}.CDF(float64(count))
		chance = min(chance, float64(len(radii))*few)
	}
	return chance
}

// noisy reports whether data deviate by noise rather than by a manifold that is off: neighbors deviate alike then. The
// ratio is von Neumann's (1941), but of quantiles, as means follow outliers, which move the middle for all around them.
func (p *Profile) noisy(which []int) bool {
	const most = 0.7 // of the data are no outliers
	steps, squares := make([]float64, len(which)), make([]float64, len(which))
	for k, i := range which {
		steps[k], squares[k] = p.steps[i], p.squares[i]
	}
	slices.Sort(steps)
	slices.Sort(squares)
	at := int(most * float64(len(which)))
	return steps[at] > leastNoise*squares[at]
}
