package convolution

import "unsafe"

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
