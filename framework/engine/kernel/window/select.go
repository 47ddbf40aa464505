package window

import (
	"fmt"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes/bfloat16"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel"
)

// selection is SelectAndScatterMax or -Min: each window adds its element of the source to the one that it selects.
//
// As in XLA, a window goes through its elements in ascending order and keeps the selected one only while it is >= (<=
// for the minimum) the next. So the first of equal ones wins, and what follows a NaN replaces it, whatever it is. A
// window that lies in the padding as a whole selects nothing.
type selection struct {
	*windows
	minimum bool
	scatter scatter
}

// scatter adds n neighboring elements of the source to those that their windows select. A window covers the elements of
// the operand at the sums of an offset in rows and one in columns.
type scatter func(dst, operand, source unsafe.Pointer, rows, columns []int, n int, minimum bool)

func newSelect(n *ir.Node) (kernel.Instruction, error) {
	a := n.Attributes.(ir.SelectAndScatter)
	dtype := n.Shape.DType
	scatter := scatters[dtype]
	if scatter == nil {
		return nil, fmt.Errorf("window: no %s of %s", n.Op, dtype)
	}
	ones := make([]int, len(a.Dimensions))
	for i := range ones {
		ones[i] = 1
	}
	return &selection{
		windows: newWindows(n.Shape.Dimensions, n.Inputs[1].Shape.Dimensions, ir.ReduceWindow{
			Dimensions: a.Dimensions, Strides: a.Strides, Paddings: a.Paddings, BaseDilations: ones,
			WindowDilations: ones,
		}, dtype.Size()),
		minimum: n.Op == compute.OpTypeSelectAndScatterMin,
		scatter: scatter,
	}, nil
}

// Scratch holds the offsets of the rows that a row of windows covers.
func (s *selection) Scratch() int { return 8 * s.reach }

func (s *selection) Tasks() int {
	work := s.rows * s.row.positions * s.inner * s.reach * len(s.row.runs)
	return max(1, min(work/elementsPerTask, s.parts, maxTasks))
}

func (s *selection) Run(task int, dst unsafe.Pointer, operands []unsafe.Pointer, scratch unsafe.Pointer) {
	list := unsafe.Slice((*int)(scratch), s.reach)[:0]
	tasks := s.Tasks()
	first, last := s.parts*task/tasks, s.parts*(task+1)/tasks
	if first == last {
		return
	}
	clear(unsafe.Slice((*byte)(unsafe.Add(dst, first*s.part*s.size)), (last-first)*s.part*s.size))
	rows := s.rows / s.parts
	for row := first * rows; row < last*rows; row++ {
		list = s.offsets(list[:0], row, 0, 0)
		for i, columns := range s.row.taps {
			source := unsafe.Add(operands[1], (row*s.row.positions+i)*s.inner*s.size)
			s.scatter(dst, operands[0], source, list, columns, s.inner, s.minimum)
		}
	}
}

func scatterNumbers[T kernel.Number](dst, operand, source unsafe.Pointer, rows, columns []int, n int, minimum bool) {
	if len(rows) == 0 || len(columns) == 0 {
		return
	}
	for i := range n {
		selected := rows[0] + columns[0] + i
		best := *at[T](operand, selected)
		for _, r := range rows {
			for _, c := range columns {
				x := *at[T](operand, r+c+i)
				if keep := minimum && best <= x || !minimum && best >= x; !keep {
					selected, best = r+c+i, x
				}
			}
		}
		*at[T](dst, selected) += *at[T](source, i)
	}
}

// scatterBFloat16 compares and adds in float32.
func scatterBFloat16(dst, operand, source unsafe.Pointer, rows, columns []int, n int, minimum bool) {
	if len(rows) == 0 || len(columns) == 0 {
		return
	}
	for i := range n {
		selected := rows[0] + columns[0] + i
		best := at[bfloat16.BFloat16](operand, selected).Float32()
		for _, r := range rows {
			for _, c := range columns {
				x := at[bfloat16.BFloat16](operand, r+c+i).Float32()
				if keep := minimum && best <= x || !minimum && best >= x; !keep {
					selected, best = r+c+i, x
				}
			}
		}
		sum := at[bfloat16.BFloat16](dst, selected)
		*sum = bfloat16.FromFloat32(sum.Float32() + at[bfloat16.BFloat16](source, i).Float32())
	}
}
