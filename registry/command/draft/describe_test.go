package draft

import (
	"strings"
	"testing"

	"ebim/framework/dimension"
	"ebim/framework/points"
	"ebim/framework/shape"
)

// Only points that are many for their columns fill their space, and clusters fill nothing.
func TestVerdict(t *testing.T) {
	for _, test := range []struct {
		points, columns int
		clusters        bool
		want            string
	}{
		{400, 2, false, "Dimension 2: the points seem to fill R^2, so there is no manifold to learn"},
		{400, 2, true, "Dimension 2: the points seem to lie in clusters in R^2 and not along a manifold"},
		{10, 10, false, "Dimension 10: no manifold of a lower dimension is seen, but 10 different points are too few " +
			"to tell in R^10, where 100 or more may show one"},
		{14, 2, true, "Dimension 2: no manifold of a lower dimension is seen, but 14 different points are too few"},
	} {
		e := shape.Estimate{Dimension: test.columns, Clusters: test.clusters,
			Neighbors: dimension.Estimate{Distinct: test.points, Ambient: test.columns}}
		if got := verdict(e, 1); !strings.HasPrefix(got, test.want) {
			t.Errorf("%d points in R^%d: %s", test.points, test.columns, got)
		}
	}
}

// Of too few points it is said how many are needed, and of wide tables asked whether they are transposed.
func TestTooFew(t *testing.T) {
	for columns, asked := range map[int]bool{5: false, 46: true} {
		s := &sketch{name: "points.csv", set: points.New(8, columns)}
		got := s.tooFew(s.set.Len()).Error()
		if strings.Contains(got, "transposed") != asked ||
			!strings.Contains(got, "8 different points are too few to learn from; at least 10 are needed") {
			t.Errorf("8 rows of %d columns: %s", columns, got)
		}
	}
}

// Columns are listed up to some number.
func TestNoteColumns(t *testing.T) {
	for columns, want := range map[int]string{
		3: "Coordinates: c, c, c (3 columns).", 41: "c, c, ... (41 columns).", 0: ""} {
		s := new(sketch)
		for range columns {
			s.columns = append(s.columns, "c")
		}
		if s.noteColumns(); !strings.HasSuffix(strings.Join(s.found, ""), want) || len(s.found) > columns {
			t.Errorf("%d columns: %q", columns, s.found)
		}
	}
}
