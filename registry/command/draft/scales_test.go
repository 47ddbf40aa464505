package draft

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ebim/framework/dataset"
)

// Many numbered columns whose noise is alike have one scale, also where some have noise alone; channels whose noise is
// a share of what each measures have scales of their own, and so have columns of other names.
func TestScaleByNoise(t *testing.T) {
	const count = 24
	numbered := func(k int) string { return fmt.Sprint("c", k) }
	words := func(k int) string { return strings.Repeat("a", k+1) }
	for name, test := range map[string]struct {
		column func(k int) string
		gain   func(k int) float64
		want   dataset.Standardization
	}{
		"time steps": {numbered, func(int) float64 { return 1 }, dataset.StandardizeScale},
		"channels":   {numbered, func(k int) float64 { return math.Pow(1.5, float64(k)) }, dataset.StandardizeAuto},
		"words":      {words, func(int) float64 { return 1 }, dataset.StandardizeAuto},
	} {
		rng := rand.New(rand.NewPCG(28, 4))
		lines := make([]string, 401)
		for i := range lines {
			at, cells := 0.2+0.6*rng.Float64(), make([]string, count)
			for k := range cells {
				d := (float64(k)+0.5)/count - at
				v := math.Exp(-d*d/(2*0.05*0.05)) + 0.02*rng.NormFloat64()
				if cells[k] = fmt.Sprintf("%.9g", test.gain(k)*v); i == 0 {
					cells[k] = test.column(k)
				}
			}
			lines[i] = strings.Join(cells, ",")
		}
		if s := startOfLines(t, lines); s.choice != test.want {
			t.Errorf("%s: %q, want %q: %q", name, s.choice, test.want, s.found)
		}
	}
}
