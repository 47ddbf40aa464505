package figure_test

import (
	"errors"
	"maps"
	"testing"
	"testing/fstest"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/figure"
	"ebim/registry"
)

// FuzzOpen looks for panics, and for panels of models that know none. Its experiments are loaded once.
func FuzzOpen(f *testing.F) {
	known := map[string][]*experiment.Experiment{}
	for name, text := range map[string]string{"c": circle, "s": circle +
		"sweep: {models.ebim.energy.sampler.steps: [1, 20]}"} {
		loaded, err := experiment.Load(registry.Standard(), fstest.MapFS{name: {Data: []byte(text)}}, name)
		if err != nil {
			f.Fatal(err)
		}
		known[name] = loaded
	}
	for _, text := range []string{
		"panels: [{experiment: c, model: ebim, figure: density_2d}]",
		"title: t\ncolumns: 2\npanels:\n- {experiment: s, model: truth, seed: 3, figure: {scatter: {points: 10}}}\n",
		"panels: [{experiment: c, model: ebm, figure: mdf_surface}, {figure: scatter}]", "panels: []",
		"width: 3\npanels: &a [*a]",
		"panels: [{experiment: c, model: ebim, seed: 9, figure: training_curves, title: \"\\e[2J\"}]",
		"sweep: {title: [a, b]}\npanels: [{experiment: x, model: y, figure: bar}]",
	} {
		f.Add([]byte(text))
	}
	catalog := registry.Standard()
	f.Fuzz(func(t *testing.T, text []byte) {
		const longest = 1000 // what it takes to name every setting; more is slow, and no other code
		if len(text) > longest {
			t.Skip()
		}
		drawing, err := figure.OpenText(catalog, text, maps.Clone(known))
		if err != nil {
			if errors.As(err, new(config.Mistakes)) && len(err.Error()) > 1_000_000 {
				t.Fatalf("a message of %d bytes", len(err.Error()))
			}
			return
		}
		for i, panel := range drawing.Panels {
			if panel.Figure == nil || panel.Shown.Experiment == nil {
				t.Errorf("panel %d, of a %T, shows %+v", i, panel.Figure, panel.Shown)
			}
		}
	})
}
