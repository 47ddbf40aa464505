package figure

import (
	"testing"

	"ebim/framework/points"
)

func TestNarrowBoxesAreStretched(t *testing.T) {
	for _, test := range []struct{ width, height, shownWidth, shownHeight float64 }{
		{2, 1, 2, 1}, {100, 1, 100, 30}, {1e-6, 5, 1.5, 5}, {3, 1, 3, 1},
	} {
		if width, height := stretched(test.width, test.height); width != test.shownWidth || height != test.shownHeight {
			t.Errorf("%g x %g is shown as %g x %g", test.width, test.height, width, height)
		}
	}
	box := points.Box{{-100, 100}, {-1, 1}}
	cells, columns := cellCenters(box, 240)
	if rows := cells.Len() / columns; columns != 240 || rows != 72 {
		t.Errorf("%d x %d cells, want 240 x 72", columns, rows)
	}
}
