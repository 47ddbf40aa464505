package zeroset_test

import (
	"testing"

	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/supporttest"
	"ebim/framework/support/zeroset"
)

// A zero set can do what its kind can: be meshed in three dimensions, be searched in four, and neither in a large
// codimension.
func TestKinds(t *testing.T) {
	for _, test := range []struct {
		ambient, codimension int
		meshed, searched     bool
	}{{3, 1, true, true}, {3, 2, true, true}, {4, 1, false, true}, {300, support.MostSearched, false, true},
		{300, support.MostSearched + 1, false, false}} {
		env := supporttest.Environment(t, points.New(1, test.ambient), points.Cube(test.ambient, -1, 1))
		z := zeroset.New(env, supporttest.Fixed(networktest.Sphere(test.ambient, 1).Formula), test.codimension)
		_, meshed := z.(support.Mesher)
		_, searched := z.(support.Projector)
		if meshed != test.meshed || searched != test.searched || z.Dimension() != test.ambient-test.codimension {
			t.Errorf("codimension %d in R^%d: meshed %t, searched %t", test.codimension, test.ambient, meshed, searched)
		}
	}
}
