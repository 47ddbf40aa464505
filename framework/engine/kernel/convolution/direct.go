package convolution

import (
	"unsafe"

	"github.com/gomlx/compute/dtypes/bfloat16"

	"ebim/framework/engine/kernel"
)

// direct follows the definition: one sum for each element of the result. T is the type of the elements, A that of sums.
type direct[T kernel.Element, A any] struct {
	*geometry
	taps  [][][]tap // by axis and output position
	dot   func(sum A, x, y unsafe.Pointer, n, xStride, yStride int) A
	store func(A) T
}

// directGrain is the number of multiplications of a task, about a millisecond.
const directGrain = 1 << 20

// tap is a position of the kernel that meets the input, as offsets along one axis, in elements.
type tap struct{ input, kernel int }

func plain[T kernel.Number](g *geometry) kernel.Instruction {
	return &direct[T, T]{geometry: g, taps: g.taps(), dot: dot[T], store: func(sum T) T { return sum }}
}

// taps lists, for each axis and output position, the taps that meet the input.
func (g *geometry) taps() [][][]tap {
	all := make([][][]tap, len(g.axes))
	for i, a := range g.axes {
		all[i] = make([][]tap, a.output)
		for o := range a.output {
			for k := range a.kernel {
				p := o*a.step + k*a.kernelDilation - a.padding
				if p >= 0 && p%a.inputDilation == 0 && p/a.inputDilation < a.input {
					all[i][o] = append(all[i][o], tap{p / a.inputDilation * a.inputStride, k * a.kernelStride})
				}
			}
		}
	}
	return all
}

// Scratch holds the position: group, image, and one index an axis.
func (d *direct[T, A]) Scratch() int { return 8 * (2 + len(d.axes)) }
func (d *direct[T, A]) Tasks() int   { return d.tasks(directGrain) }

func (d *direct[T, A]) Run(task int, dst unsafe.Pointer, operands []unsafe.Pointer, scratch unsafe.Pointer) {
	index := unsafe.Slice((*int)(scratch), 2+len(d.axes))
	positions, tasks := d.positions(), d.Tasks()
	size := int(unsafe.Sizeof(*new(T)))
	for p := positions * task / tasks; p < positions*(task+1)/tasks; p++ {
		rest := p
		for i := len(d.axes) - 1; i >= 0; i-- {
			index[2+i], rest = rest%d.axes[i].output, rest/d.axes[i].output
		}
		index[0], index[1] = rest/d.batch, rest%d.batch
		input := index[0]*d.inputGroupStride + index[1]*d.inputBatchStride
		weights := index[0] * d.kernelGroupStride
		output := index[0]*d.outputGroupStride + index[1]*d.outputBatchStride
		for i, a := range d.axes {
			output += index[2+i] * a.outputStride
		}
		for range d.outputChannels {
			var sum A
			sum = d.sum(sum, index[2:], 0, unsafe.Add(operands[0], input*size), unsafe.Add(operands[1], weights*size))
			*(*T)(unsafe.Add(dst, output*size)) = d.store(sum)
			weights += d.kernelOutputStride
			output += d.outputChannelStride
		}
	}
}

// sum adds the products over the axes from the given one on, and over the input channels.
func (d *direct[T, A]) sum(sum A, position []int, axis int, input, weights unsafe.Pointer) A {
	if axis == len(d.axes) {
		return d.dot(sum, input, weights, d.inputChannels, d.inputChannelStride, d.kernelInputStride)
	}
	size := int(unsafe.Sizeof(*new(T)))
	for _, t := range d.taps[axis][position[axis]] {
		sum = d.sum(sum, position, axis+1, unsafe.Add(input, t.input*size), unsafe.Add(weights, t.kernel*size))
	}
	return sum
}

// dot adds the products of n elements of x and y, at strides in elements, to sum.
func dot[T kernel.Number](sum T, x, y unsafe.Pointer, n, xStride, yStride int) T {
	size := int(unsafe.Sizeof(sum))
	for i := range n {
		sum += *(*T)(unsafe.Add(x, i*xStride*size)) * *(*T)(unsafe.Add(y, i*yStride*size))
	}
	return sum
}

// dotBFloat16 is dot with the sum in float32.
func dotBFloat16(sum float32, x, y unsafe.Pointer, n, xStride, yStride int) float32 {
	const size = 2
	for i := range n {
		a, b := *(*bfloat16.BFloat16)(unsafe.Add(x, i*xStride*size)),
			*(*bfloat16.BFloat16)(unsafe.Add(y, i*yStride*size))
		sum += a.Float32() * b.Float32()
	}
	return sum
}
