package plan

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ebim/framework/experiment"
	"ebim/framework/runs/progress"
)

// steps reports so many steps, bunches of which come together, each after its time.
func (t *forecaster) steps(clock *time.Time, from, total, bunch int, each time.Duration) {
	t.now = func() time.Time { return *clock }
	for done := from + 1; done <= total; done++ {
		if (done-from-1)%bunch == 0 {
			*clock = clock.Add(each * time.Duration(bunch))
		}
		t.report(done, total)
	}
}

func TestForecast(t *testing.T) {
	tests := []struct {
		name               string
		from, total, bunch int
		each               time.Duration
		want               time.Duration // 0: nothing is told
	}{
		{"slow steps", 0, 1000, 1, time.Second, 994 * time.Second},
		{"resumed", 900, 1000, 1, time.Second, 94 * time.Second},
		{"many at once", 0, 100_000, 100, time.Millisecond, 95 * time.Second},
		{"short", 0, 60, 1, 500 * time.Millisecond, 0},
		{"over before it is timed", 0, 3, 1, time.Second, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			clock := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
			var told []time.Duration
			watch := &forecaster{say: func(left time.Duration, steps, timed int) { told = append(told, left) }}
			watch.steps(&clock, test.from, test.total, test.bunch, test.each)
			if test.want == 0 {
				if len(told) > 0 {
					t.Errorf("told %v", told)
				}
				return
			}
			if len(told) != 1 || told[0] < test.want*97/100 || told[0] > test.want*103/100 {
				t.Errorf("told %v, want %v once, but for 3 %%", told, test.want)
			}
		})
	}
}

// told keeps what is told.
type told struct {
	progress.Reporter
	lines []string
}

func (k *told) Message(text string) { k.lines = append(k.lines, text) }

// All seeds are told of once.
func TestForecastOnceForAllSeeds(t *testing.T) {
	kept := &told{}
	p := &Plan{progress: kept, Seeds: experiment.Seeds{0, 1, 2}}
	for seed := range 3 {
		clock := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		p.forecaster(Seeded{"ebim", seed}, "latent_energy").steps(&clock, 0, 200, 1, time.Second)
	}
	want := []string{"ebim seed 0: the training of the latent energy will take about 3 min 14 s, for 194 steps more " +
		"at the rate of 5 timed ones; up to 2 other seeds will take as long each"}
	if !slices.Equal(kept.lines, want) {
		t.Errorf("got %s", strings.Join(kept.lines, "\n"))
	}
}
