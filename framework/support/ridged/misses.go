package ridged

import "fmt"

// misses are the median distances of data from the ridge, and from sheets fitted to their neighbors.
type misses struct{ ridge, sheets, scale float64 }

// untrained reports whether the ridge misses the data by more than the least noise at which the displacement is
// trained, and by far more than sheets do. Noise in the data is missed by both.
func (m misses) untrained(least float64) bool {
	return m.ridge > least*m.scale && m.sheets < mostMiss*m.ridge
}

// String says it in a sentence.
func (m misses) String() string {
	return fmt.Sprintf("the surface is that of sheets fitted to neighboring points, which miss points that they are "+
		"not fitted to by %.2g of the data's scale in the median; the displacement is not trained out, and its ridge "+
		"misses them by %.2g", m.sheets/m.scale, m.ridge/m.scale)
}

const mostMiss = 0.5 // of the ridge's distance from the data, that sheets miss points they are not fitted to by
