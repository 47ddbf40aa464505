package metrics

import (
	"ebim/framework/mesh"
	"ebim/framework/neighbors"
)

const (
	leastApart     = 1.5 // spacings of the data that sheets must be apart to be told apart
	aroundNotches  = 6   // times as far as two points are apart it may be around notches of an edge
	acrossCrossing = 3   // times the distance of close sheets from a crossing within which they are close
	mostEnding     = 0.4 // share of a crossing at which a sheet may end
)

// closeSheets reports whether sheets come nearer to each other than the data can tell, elsewhere than where they cross.
// A sheet that ends where it crosses another may as well end on it.
func (f *findings) closeSheets(crossings *mesh.Crossings) bool {
	limit := leastApart * typicalSpacing(f.Train)
	if crossings == nil || crossings.Curves == 0 {
		return closeStrands(f.Mesh, limit, aroundNotches, nil)
	}
	if edges := mesh.BorderOf(f.Mesh).Vertices(); edges.Len() > 0 {
		tree, ending := neighbors.New(edges), 0.0
		for i := range crossings.Segments.Len() {
			if tree.Distance(crossings.Segments.At(i), 1) < limit {
				ending++
			}
		}
		if ending > mostEnding*float64(crossings.Segments.Len()) {
			return true
		}
	}
	tree := neighbors.New(crossings.Segments)
	return closeStrands(f.Mesh, limit, aroundNotches, func(x []float64) bool {
		return tree.Distance(x, 1) < acrossCrossing*limit
	})
}

// crossed compares a surface that crosses itself with the Betti numbers of persistent homology, by the number of its
// pieces and the Euler characteristic of the set.
func (f *findings) crossed(found *mesh.Topology, witness []int) {
	euler, sign := 0, 1
	for _, number := range witness {
		euler += sign * number
		sign = -sign
	}
	if len(witness) == 3 && (found.Pieces() != witness[0] || found.Euler() != euler) {
		f.doubt("homology", float64(found.Euler()),
			"the mesh has %d pieces with an Euler characteristic of %d, and the training points Betti numbers %v "+
				"by persistent homology", found.Pieces(), found.Euler(), witness)
	}
}
