package figure

import (
	"strings"
	"testing"

	"ebim/framework/points"
)

func TestAxesHaveTheColumnsNames(t *testing.T) {
	box := points.Box{{0, 1}, {0, 1}, {0, 1}}
	long := strings.Repeat("a", 100)
	for _, test := range []struct {
		columns []string
		want    [3]string
	}{
		{nil, [3]string{"x1", "x2", "x3"}},
		{[]string{"depth [m]", "", long}, [3]string{"depth [m]", "x2", ""}},
	} {
		plane, space := newPlane(box[:2], test.columns), newSpace(DefaultView(), box, test.columns)
		if plane.X.Label.Text != test.want[0] || plane.Y.Label.Text != test.want[1] ||
			space.labels[0] != test.want[0] || space.labels[1] != test.want[1] {
			t.Errorf("columns %q: the axes are %q, %q and %q", test.columns, plane.X.Label.Text,
				plane.Y.Label.Text, space.labels)
		}
		third := space.labels[2]
		if test.want[2] != "" && third != test.want[2] || len([]rune(third)) > longestName+3 {
			t.Errorf("columns %q: the third axis is %q", test.columns, third)
		}
	}
}
