package plotstyle

import (
	"strings"
	"testing"
)

func TestTicksAreRound(t *testing.T) {
	for _, test := range []struct {
		low, high float64
		want      string
	}{
		{-1.5, 1.5, "-1 0 1"}, {-1.3, 1.3, "-1 0 1"}, {-1.2, 1.2, "-1 -0.5 0 0.5 1"}, {0, 0.52, "0 0.2 0.4"},
		{0, 1, "0 0.2 0.4 0.6 0.8 1"},
		{-3.3, 3.3, "-2 0 2"}, {0, 3e-7, "0 1e-7 2e-7 3e-7"}, {0, 6e6, "0 2e6 4e6 6e6"}, {3, 3, "3"},
		{-0.3, 0.1, "-0.3 -0.2 -0.1 0 0.1"},
		{1e6 - 1.2, 1e6 + 1.2, "999999 1000000 1000001"}, {-5001.2, -4998.8, "-5001 -5000.5 -5000 -4999.5 -4999"},
		{1e17, 1e17 + 64, "1e17"}, {1e300, 1e301, "2e300 4e300 6e300 8e300 1e301"},
	} {
		var labels []string
		for _, tick := range (Ticks{}).Ticks(test.low, test.high) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != test.want {
			t.Errorf("from %g to %g: %s, want %s", test.low, test.high, got, test.want)
		}
	}
}

func TestSmallAxesHaveFewTicks(t *testing.T) {
	for high, want := range map[float64]string{5999: "0 5000", 399: "0 200", 4999: "0 2000 4000",
		24999: "0 20k", 1: "0 1"} {
		var labels []string
		for _, tick := range (Sparse{Steps: 1}).Ticks(0, high) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != want {
			t.Errorf("to %g: %s, want %s", high, got, want)
		}
	}
	for _, test := range []struct {
		low, high float64
		want      string
	}{{1e-6, 1, "1e0 1e-2 1e-4 1e-6"}, {2e-3, 0.5, "1e-1 1e-2"}, {0.2, 0.9, "0.2 0.4 0.6 0.8"}} {
		var labels []string
		for _, tick := range (Decades{}).Ticks(test.low, test.high) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != test.want {
			t.Errorf("from %g to %g: %s, want %s", test.low, test.high, got, test.want)
		}
	}
}

func TestWrapBreaksBetweenWords(t *testing.T) {
	style := Text(10, 0, 0)
	text := "the zero set fills the box"
	lines := strings.Split(Wrap(style, text, style.Width("the zero set")+1), "\n")
	if strings.Join(lines, " ") != text || len(lines) != 2 {
		t.Errorf("%q", lines)
	}
	if got := Wrap(style, "unbreakable\nword", 1); got != "unbreakable\nword" {
		t.Errorf("%q", got)
	}
}
