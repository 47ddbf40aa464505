package image

import (
	"context"
	"math"

	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/box"
)

// latentGrid is a regular grid of the latent box with its image, where searches for codes start: the image of a box
// can pass a point several times, far from the code that an encoder gives it.
type latentGrid struct {
	codes, images *points.Set
	steps         []int     // of the grid, along each axis
	gaps          []float64 // longest distance of each image to those of the codes beside it
	root          *block
}

// latentSteps is how many steps along each axis a latent grid has, in one, two and three dimensions, or fewer so that
// its images hold at most latentNumbers numbers.
var latentSteps = [...]int{1: 8192, 2: 256, 3: 40}

const latentNumbers = 1 << 22

// newLatentGrid is nil above three latent dimensions, which no grid covers.
func (m *Image) newLatentGrid(ctx context.Context, ambient int) (*latentGrid, error) {
	dimension := m.Dimension()
	if dimension > support.MostCovered {
		return nil, nil
	}
	most := math.Pow(float64(latentNumbers)/float64(ambient), 1/float64(dimension)) - 1
	shape := box.Even(m.latent.Environment().Box, min(latentSteps[dimension], max(1, int(most))))
	codes := shape.Points()
	images, err := m.Decode(ctx, m.engine(), codes)
	if err != nil {
		return nil, err
	}
	g := &latentGrid{codes: codes, images: images, steps: shape.Steps}
	g.measureGaps()
	last := append([]int(nil), g.steps...)
	g.root = g.newBlock(make([]int, dimension), last)
	return g, nil
}

// beside calls each for every code next to code i, along axes and diagonals, until it returns false.
func (g *latentGrid) beside(i int, each func(k int) bool) {
	dimension := len(g.steps)
	var at [support.MostCovered]int
	for rest, axis := i, dimension-1; axis >= 0; axis-- {
		at[axis], rest = rest%(g.steps[axis]+1), rest/(g.steps[axis]+1)
	}
	total := 1
	for range dimension {
		total *= 3
	}
directions:
	for direction := range total {
		k := 0
		for axis, rest := 0, direction; axis < dimension; axis, rest = axis+1, rest/3 {
			j := at[axis] + rest%3 - 1
			if j < 0 || j > g.steps[axis] {
				continue directions
			}
			k = k*(g.steps[axis]+1) + j
		}
		if k != i && !each(k) {
			return
		}
	}
}

func (g *latentGrid) measureGaps() {
	g.gaps = make([]float64, g.images.Len())
	for i := range g.gaps {
		square := 0.0
		g.beside(i, func(k int) bool {
			square = max(square, points.SquaredDistance(g.images.At(i), g.images.At(k)))
			return true
		})
		g.gaps[i] = math.Sqrt(square)
	}
}

// block is the codes of a box of indices, with the bounds of their images and their longest gap. Blocks form a tree.
type block struct {
	bounds      points.Box
	gap         float64
	codes       []int // of a block without parts
	left, right *block
}

// mostCodes is how many codes a block may have before it is cut in two.
const mostCodes = 16

// newBlock is the block of the indices from first to last along each axis.
func (g *latentGrid) newBlock(first, last []int) *block {
	total, longest := 1, 0
	for axis := range first {
		total *= last[axis] - first[axis] + 1
		if last[axis]-first[axis] > last[longest]-first[longest] {
			longest = axis
		}
	}
	if total <= mostCodes {
		return g.leaf(first, last)
	}
	middle := (first[longest] + last[longest]) / 2
	lower, upper := append([]int(nil), last...), append([]int(nil), first...)
	lower[longest], upper[longest] = middle, middle+1
	b := &block{left: g.newBlock(first, lower), right: g.newBlock(upper, last)}
	b.gap = max(b.left.gap, b.right.gap)
	for axis, bounds := range b.left.bounds {
		other := b.right.bounds[axis]
		b.bounds = append(b.bounds, [2]float64{min(bounds[0], other[0]), max(bounds[1], other[1])})
	}
	return b
}

func (g *latentGrid) leaf(first, last []int) *block {
	b := &block{}
	inside := box.Grid{Box: make(points.Box, len(first))}
	for axis := range first {
		inside.Steps = append(inside.Steps, last[axis]-first[axis])
	}
	inside.Visit(func(_ int, at []int) {
		i := 0
		for axis, k := range at {
			i = i*(g.steps[axis]+1) + first[axis] + k
		}
		b.codes, b.gap = append(b.codes, i), max(b.gap, g.gaps[i])
		for axis, v := range g.images.At(i) {
			if len(b.codes) == 1 {
				b.bounds = append(b.bounds, [2]float64{v, v})
			}
			b.bounds[axis][0], b.bounds[axis][1] = min(b.bounds[axis][0], v), max(b.bounds[axis][1], v)
		}
	})
	return b
}

// square is the squared distance of a point to the bounds.
func (b *block) square(x []float64) float64 {
	sum := 0.0
	for axis, bounds := range b.bounds {
		off := max(bounds[0]-x[axis], x[axis]-bounds[1], 0)
		sum += off * off
	}
	return sum
}

// nearest is the code whose image is nearest to x.
func (g *latentGrid) nearest(x []float64) int {
	best, least := 0, math.Inf(1)
	var search func(b *block, square float64)
	search = func(b *block, square float64) {
		if square >= least {
			return
		}
		for _, i := range b.codes {
			if off := points.SquaredDistance(g.images.At(i), x); off < least {
				best, least = i, off
			}
		}
		if b.left == nil {
			return
		}
		near, far := b.left, b.right
		nearSquare, farSquare := near.square(x), far.square(x)
		if farSquare < nearSquare {
			near, far, nearSquare, farSquare = far, near, farSquare, nearSquare
		}
		search(near, nearSquare)
		search(far, farSquare)
	}
	search(g.root, g.root.square(x))
	return best
}

// minima are the codes whose images are nearer to y than those of the codes beside them. Of every piece of the image
// that passes within a distance of y one is returned: an image within the distance and its gap.
func (g *latentGrid) minima(y []float64, within float64) []int {
	var found []int
	var search func(b *block)
	search = func(b *block) {
		if math.Sqrt(b.square(y)) > within+b.gap {
			return
		}
		for _, i := range b.codes {
			if off := points.SquaredDistance(g.images.At(i), y); math.Sqrt(off) <= within+g.gaps[i] &&
				g.isMinimum(i, off, y) {
				found = append(found, i)
			}
		}
		if b.left != nil {
			search(b.left)
			search(b.right)
		}
	}
	search(g.root)
	return found
}

// isMinimum compares the squared distance of image i to y with those beside it; of equal ones the first is the minimum.
func (g *latentGrid) isMinimum(i int, square float64, y []float64) bool {
	least := true
	g.beside(i, func(k int) bool {
		other := points.SquaredDistance(g.images.At(k), y)
		least = other > square || other == square && k > i
		return least
	})
	return least
}
