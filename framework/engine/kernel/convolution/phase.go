package convolution

// phase is the part of a convolution that has no input dilation: with a dilated input, outputs a certain distance apart
// meet the same taps of the kernel, at undilated positions of the input, and the other taps meet only zeros.
type phase struct {
	axes                       []phaseAxis
	kernelOffset, outputOffset int // of the first tap and position, in elements
}

// phaseAxis is one spatial axis of a phase: tap t at position p reads the input at first + p*step + t*spacing.
type phaseAxis struct {
	positions, taps, input                  int // lengths
	first, step, spacing                    int
	inputStride, kernelStride, outputStride int // from one to the next of the input, the phase's taps and its positions
	kernelOffset, outputOffset              int
}

// phases splits a convolution.
func (g *geometry) phases() []*phase {
	all := []*phase{{}}
	for _, a := range g.axes {
		var next []*phase
		for _, p := range all {
			for _, x := range a.phases() {
				next = append(next, &phase{
					axes:         append(p.axes[:len(p.axes):len(p.axes)], x),
					kernelOffset: p.kernelOffset + x.kernelOffset,
					outputOffset: p.outputOffset + x.outputOffset,
				})
			}
		}
		all = next
	}
	return all
}

func (a axis) phases() []phaseAxis {
	var result []phaseAxis
	distance := a.inputDilation / greatestCommonDivisor(a.inputDilation, a.step)
	tapDistance := a.inputDilation / greatestCommonDivisor(a.inputDilation, a.kernelDilation)
	for o := range min(distance, a.output) {
		x := phaseAxis{
			positions: (a.output - o + distance - 1) / distance, input: a.input,
			step: distance * a.step / a.inputDilation, spacing: tapDistance * a.kernelDilation / a.inputDilation,
			inputStride: a.inputStride, kernelStride: tapDistance * a.kernelStride,
			outputStride: distance * a.outputStride,
			outputOffset: o * a.outputStride,
		}
		for k := range min(tapDistance, a.kernel) {
			if p := o*a.step + k*a.kernelDilation - a.padding; p%a.inputDilation == 0 {
				x.first, x.kernelOffset = p/a.inputDilation, k*a.kernelStride
				x.taps = (a.kernel - k + tapDistance - 1) / tapDistance
			}
		}
		x.trim()
		result = append(result, x)
	}
	return result
}

// trim drops first and last taps that meet only padding.
func (x *phaseAxis) trim() {
	for x.taps > 0 && !x.meets(0) {
		x.taps--
		x.first += x.spacing
		x.kernelOffset += x.kernelStride
	}
	for x.taps > 0 && !x.meets(x.taps-1) {
		x.taps--
	}
}

// meets reports whether a tap meets the input at any position.
func (x *phaseAxis) meets(tap int) bool {
	at := x.first + tap*x.spacing
	if at < 0 {
		skipped := (-at + x.step - 1) / x.step
		if skipped >= x.positions {
			return false
		}
		at += skipped * x.step
	}
	return at < x.input
}

// extent returns the length of the input that some neighboring positions and taps reach.
func (x *phaseAxis) extent(positions, taps int) int {
	if positions == 0 || taps == 0 {
		return 0
	}
	return (positions-1)*x.step + (taps-1)*x.spacing + 1
}

func greatestCommonDivisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
