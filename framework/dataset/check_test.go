package dataset

import (
	"math"
	"strings"
	"testing"

	"ebim/framework/points"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestCheck(t *testing.T) {
	tests := []struct {
		name string
		set  *points.Set
		want string
	}{
		{"good", &points.Set{Dim: 2, Data: []float64{1, 2, 3, 4}}, ""},
		{"none", nil, "the data set is empty; at least two different points are needed"},
		{"empty", points.New(0, 2), "the data set is empty; at least two different points are needed"},
		{"NaN", &points.Set{Dim: 2, Data: []float64{1, 2, 3, math.NaN()}},
			"row 1, column 1 of the data (both from 0) is NaN; finite numbers are needed"},
		{"infinity", &points.Set{Dim: 2, Data: []float64{1, 2, math.Inf(-1), 3}},
			"row 1, column 0 of the data (both from 0) is -Inf; finite numbers are needed"},
		{"constant", &points.Set{Dim: 2, Data: []float64{1, 2, 3, 2}},
			"column 1 of the data (from 0) is 2 in every row; leave a constant column out"},
		{"equal points", &points.Set{Dim: 2, Data: []float64{1, 2, 1, 2}},
			"all 2 rows of the data are the same; at least two different points are needed"},
		{"one point", &points.Set{Dim: 1, Data: []float64{1}},
			"the data set has one point only; at least two different ones are needed"},
	}
	for _, test := range tests {
		if got := message(Check(test.set)); got != test.want {
			t.Errorf("%s: got  %s\nwant %s", test.name, got, test.want)
		}
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestScaling(t *testing.T) {
	of := func(offset, factor float64) string {
		return Scaling(&points.Set{Dim: 2, Data: []float64{offset - factor, 0, offset + factor, 1e-3 * factor,
			offset, factor}})
	}
	for _, test := range []struct {
		offset, factor float64
		want           string
	}{
		{0, 1, ""}, {100, 1, ""}, {-3, 100, ""}, {0, 0.01, ""},
		{1e6, 1, "5e+05 times their range away from the origin"}, {-1, 1e-5, "away from the origin"},
		{0, 1e6, "range over 2e+06"}, {0, 1e-6, "range over 2e-06"},
	} {
		if got := of(test.offset, test.factor); (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("offset %v, factor %v: %q, want %q", test.offset, test.factor, got, test.want)
		}
	}
}

func TestBox(t *testing.T) {
	set := &points.Set{Dim: 2, Data: []float64{0, -1, 10, 1}}
	want := points.Box{{-1, 11}, {-1.2, 1.2}}
	if diff := cmp.Diff(want, Box(set, 0.1, nil)); diff != "" {
		t.Error(diff)
	}
}

func TestCheckBox(t *testing.T) {
	set := &points.Set{Dim: 2, Data: []float64{0, -1, 10, 1}}
	tests := []struct {
		name string
		box  points.Box
		want string
	}{
		{"tight", points.Box{{0, 10}, {-1, 1}}, ""},
		{"small", points.Box{{-1, 11}, {-2, 0.5}}, "the box doesn't contain the data: on axis 1 it is [-2, 0.5], " +
			"point 1 has 1 and the data range over [-1, 1]"},
		{"one axis", points.Box{{0, 10}}, "the box has 1 axes, the data have 2 columns"},
		{"upside down", points.Box{{0, 10}, {1, -1}}, "axis 1 of the box is [1, -1]; finite low < high are needed"},
		{"infinite", points.Box{{0, math.Inf(1)}, {-1, 1}},
			"axis 0 of the box is [0, +Inf]; finite low < high are needed"},
	}
	for _, test := range tests {
		if got := message(CheckBox(set, test.box)); got != test.want {
			t.Errorf("%s: got  %s\nwant %s", test.name, got, test.want)
		}
	}
}

func TestABoxContainsItsData(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := points.New(rapid.IntRange(2, 20).Draw(t, "n"), 2)
		for i := range set.Data {
			set.Data[i] = rapid.Float64Range(-1e100, 1e100).Draw(t, "x")
		}
		if Check(set) != nil {
			return
		}
		if err := CheckBox(set, Box(set, rapid.Float64Range(0, 2).Draw(t, "padding"), nil)); err != nil {
			t.Fatal(err)
		}
	})
}
