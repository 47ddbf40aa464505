package dimension

import "testing"

// Where two nearest neighbors have a number but no scale, as of corners of a cube most of which repeat, there is
// nothing to compare a spectrum with.
func TestCompareWithoutScales(t *testing.T) {
	e := Estimate{Nearest: 3.1, Error: 0.2}
	e.compare(Spectrum{Dimension: 5}, false)
	if len(e.Doubts) > 0 {
		t.Errorf("%v", e.Doubts)
	}
}
