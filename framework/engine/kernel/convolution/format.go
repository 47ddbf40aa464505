package convolution

import (
	"unsafe"

	"ebim/framework/engine/kernel/processor"
)

// tileKernel computes count tiles of the result: in each, a number of positions by the columns of one panel of
// weights.
//
// The result at a position and column is the sum over all runs, and over the length elements of each, of the element
// at x + (its offset in rows) + (the run's offset) + 4*i times the next row of the panel; with add, what out holds is
// added to. Offsets count bytes; outRows has those of the positions in out. mask has a negative number for each lane
// of the panel's last vector that is a column, and lies in masks. All loads precede the stores of a tile, so that a
// tile may repeat positions.
type tileKernel func(out *float32, outRows *int, x *float32, rows *int, count int, runs *int, runCount int, length int,
	weights *float32, mask *int32, add bool)

// format is the tiles of one level.
type format struct {
	rows, lanes int          // positions of a tile, and float32 of a vector
	tiles       []tileKernel // for panels of 1, 2, ... vectors
	// narrow may be a format for few columns, whose vectors go along the terms.
	narrow *format
}

// The most columns and the fewest channels for which a narrow format is the faster one.
const (
	narrowColumns  = 4
	narrowChannels = 8
)

// suited returns the format for a convolution.
func (f *format) suited(g *geometry) *format {
	if f.narrow != nil && g.outputChannels <= narrowColumns && g.inputChannels >= narrowChannels {
		return f.narrow
	}
	return f
}

const (
	size      = 4 // bytes of a float32
	mostLanes = 16
)

// masks has mostLanes times -1, then as many zeros: from any distance before the zeros on, a mask of that many lanes.
var masks = func() (m [2 * mostLanes]int32) {
	for i := range mostLanes {
		m[i] = -1
	}
	return m
}()

// mask is for a last vector with n columns.
func mask(n int) *int32 { return &masks[mostLanes-n] }

var best = formatAt(processor.Best())

// panel returns the first column and the number of vectors of the i-th panel of n columns. There are as few panels as
// possible, and they are as equal as possible.
func (f *format) panel(i, n int) (first, vectors int) {
	all := f.vectors(n)
	panels := f.panels(n)
	from, to := all*i/panels, all*(i+1)/panels
	return from * f.lanes, to - from
}

// vectors returns the number of vectors that n columns fill.
func (f *format) vectors(n int) int { return (n + f.lanes - 1) / f.lanes }

// panels returns the number of panels of n columns.
func (f *format) panels(n int) int { return (f.vectors(n) + len(f.tiles) - 1) / len(f.tiles) }

// float returns the address of the float32 n elements after p.
func float(p unsafe.Pointer, n int) *float32 { return (*float32)(unsafe.Add(p, n*size)) }
