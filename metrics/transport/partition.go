package transport

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
