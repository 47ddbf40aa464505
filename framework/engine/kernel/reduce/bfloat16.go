package reduce

import (
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/dtypes/bfloat16"

	"ebim/framework/engine/kernel"
	"ebim/framework/engine/kernel/processor"
)

// bfloat16Kernels reduce in float32 and round once, at the end.
func bfloat16Kernels(level processor.Level, op compute.OpType, _ dtypes.DType) (kernel.ReduceRows,
	kernel.ReduceColumns) {
	f := numeric[float32](op, dtypes.Float32)
	if f.row == nil {
		return nil, nil
	}
	sum := op == compute.OpTypeReduceSum
	rows := func(dst, x unsafe.Pointer, rows, columns int) {
		results, elements := kernel.Slice[bfloat16.BFloat16](dst, rows),
			kernel.Slice[bfloat16.BFloat16](x, rows*columns)
		for i := range results {
			row := elements[i*columns:][:columns]
			if sum {
				results[i] = bfloat16.FromFloat32(sumBFloat16Row(level, row))
			} else {
				results[i] = bfloat16.FromFloat32(foldBFloat16Row(op, f.neutral, row, 1))
			}
		}
	}
	columns := func(dst, x unsafe.Pointer, rows, columns int) {
		results, elements := kernel.Slice[bfloat16.BFloat16](dst, columns),
			kernel.Slice[bfloat16.BFloat16](x, rows*columns)
		if sum {
			sumBFloat16Columns(level, results, elements, rows)
			return
		}
		for i := range results {
			column := elements[min(i, len(elements)):]
			results[i] = bfloat16.FromFloat32(foldBFloat16Row(op, f.neutral, column, columns))
		}
	}
	return rows, columns
}

// widen converts elements to float32.
func widen(dst []float32, x []bfloat16.BFloat16) {
	for i, v := range x {
		dst[i] = v.Float32()
	}
}

func sumBFloat16Row(level processor.Level, row []bfloat16.BFloat16) float32 {
	var pairs pairwise[float32]
	for len(row) > 0 {
		var block [rowBlock]float32
		var sum float32
		n := min(rowBlock, len(row))
		widen(block[:n], row[:n])
		sumRowBlocks(level, &sum, &block[0], 1, n)
		pairs.add(sum)
		row = row[n:]
	}
	return pairs.total()
}

func sumBFloat16Columns(level processor.Level, results, x []bfloat16.BFloat16, rows int) {
	const blockRows = 16
	columns := len(results)
	for from := 0; from < columns; from += stripWidth {
		width := min(stripWidth, columns-from)
		var pairs pairwiseColumns[float32]
		for row := 0; row < rows; row += blockRows {
			var block [blockRows * stripWidth]float32
			var sums [stripWidth]float32
			n := min(blockRows, rows-row)
			for i := range n {
				widen(block[i*stripWidth:], x[(row+i)*columns+from:][:width])
			}
			sumColumnBlock(level, &sums[0], &block[0], n, width, stripWidth)
			pairs.add(&sums, width)
		}
		var total [stripWidth]float32
		pairs.total(total[:width])
		for i, sum := range total[:width] {
			results[from+i] = bfloat16.FromFloat32(sum)
		}
	}
}

// foldBFloat16Row joins every stride-th element of x to the result.
func foldBFloat16Row(op compute.OpType, result float32, x []bfloat16.BFloat16, stride int) float32 {
	for i := 0; i < len(x); i += stride {
		v := x[i].Float32()
		switch op {
		case compute.OpTypeReduceProduct:
			result *= v
		case compute.OpTypeReduceMax:
			result = max(result, v)
		case compute.OpTypeReduceMin:
			result = min(result, v)
		}
	}
	return result
}
