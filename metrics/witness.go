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
// little: persistent homology leaves out pieces of few points (homology.BettiOf), and ways between the points of
// pieces, and gaps of a curve, below the scale that it looks at.
func (f *findings) agrees(witness homology.Betti) bool {
	const least = 0.075 // share of the points; it leaves out pieces below a twentieth
	piece, count := f.Mesh.Pieces()
	data := f.pointsByPiece(piece, count)
	of := func(m *mesh.Mesh) []int { return betti(m.Topology(mesh.TopologyOptions{}), len(witness.Numbers)-1) }
	for fewest := -1; ; {
		m := f.Mesh.Part(func(i int) bool { return data[piece[i]].Len() > fewest })
		own := of(m)
		if slices.Equal(own, witness.Numbers) || slices.Equal(of(bridged(m, witness.From)), witness.Numbers) {
			return true
		}
		var left []*points.Set
		for _, one := range data {
			if one.Len() > fewest {
				left = append(left, one)
			}
		}
		if own[0] = joined(left, witness.From); slices.Equal(own, witness.Numbers) {
			return true
		}
		fewest = math.MaxInt
		for _, one := range left { // the next smallest piece
			fewest = min(fewest, one.Len())
		}
		if float64(fewest) >= least*float64(f.Train.Len()) {
			return false
		}
	}
}

// pointsByPiece are the training points that are nearest to each piece of the mesh.
func (f *findings) pointsByPiece(piece []int, count int) []*points.Set {
	data, locator := make([]*points.Set, count), mesh.NewLocator(f.Mesh)
	for k := range data {
		data[k] = points.New(0, f.Train.Dim)
	}
	for i := range f.Train.Len() {
		if element, _, _ := locator.Nearest(f.Train.At(i)); element >= 0 {
			near := data[piece[element]]
			near.Data = append(near.Data, f.Train.At(i)...)
		}
	}
	return data
}

// joined is the number of sets of points of which those within a distance of each other count as one.
func joined(sets []*points.Set, distance float64) int {
	root, count := points.NewForest(len(sets)), 0
	for i, one := range sets {
		if one.Len() == 0 {
			continue
		}
		tree := neighbors.New(one)
		for j := range i {
			if slices.ContainsFunc(points.Range(0, sets[j].Len()), func(k int) bool {
				return tree.Distance(sets[j].At(k), 1) <= distance
			}) {
				root[root.Find(i)] = root.Find(j)
			}
		}
	}
	for i, above := range root {
		if i == above {
			count++
		}
	}
	return count
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
