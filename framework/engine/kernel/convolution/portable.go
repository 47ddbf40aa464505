package convolution

import "unsafe"

var portable = &format{rows: 2, lanes: 4, tiles: []tileKernel{tilesPortable}}

// tilesPortable is the tileKernel for tiles of 2 positions by 4 columns.
func tilesPortable(out *float32, outRows *int, x *float32, rows *int, count int, runs *int, runCount int, length int,
	weights *float32, mask *int32, add bool) {
	lanes := unsafe.Slice(mask, 4)
	for tile := range count {
		places, positions := (*[2]int)(unsafe.Add(unsafe.Pointer(outRows), 16*tile)),
			(*[2]int)(unsafe.Add(unsafe.Pointer(rows), 16*tile))
		var sums [2][4]float32
		if add {
			for i, place := range places {
				for lane, m := range lanes {
					if m < 0 {
						sums[i][lane] = *(*float32)(unsafe.Add(unsafe.Pointer(out), place+size*lane))
					}
				}
			}
		}
		terms := 0
		for _, run := range unsafe.Slice(runs, runCount) {
			first := unsafe.Add(unsafe.Pointer(x), positions[0]+run)
			second := unsafe.Add(unsafe.Pointer(x), positions[1]+run)
			addProducts(&sums, unsafe.Slice((*float32)(first), length), unsafe.Slice((*float32)(second), length),
				weights, terms)
			terms += length
		}
		for i, place := range places {
			for lane, m := range lanes {
				if m < 0 {
					*(*float32)(unsafe.Add(unsafe.Pointer(out), place+size*lane)) = sums[i][lane]
				}
			}
		}
	}
}

// addProducts adds the products of the elements of x, and of y, with rows of weights from the given one on.
func addProducts(sums *[2][4]float32, x, y []float32, weights *float32, row int) {
	x0, x1, x2, x3 := sums[0][0], sums[0][1], sums[0][2], sums[0][3]
	y0, y1, y2, y3 := sums[1][0], sums[1][1], sums[1][2], sums[1][3]
	y = y[:len(x)]
	for i, a := range x {
		b := y[i]
		w := (*[4]float32)(unsafe.Add(unsafe.Pointer(weights), 4*size*(row+i)))
		x0 += a * w[0]
		x1 += a * w[1]
		x2 += a * w[2]
		x3 += a * w[3]
		y0 += b * w[0]
		y1 += b * w[1]
		y2 += b * w[2]
		y3 += b * w[3]
	}
	sums[0] = [4]float32{x0, x1, x2, x3}
	sums[1] = [4]float32{y0, y1, y2, y3}
}
