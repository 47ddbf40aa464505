package metrics

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/mesh"
)

// pieces of a mesh: each one's share of its measure, and how many different training points are nearest to it.
func (f *findings) pieces() (piece []int, shares []float64, held []int) {
	piece, count := f.Mesh.Pieces()
	shares, held = make([]float64, count), make([]int, count)
	for i, measure := range f.Mesh.Measures() {
		shares[piece[i]] += measure
	}
	if total := floats.Sum(shares); total > 0 {
		floats.Scale(1/total, shares)
	}
	locator, data := mesh.NewLocator(f.Mesh), f.Train.Different()
	for i := range data.Len() {
		if element, _, _ := locator.Nearest(data.At(i)); element >= 0 {
			held[piece[element]]++
		}
	}
	return piece, shares, held
}

// smallLoops are the closed pieces of a curve that are nearest to fewer different points than tell whether they close.
func (f *findings) smallLoops() (count int) {
	piece, _, held := f.pieces()
	ended, ends := make([]bool, len(held)), f.Mesh.Ends()
	for i := range f.Mesh.Len() {
		for _, v := range f.Mesh.Element(i) {
			ended[piece[i]] = ended[piece[i]] || slices.Contains(ends, v)
		}
	}
	for k, points := range held {
		if !ended[k] && points < fewMissing {
			count++
		}
	}
	return count
}

// smallPieces are those that the topology leaves out as debris, though more data are nearest to them than to debris.
func (f *findings) smallPieces() (count int) {
	const least = 5
	_, shares, held := f.pieces()
	for k, share := range shares {
		if share < mesh.DefaultDebris && held[k] >= least {
			count++
		}
	}
	return count
}
