package program

import "testing"

// Blocks cover every element once, in order, and hold whole rows or a piece of one.
func TestBlocksCoverTheLoop(t *testing.T) {
	for _, size := range []int{0, 1, 7, 1000, blockElements, blockElements + 1, 3 * blockElements, 30030, 1 << 17} {
		for _, row := range []int{0, 1, 2, 3, 7, 10, 30, 1001, 1024, 1025, 2048, 15015, 30030, 1 << 17} {
			if row > 0 && (size%row != 0 || row > size) {
				continue
			}
			b := newBlocks(size, row, blockElements)
			next := 0
			for block := range b.count {
				from, n := b.span(block)
				if from != next || n < 1 || n > blockElements && b.count > 1 || n > b.length {
					t.Fatalf("size %d, rows of %d: block %d has elements %d to %d; %d was next", size, row, block,
						from, from+n, next)
				}
				whole := from%b.row == 0 && n%b.row == 0
				piece := from/b.row == (from+n-1)/b.row && from/b.row == block/b.perRow
				if b.count > 1 && !whole && !piece {
					t.Fatalf("size %d, rows of %d: block %d has elements %d to %d", size, row, block, from, from+n)
				}
				next = from + n
			}
			if next != size {
				t.Fatalf("size %d, rows of %d: %d elements are covered", size, row, next)
			}
		}
	}
}
