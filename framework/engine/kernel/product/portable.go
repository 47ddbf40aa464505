package product

import "unsafe"

// portable is the format without vector instructions.
var portable = &format{rows: 4, widths: []int{4, 1}, kernels: []microKernel{portableKernel, portableColumn}}

// portableKernel is the microKernel for panels of 4 columns and register blocks of 4 rows, which it takes in pairs.
func portableKernel(c *float32, cStride int, a *float32, rowStride, columnStride, blockStride int, panel *float32,
	rows, k, columns int, addend *float32, addendStride int) {
	b := unsafe.Slice(panel, 4*k)
	for i := 0; i < rows; i += 2 {
		first := i/4*blockStride + i%4*rowStride
		second := first
		if i+1 < rows {
			second += rowStride
		}
		var s0, s1, s2, s3, t0, t1, t2, t3 float32
		for p := range k {
			x := *(*float32)(unsafe.Add(unsafe.Pointer(a), first+p*columnStride))
			z := *(*float32)(unsafe.Add(unsafe.Pointer(a), second+p*columnStride))
			y := (*[4]float32)(b[4*p:])
			s0 += x * y[0]
			s1 += x * y[1]
			s2 += x * y[2]
			s3 += x * y[3]
			t0 += z * y[0]
			t1 += z * y[1]
			t2 += z * y[2]
			t3 += z * y[3]
		}
		storeRow(c, i*cStride, [4]float32{s0, s1, s2, s3}, columns, addend, i*addendStride)
		if i+1 < rows {
			storeRow(c, (i+1)*cStride, [4]float32{t0, t1, t2, t3}, columns, addend, (i+1)*addendStride)
		}
	}
}

// storeRow stores the first sums some bytes after c, with the addend if there is one.
func storeRow(c *float32, offset int, sums [4]float32, columns int, addend *float32, addendOffset int) {
	if addend != nil {
		for j, z := range unsafe.Slice((*float32)(unsafe.Add(unsafe.Pointer(addend), addendOffset)), columns) {
			sums[j] += z
		}
	}
	copy(unsafe.Slice((*float32)(unsafe.Add(unsafe.Pointer(c), offset)), columns), sums[:])
}

// portableColumn is the microKernel for a single column and register blocks of 4 rows.
func portableColumn(c *float32, cStride int, a *float32, rowStride, columnStride, blockStride int, panel *float32,
	rows, k, _ int, addend *float32, addendStride int) {
	b := unsafe.Slice(panel, k)
	for i := range rows {
		row := i/4*blockStride + i%4*rowStride
		var sum float32
		for p, y := range b {
			sum += *(*float32)(unsafe.Add(unsafe.Pointer(a), row+p*columnStride)) * y
		}
		if addend != nil {
			sum += *(*float32)(unsafe.Add(unsafe.Pointer(addend), i*addendStride))
		}
		*(*float32)(unsafe.Add(unsafe.Pointer(c), i*cStride)) = sum
	}
}
