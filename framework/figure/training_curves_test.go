package figure

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"ebim/framework/colormap"
)

// history writes a table of the given columns with 500 falling values.
func columnsFile(t *testing.T, columns ...string) string {
	t.Helper()
	var text strings.Builder
	text.WriteString("step," + strings.Join(columns, ",") + "\n")
	for step := range 500 {
		fmt.Fprint(&text, step)
		for range columns {
			fmt.Fprintf(&text, ",%g", math.Exp(-float64(step)/50))
		}
		text.WriteString("\n")
	}
	return historyFile(t, text.String())
}

func historyFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "history.csv")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTrainingCurvesAreOfEveryColumn(t *testing.T) {
	blue := colormap.Categorical()[0]
	s := circle()
	var counts []int
	for _, columns := range [][]string{{"loss"}, {"loss", "rank"}, {"loss", "rank", "clamped", "data_norm"}} {
		s.Histories = map[string]string{"manifold": columnsFile(t, columns...)}
		counts = append(counts, drawn(t, &TrainingCurves{Columns: 4}, s).count(blue, 40))
	}
	if counts[0] < 100 || counts[1] < counts[0]*3/2 || counts[2] < counts[1]*3/2 {
		t.Errorf("one, two and four curves have %v pixels", counts)
	}
	s.Histories = nil
	if dark(drawn(t, &TrainingCurves{}, s)) < 100 {
		t.Error("nothing says that there was no training")
	}
}

func TestPartsAreInOrderOfTraining(t *testing.T) {
	parts := []string{"latent_energy", "energy", "manifold", "autoencoder"}
	slices.SortFunc(parts, partOrder)
	if got := strings.Join(parts, " "); got != "autoencoder manifold energy latent_energy" {
		t.Error(got)
	}
}

func TestMissingHistory(t *testing.T) {
	s := circle()
	s.Histories = map[string]string{"manifold": "no/such.csv"}
	_, err := one(&TrainingCurves{}).Draw(t.Context(), showing(s))
	if err == nil || !strings.Contains(err.Error(), "no/such.csv") {
		t.Errorf("a missing history gives %v", err)
	}
}

func TestBinsKeepExtremesAndMeans(t *testing.T) {
	s := &series{Values: []float64{1, 3, 2, math.NaN(), 5, 7, math.Inf(1), math.NaN()}}
	got := s.bins(4)
	want := bins{{0.5, 1, 2, 3}, {2.5, 2, 2, 2}, {4.5, 5, 6, 7}}
	if !slices.Equal(got, want) {
		t.Errorf("bins %v, want %v", got, want)
	}
	if len((&series{}).bins(4)) != 0 || len((&series{Values: []float64{math.NaN()}}).bins(4)) != 0 {
		t.Error("a series without finite values has bins")
	}
	if got := (&series{Values: []float64{4, 4}}).bins(100); len(got) != 2 {
		t.Errorf("two values have %d bins", len(got))
	}
}

func TestAxesOfCurves(t *testing.T) {
	of := func(values ...float64) bins { return (&series{Values: values}).bins(len(values)) }
	logarithmic := func(values ...float64) bool {
		_, ok := of(values...).logarithmic()
		return ok
	}
	if !logarithmic(1, 0.1, 0.01) || logarithmic(1, 0.5, 0.2) || logarithmic(1, 0.01, 0) || logarithmic(1, 0.01, -1) {
		t.Error("a logarithmic axis is not for wide positive ranges alone")
	}
	if low, high := of(2, 2).span(false); low >= 2 || high <= 2 {
		t.Errorf("a constant has the axis %g to %g", low, high)
	}
	if low, _ := of(0, 0).span(false); low >= 0 {
		t.Errorf("zeros have an axis from %g", low)
	}
	calm := make([]float64, 200)
	for i := range calm {
		calm[i] = math.Sin(float64(i))
	}
	if _, _, cut := of(calm...).outliers(); cut {
		t.Error("a calm curve is cut")
	}
	calm[0] = 100
	low, high, cut := of(calm...).outliers()
	if !cut || high > 3 || low < -3 {
		t.Errorf("a curve with a spike: cut %v, %g to %g", cut, low, high)
	}
	if top := of(calm...).clamped(low, high)[0]; top.high != high || top.mean != high {
		t.Errorf("the spike is left at %v", top)
	}
}

// Small panels show curves without their steps, and smaller ones say how high they must be.
func TestCurvesWithLittleRoom(t *testing.T) {
	parts := make([][]*series, 2)
	for i := range parts {
		for _, name := range []string{"a", "b", "c", "d", "e"} {
			parts[i] = append(parts[i], &series{Name: name, Values: []float64{1, 2, 3}})
		}
	}
	for _, test := range []struct {
		width, height vg.Length
		want          string
	}{{500, 300, "step"}, {227, 180, "first, 3 steps"}, {227, 100, "set the sheet's height to 6 or more"}} {
		texts := new(recorder.Canvas)
		c := draw.NewCanvas(texts, test.width, test.height)
		var found []string
		if err := new(TrainingCurves).layout(c, []string{"first", "second"}, parts); err != nil {
			found = append(found, err.Error())
		}
		for _, action := range texts.Actions {
			if text, ok := action.(*recorder.FillString); ok {
				found = append(found, text.String)
			}
		}
		if !strings.Contains(strings.Join(found, " "), test.want) {
			t.Errorf("%g x %g points show %q, want %q", float64(test.width), float64(test.height), found, test.want)
		}
	}
}
