package draft

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ebim/framework/dataset"
	"ebim/registry"
	"ebim/registry/command/cli"
)

// Logarithms are taken of what was chosen evenly by them, not of what decays into noise, is spread evenly, goes over
// few decades or below 0, nor of columns that are asked for.
func TestLogarithms(t *testing.T) {
	even := func(i int) float64 { return float64(i*37%200) / 200 }
	decades := func(i int) float64 { return math.Pow(10, 6*even(i)-2) }
	noisy := func(i int) float64 { return math.Abs(math.Pow(10, 4*even(i)) + 100*math.Sin(float64(i*i))) }
	for name, of := range map[string]struct {
		number func(i int) float64
		names  string
		wanted []string
		want   bool
	}{
		"by decades":        {decades, "", nil, true},
		"in units":          {decades, "f [Hz],Z [Ohm]", nil, true},
		"asked for":         {decades, "", []string{"a", "b"}, false},
		"in one unit":       {decades, "a [mm],b [mm]", nil, false},
		"one of two alike":  {decades, "c1,c2", nil, false},
		"a coordinate":      {decades, "x,y", nil, false},
		"evenly":            {func(i int) float64 { return 0.001 + 1000*even(i) }, "", nil, false},
		"over two decades":  {func(i int) float64 { return math.Pow(10, 2*even(i)) }, "", nil, false},
		"with a 0":          {func(i int) float64 { return decades(i) - 0.01 }, "", nil, false},
		"decays to a noise": {noisy, "", nil, false},
	} {
		lines := []string{cmp.Or(of.names, "a,b")}
		for i := range 200 {
			lines = append(lines, fmt.Sprintf("%.6g,%.4f", of.number(i), math.Sin(3*even(i))))
		}
		file := filepath.Join(t.TempDir(), "bode.csv")
		if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := startOfFile(&cli.Program{Registry: registry.Standard()}, file, ".", wanted{columns: of.wanted})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.source[0].Text == "with_logarithms:"; got != of.want ||
			got && s.choice != dataset.StandardizeColumns {
			t.Errorf("%s: %s, %q", name, s.source[0].Text, s.found)
		}
	}
}
