package transport

import (
	"math"

	"ebim/framework/points"
)

const (
	clusterSize = 8  // points merged into one on the next coarser level
	blockSize   = 32 // points that share a bounding box; a multiple of clusterSize
)

// cloud is a set of points of positive mass in the order of a k-d tree's leaves, so that points near in space are
// mostly near in memory, with a bounding box around every blockSize of them.
type cloud struct {
	dim    int
	coords []float64   // row by row
	axes   [][]float64 // the same, axis by axis
	mass   []int64
	origin []int32   // index of each point in the caller's set
	low    []float64 // lower corners of the blocks' boxes, row by row
	high   []float64
}

// newCloud orders the points of positive mass, their coordinates divided by 2^exponent.
func newCloud(set *points.Set, mass []int64, exponent int) *cloud {
	c := &cloud{dim: set.Dim}
	for i := range set.Len() {
		if mass[i] > 0 {
			c.origin = append(c.origin, int32(i))
		}
	}
	c.arrange(scaled(set, exponent), mass)
	return c
}

// scaled returns the set's coordinates divided by 2^exponent.
func scaled(set *points.Set, exponent int) []float64 {
	values := make([]float64, len(set.Data))
	for k, value := range set.Data {
		values[k] = math.Ldexp(value, -exponent)
	}
	return values
}

// arrange orders c.origin by space and fills the rest of the cloud from the unordered coordinates and masses.
func (c *cloud) arrange(coords []float64, mass []int64) {
	partition{dim: c.dim, coords: coords}.order(c.origin)
	n := len(c.origin)
	c.coords, c.mass = make([]float64, n*c.dim), make([]int64, n)
	c.axes = make([][]float64, c.dim)
	for axis := range c.axes {
		c.axes[axis] = make([]float64, n)
	}
	for k, i := range c.origin {
		c.mass[k] = mass[i]
		copy(c.at(int32(k)), coords[int(i)*c.dim:(int(i)+1)*c.dim])
		for axis, value := range c.at(int32(k)) {
			c.axes[axis][k] = value
		}
	}
	c.low, c.high = make([]float64, c.blocks()*c.dim), make([]float64, c.blocks()*c.dim)
	for b := range c.blocks() {
		from, to := c.block(b)
		for axis, values := range c.axes {
			low, high := values[from], values[from]
			for _, value := range values[from:to] {
				low, high = min(low, value), max(high, value)
			}
			c.low[b*c.dim+axis], c.high[b*c.dim+axis] = low, high
		}
	}
}

func (c *cloud) len() int             { return len(c.mass) }
func (c *cloud) at(i int32) []float64 { return c.coords[int(i)*c.dim : (int(i)+1)*c.dim] }
func (c *cloud) blocks() int          { return (c.len() + blockSize - 1) / blockSize }

func (c *cloud) block(b int) (from, to int) {
	return b * blockSize, min((b+1)*blockSize, c.len())
}

// boxDistance returns the squared distance from x to block b's box.
func (c *cloud) boxDistance(x []float64, b int) float64 {
	low, high := c.low[b*c.dim:(b+1)*c.dim], c.high[b*c.dim:(b+1)*c.dim]
	sum := 0.0
	for axis, value := range x {
		if gap := max(low[axis]-value, value-high[axis], 0); gap > 0 {
			sum += gap * gap
		}
	}
	return sum
}

// squaredDistances fills out with the squared distances from x to the points from, from+1, ...
func (c *cloud) squaredDistances(x []float64, from int, out []float64) {
	switch c.dim {
	case 1:
		for k, value := range c.axes[0][from : from+len(out)] {
			out[k] = (value - x[0]) * (value - x[0])
		}
	case 2:
		first, second := c.axes[0][from:from+len(out)], c.axes[1][from:from+len(out)]
		x0, x1 := x[0], x[1]
		for k := range out {
			d0, d1 := first[k]-x0, second[k]-x1
			out[k] = d0*d0 + d1*d1
		}
	case 3:
		first, second, third := c.axes[0][from:from+len(out)], c.axes[1][from:from+len(out)],
			c.axes[2][from:from+len(out)]
		x0, x1, x2 := x[0], x[1], x[2]
		for k := range out {
			d0, d1, d2 := first[k]-x0, second[k]-x1, third[k]-x2
			out[k] = d0*d0 + d1*d1 + d2*d2
		}
	default:
		k := 0
		for ; k+4 <= len(out); k += 4 {
			c.fourSquaredDistances(x, int32(from+k), (*[4]float64)(out[k:]))
		}
		for ; k < len(out); k++ {
			out[k] = squaredDistance(x, c.at(int32(from+k)))
		}
	}
}

// fourSquaredDistances does four points side by side, so that no addition waits for the one before it.
func (c *cloud) fourSquaredDistances(x []float64, i int32, out *[4]float64) {
	a, b, e, f := c.at(i)[:len(x)], c.at(i + 1)[:len(x)], c.at(i + 2)[:len(x)], c.at(i + 3)[:len(x)]
	var s0, s1, s2, s3 float64
	for axis, value := range x {
		d0, d1, d2, d3 := a[axis]-value, b[axis]-value, e[axis]-value, f[axis]-value
		s0 += d0 * d0
		s1 += d1 * d1
		s2 += d2 * d2
		s3 += d3 * d3
	}
	*out = [4]float64{s0, s1, s2, s3}
}

// squaredDistance adds in the order of squaredDistances, so that both round alike.
func squaredDistance(x, y []float64) float64 {
	sum := 0.0
	for axis, value := range x {
		d := y[axis] - value
		sum += d * d
	}
	return sum
}

// coarsened merges every clusterSize neighbors into their center of mass.
func (c *cloud) coarsened() *cloud {
	count := (c.len() + clusterSize - 1) / clusterSize
	coarse := &cloud{dim: c.dim, origin: make([]int32, count)}
	coords, mass := make([]float64, count*c.dim), make([]int64, count)
	for k := range count {
		coarse.origin[k] = int32(k)
		from, to := k*clusterSize, min((k+1)*clusterSize, c.len())
		for i := from; i < to; i++ {
			mass[k] += c.mass[i]
		}
		for i := from; i < to; i++ {
			share := float64(c.mass[i]) / float64(mass[k])
			for axis, value := range c.at(int32(i)) {
				coords[k*c.dim+axis] += share * value
			}
		}
	}
	coarse.arrange(coords, mass)
	return coarse
}

// partition orders points as the leaves of a k-d tree that halves the widest axis at its median.
type partition struct {
	dim    int
	coords []float64
}

// order permutes indices in place. Every split lies at a multiple of blockSize, below that of clusterSize, so that
// clusters and blocks are the tree's cells.
func (p partition) order(indices []int32) {
	for len(indices) > clusterSize {
		unit := clusterSize
		if len(indices) > blockSize {
			unit = blockSize
		}
		units := (len(indices) + unit - 1) / unit
		middle := (units / 2) * unit
		p.selectNth(indices, middle, p.widestAxis(indices))
		p.order(indices[:middle])
		indices = indices[middle:]
	}
}

func (p partition) value(i int32, axis int) float64 { return p.coords[int(i)*p.dim+axis] }

func (p partition) widestAxis(indices []int32) int {
	widest, width := 0, -1.0
	for axis := range p.dim {
		low := p.value(indices[0], axis)
		high := low
		for _, i := range indices {
			low, high = min(low, p.value(i, axis)), max(high, p.value(i, axis))
		}
		if high-low > width {
			widest, width = axis, high-low
		}
	}
	return widest
}

// selectNth moves the n smallest by the axis to the front (Hoare's selection; equal values are shared out evenly, so
// that duplicates do not slow it down).
func (p partition) selectNth(indices []int32, n, axis int) {
	low, high := 0, len(indices)-1
	for low < high {
		pivot := p.pivot(indices[low:high+1], axis)
		i, j := low, high
		for i <= j {
			for p.value(indices[i], axis) < pivot {
				i++
			}
			for p.value(indices[j], axis) > pivot {
				j--
			}
			if i <= j {
				indices[i], indices[j] = indices[j], indices[i]
				i++
				j--
			}
		}
		switch {
		case n <= j:
			high = j
		case n >= i:
			low = i
		default:
			return
		}
	}
}

// pivot returns the median of the first, middle and last value.
func (p partition) pivot(indices []int32, axis int) float64 {
	a := p.value(indices[0], axis)
	b := p.value(indices[len(indices)/2], axis)
	c := p.value(indices[len(indices)-1], axis)
	return max(min(a, b), min(max(a, b), c))
}
