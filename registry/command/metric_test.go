package command

import (
	"strings"
	"testing"
)

func TestMetricOfFiles(t *testing.T) {
	a, b := write(t, "a.csv", "x,y\n0,0\n1,0\n"), write(t, "b.csv", "0,2\n1,2\n")
	for _, test := range []struct {
		line string
		code int
		want string
	}{
		{"wasserstein " + a + " " + b, 0, "wasserstein 2\n2 and 2 points in 2 dimensions\n"},
		{"energy_distance " + a + " " + a, 0, "energy_distance 0\n"},
		{"energy-distance " + a + " " + a, 0, "energy_distance 0\n"},
		{"wasserstein --weights " + a + " " + b, ExitFailed, a + ": all weights are zero"},
		{"wasserstein " + a + " " + a + "x", ExitFailed, a + "x"},
	} {
		code, out, messages := ebim(t, append([]string{"metric"}, strings.Fields(test.line)...)...)
		if code != test.code || !strings.Contains(out+messages, test.want) {
			t.Errorf("ebim metric %s: code %d, %q %q, want code %d and %q", test.line, code, out, messages,
				test.code, test.want)
		}
	}
}
