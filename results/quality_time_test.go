package results

import (
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"ebim/framework/colormap"
	"ebim/framework/figure/plotstyle"
	"ebim/framework/runs/stage"
)

// costing is a run's record with its seconds and one number.
func costing(experiment, model string, seconds, value float64) stage.Record {
	return stage.Record{Experiment: experiment, Model: model, Status: stage.Done, Seconds: seconds,
		Metrics: stage.Metrics{"w": {"ratio": &value}}}
}

func comparing(logarithmic bool) *QualityTime {
	return &QualityTime{Metric: "w.ratio", Logarithmic: logarithmic,
		Models:      []Named{{Name: "ebim", Label: "EBIM"}, {Name: "ae"}},
		Experiments: []Named{{Name: "mixture"}, {Name: "floods"}}}
}

func costly() []stage.Record {
	unfinished := costing("mixture", "ae", 9, 9)
	unfinished.Status = stage.Failed
	without := costing("floods", "ae", 9, 9)
	without.Metrics = nil
	return []stage.Record{
		costing("mixture", "ebim", 1, 1), costing("mixture", "ebim", 2, 2), costing("mixture", "ebim", 3, 6),
		costing("mixture", "ae", 100, 4), unfinished,
		costing("floods", "ebim", 10, -1), costing("floods", "ebim", 10, -3),
		without, costing("others", "ebim", 1, 1),
	}
}

func TestCostsOfRuns(t *testing.T) {
	shown, notes := comparing(false).measured(costly())
	// Mean 3, sample variance (4 + 1 + 9)/2 = 7, standard error sqrt(7/3).
	want := []cost{{seconds: 2, quality: 3, standardError: math.Sqrt(7.0 / 3)}, {seconds: 100, quality: 4},
		{seconds: 10, quality: -2, standardError: 1}}
	if len(shown) != len(want) {
		t.Fatalf("%+v", shown)
	}
	for i, one := range shown {
		if one.seconds != want[i].seconds || one.quality != want[i].quality ||
			math.Abs(one.standardError-want[i].standardError) > 1e-12 {
			t.Errorf("point %d is %+v, want %+v", i, one, want[i])
		}
	}
	if shown[0].shape != shown[1].shape || shown[0].shade == shown[1].shade || shown[0].shape == shown[2].shape ||
		shown[0].shade != shown[2].shade {
		t.Errorf("markers are not by experiment or colors not by model: %+v", shown)
	}
	const told = "mixture ae: 1 of 2 runs; no finished run with a value: floods ae; a single value: mixture ae"
	if got := strings.Join(notes, "; "); got != told {
		t.Errorf("notes %q, want %q", got, told)
	}
	if shown, notes = comparing(true).measured(costly()); len(shown) != 2 ||
		!strings.Contains(strings.Join(notes, "; "), "floods EBIM: -2 is not above 0") {
		t.Errorf("on a logarithmic axis: %+v, %q", shown, notes)
	}
}

func TestQualityTimeShowsPointsAndBars(t *testing.T) {
	blue, orange := colormap.Categorical()[0], colormap.Categorical()[1]
	for _, logarithmic := range []bool{false, true} {
		f := comparing(logarithmic)
		all := drawn(t, f, costly()...)
		legend := drawn(t, f, costing("mixture", "ae", 100, 4))
		if all.count(blue, 30) < legend.count(blue, 30)+100 {
			t.Errorf("logarithmic %v: the points of ebim have %d pixels", logarithmic,
				all.count(blue, 30)-legend.count(blue, 30))
		}
		steady := drawn(t, f, costing("mixture", "ae", 50, 4), costing("mixture", "ae", 50, 4))
		spread := drawn(t, f, costing("mixture", "ae", 50, 1), costing("mixture", "ae", 50, 7))
		if spread.count(orange, 30) < steady.count(orange, 30)+200 {
			t.Errorf("logarithmic %v: the bar has %d pixels", logarithmic,
				spread.count(orange, 30)-steady.count(orange, 30))
		}
		for side, free := range all.margins() {
			if free < 5 {
				t.Errorf("logarithmic %v: margin %d is %d pixels", logarithmic, side, free)
			}
		}
	}
	if drawn(t, comparing(false)).count(plotstyle.Ink(), 40) < 100 {
		t.Error("nothing says that there are no runs")
	}
}

// picture is what a figure draws, and room around it.
type picture struct{ image.Image }

func drawn(t *testing.T, f *QualityTime, records ...stage.Record) *picture {
	t.Helper()
	const room = 8
	canvas := vgimg.NewWith(vgimg.UseWH(9*vg.Centimeter, 7*vg.Centimeter), vgimg.UseDPI(192))
	if err := f.Draw(records, draw.Crop(draw.New(canvas), room, -room, room, -room)); err != nil {
		t.Fatal(err)
	}
	return &picture{canvas.Image()}
}

// near is whether a pixel is within rounding and smoothing of a color.
func (p *picture) near(x, y int, c color.Color, tolerance float64) bool {
	r, g, b, _ := p.At(x, y).RGBA()
	wantR, wantG, wantB, _ := c.RGBA()
	for _, d := range []float64{float64(r) - float64(wantR), float64(g) - float64(wantG), float64(b) - float64(wantB)} {
		if math.Abs(d)/257 > tolerance {
			return false
		}
	}
	return true
}

// count is the number of pixels of a color.
func (p *picture) count(c color.Color, tolerance float64) (count int) {
	for y := range p.Bounds().Dy() {
		for x := range p.Bounds().Dx() {
			if p.near(x, y, c, tolerance) {
				count++
			}
		}
	}
	return count
}

// margins are the free pixels at the left, right, top and bottom.
func (p *picture) margins() [4]int {
	size := p.Bounds().Size()
	free := [4]int{size.X, size.X, size.Y, size.Y}
	for y := range size.Y {
		for x := range size.X {
			if !p.near(x, y, color.White, 8) {
				free = [4]int{min(free[0], x), min(free[1], size.X-1-x), min(free[2], y), min(free[3], size.Y-1-y)}
			}
		}
	}
	return free
}

func TestLogTicks(t *testing.T) {
	for _, test := range []struct {
		low, high float64
		want      string
	}{
		{1, 10, "1 2 5 10"},
		{3, 60, "5 10 20 50"},
		{0.5, 2000, "1 10 100 1000"},
		{30, 60, "30 40 50 60"},
	} {
		var labels []string
		for _, tick := range (logTicks{}).Ticks(test.low, test.high) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != test.want {
			t.Errorf("%g to %g: %s, want %s", test.low, test.high, got, test.want)
		}
	}
}
