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
