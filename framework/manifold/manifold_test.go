package manifold

import (
	"testing"

	"ebim/framework/loss"
)

// Trainings with the boundary term of codimension 2 and more have a version of their own, as its results are others;
// all other trainings keep theirs.
func TestVersionOfTheBoundaryTerm(t *testing.T) {
	for _, test := range []struct {
		dimension, ambient int
		weight             float64
		want               int
	}{{1, 2, 1, 1}, {2, 3, 10, 1}, {1, 3, 1, 2}, {1, 3, 0, 1}, {2, 5, 1, 2}, {1, 0, 1, 2}, {1, 0, 0, 1}} {
		m := &Manifold{Dimension: test.dimension, Loss: &loss.Implicit{BoundaryWeight: test.weight}}
		if got := m.VersionIn(test.ambient); got != test.want {
			t.Errorf("dimension %d in R^%d, weight %v: version %d, want %d", test.dimension, test.ambient, test.weight,
				got, test.want)
		}
	}
}
