package metrics

import (
	"math"
	"slices"

	"ebim/framework/homology"
	"ebim/framework/mesh"
	"ebim/framework/neighbors"
	"ebim/framework/points"
)

// agrees reports whether the mesh has the Betti numbers that a witness found, or would have them for one that sees as
// little: persistent homology leaves out pieces of few points (homology.BettiOf), and ways between pieces, and gaps of
// a curve, below the scale that it looks at.
func (f *findings) agrees(witness homology.Betti) bool {
	const nearer = 1.25 // noisy points of two pieces are than these
	for _, m := range f.withoutSmallPieces() {
		for _, seen := range []*mesh.Mesh{m, bridged(m, witness.From)} {
			own := betti(seen.Topology(mesh.TopologyOptions{}), len(witness.Numbers)-1)
			if slices.Equal(own, witness.Numbers) {
				return true
			}
			if own[0] = joined(seen, nearer*witness.From); slices.Equal(own, witness.Numbers) {
				return true
			}
		}
	}
	return false
}

// withoutSmallPieces are the mesh, and what it is without its smallest pieces, as far as these have so few points that
// the witness leaves them out, or may.
func (f *findings) withoutSmallPieces() (all []*mesh.Mesh) {
	const least = 0.075 // share of the points; it leaves out pieces below a twentieth
	piece, count := f.Mesh.Pieces()
	locator, shares := mesh.NewLocator(f.Mesh), make([]float64, count)
	for i := range f.Train.Len() {
		if element, _, _ := locator.Nearest(f.Train.At(i)); element >= 0 {
			shares[piece[element]] += 1 / float64(f.Train.Len())
		}
	}
	all = []*mesh.Mesh{f.Mesh}
	for _, share := range slices.Sorted(slices.Values(shares)) {
		if share >= least {
			break
		}
		all = append(all, f.Mesh.Part(func(i int) bool { return shares[piece[i]] > share }))
	}
	return all
}

// joined is the number of pieces of a mesh of which those within a distance of each other, by their vertices, count as
// one.
func joined(m *mesh.Mesh, distance float64) (count int) {
	piece, pieces := m.Pieces()
	sets := make([]*points.Set, pieces)
	for i := range m.Len() {
		if sets[piece[i]] == nil {
			sets[piece[i]] = points.New(0, m.Vertices.Dim)
		}
		for _, v := range m.Element(i) {
			sets[piece[i]].Data = append(sets[piece[i]].Data, m.Vertices.At(int(v))...)
		}
	}
	root := points.Range(0, pieces)
	for i, one := range sets {
		tree := neighbors.New(one)
		for j := range i {
			near := slices.ContainsFunc(points.Range(0, sets[j].Len()), func(k int) bool {
				return tree.Distance(sets[j].At(k), 1) <= distance
			})
			if from, to := root[i], root[j]; near && from != to {
				for k := range root {
					if root[k] == from {
						root[k] = to
					}
				}
			}
		}
	}
	slices.Sort(root)
	return len(slices.Compact(root))
}

// bridged is a curve whose ends are joined where they are within a distance of each other, the nearest first.
func bridged(m *mesh.Mesh, distance float64) *mesh.Mesh {
	if m.Dimension != 1 {
		return m
	}
	ends := m.Ends()
	joined := &mesh.Mesh{Dimension: 1, Vertices: m.Vertices, Elements: slices.Clone(m.Elements)}
	for len(ends) > 1 {
		a, b, nearest := 0, 0, math.Inf(1)
		for i := range ends {
			for j := range i {
				d := math.Sqrt(points.SquaredDistance(m.Vertices.At(int(ends[i])), m.Vertices.At(int(ends[j]))))
				if d < nearest {
					a, b, nearest = i, j, d
				}
			}
		}
		if nearest > distance {
			break
		}
		joined.Elements = append(joined.Elements, ends[a], ends[b])
		ends = slices.Delete(slices.Delete(ends, a, a+1), b, b+1) // b < a
	}
	return joined
}

// betti are the Betti numbers mod 2 of a curve or surface, up to a dimension.
func betti(t *mesh.Topology, most int) []int {
	numbers, euler := make([]int, most+1), 0
	for _, c := range t.Components {
		numbers[0]++
		euler += c.Euler
		if t.Dimension == 2 && c.BoundaryLoops == 0 {
			numbers[2]++
		}
	}
	numbers[1] = numbers[0] - euler
	if t.Dimension == 2 {
		numbers[1] += numbers[2]
	}
	return numbers
}
