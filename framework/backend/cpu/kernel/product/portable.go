package product

import "unsafe"

// portable is the format without vector instructions.
var portable = &format{rows: 4, widths: []int{4, 1}, kernels: []microKernel{portableKernel, portableColumn}}

// portableKernel is the microKernel for panels of 4 columns and register blocks of 4 rows.
func portableKernel(c *float32, cStride int, a *float32, rowStride, columnStride, blockStride int, panel *float32,
	rows, k, columns int, addend *float32, addendStride int) {
	b := unsafe.Slice(panel, 4*k)
	for i := range rows {
		row := i/4*blockStride + i%4*rowStride
		var s0, s1, s2, s3 float32
		for p := range k {
			x, y := *(*float32)(unsafe.Add(unsafe.Pointer(a), row+p*columnStride)), (*[4]float32)(b[4*p:])
			s0 += x * y[0]
			s1 += x * y[1]
			s2 += x * y[2]
			s3 += x * y[3]
		}
		sums := [4]float32{s0, s1, s2, s3}
		to := unsafe.Slice((*float32)(unsafe.Add(unsafe.Pointer(c), i*cStride)), columns)
		if addend != nil {
			for j, z := range unsafe.Slice((*float32)(unsafe.Add(unsafe.Pointer(addend), i*addendStride)), columns) {
				sums[j] += z
			}
		}
		copy(to, sums[:])
	}
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
