package metrics

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/experiment"
	"ebim/framework/model"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
)

// searched is a curve some of the searches for whose points fail.
type searched struct {
	support.Support
	unconverged int
}

func (searched) Ambient() int   { return 2 }
func (searched) Dimension() int { return 1 }

func (s searched) Nearest(_ context.Context, x *points.Set) (*support.Projection, error) {
	return &support.Projection{Points: x, Residual: make([]float64, x.Len()), Unconverged: s.unconverged}, nil
}

// Up to 1 % of failed searches are silent, more are noted, more than half leave no distance. A function that is 0
// everywhere has none either, though all searches end at once.
func TestManifoldDistanceSaysWhatItRestsOn(t *testing.T) {
	box := points.Box{{-1, 1}, {-1, 1}}
	line := func(slope float64) support.Support {
		return zeroSet(t, func(x *graph.Node) *graph.Node {
			return graph.MulScalar(networktest.Coordinate(x, 0),
				slope)
		}, box).Support
	}
	of := func(unconverged int) support.Support { return searched{unconverged: unconverged} }
	for _, test := range []struct {
		name    string
		of      support.Support
		missing bool
		note    string
	}{
		{"few", of(2), false, ""},
		{"some", of(3), false, "3 of 200"},
		{"half", of(100), false, "100 of 200"},
		{"most", of(101), true, "101 of 200"},
		{"a zero set", line(1), false, ""},
		{"everywhere 0", line(5e-5), true, "100 % of the box"},
	} {
		metric := &ManifoldDistance{Points: 200, Reference: "training"}
		subject := &experiment.Subject{Trained: &model.Trained{Support: test.of}, Train: points.New(300, 2), Box: box}
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
		if note := strings.Join(found.Caveats, "; "); (note == "") != (test.note == "") ||
			!strings.Contains(note, test.note) {
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
		if note := strings.Join(found.Caveats, "; "); (note == "") != (test.note == "") ||
			!strings.Contains(note, test.note) {
			t.Errorf("%d failures: the note is %q", test.unconverged, note)
		}
	}
}
