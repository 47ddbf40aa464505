package experiment_test

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/registry"
)

func TestMistakes(t *testing.T) {
	for _, test := range []struct {
		name  string
		sets  []string
		wants []string // one for each mistake, in order
	}{
		{"codimension 0", []string{"models.plain.manifold.dimension=2"},
			[]string{"models.plain.manifold.dimension: 2, which gives codimension 0 in R^2; allowed: 1 to 1"}},
		{"latent dimension", []string{"models.pushforward.dimension=3"},
			[]string{"models.pushforward.dimension: 3 for data in R^2; allowed: 1 to 1"}},
		{"box axes", []string{"data.box=[[-2, 2]]"}, []string{
			"data.box: 1 axes; allowed: 2, one for each coordinate of the data"}},
		{"empty box axis", []string{"data.box=[[-2, 2], [1, 1]]"},
			[]string{"data.box[1]: [1, 1]; allowed: [low, high] with low < high"}},
		{"no models", []string{"models=null"}, []string{"models: a required setting is missing"}},
		{"metric's label", []string{"metrics={run: manifold_distance}"},
			[]string{`metrics.run: the label "run"; allowed: any other`}},
		{"model's label", []string{"models={a/b: {ebm: {energy: {sampler: langevin}}}}"},
			[]string{`models.a/b: the label "a/b"; allowed: 64 letters`}},
		{"labels in case",
			[]string{"models={m: {ebm: {energy: {sampler: langevin}}}, M: {ebm: {energy: {sampler: langevin}}}}"},
			[]string{`models.m: the label "m" beside "M"; allowed: labels that differ in more than case`}},
		{"compares with an unknown model",
			[]string{"metrics={p: {published_transport: {as_printed: true, points_of: ebm}}}"},
			[]string{`metrics.p: a comparison with the model "ebm"; allowed: ebim, plain, pushforward`}},
		{"nothing held out", []string{"data.source={csv: {file: x.csv}}", "data.box=[[0, 1], [0, 1]]"},
			[]string{"metrics.wasserstein.reference: held_out, with no points held out; allowed: data.holdout above " +
				"0, or reference: training"}},
		{"nothing to validate on", []string{"data.validation=0", "models.plain.manifold.training.validate_every=2",
			"models.pushforward.energy.training={validate_every: 1, patience: 3}"},
			[]string{"models.plain.manifold.training.validate_every: validation without validation points; allowed: " +
				"data.validation above 0, or validate_every: 0",
				"models.pushforward.energy.training.validate_every: validation without validation points"}},
		{"patience without validation", []string{"models.plain.manifold.training.patience=2"},
			[]string{"training.patience: patience without validation; allowed: validate_every above 0, or no " +
				"patience"}},
		{"no validation points", []string{"metrics.wasserstein.reference=validation",
			"metrics.manifold_distance={reference: validation}"}, []string{
			"metrics.manifold_distance.reference: validation, with no validation points; allowed: data.validation " +
				"above 0, or another reference",
			"metrics.wasserstein.reference: validation, with no validation points"}},
		{"nothing left for training", []string{"data.holdout=0.5", "data.validation=0.5"},
			[]string{"data.validation: 0.5 beside a holdout of 0.5; allowed: fractions that leave points for " +
				"training: a sum below 1"}},
		{"choice by no output", []string{"select={metric: wasserstein.valeu, best: lowest}"},
			[]string{
				`select.metric: "valeu", which is not an output of wasserstein; allowed: value, ratio, ratio_error, noise_floor, `}},
		{"choice by no metric", []string{"select={metric: waserstein.value, best: lowest}"},
			[]string{
				`select.metric: "waserstein.value"; allowed: an output of a metric of the experiment: wasserstein; did you mean wasserstein?`}},
		{"choice without a direction", []string{"select={metric: wasserstein.model_points}"},
			[]string{"select: no best; allowed: best: lowest or highest; neither is better of " +
				"wasserstein.model_points by itself"}},
		{"several at once", []string{"data.size=0", "seeds=2-1", "smaples=3"}, []string{
			"data.size: number 0; allowed: a whole number in [1, 100000000]", "seeds:",
			`smaples: unknown setting "smaples"`}},
		{"several when the parts meet", []string{"data.box=[[-2, 2]]", "models.plain.manifold.dimension=2"},
			[]string{"data.box: 1 axes", "models.plain.manifold.dimension: 2"}},
		{"model's label on some systems", []string{"models={aux: {ebm: {energy: {sampler: langevin}}}}"},
			[]string{`models.aux: the name "aux" is a device's`}},
		{"model like the data", []string{"models={truth: {ebm: {energy: {sampler: langevin}}}}"},
			[]string{`models.truth: "truth" as a label; allowed: any other`}},
		{"figures' labels in case",
			[]string{"figures={a: {panels: [{model: ebim, figure: scatter}]}, A: {panels: [{model: ebim, figure: " +
				"scatter}]}}"},
			[]string{`figures.a: the label "a" beside "A"`}},
		{"figures and models of unread data", []string{"data.source={csv: {file: x.csv}}", "data.holdout=0.1",
			"models.b={union: {of: [b, plan]}}",
			"figures={f: {panels: [{model: ebmi, figure: scatter}, {model: truth, experiment: x.yaml, figure: " +
				"scatter}]}}"}, []string{
			`figures.f.panels[0].model: "ebmi"; allowed: b, ebim, plain, pushforward, truth; did you mean ebim?`,
			`figures.f.panels[1].experiment: "x.yaml"; allowed: nothing`,
			"models.b: a model that is derived from itself: b of b",
			`models.b.of: "plan", which is not a model of the experiment`}},
		{"one point of a sweep", []string{"sweep={models.plain.manifold.dimension: [1, 2]}"},
			[]string{"models.plain.manifold.dimension: 2, which gives codimension 0"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			sets := test.sets
			if strings.HasPrefix(sets[0], "models={") { // a mapping is merged with the one that is there
				sets = append([]string{"models=null"}, sets...)
			}
			if strings.HasPrefix(sets[0], "metrics={") {
				sets = append([]string{"metrics=null"}, sets...)
			}
			loaded, err := experiment.Load(registry.Standard(), config.Disk, write(t, "circle.yaml", small), sets...)
			var mistakes config.Mistakes
			if !errors.As(err, &mistakes) || loaded != nil {
				t.Fatalf("%d experiments, error %v", len(loaded), err)
			}
			if len(mistakes) != len(test.wants) {
				t.Fatalf("%d mistakes, want %d:\n%v", len(mistakes), len(test.wants), err)
			}
			for i, want := range test.wants {
				if !strings.Contains(mistakes[i].String(), want) {
					t.Errorf("%s\nwant %s", mistakes[i], want)
				}
			}
		})
	}
}

func TestNamesOfFiles(t *testing.T) {
	for name, mistake := range map[string]string{
		"two circles.yaml": "", ".yaml": `the file's name gives the experiment's: the name ""`,
		strings.Repeat("x", 210) + ".yaml": "must have 1 to 200 bytes",
		"Figures.yaml":                     "one of the engine's own folders", "nul.yaml": "a device's on some systems",
	} {
		loaded, err := experiment.Load(registry.Standard(), config.Disk, write(t, name, small))
		switch {
		case mistake == "" && (err != nil || loaded[0].Name != strings.TrimSuffix(name, ".yaml")):
			t.Errorf("%s: %v", name, err)
		case mistake != "" && (err == nil || !strings.Contains(err.Error(), mistake)):
			t.Errorf("%s: %v, want %q", name, err, mistake)
		}
	}
	if _, err := experiment.Load(registry.Standard(), config.Disk,
		filepath.Join(t.TempDir(), "none.yaml")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
}

func TestSweepGivesOneExperimentForEachPoint(t *testing.T) {
	loaded := load(t,
		small+"sweep: {models.plain.manifold.training.epochs: [1, 2], data.source.von_mises.concentration: [1, 4]}\n")
	var names, titles []string
	for _, e := range loaded {
		names, titles = append(names, e.Name), append(titles, e.Title)
	}
	want := []string{"circle,concentration=1,epochs=1", "circle,concentration=1,epochs=2",
		"circle,concentration=4,epochs=1", "circle,concentration=4,epochs=2"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
	if titles[3] != "Small concentration=4,epochs=2" {
		t.Errorf("title %q", titles[3])
	}
	if !strings.Contains(string(loaded[3].Resolved()), "concentration: 4") {
		t.Errorf("the last point resolves to\n%s", loaded[3].Resolved())
	}
}

func TestResolvedIsItsOwnResolution(t *testing.T) {
	first := load(t, small)[0]
	again := load(t, string(first.Resolved()))[0]
	if diff := cmp.Diff(string(first.Resolved()), string(again.Resolved())); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"ebim", "plain", "pushforward"}, again.ModelLabels()); diff != "" {
		t.Error(diff)
	}
	if got, _ := again.Outputs()["wasserstein"].Find("value"); got.Unit != "data units" {
		t.Errorf("unit of wasserstein: %q", got.Unit)
	}
}

func TestWhatWasRemovedIsRefusedWithAHint(t *testing.T) {
	for text, hint := range map[string]string{
		"search: {tpe: {}}\n": "tpe and halving were removed",
		"figures: {a: {panels: [{model: ebim, figure: singular_values}]}}\n": "this figure was removed: the metrics " +
			"topology and local_dimension report",
	} {
		_, err := experiment.Load(registry.Standard(), config.Disk, write(t, "circle.yaml", small+text))
		if err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("a file with %s: %v", text, err)
		}
	}
}

func TestClassesNeedImages(t *testing.T) {
	file := write(t, "circle.yaml", strings.ReplaceAll(small, "    manifold: *manifold",
		"    classes: [9]\n    manifold: *manifold"))
	_, err := experiment.Load(registry.Standard(), config.Disk, file)
	if err == nil || !strings.Contains(err.Error(), "classes of data that are no images") {
		t.Errorf("classes of points: %v", err)
	}
}

func TestStrataNeedPointsOfAFile(t *testing.T) {
	file := write(t, "circle.yaml", strings.Replace(small, "\nmodels:\n",
		"\nmodels:\n  part: {ridge: {dimension: 1, points: stratum}}\n", 1))
	_, err := experiment.Load(registry.Standard(), config.Disk, file)
	if err == nil || !strings.Contains(err.Error(), "models.part.points: a stratum of a known distribution") {
		t.Errorf("a stratum of a circle: %v", err)
	}
}
