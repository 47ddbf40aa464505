package view

import "unsafe"

type word interface {
	uint8 | uint16 | uint32 | uint64
}

// tileCopies chooses the quickest copies for a tile's strides.
func tileCopies[E word](t tile) (read, write tileCopy) {
	read, write = readStrided[E], writeStrided[E]
	switch {
	case t.columnStride == 1 && (t.rows == 1 || t.rowStride == t.columns):
		read = readContiguous[E]
		write = writeContiguous[E]
	case t.columnStride == 1 && t.rowStride == 0:
		read = readRepeatedRow[E]
	case t.columnStride == 0:
		read = readRepeatedElements[E]
	case t.columnStride == 1 && t.columns >= 8:
		read, write = readRows[E], writeRows[E]
	}
	return read, write
}

// at is the address of the i-th element after p.
func at[E word](p unsafe.Pointer, i int) *E {
	return (*E)(unsafe.Add(p, i*int(unsafe.Sizeof(*new(E)))))
}

// run is the slice of n elements from the i-th after p on.
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
		done += copy(run[E](dst, done, min(n-done, t.columns-column)), run[E](src, row*t.rowStride+column, t.columns-column))
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

func readStrided[E word](t *tile, dst, src unsafe.Pointer, from, n int) {
	to := run[E](dst, 0, n)
	row := from / t.columns
	column := from % t.columns
	for len(to) > 0 {
		part := to[:min(len(to), t.columns-column)]
		offset := row*t.rowStride + column*t.columnStride
		for i := range part {
			part[i] = *at[E](src, offset)
			offset += t.columnStride
		}
		to = to[len(part):]
		row++
		column = 0
	}
}

func writeStrided[E word](t *tile, src, dst unsafe.Pointer, from, n int) {
	values := run[E](src, 0, n)
	row := from / t.columns
	column := from % t.columns
	for len(values) > 0 {
		part := values[:min(len(values), t.columns-column)]
		offset := row*t.rowStride + column*t.columnStride
		for _, value := range part {
			*at[E](dst, offset) = value
			offset += t.columnStride
		}
		values = values[len(part):]
		row++
		column = 0
	}
}
