package reduce

import (
	"unsafe"

	"ebim/framework/engine/kernel"
	"ebim/framework/engine/kernel/processor"
)

const (
	rowBlock     = 1024 // elements of a row that are added up before pairs are formed
	blocksAtOnce = 8    // of a row
	columnBlock  = 128  // rows that are added up to columns' sums before pairs are formed
	stripWidth   = 64   // columns whose blocks are added up together
	sumLanes     = 32   // partial sums of a row's block
	rowLanes     = 4    // partial sums of a column's block
	sumLevels    = 48   // of pairs; enough for any number of blocks
)

func sums[T kernel.Float](level processor.Level) (kernel.ReduceRows, kernel.ReduceColumns) {
	rows := func(dst, x unsafe.Pointer, rows, columns int) { sumRows[T](level, dst, x, rows, columns) }
	columns := func(dst, x unsafe.Pointer, rows, columns int) { sumColumns[T](level, dst, x, rows, columns) }
	return rows, columns
}

func sumRows[T kernel.Float](level processor.Level, dst, x unsafe.Pointer, rows, columns int) {
	if rows == 0 {
		return
	}
	if columns <= rowBlock {
		sumRowBlocks(level, (*T)(dst), (*T)(x), rows, columns)
		return
	}
	results, elements := kernel.Slice[T](dst, rows), kernel.Slice[T](x, rows*columns)
	for i := range results {
		var pairs pairwise[T]
		for row := elements[i*columns:][:columns]; len(row) > 0; {
			var sums [blocksAtOnce]T
			n := min(rowBlock, len(row))
			blocks := min(blocksAtOnce, len(row)/n)
			sumRowBlocks(level, &sums[0], &row[0], blocks, n)
			for _, sum := range sums[:blocks] {
				pairs.add(sum)
			}
			row = row[blocks*n:]
		}
		results[i] = pairs.total()
	}
}

func sumColumns[T kernel.Float](level processor.Level, dst, x unsafe.Pointer, rows, columns int) {
	switch {
	case columns == 0:
		return
	case rows <= columnBlock:
		sumColumnBlock(level, (*T)(dst), (*T)(x), rows, columns, columns)
		return
	case columns == 1:
		sumRows[T](level, dst, x, 1, rows)
		return
	case columns <= stripWidth/2:
		sumNarrowColumns(level, kernel.Slice[T](dst, columns), kernel.Slice[T](x, rows*columns))
		return
	}
	sumWideColumns(level, kernel.Slice[T](dst, columns), kernel.Slice[T](x, rows*columns))
}

// sumNarrowColumns sums several rows beside each other first, as if they were one.
func sumNarrowColumns[T kernel.Float](level processor.Level, results, x []T) {
	columns := len(results)
	beside := stripWidth / columns
	width := beside * columns
	var sums [2 * stripWidth]T // [beside, columns], then the rows that are left over
	whole := len(x) / width * width
	sumWideColumns(level, sums[:width], x[:whole])
	rest := copy(sums[width:], x[whole:])
	sumColumnBlock(level, &results[0], &sums[0], beside+rest/columns, columns, columns)
}

// sumWideColumns sums strips of columns, of each a block of rows after another.
func sumWideColumns[T kernel.Float](level processor.Level, results, elements []T) {
	columns := len(results)
	rows := len(elements) / columns
	for from := 0; from < columns; from += stripWidth {
		width := min(stripWidth, columns-from)
		var pairs pairwiseColumns[T]
		for row := 0; row < rows; row += columnBlock {
			var sums [stripWidth]T
			sumColumnBlock(level, &sums[0], &elements[row*columns+from], min(columnBlock, rows-row), width, columns)
			pairs.add(&sums, width)
		}
		pairs.total(results[from:][:width])
	}
}

// pairwise adds up terms by pairs, these by pairs, and so on. partial[l] is a sum of 2^l terms, where count has bit l.
type pairwise[T kernel.Float] struct {
	partial [sumLevels]T
	count   int
}

func (p *pairwise[T]) add(term T) {
	level := 0
	for ; p.count>>level&1 == 1; level++ {
		term = p.partial[level] + term
	}
	p.partial[level] = term
	p.count++
}

func (p *pairwise[T]) total() T {
	var total T
	for level := 0; p.count>>level > 0; level++ {
		if p.count>>level&1 == 1 {
			total = p.partial[level] + total
		}
	}
	return total
}

// pairwiseColumns is pairwise for a strip of columns. Its storage is bounded by the addresses that there are.
type pairwiseColumns[T kernel.Float] struct {
	partial [sumLevels - 16][stripWidth]T
	count   int
}

func (p *pairwiseColumns[T]) add(terms *[stripWidth]T, width int) {
	level := 0
	for ; p.count>>level&1 == 1; level++ {
		sumInto(terms[:width], p.partial[level][:width])
	}
	copy(p.partial[level][:width], terms[:width])
	p.count++
}

func (p *pairwiseColumns[T]) total(results []T) {
	clear(results)
	for level := 0; p.count>>level > 0; level++ {
		if p.count>>level&1 == 1 {
			sumInto(results, p.partial[level][:len(results)])
		}
	}
}

// sumRowBlocksPortable sums rows of up to rowBlock elements in the same order as the vector kernel.
func sumRowBlocksPortable[T kernel.Float](dst, x *T, rows, columns int) {
	results, elements := unsafe.Slice(dst, rows), unsafe.Slice(x, rows*columns)
	for i := range results {
		results[i] = sumBlock(elements[i*columns:][:columns])
	}
}

// sumBlock adds element i to lane i modulo sumLanes, and then folds the lanes in halves.
func sumBlock[T kernel.Float](x []T) T {
	var lanes [sumLanes]T
	width := sumLanes
	for ; width > 1 && len(x) <= width/2; width /= 2 {
	}
	for ; len(x) > sumLanes; x = x[sumLanes:] {
		for i, v := range x[:sumLanes] {
			lanes[i] += v
		}
	}
	for i, v := range x {
		lanes[i] += v
	}
	for width /= 2; width > 0; width /= 2 {
		for i, v := range lanes[width:][:width] {
			lanes[i] += v
		}
	}
	return lanes[0]
}

// sumColumnBlockPortable sums columns over rows that are stride elements apart, in the same order as the vector kernel.
func sumColumnBlockPortable[T kernel.Float](dst, x *T, rows, columns, stride int) {
	results := unsafe.Slice(dst, columns)
	for from := 0; from < columns; from += stripWidth {
		width := min(stripWidth, columns-from)
		var lanes [rowLanes][stripWidth]T
		for row := range rows {
			first := (*T)(unsafe.Add(unsafe.Pointer(x), (row*stride+from)*int(unsafe.Sizeof(*x))))
			sumInto(lanes[row%rowLanes][:width], unsafe.Slice(first, width))
		}
		for i := range width {
			results[from+i] = (lanes[0][i] + lanes[2][i]) + (lanes[1][i] + lanes[3][i])
		}
	}
}
