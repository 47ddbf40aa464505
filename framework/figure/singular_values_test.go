package figure

import (
	"testing"

	"ebim/framework/colormap"
	"ebim/framework/points"
)

func TestQuantileCurvesAscend(t *testing.T) {
	values := points.New(50, 3)
	for i := range values.Len() {
		for k := range 3 {
			values.At(i)[k] = float64((i*37)%50) / float64(k+1)
		}
	}
	curves, lowest, highest := quantileCurves(values)
	if len(curves) != 3 || lowest != 0 || highest != 49 {
		t.Fatalf("%d curves from %g to %g", len(curves), lowest, highest)
	}
	for k, one := range curves {
		if one.rank != k+1 || one.points[0].X != 1 || one.points[49].X != 99 {
			t.Errorf("curve %d is of rank %d, from %g to %g %%", k, one.rank, one.points[0].X, one.points[49].X)
		}
		for i, p := range one.points {
			if want := float64(i) / float64(k+1); p.Y != want {
				t.Errorf("rank %d at %g %%: %g, want %g", k+1, p.X, p.Y, want)
			}
		}
	}
}

func TestManyRanksAreThinned(t *testing.T) {
	curves, _, _ := quantileCurves(points.New(2, 101))
	var ranks []int
	for _, one := range curves {
		ranks = append(ranks, one.rank)
	}
	if len(ranks) != mostRanks || ranks[0] != 1 || ranks[mostRanks-1] != 101 {
		t.Errorf("ranks %v", ranks)
	}
}

func TestSingularValuesAreDrawn(t *testing.T) {
	if n := drawn(t, &SingularValues{Points: 100}, circle()).count(colormap.Categorical()[0], 25); n < 300 {
		t.Errorf("the curve has %d pixels", n)
	}
	s := circle()
	s.Trained = lawOnly(law())
	if dark(drawn(t, &SingularValues{Points: 100}, s)) < 100 {
		t.Error("nothing says that the model has none")
	}
}
