package metrics

import (
	"context"
	"math"
	"strings"
	"testing"

	"ebim/framework/experiment"
	"ebim/framework/model"
	"ebim/framework/points"
)

// searched is a manifold-defining function of one constant value, of whose searches some fail.
type searched struct {
	value       float64
	unconverged int
}

func (s searched) ManifoldFunction(_ context.Context, x *points.Set) (*points.Set, error) {
	f := points.New(x.Len(), 1)
	for i := range f.Data {
		f.Data[i] = s.value
	}
	return f, nil
}

func (s searched) Nearest(_ context.Context, x *points.Set) (*model.Projection, error) {
	return &model.Projection{Points: x, Residual: make([]float64, x.Len()), Unconverged: s.unconverged}, nil
}

// Up to 1 % of failed searches are silent, more are noted, more than half leave no distance. A function that is 0 everywhere
// has none either, though all searches end at once.
func TestManifoldDistanceSaysWhatItRestsOn(t *testing.T) {
	for _, test := range []struct {
		name    string
		of      searched
		missing bool
		note    string
	}{
		{"few", searched{1, 2}, false, ""},
		{"some", searched{1, 3}, false, "3 of 200"},
		{"half", searched{1, 100}, false, "100 of 200"},
		{"most", searched{1, 101}, true, "101 of 200"},
		{"everywhere 0", searched{5e-5, 0}, true, "100 % of the box"},
	} {
		metric := &ManifoldDistance{Points: 200, Reference: "training"}
		subject := &experiment.Subject{Trained: test.of, Train: points.New(300, 2), Box: [][2]float64{{-1, 1}, {-1, 1}}}
		found, err := metric.Measure(t.Context(), subject)
		if err != nil {
			t.Fatal(err)
		}
		figures := found.Values
		for _, name := range []string{"min", "median", "mean", "max"} {
			if math.IsNaN(figures[name]) != test.missing {
				t.Errorf("%s: %s is %v", test.name, name, figures[name])
			}
		}
		if note := strings.Join(found.Caveats, "; "); (note == "") != (test.note == "") || !strings.Contains(note, test.note) {
			t.Errorf("%s: the note is %q, which should hold %q", test.name, note, test.note)
		}
	}
}

func TestLikelihoodSaysWhatItRestsOn(t *testing.T) {
	law := vonMises(2, 1)
	for _, test := range []struct {
		unconverged int
		missing     bool
		note        string
	}{{1, false, ""}, {4, false, "4 of"}, {299, true, "299 of"}} {
		metric := &MeanLikelihood{Points: 300}
		found, err := metric.Measure(t.Context(), learned(known{law: law, unconverged: test.unconverged}, law))
		if err != nil {
			t.Fatal(err)
		}
		figures := found.Values
		if math.IsNaN(figures["value"]) != test.missing || math.IsNaN(figures["gap"]) != test.missing {
			t.Errorf("%d failures: value %v, gap %v", test.unconverged, figures["value"], figures["gap"])
		}
		if note := strings.Join(found.Caveats, "; "); (note == "") != (test.note == "") || !strings.Contains(note, test.note) {
			t.Errorf("%d failures: the note is %q", test.unconverged, note)
		}
	}
}
