package metrics

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/mesh"
)

// pieces of a mesh.
type pieces struct {
	of     []int     // elements
	shares []float64 // of the mesh's measure
	held   []int     // how many different training points are nearest to each
}

func (f *findings) pieces() pieces {
	of, count := f.Mesh.Pieces()
	p := pieces{of, make([]float64, count), make([]int, count)}
	for i, measure := range f.Mesh.Measures() {
		p.shares[of[i]] += measure
	}
	if total := floats.Sum(p.shares); total > 0 {
		floats.Scale(1/total, p.shares)
	}
	locator, data := mesh.NewLocator(f.Mesh), f.Train.Different()
	for i := range data.Len() {
		if element, _, _ := locator.Nearest(data.At(i)); element >= 0 {
			p.held[of[element]]++
		}
	}
	return p
}

// judgePieces doubts what can't be told of pieces that hold few data, or are small.
func (f *findings) judgePieces(found *mesh.Topology) {
	if f.Mesh.Dimension != 1 && found.Debris == 0 {
		return
	}
	p := f.pieces()
	if f.Mesh.Dimension == 1 {
		if small := p.smallLoops(f.Mesh); small > 0 {
			f.doubt("small_loops", float64(small),
				"%d closed curves hold fewer than %d training points each: whether they are closed, or short "+
					"stretches with ends, can't be told", small, fewMissing)
		}
	}
	if small := p.smallWithData(); small > 0 {
		f.doubt("small_pieces", float64(small),
			"pieces of the manifold (%d) are so small that they do not count as its components, but hold data: "+
				"whether they are of its shape can't be told", small)
	}
}

// smallLoops are the closed pieces of a curve that are nearest to fewer different points than tell whether they close.
func (p pieces) smallLoops(m *mesh.Mesh) (count int) {
	ended, ends := make([]bool, len(p.held)), m.Ends()
	for i := range m.Len() {
		for _, v := range m.Element(i) {
			ended[p.of[i]] = ended[p.of[i]] || slices.Contains(ends, v)
		}
	}
	for k, points := range p.held {
		if !ended[k] && points < fewMissing {
			count++
		}
	}
	return count
}

// smallWithData are the pieces that a topology leaves out as debris, though more data are nearest to them than to
// debris.
func (p pieces) smallWithData() (count int) {
	const least = 5
	for k, share := range p.shares {
		if share < mesh.DefaultDebris && p.held[k] >= least {
			count++
		}
	}
	return count
}
