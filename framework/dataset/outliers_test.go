package dataset

import (
	"slices"
	"strings"
	"testing"

	"ebim/framework/points"
)

// What lies far from all is left out, however far, alone or repeated or a few together; a part of the data is not,
// however far.
func TestWithoutOutliers(t *testing.T) {
	even := func(n int) []float64 { return cloud(n, []float64{1e5, 0}, []float64{2, 1}).Data }
	few := func(at float64) []float64 { return []float64{at, at, at + 1, at, at, at - 1} }
	for name, test := range map[string]struct {
		rows []float64
		far  []float64 // what comes after them
		kept bool
		note string
	}{
		"none":            {even(300), nil, true, ""},
		"too few to tell": {even(10), []float64{1e9, 0}, true, ""},
		"one": {even(300), []float64{1e5, 90}, false,
			"1 of the 301 points lies far from all others and is left out, the first of them point 300 (from 0) at " +
				"[100000 90]"},
		"one of few":    {even(60), []float64{0, 0}, false, "1 of the 61 points lies far"},
		"one, very far": {even(300), []float64{1e12, 0}, false, "1 of the 301 points"},
		"a mark of missing": {even(300), slices.Repeat([]float64{-999, -999}, 3), false,
			"3 of the 303 points lie far from all others and are left out"},
		"few together":     {even(600), few(0), false, "3 of the 603 points"},
		"behind one far":   {even(600), []float64{1e12, 0, 1e5, 90}, false, "2 of the 602 points"},
		"two far clusters": {even(300), cloud(100, []float64{1e5 + 50, 0}, []float64{2, 1}).Data, true, ""},
		"a small cluster":  {even(3000), cloud(12, []float64{1e5 + 90, 0}, []float64{2, 1}).Data, true, ""},
		"too many":         {even(300), []float64{0, 0, 1e6, 0, 0, 1e6, 3e6, 0, 0, 4e6, 5e6, 5e6, 7e6, 0}, true, ""},
	} {
		set := &points.Set{Dim: 2, Data: slices.Concat(test.rows, test.far)}
		want := test.rows
		if test.kept {
			want = set.Data
		}
		kept, note := WithoutOutliers(set, StandardizeAuto, nil)
		if !slices.Equal(kept.Data, want) || !strings.HasPrefix(note, test.note) || (note == "") != test.kept {
			t.Errorf("%s: %d of %d points are kept, %q", name, kept.Len(), set.Len(), note)
		}
	}
}

func TestOutliersOfWhichData(t *testing.T) {
	for source, want := range map[Source]bool{&CSV{}: true, &VonMises{}: false} {
		if got := OutliersAuto.Drops(source); got != want {
			t.Errorf("auto drops those of %T: %v", source, got)
		}
		if !OutliersDrop.Drops(source) || OutliersKeep.Drops(source) {
			t.Errorf("%T: drop and keep are not what they say", source)
		}
	}
}
