package images

import "math"

// span is a part of a row or column of pixels; pixel i covers [i, i+1].
type span struct{ from, to float64 }

// weighted is a mean of neighboring pixels: the first, and the weights of it and those that follow, whose sum is 1.
type weighted struct {
	first   int
	weights []float64
}

// resampling returns the means that bring a part of length pixels to count pixels: by linear interpolation where they
// become more, and by triangles as wide as two of the new pixels where they become fewer, so that nothing between is
// left out.
func resampling(part span, length, count int) []weighted {
	scale := (part.to - part.from) / float64(count)
	reach := max(scale, 1)
	means := make([]weighted, count)
	for k := range means {
		middle := part.from + (float64(k)+0.5)*scale
		first, last := max(0, int(math.Floor(middle-reach))), min(length-1, int(math.Floor(middle+reach)))
		mean := weighted{first: first, weights: make([]float64, last-first+1)}
		sum := 0.0
		for i := range mean.weights {
			mean.weights[i] = max(0, 1-math.Abs(float64(first+i)+0.5-middle)/reach)
			sum += mean.weights[i]
		}
		for i := range mean.weights {
			mean.weights[i] /= sum
		}
		means[k] = mean
	}
	return means
}

// resampled returns a channel of rows of the given width in another size.
func resampled(channel []float64, width int, rows, columns []weighted) []float64 {
	height := len(channel) / width
	narrow := make([]float64, height*len(columns))
	for y := range height {
		for k, mean := range columns {
			for i, weight := range mean.weights {
				narrow[y*len(columns)+k] += weight * channel[y*width+mean.first+i]
			}
		}
	}
	small := make([]float64, len(rows)*len(columns))
	for k, mean := range rows {
		for i, weight := range mean.weights {
			for x := range columns {
				small[k*len(columns)+x] += weight * narrow[(mean.first+i)*len(columns)+x]
			}
		}
	}
	return small
}
