package profile

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/points"
	"ebim/framework/statistics"
)

// Where a manifold has one normal, or the data deviate along one of many, they lie at signed distances on both sides of
// it, and noise of one peak, lopsided or even, has a small dip (statistics.Dip). Two strands or sheets that came out as
// one have two peaks. Places are looked at together with more and more around them: what is alike all along shows in
// many points, what is not in few.
const (
	leastPeaks    = 100 // data at a place
	besidePeaks   = 12  // neighbors, along which sides are carried,
	besideNormal  = 2   // and so many for each of several normals,
	leastOfBeside = 8   // times which there are data
	clearNormal   = 1.5 // times the largest variance along one of several in which noise is alike
	middleShare   = 4   // of a place is about the middle of that part of it around each point,
	mostMiddle    = 100 // and of so many points at most
	alikeNormals  = 0.5 // cosine from which on normals tell sides
	mostTurned    = 0.02
)

// peaks is the chance of sides of so much dip, anywhere, where noise has one peak.
func (p *Profile) peaks(codimension int) (chance float64) {
	n, beside := p.data.Len(), max(besidePeaks, besideNormal*codimension)
	if n < max(leastPeaks, leastOfBeside*beside) {
		return 1
	}
	near, normals := make([][]int, n), points.New(n, p.feet.Dim)
	for i := range n {
		p.beside(i, min(mostMiddle, n-1)) // which the middles ask for, in parts
		near[i] = p.beside(i, beside)
	}
	levels := 0
	chance = 1
	for size := leastPeaks; ; size *= 2 {
		if size <= mostMiddle*middleShare {
			p.about(size / middleShare)
			for i := range n {
				if top := p.normal(normals.At(i), i, near[i]); !p.stands(top, near[i], codimension) {
					clear(normals.At(i))
				}
			}
		}
		least, places := 1.0, 0
		seen := make([]bool, n)
		for i := range n {
			if seen[i] {
				continue
			}
			which, sides := p.sides(i, min(size, n), near, normals)
			for _, j := range which {
				seen[j] = true
			}
			if len(sides) >= leastPeaks && p.noisy(which) {
				least = min(least, statistics.DipChance(statistics.Dip(sides), len(sides)))
			}
			places++
		}
		chance = min(chance, float64(places)*least)
		if levels++; size >= n {
			return min(1, float64(levels)*chance)
		}
	}
}

// stands reports whether the mean square of data along their main normal is more than noise has by chance that is alike
// along all (Marchenko and Pastur 1967).
func (p *Profile) stands(top float64, near []int, codimension int) bool {
	if codimension == 1 {
		return true
	}
	whole := 0.0
	for _, j := range near {
		whole += p.squares[j] / float64(len(near))
	}
	root := 1 + math.Sqrt(float64(codimension)/float64(len(near)))
	return top > clearNormal*root*root*(whole-top)/float64(codimension-1)
}

// normal is the direction along which data deviate from the middle most around one of them, and their mean square along
// it.
func (p *Profile) normal(to []float64, at int, near []int) (top float64) {
	const rounds = 8
	longest := at
	for _, j := range near {
		if p.squares[j] > p.squares[longest] {
			longest = j
		}
	}
	copy(to, p.off.At(longest))
	next := make([]float64, len(to))
	for range rounds { // of the power method
		norm := floats.Norm(to, 2)
		if norm == 0 {
			return 0
		}
		floats.Scale(1/norm, to)
		clear(next)
		for _, j := range near {
			floats.AddScaled(next, floats.Dot(p.off.At(j), to), p.off.At(j))
		}
		copy(to, next)
	}
	norm := floats.Norm(to, 2) // len(near) times the mean square, once the direction has settled
	if norm > 0 {
		floats.Scale(1/norm, to)
	}
	return norm / float64(len(near))
}

// sides are so many data around one of them, from neighbor to neighbor, and how far they are to one side of the
// manifold; none where it has one side, or normals do not tell.
func (p *Profile) sides(from, count int, near [][]int, normals *points.Set) (which []int, sides []float64) {
	sign := map[int]float64{from: 1}
	which = []int{from}
	for next := 0; next < len(which); next++ {
		i := which[next]
		for _, j := range near[i] {
			cosine := floats.Dot(normals.At(i), normals.At(j))
			if _, met := sign[j]; met || len(which) == count || math.Abs(cosine) < alikeNormals {
				continue
			}
			sign[j] = math.Copysign(sign[i], sign[i]*cosine)
			which = append(which, j)
		}
	}
	turned, all := 0, 0
	for _, i := range which {
		for _, j := range near[i] {
			cosine := sign[i] * sign[j] * floats.Dot(normals.At(i), normals.At(j)) // 0 unless both are here
			if math.Abs(cosine) < alikeNormals {
				continue
			}
			if all++; cosine < 0 {
				turned++
			}
		}
		sides = append(sides, sign[i]*floats.Dot(p.off.At(i), normals.At(i)))
	}
	if float64(turned) > mostTurned*float64(all) {
		return which, nil
	}
	return which, slices.Clip(sides)
}
