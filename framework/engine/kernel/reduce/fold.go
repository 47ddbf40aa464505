package reduce

import (
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/kernel"
)

// fold is an operation on elements one after another.
type fold[T kernel.Element] struct {
	neutral    T
	row        func(result T, x []T) T // joins all elements of x to the result
	accumulate func(result, x []T)     // joins x[i] to result[i]
}

// byFolds makes kernels of a fold; nil ones if it has no functions.
func byFolds[T kernel.Element](f fold[T]) (kernel.ReduceRows, kernel.ReduceColumns) {
	if f.row == nil {
		return nil, nil
	}
	rows := func(dst, x unsafe.Pointer, rows, columns int) {
		results, elements := kernel.Slice[T](dst, rows), kernel.Slice[T](x, rows*columns)
		for i := range results {
			results[i] = f.row(f.neutral, elements[i*columns:][:columns])
		}
	}
	columns := func(dst, x unsafe.Pointer, rows, columns int) {
		results, elements := kernel.Slice[T](dst, columns), kernel.Slice[T](x, rows*columns)
		for i := range results {
			results[i] = f.neutral
		}
		for ; len(elements) > 0; elements = elements[columns:] {
			f.accumulate(results, elements[:columns])
		}
	}
	return rows, columns
}

// neutral returns what no elements at all reduce to.
func neutral[T kernel.Number](op compute.OpType, dtype dtypes.DType) T {
	var value any
	switch op {
	case compute.OpTypeReduceMax:
		value = dtype.LowestValue()
	case compute.OpTypeReduceMin:
		value = dtype.HighestValue()
	case compute.OpTypeReduceProduct:
		return 1
	default:
		return 0
	}
	if v, ok := value.(int16); ok { // LowestValue of int8 is one
		return T(v)
	}
	return value.(T)
}

func numeric[T kernel.Number](op compute.OpType, dtype dtypes.DType) fold[T] {
	f := fold[T]{neutral: neutral[T](op, dtype)}
	switch op {
	case compute.OpTypeReduceSum:
		f.row, f.accumulate = sumRow[T], sumInto[T]
	case compute.OpTypeReduceProduct:
		f.row, f.accumulate = productRow[T], productInto[T]
	case compute.OpTypeReduceMax:
		f.row, f.accumulate = maxRow[T], maxInto[T]
	case compute.OpTypeReduceMin:
		f.row, f.accumulate = minRow[T], minInto[T]
	}
	return f
}

func logical(op compute.OpType) fold[bool] {
	switch op {
	case compute.OpTypeReduceLogicalAnd:
		return eachByRow(true, func(x, y bool) bool { return x && y })
	case compute.OpTypeReduceLogicalOr:
		return eachByRow(false, func(x, y bool) bool { return x || y })
	}
	return fold[bool]{}
}

// eachByRow makes a fold of a function of two elements.
func eachByRow[T kernel.Element](neutral T, join func(x, y T) T) fold[T] {
	return fold[T]{
		neutral: neutral,
		row: func(result T, x []T) T {
			for _, v := range x {
				result = join(result, v)
			}
			return result
		},
		accumulate: func(result, x []T) {
			for i, v := range x {
				result[i] = join(result[i], v)
			}
		},
	}
}

func sumRow[T kernel.Number](sum T, x []T) T {
	for _, v := range x {
		sum += v
	}
	return sum
}

func sumInto[T kernel.Number](sums, x []T) {
	for i, v := range x[:len(sums)] {
		sums[i] += v
	}
}

func productRow[T kernel.Number](product T, x []T) T {
	for _, v := range x {
		product *= v
	}
	return product
}

func productInto[T kernel.Number](products, x []T) {
	for i, v := range x[:len(products)] {
		products[i] *= v
	}
}

func maxRow[T kernel.Number](greatest T, x []T) T {
	for _, v := range x {
		greatest = max(greatest, v)
	}
	return greatest
}

func maxInto[T kernel.Number](greatest, x []T) {
	for i, v := range x[:len(greatest)] {
		greatest[i] = max(greatest[i], v)
	}
}

func minRow[T kernel.Number](least T, x []T) T {
	for _, v := range x {
		least = min(least, v)
	}
	return least
}

func minInto[T kernel.Number](least, x []T) {
	for i, v := range x[:len(least)] {
		least[i] = min(least[i], v)
	}
}
