package experiment_test

import (
	"context"
	"strings"
	"testing"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/experiment/execute"
	"ebim/framework/experiment/plan"
	"ebim/framework/model"
	"ebim/framework/train"
	"ebim/registry"
)

// hollow is a model of an outsider who has read nothing.
type hollow struct {
	Part  string `yaml:"part" default:"whole" doc:"name of its part"`
	Needs string `yaml:"needs" default:"''" doc:"what the part needs"`
	Empty bool   `yaml:"empty" default:"false" doc:"whether the part has neither settings nor training"`
}

func (*hollow) CheckDimension(int) error { return nil }

func (*hollow) Traits(ambient int) model.Traits {
	return model.Traits{Ambient: ambient, Dimension: ambient}
}

func (h *hollow) Parts() []model.Part {
	part := model.Part{Name: h.Part, Needs: strings.Fields(h.Needs)}
	if !h.Empty {
		part.Settings, part.Train = h, func(context.Context, train.Task) error { return nil }
	}
	return []model.Part{part}
}

func (*hollow) Load(train.Environment, func(string) string) (*model.Trained, error) {
	return new(model.Trained), nil
}

// neither is a model that is neither trained nor derived.
type neither struct{}

func (*neither) CheckDimension(int) error { return nil }

// Models whose parts can't be stages are refused before anything is computed, and one that loads nothing is not a
// panic.
func TestContractOfModels(t *testing.T) {
	r := opened(t, extend(registry.Kinds, "model", registry.Component{Name: "hollow",
		New: func() any { return new(hollow) }},
		registry.Component{Name: "neither", New: func() any { return new(neither) }}))
	const text = `
seeds: 0
data: {source: {von_mises: {concentration: 1}}, size: 20}
models: {hollow: {}}
metrics: {}
`
	for settings, want := range map[string]string{
		"{part: ''}":       `a part is called ""`,
		"{part: ../other}": `a part is called "../other"`,
		"{part: metric_a}": `a part is called "metric_a"`,
		"{part: samples}":  "a part is called samples, as another stage is",
		"{needs: other}":   "needs a part other, which must come before it",
		"{needs: data}":    "needs a part data, which must come before it",
		"{empty: true}":    "the part whole lacks its Settings or Train",
		"neither":          "models.hollow: *experiment_test.neither is neither",
		"{}":               "",
	} {
		loaded, err := experiment.Load(r, config.Disk, write(t, "hollow.yaml", text), "models.hollow="+settings)
		if err == nil {
			_, err = execute.Check(t.Context(), loaded, plan.Options{})
		}
		if err == nil != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v\nwant %s", settings, err, want)
		}
		if want == "" {
			results, err := execute.Run(t.Context(), loaded, plan.Options{Runs: t.TempDir()})
			if err != nil || !strings.Contains(results[0].Record.Failure.Reason, "returned no Support") {
				t.Errorf("%v, %v", results, err)
			}
		}
	}
}
