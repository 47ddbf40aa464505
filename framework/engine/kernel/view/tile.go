package view

import "unsafe"

type word interface {
	uint8 | uint16 | uint32 | uint64
}

// tileCopies chooses the quickest copies for a tile's strides.
func tileCopies[E word](t tile) (read, write tileCopy) {
	read, write = readGrid[E], writeGrid[E]
	switch {
	case unsafe.Sizeof(*new(E)) == 4 && t.hasShortRows() && (t.planes > 0 || t.rowStride != 0):
		read, write = readShortRows, writeShortRows
	case t.columnStride == 1 && (t.rows == 1 || t.rowStride == t.columns):
		read, write = readContiguous[E], writeContiguous[E]
	case t.columnStride == 1 && t.rowStride == 0:
		read = readRepeatedRow[E]
	case t.columnStride == 0 && t.columns >= 16 && !(t.vectors && unsafe.Sizeof(*new(E)) == 4):
		read = readRepeatedElements[E]
	case t.columnStride == 1 && t.columns >= 8:
		read, write = readRows[E], writeRows[E]
	}
	return read, write
}

// at returns the address of the i-th element after p.
func at[E word](p unsafe.Pointer, i int) *E {
	return (*E)(unsafe.Add(p, i*int(unsafe.Sizeof(*new(E)))))
}

// run returns the slice of n elements from the i-th after p on.
func run[E word](p unsafe.Pointer, i, n int) []E { return unsafe.Slice(at[E](p, i), n) }

func readContiguous[E word](_ *tile, dst, src unsafe.Pointer, from, n int) {
	copy(run[E](dst, 0, n), run[E](src, from, n))
}

func writeContiguous[E word](_ *tile, src, dst unsafe.Pointer, from, n int) {
	copy(run[E](dst, from, n), run[E](src, 0, n))
}

// readRepeatedRow writes one period of the repeated row and then doubles what is there.
func readRepeatedRow[E word](t *tile, dst, src unsafe.Pointer, from, n int) {
	to, row := run[E](dst, 0, n), run[E](src, 0, t.columns)
	phase := from % t.columns
	filled := copy(to, row[phase:])
	filled += copy(to[filled:], row[:phase])
	repeatPrefix(to, filled)
}

// repeatPrefix repeats the first period elements of to.
func repeatPrefix[E word](to []E, period int) {
	const enough = 4096 // bytes that are copied about as fast as any longer run, and stay in the first cache
	for filled := period; filled < len(to); {
		filled += copy(to[filled:], to[:period])
		if period*int(unsafe.Sizeof(to[0])) < enough {
			period = filled
		}
	}
}

// fill sets all elements of to to the same one.
func fill[E word](to []E, element E) {
	const short = 64
	head := to[:min(len(to), short)]
	for i := range head {
		head[i] = element
	}
	repeatPrefix(to, len(head))
}

func readRepeatedElements[E word](t *tile, dst, src unsafe.Pointer, from, n int) {
	to := run[E](dst, 0, n)
	row := from / t.columns
	count := min(n, t.columns-from%t.columns) // what is left of the first row
	for done := 0; done < n; row++ {
		fill(to[done:done+count], *at[E](src, row*t.rowStride))
		done += count
		count = min(n-done, t.columns)
	}
}

func readRows[E word](t *tile, dst, src unsafe.Pointer, from, n int) {
	row := from / t.columns
	column := from % t.columns
	for done := 0; done < n; row++ {
		done += copy(run[E](dst, done, min(n-done, t.columns-column)),
			run[E](src, row*t.rowStride+column, t.columns-column))
		column = 0
	}
}

func writeRows[E word](t *tile, src, dst unsafe.Pointer, from, n int) {
	row := from / t.columns
	column := from % t.columns
	for done := 0; done < n; row++ {
		count := min(n-done, t.columns-column)
		copy(run[E](dst, row*t.rowStride+column, count), run[E](src, done, count))
		done += count
		column = 0
	}
}

func readGrid[E word](t *tile, dst, src unsafe.Pointer, from, n int) {
	for done := 0; done < n; {
		contiguous, strided, rows, columns := nextGrid[E](t, dst, src, from, done, n)
		copyGrid[E](contiguous, strided, rows, columns, t.vectors)
		done += rows * columns
	}
}

func writeGrid[E word](t *tile, src, dst unsafe.Pointer, from, n int) {
	for done := 0; done < n; {
		contiguous, strided, rows, columns := nextGrid[E](t, src, dst, from, done, n)
		copyGrid[E](strided, contiguous, rows, columns, t.vectors)
		done += rows * columns
	}
}

// nextGrid returns what comes after the first done of n elements: what is left of a row, or all whole rows, or part of
// one.
func nextGrid[E word](t *tile, contiguous, strided unsafe.Pointer, from, done, n int) (c, s side, rows, columns int) {
	row := (from + done) / t.columns
	column := from + done - row*t.columns
	rows, columns = 1, min(n-done, t.columns-column)
	if columns == t.columns {
		rows = (n - done) / columns
	}
	c = side{unsafe.Pointer(at[E](contiguous, done)), t.columns, 1}
	s = side{unsafe.Pointer(at[E](strided, row*t.rowStride+column*t.columnStride)), t.rowStride, t.columnStride}
	return c, s, rows, columns
}
