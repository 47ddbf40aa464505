package program

// blockElements is the most elements of a block: several blocks of float32 fit the first-level cache.
const blockElements = 1024

// blocks divides the elements of a loop. A block holds whole rows, or a piece of one row.
type blocks struct {
	size   int // elements of the loop
	row    int // of a row; 1 if the loop has none
	length int // of a full block
	perRow int // blocks in a row; 1 if a block holds whole rows
	count  int
}

// newBlocks divides size elements into blocks of at most the given number.
func newBlocks(size, row, most int) blocks {
	b := blocks{size: size, row: max(row, 1), length: min(size, most), perRow: 1}
	switch {
	case size == 0:
	case size <= most:
		b.count = 1
	case b.row <= most:
		b.length = most / b.row * b.row
		b.count = (size + b.length - 1) / b.length
	default:
		b.perRow = (b.row + most - 1) / most
		b.count = size / b.row * b.perRow
	}
	return b
}

// span returns the first element of a block and its length.
func (b *blocks) span(block int) (from, n int) {
	if b.perRow == 1 {
		from = block * b.length
		return from, min(b.length, b.size-from)
	}
	within := block % b.perRow * b.length
	return block/b.perRow*b.row + within, min(b.length, b.row-within)
}
