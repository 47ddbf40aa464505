package draft

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// A column that counts anew in each group that texts name is left out, but for wells of a plate, and where groups and
// counts are not as many.
func TestCountsWithinGroups(t *testing.T) {
	for name, test := range map[string]struct {
		header string
		groups int // that the texts name
		want   int
	}{
		"points of bores": {"bore,pt,x,y", 4, 2}, "wells": {"row,col,x,y", 4, 3}, "other texts": {"bore,pt,x,y", 2, 3},
	} {
		table := surveyOfRows(t, test.header, 48, func(i int) string {
			sine, cosine := math.Sincos(float64(i))
			return fmt.Sprintf("B%d,%d,%.4f,%.4f", i/12%test.groups, 1+i%12, cosine, sine)
		})
		if len(table.taken) != test.want {
			t.Errorf("%s: %v, %q", name, table.taken, table.notes)
		}
	}
}

// Time that rises is left out beside two columns and kept beside one, which is a curve over it, if anything; numbers of
// rows are left out.
func TestTimeBesideOneColumn(t *testing.T) {
	for header, want := range map[string]int{"time,a": 2, "year,a": 2, "time,a,b": 2, "rownames,a": 1} {
		table := surveyOfRows(t, header, 40, func(i int) string {
			sine, cosine := math.Sincos(float64(i) / 9)
			row := fmt.Sprintf("%d,%.4f", i+1, cosine)
			if strings.HasPrefix(header, "time") {
				row = fmt.Sprintf("%.2f,%.4f", 0.5*float64(i), cosine)
			} else if strings.HasPrefix(header, "year") {
				row = fmt.Sprintf("%d,%.4f", 1960+i, cosine)
			}
			if strings.HasSuffix(header, "b") {
				row += fmt.Sprintf(",%.4f", sine)
			}
			return row
		})
		if len(table.taken) != want {
			t.Errorf("%s: %v, %q", header, table.taken, table.notes)
		}
		for _, note := range table.notes {
			if strings.Contains(note, "does not rise") {
				t.Errorf("%s: %s", header, note)
			}
		}
	}
}

// Time beside one column is left out where that is noise.
func TestTimeBesideNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for name, value := range map[string]func(i int) float64{
		"a trend": func(i int) float64 { return 0.1*float64(i) + rng.NormFloat64() },
		"noise":   func(int) float64 { return rng.NormFloat64() },
	} {
		lines := []string{"time,a"}
		for i := range 60 {
			lines = append(lines, fmt.Sprintf("%.2f,%.4f", 0.5*float64(i), value(i)))
		}
		if s := startOfLines(t, lines); (s.set.Dim == 2) != (name == "a trend") {
			t.Errorf("%s: points in R^%d: %q", name, s.set.Dim, s.found)
		}
	}
}
