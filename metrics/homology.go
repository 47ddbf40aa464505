package metrics

import (
	"context"
	"fmt"
	"slices"

	"ebim/framework/experiment"
	"ebim/framework/homology"
	"ebim/framework/output"
	"ebim/framework/points"
)

// Homology is the Betti numbers mod 2 of a model's samples and of the training points, by persistent homology, in any
// dimension: it needs neither a mesh nor the truth.
type Homology struct {
	Points int `yaml:"points" default:"3000" range:"[60, 1000000]" doc:"samples, and training points, that are looked at: the first ones"`
}

// CodeVersion implements experiment.Metric.
func (*Homology) CodeVersion() int { return 2 }

// Needs implements experiment.Metric.
func (*Homology) Needs(*experiment.Settings) (experiment.Needs, error) {
	return experiment.Needs{}, nil
}

// mostBetti is the highest dimension of classes that are looked for.
const mostBetti = 2

// Outputs implements experiment.Metric.
func (*Homology) Outputs() []experiment.Output {
	outputs := []experiment.Output{{Name: "matches", Role: output.Main, Better: output.Highest, Format: output.YesNo,
		Meaning: "whether samples and training points have the same Betti numbers; missing where one is undecided"}}
	for k, class := range []string{"connected components", "loops", "voids"} {
		outputs = append(outputs, experiment.Output{Name: fmt.Sprintf("betti_%d", k), Role: output.Main,
			Format: output.Count, Meaning: class + " of the samples; missing where undecided"})
	}
	outputs = append(outputs, experiment.Output{Name: "gap", Better: output.Highest,
		Meaning: fmt.Sprintf("ratio of the scales between which these numbers hold; below %g they are undecided, as "+
			"they are where points are too few for sheets or pieces that lie close; blobs whose tails meet are one "+
			"piece", homology.LeastGap)})
	for k, class := range []string{"connected components", "loops", "voids"} {
		outputs = append(outputs, experiment.Output{Name: fmt.Sprintf("data_betti_%d", k), Format: output.Count,
			Meaning: class + " of the training points"})
	}
	return append(outputs, experiment.Output{Name: "data_gap", Better: output.Highest,
		Meaning: "gap of the training points"})
}

// Measure looks for classes up to the manifold's dimension, but for no voids of curves.
func (h *Homology) Measure(_ context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	if s.Samples == nil || s.Samples.Len() == 0 {
		return nil, experiment.ErrNotApplicable
	}
	s, caveats := inOneUnit(s)
	found := &experiment.Measurement{Values: map[string]float64{}, Caveats: caveats}
	most := max(1, min(s.Traits.Dimension, mostBetti))
	drawn, decided := h.look(found, "", "the samples", s.Samples, most)
	if s.Derived { // made of other models: the data are not drawn from what it stands for
		return found, nil
	}
	data, known := h.look(found, "data_", "the training points", s.Train, most)
	if decided && known {
		found.Values["matches"] = indicator(slices.Equal(drawn, data))
	}
	return found, nil
}

// look records the Betti numbers of points, or why there are none.
func (h *Homology) look(into *experiment.Measurement, prefix, name string, x *points.Set, most int) (numbers []int,
	decided bool) {
	betti, enough := homology.BettiOf(x.Slice(0, min(h.Points, x.Len())), most)
	if !enough {
		into.Caveats = append(into.Caveats, fmt.Sprintf("homology: %s are too few, or too many are equal", name))
		return nil, false
	}
	into.Values[prefix+"gap"] = betti.Gap()
	if !betti.Decided() {
		into.Caveats = append(into.Caveats, fmt.Sprintf("homology of %s is undecided: no Betti numbers hold over a "+
			"range of scales below that of sheets or pieces that lie close; more points may decide it", name))
		return nil, false
	}
	for k, number := range betti.Numbers {
		into.Values[fmt.Sprintf("%sbetti_%d", prefix, k)] = float64(number)
	}
	return betti.Numbers, true
}
