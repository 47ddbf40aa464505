package draft

import (
	"math"
	"testing"

	"ebim/framework/points"
)

// A clock of laps starts anew while the track goes on; one of trials does so where these begin, one of
// shuffled rows falls often, and one of a grid beside a column that stays.
func TestRestarts(t *testing.T) {
	laps, trials, shuffled := points.New(600, 3), points.New(600, 3), points.New(600, 3)
	grid := points.New(600, 3)
	for i := range 600 {
		at := float64(i % 60)
		sine, cosine := math.Sincos(2 * math.Pi * at / 60)
		copy(laps.At(i), []float64{at, cosine, sine})
		copy(trials.At(i), []float64{at, at, at * at})
		copy(grid.At(i), []float64{at, float64(i / 60), sine * cosine})
		copy(shuffled.At(i*7%600), laps.At(i))
	}
	for name, test := range map[string]struct {
		of   *points.Set
		want int
	}{"laps": {laps, 9}, "trials": {trials, 0}, "shuffled": {shuffled, 0}, "grid": {grid, 0}} {
		if got := restarts(test.of, 0); got != test.want {
			t.Errorf("%s: %d restarts, want %d", name, got, test.want)
		}
	}
}
