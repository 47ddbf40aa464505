package convolution

import (
	"math"
	"unsafe"

	"ebim/framework/engine/kernel/view"
)

// inputOffset returns where the first position of a job finds the first term of a depth, in elements.
func (c *implicit) inputOffset(j *job, d *depth) int {
	at := j.group*c.inputGroupStride + j.image*c.inputBatchStride + d.channel*c.inputChannelStride
	for i := range j.axes {
		at += j.reach(d, i) * j.axes[i].inputStride
	}
	return at
}

// reach returns the position in the input of a job's first position and a depth's first tap along an axis.
func (j *job) reach(d *depth, axis int) int {
	a := &j.axes[axis]
	return a.first + j.position[axis]*a.step + d.tap[axis]*a.spacing
}

// packInput copies what a job reaches with the terms of a depth to [batch, spatial axes..., channels], with padding.
func (c *implicit) packInput(j *job, d *depth, dst, input unsafe.Pointer) {
	var dimensions [mostDimensions]dimension
	n := len(j.axes) + 2
	dimensions[0] = dimension{j.box.batch, j.batchPitch, c.inputBatchStride}
	dimensions[n-1] = dimension{d.channels, 1, c.inputChannelStride}
	from := j.group*c.inputGroupStride + j.image*c.inputBatchStride + d.channel*c.inputChannelStride
	to, padded := 0, false
	for i := range j.axes {
		a := &j.axes[i]
		low := j.reach(d, i)
		high := low + a.extent(j.box.positions[i], d.taps[i])
		first, last := max(low, 0), min(high, a.input)
		padded = padded || first != low || last != high
		dimensions[1+i] = dimension{max(last-first, 0), j.pitches[i], a.inputStride}
		from += first * a.inputStride
		to += (first - low) * j.pitches[i]
	}
	if padded {
		clear(unsafe.Slice((*float32)(dst), j.box.batch*j.batchPitch))
	}
	for _, d := range dimensions[:n] {
		if d.count == 0 {
			return
		}
	}
	copyArray(unsafe.Add(dst, to*size), unsafe.Add(input, from*size), dimensions[:n])
}

// packWeights copies the weights of a job's columns and a depth's terms to panels [terms, columns of the panel].
func (c *implicit) packWeights(j *job, d *depth, dst, weights unsafe.Pointer) {
	if d.terms == 0 {
		return
	}
	from := j.group*c.kernelGroupStride + j.kernelOffset + d.channel*c.kernelInputStride + j.column*c.kernelOutputStride
	for i := range j.axes {
		from += d.tap[i] * j.axes[i].kernelStride
	}
	var dimensions [mostDimensions]dimension
	n := len(j.axes) + 2
	for p := range c.panels(j.columns) {
		first, vectors := c.panel(p, j.columns)
		row := vectors * c.lanes
		dimensions[n-1] = dimension{min(row, j.columns-first), 1, c.kernelOutputStride}
		dimensions[n-2] = dimension{d.channels, row, c.kernelInputStride}
		stride := row * d.channels
		for i := len(j.axes) - 1; i >= 0; i-- {
			dimensions[i] = dimension{d.taps[i], stride, j.axes[i].kernelStride}
			stride *= d.taps[i]
		}
		copyArray(unsafe.Add(dst, first*d.terms*size), unsafe.Add(weights, (from+first*c.kernelOutputStride)*size),
			dimensions[:n])
	}
}

// unpackResult copies the sums [positions, columns] of a job to where they belong.
func (c *implicit) unpackResult(j *job, dst, sums unsafe.Pointer) {
	var dimensions [mostDimensions]dimension
	n := len(j.axes) + 2
	dimensions[n-1] = dimension{j.columns, c.outputChannelStride, 1}
	stride := j.plan.columns
	for i := len(j.axes) - 1; i >= 0; i-- {
		dimensions[1+i] = dimension{j.box.positions[i], j.axes[i].outputStride, stride}
		stride *= j.box.positions[i]
	}
	dimensions[0] = dimension{j.box.batch, c.outputBatchStride, stride}
	copyArray(dst, sums, dimensions[:n])
}

// dimension is one axis of an array that is copied; strides count elements.
type dimension struct{ count, dst, src int }

// mostDimensions is what an array to copy may have: batch, channels and up to mostAxes spatial axes.
const (
	mostAxes       = 6
	mostDimensions = mostAxes + 2
)

// copyArray copies an array of float32 to another order of axes.
func copyArray(dst, src unsafe.Pointer, dimensions []dimension) {
	var array [mostDimensions]dimension
	n := 0
	for _, d := range dimensions {
		switch {
		case d.count == 0:
			return
		case d.count == 1:
		case n > 0 && array[n-1].dst == d.count*d.dst && array[n-1].src == d.count*d.src:
			array[n-1] = dimension{array[n-1].count * d.count, d.dst, d.src}
		default:
			array[n] = d
			n++
		}
	}
	for ; n < 2; n++ {
		array[1] = array[0]
		array[0] = dimension{1, 1, math.MaxInt} // stays the outer one
	}
	// The innermost loop goes along neighbors in src, the next one along neighbors in dst, or else near ones in src.
	sortBySource(array[:n])
	if array[n-1].dst != 1 {
		for i := n - 2; i >= 0; i-- {
			if inner := array[i]; inner.dst == 1 {
				copy(array[i:n-2], array[i+1:n-1])
				array[n-2] = inner
				break
			}
		}
	}
	copyOuter(dst, src, array[:n])
}

// sortBySource brings dimensions into the order of falling strides.
func sortBySource(dimensions []dimension) {
	for i := range dimensions {
		for j := i; j > 0 && dimensions[j-1].src < dimensions[j].src; j-- {
			dimensions[j-1], dimensions[j] = dimensions[j], dimensions[j-1]
		}
	}
}

func copyOuter(dst, src unsafe.Pointer, dimensions []dimension) {
	if len(dimensions) == 2 {
		copyMatrix(dst, src, dimensions[0], dimensions[1])
		return
	}
	d := dimensions[0]
	for i := range d.count {
		copyOuter(unsafe.Add(dst, i*d.dst*size), unsafe.Add(src, i*d.src*size), dimensions[1:])
	}
}

func copyMatrix(dst, src unsafe.Pointer, rows, columns dimension) {
	switch {
	case columns.dst == 1 && columns.src == 1:
		for i := range rows.count {
			copy(unsafe.Slice(float(dst, i*rows.dst), columns.count),
				unsafe.Slice(float(src, i*rows.src), columns.count))
		}
	case rows.dst == 1 && columns.src == 1:
		view.CopyTransposed(dst, src, columns.count, rows.count, columns.dst, rows.src)
	default:
		copyElements(dst, src, rows, columns)
	}
}

func copyElements(dst, src unsafe.Pointer, rows, columns dimension) {
	for i := range rows.count {
		to, from := i*rows.dst, i*rows.src
		for range columns.count {
			*float(dst, to) = *float(src, from)
			to, from = to+columns.dst, from+columns.src
		}
	}
}
