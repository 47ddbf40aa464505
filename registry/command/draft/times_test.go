package draft

import (
	"fmt"
	"strings"
	"testing"
)

// T [K] is no time, t [s] and time (UTC) are.
func TestNamedTime(t *testing.T) {
	for name, want := range map[string]bool{"T [K]": false, "T [degC]": false, "T (°C)": false, "t_ox [nm]": false,
		"T_K": false, "T_degC": false, "t_ms": true, "t [s]": true, "time (UTC)": true, "t": true, "Zeit [min]": true,
		"t [frames]": true, "millis": true, "uptime_ms": true, "uptime": true} {
		if got := surveyOfColumns(0, 1, name).namedTime(0); got != want {
			t.Errorf("%q is named like time: %v", name, got)
		}
	}
	for names, want := range map[string]bool{"T_2m T_4m T_6m": false, "T_1 T_2 T_3": false, "T_2m T_4m x": true,
		"t_1 t_2 t_3": true, "T_2m T_4s T_6h": true} {
		if got := surveyOfColumns(0, 1, strings.Fields(names)...).namedTime(0); got != want {
			t.Errorf("the first of %q is named like time: %v", names, got)
		}
	}
}

// Julian days of a year are numbers, and modified dates are none.
func TestJulianDates(t *testing.T) {
	for names, want := range map[string]bool{
		"julian day,a,b": false, "MJD,a,b": true, "MJD,a": false, "jd_x,a,b": false,
	} {
		low := 50000.
		if strings.HasPrefix(names, "julian") {
			low = 1
		}
		of := surveyOfColumns(low, low+300, strings.Split(names, ",")...)
		for i := range of.Columns {
			of.Columns[i].Numbers = 300
		}
		if left := of.leaveOut(0) != ""; left != want {
			t.Errorf("%s: left out: %v", names, left)
		}
	}
}

// Times of day are hours that begin anew where they go all around the clock in any order; others are when rows were
// written.
func TestTimesOfDay(t *testing.T) {
	for name, want := range map[string]string{"time of day": "[time of day, a]", "time": "[a]"} {
		for _, step := range []int{97, 1, 5, 29} { // in any order, by and by, for days, and within some hours
			found := surveyOfRows(t, name+",a", 120, func(i int) string {
				minute := i * step * 12 % 1440
				if step == 29 {
					minute = 480 + i*step%300
				}
				return fmt.Sprintf("%d:%02d,%d.5", minute/60, minute%60, i*i%37)
			})
			want := want
			if step != 97 {
				want = "[a]"
			}
			if got := found.names(found.taken); got != want {
				t.Errorf("%s by %d: takes %s, want %s: %q", name, step, got, want, found.notes)
			}
			if turning, _ := found.turning(); len(turning) != strings.Count(want, ",") {
				t.Errorf("%s by %d: turning %v", name, step, turning)
			}
		}
	}
}
