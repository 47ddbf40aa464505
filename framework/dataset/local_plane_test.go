package dataset

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A degree of latitude and one of longitude have the lengths of WGS 84's meridian and parallel (Snyder, "Map
// Projections: A Working Manual", 1987, p. 25): at 45 degrees 111 131.8 m and 78 847 m.
func TestLocalPlaneMeasuresMeters(t *testing.T) {
	plane := &LocalPlane{Columns: []string{"0", "1"}, Center: []float64{45, 10}}
	for _, test := range []struct{ row, want []float64 }{
		{[]float64{45, 10}, []float64{0, 0}}, {[]float64{45.01, 10}, []float64{0, 1111.318}},
		{[]float64{45, 10.01}, []float64{788.47, 0}}, {[]float64{44.99, 10}, []float64{0, -1111.318}},
	} {
		got, err := plane.Place(test.row)
		if err != nil {
			t.Fatal(err)
		}
		for j, v := range got {
			if math.Abs(v-test.want[j]) > 0.06 { // the parallel bends by 0.05 m
				t.Errorf("%v: %v, want %v", test.row, got, test.want)
			}
		}
	}
	plane.Columns = []string{"lat", "1", "ele"}
	if got := plane.RowNames(); strings.Join(got, ",") != "lat,longitude,ele" {
		t.Error(got)
	}
	if _, err := plane.Place([]float64{-45, -170, 0}); err == nil || !strings.Contains(err.Error(), "write earth:") {
		t.Error(err)
	}
	if err := (&LocalPlane{Center: []float64{91, 0}, Factor: 1}).Check(); err == nil {
		t.Error("a center beyond the pole")
	}
	if err := (&LocalPlane{Center: []float64{45, 10}}).Check(); err == nil {
		t.Error("no elevation at all")
	}
	plane.Factor = -1
	if deep, err := plane.Place([]float64{45, 10, 30}); err != nil || deep[2] != -30 {
		t.Errorf("a depth of 30 becomes %v, %v", deep, err)
	}
}

// Places come back from the plane, wherever it touches, and elevations are kept.
func TestLocalPlaneGivesBackPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plane := &LocalPlane{Center: []float64{rapid.Float64Range(-90, 90).Draw(t, "latitude"),
			rapid.Float64Range(-180, 360).Draw(t, "longitude")},
			Factor: rapid.SampledFrom([]float64{1, -1, 0.3048}).Draw(t, "factor")}
		point := []float64{rapid.Float64Range(-2e5, 2e5).Draw(t, "east"),
			rapid.Float64Range(-2e5, 2e5).Draw(t, "north"),
			rapid.Float64Range(-1e4, 1e4).Draw(t, "up")}
		back, err := plane.Place(plane.Row(point))
		if err != nil {
			t.Fatal(err)
		}
		for j, v := range back {
			if math.Abs(v-point[j]) > 1e-6 {
				t.Fatalf("%v becomes %v", point, back)
			}
		}
	})
}

func TestLocalPlaneLoads(t *testing.T) {
	env := folder(t, map[string]string{"track.csv": "lat,lon,ele,speed\n45,10,300,1\n45.01,10,,2\n44.99,10,310,3\n"})
	plane := &LocalPlane{File: "track.csv", Columns: []string{"lat", "lon", "ele"}, Center: []float64{45, 10},
		Factor: 1, TableFormat: TableFormat{Missing: "drop", Delimiter: "auto"}}
	set, err := plane.Load(env, newRand(1), 0)
	if err != nil || set.Len() != 2 || set.At(1)[2] != 310 || math.Abs(set.At(1)[1]+1111.32) > 0.1 {
		t.Errorf("%v, %v", set, err)
	}
	if choice := StandardizeAuto.Resolved(plane); choice != StandardizeScale {
		t.Errorf("meters are standardized by %s", choice)
	}
	plane.Columns = []string{"lat", "speed"}
	plane.Center = []float64{45, 170}
	if _, err := plane.Load(env, newRand(1), 0); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Error(err)
	}
}
