package points

import "gonum.org/v1/gonum/floats"

// long is the number of numbers from which on products are taken by vector instructions, in their own order. Below,
// where little is to be won, they are added up one by one.
const long = 32

// Dot is the product of a row with the first of y's numbers.
func Dot(row, y []float64) float64 {
	y = y[:len(row)]
	if len(row) >= long {
		return floats.Dot(row, y)
	}
	sum := 0.0
	for j, v := range row {
		sum += v * y[j]
	}
	return sum
}

// Dots are the products of a row with the rows of y, one for each of into, with the bits of Dot. Of short rows four are
// added up side by side: alone, each sum would wait for its last addition.
func Dots(row, y, into []float64) {
	const beside = 4
	n, k := len(row), 0
	for ; n < long && k+beside <= len(into); k += beside {
		y0, y1, y2, y3 := y[k*n:][:n], y[(k+1)*n:][:n], y[(k+2)*n:][:n], y[(k+3)*n:][:n]
		s0, s1, s2, s3 := 0.0, 0.0, 0.0, 0.0
		for j, v := range row {
			s0 += v * y0[j]
			s1 += v * y1[j]
			s2 += v * y2[j]
			s3 += v * y3[j]
		}
		into[k], into[k+1], into[k+2], into[k+3] = s0, s1, s2, s3
	}
	for ; k < len(into); k++ {
		into[k] = Dot(row, y[k*n:])
	}
}
