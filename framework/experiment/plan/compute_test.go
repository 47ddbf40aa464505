package plan

import (
	"strings"
	"testing"
)

// More than one draw in twenty that repeats others is reported, with the number of proposals if that is known.
func TestRepeatedSamplesAreReported(t *testing.T) {
	for _, c := range []struct {
		figures map[string]float64
		want    string
	}{
		{map[string]float64{"draws": 100, "distinct": 95}, ""},
		{map[string]float64{"draws": 100, "distinct": 94}, "94 of 100 points are distinct"},
		{map[string]float64{"draws": 2000, "distinct": 813, "effective_sample_size": 248.4},
			"813 of 2000 points are distinct, drawn from proposals of an effective size of 248"},
	} {
		if got := repeated(c.figures); !strings.HasSuffix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%v: %q, want %q", c.figures, got, c.want)
		}
	}
}
