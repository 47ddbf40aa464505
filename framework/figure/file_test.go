package figure_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/figure"
	"ebim/registry"
)

const circle = `
title: Circle
seeds: [3, 4]
data: {source: {von_mises: {concentration: 2}}, size: 100}
models:
  ebim:
    manifold: {dimension: 1, training: {epochs: 1}}
    energy: {sampler: {constrained_langevin: {steps: 1}}, training: {epochs: 1}}
  ebm:
    energy: {sampler: {langevin: {steps: 1}}, training: {epochs: 1}}
`

func open(figureFile string) (*figure.Drawing, error) {
	files := fstest.MapFS{}
	for name, text := range map[string]string{
		"circle.yaml": circle,
		"sweep.yaml":  "extends: circle.yaml\nsweep: {models.ebim.energy.sampler.steps: [1, 20]}",
		"broken.yaml": "titel: x\nextends: circle.yaml",
		"read.yaml": strings.ReplaceAll(circle, "{von_mises: {concentration: 2}}, size: 100",
			"{csv: {file: points.csv}}, holdout: 0.1"),
		"figure.yaml": figureFile,
	} {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return figure.Open(registry.Standard(), files, "figure.yaml")
}

func TestFileNamesWhatItNeeds(t *testing.T) {
	d, err := open(`
title: Two
panels:
  - {experiment: circle.yaml, model: truth, figure: density_2d}
  - {experiment: circle.yaml, model: ebim, figure: {density_2d: {data: true}}, title: mine, seed: 7}
  - {experiment: sweep.yaml, model: ebim, figure: mdf_surface}
  - {experiment: sweep.yaml, model: ebim, figure: energy_surface, title: energy}
  - {experiment: circle.yaml, model: ebim, figure: energy_surface, seed: 7}
`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, panel := range d.Panels {
		s := panel.Shown
		got = append(got, strings.Join([]string{s.Experiment.Name, s.Label, experiment.Seeds{s.Seed}.String(),
			panel.Title}, "|"))
	}
	want := []string{
		"circle|truth|3|truth", "circle|ebim|7|mine",
		"sweep,steps=1|ebim|3|steps = 1", "sweep,steps=20|ebim|3|steps = 20",
		"sweep,steps=1|ebim|3|energy, steps = 1", "sweep,steps=20|ebim|3|energy, steps = 20",
		"circle|ebim|7|ebim",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("panels\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if f, ok := d.Panels[1].Figure.(*figure.Density2D); !ok || !f.Data {
		t.Errorf("the second figure is %#v", d.Panels[1].Figure)
	}
	if runs := d.Runs(); len(runs) != 2 || len(runs[0].Experiments) != 1 || len(runs[1].Experiments) != 2 {
		t.Errorf("%+v is run, want ebim of seed 7, and two points of the sweep together", runs)
	}
}

func TestFileMistakesComeAllAtOnce(t *testing.T) {
	for text, want := range map[string][]string{
		"panels: [{experiment: circle.yaml, model: ebmi, figure: density_2d}]": {
			`figure.yaml:1:43: panels[0].model: "ebmi"; allowed: ebim, ebm, truth; did you mean ebim?`},
		"panels:\n  - {experiment: circle.yaml, model: ebm, figure: mdf_surface}\n  - {model: ebm, figure: scatter}": {
			"figure.yaml:2:43: panels[0].figure: a model without a manifold-defining function; allowed: models in " +
				"R^2 with a manifold-defining function",
			"figure.yaml:3:5: panels[1].experiment: a panel without an experiment; allowed: an experiment file, as " +
				"for ebim run"},
		"panels: [{experiment: none.yaml, model: ebm, figure: scatter}, {experiment: broken.yaml, model: ebm, " +
			"figure: scatter}]": {
			"figure.yaml:1:23: panels[0].experiment: cannot read none.yaml",
			`broken.yaml:1:1: titel: unknown setting "titel"`},
		"panels: [{experiment: circle.yaml, model: ebm, figure: {scatter: {point: 3}}}]\ntitle: [x]": {
			"figure.yaml:1:67: panels[0].figure.scatter.point: unknown setting", "figure.yaml:2:8: title: a list of 1"},
		"panels: [{experiment: circle.yaml, figure: scatter}]": {`panels[0].model: ""; allowed: ebim, ebm, truth`},
		"panels: []": {"panels: a list of 0"},
		"sweep: {title: [a, b]}\npanels: [{experiment: circle.yaml, model: ebm, figure: scatter}]": {
			"sweep: a sweep; allowed: one figure a file"},
	} {
		_, err := open(text)
		var mistakes config.Mistakes
		if !errors.As(err, &mistakes) {
			t.Errorf("%s\ngives %v", text, err)
			continue
		}
		for _, one := range want {
			if !strings.Contains(err.Error(), one) {
				t.Errorf("%s\ngives\n%v\nwant\n%s", text, err, one)
			}
		}
	}
	if _, err := figure.Open(registry.Standard(), fstest.MapFS{}, "figure.yaml"); err == nil {
		t.Error("a missing file is opened")
	}
}

func TestPanelsOfUnreadDataAreCheckedOnceTheyAreRead(t *testing.T) {
	d, err := open("panels:\n  - {experiment: read.yaml, model: truth, figure: density_3d}\n" +
		"  - {experiment: read.yaml, model: ebim, figure: density_2d}\n  - {experiment: circle.yaml, model: ebim, " +
		"figure: density_2d}\n")
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	err = figure.CheckData(d, func(*experiment.Experiment) (int, error) { asked++; return 2, nil })
	const want = "figure.yaml:2:43: panels[0].figure: data in R^2; allowed: models and data in R^3 and above; " +
		"density_2d draws in R^2"
	if err == nil || err.Error() != want || asked != 1 {
		t.Errorf("%v after %d readings, want %s after one", err, asked, want)
	}
	absent := errors.New("there is no file")
	missing := func(*experiment.Experiment) (int, error) { return 0, absent }
	if err := figure.CheckData(d, missing); !errors.Is(err, absent) {
		t.Errorf("data that can't be read: %v", err)
	}
	if _, err := open("panels: [{experiment: read.yaml, model: ebmi, figure: density_2d}]"); err == nil ||
		!strings.Contains(err.Error(), `panels[0].model: "ebmi"`) {
		t.Errorf("an unknown model of unread data: %v", err)
	}
}

func load(t *testing.T, text string) *experiment.Experiment {
	t.Helper()
	loaded, err := experiment.Load(registry.Standard(), fstest.MapFS{"circle.yaml": {Data: []byte(text)}},
		"circle.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return loaded[0]
}

// panels are a sheet's models with their figures.
func panels(sheet experiment.Sheet) string {
	var all []string
	for _, panel := range sheet.Panels {
		name := "other"
		switch panel.Figure.(type) {
		case *figure.Density2D:
			name = "density_2d"
		case *figure.Density3D:
			name = "density_3d"
		case *figure.TrainingCurves:
			name = "training_curves"
		}
		all = append(all, panel.Model+" "+name)
	}
	return strings.Join(all, ", ")
}

func TestOverview(t *testing.T) {
	e := load(t, circle)
	for ambient, want := range map[int]string{
		2: "truth density_2d, ebim density_2d, ebm density_2d",
		3: "truth density_3d, ebim density_3d, ebm density_3d",
		4: "truth density_3d, ebim density_3d, ebm density_3d",
	} {
		sheets := figure.Overview(e, ambient)
		if got := panels(sheets["density"]); got != want {
			t.Errorf("R^%d: densities %q, want %q", ambient, got, want)
		}
		if got := panels(sheets["training"]); got != "ebim training_curves, ebm training_curves" {
			t.Errorf("R^%d: trainings %q", ambient, got)
		}
	}
	d := figure.Of(e, figure.Overview(e, 2)["density"], 5)
	if len(d.Panels) != 3 || d.Panels[2].Shown != (figure.Shown{Experiment: e, Label: "ebm", Seed: 5}) ||
		d.Panels[2].Title != "ebm" {
		t.Errorf("panels %+v", d.Panels)
	}
}

// What is drawn of own data is called data: of their truth nothing is known.
func TestOverviewOfOwnData(t *testing.T) {
	for source, want := range map[string]string{"{von_mises: {concentration: 1}}": "truth",
		"{csv: {file: points.csv}}": "data"} {
		e := load(t,
			fmt.Sprintf("data: {source: %s, holdout: 0.1}\nmodels: {ebm: {energy: {loss: mesh_likelihood}}}\n", source))
		d := figure.Of(e, figure.Overview(e, 2)["density"], 0)
		if d.Panels[0].Title != want || d.Panels[1].Title != "ebm" {
			t.Errorf("%s: panels %+v", source, d.Panels)
		}
	}
}

// The default view that Overview takes is that of the tags.
func TestDefaultView(t *testing.T) {
	decoded, err := registry.Standard().Decode("figure", "density_3d")
	if err != nil {
		t.Fatal(err)
	}
	if got := decoded.(*figure.Density3D).View; got != figure.DefaultView() {
		t.Errorf("the tags say %+v, DefaultView %+v", got, figure.DefaultView())
	}
}

// The shipped figure files name shipped experiments and models that their figures can show.
func TestShippedFigures(t *testing.T) {
	root := os.DirFS("../..")
	names, err := fs.Glob(root, "experiments/figures/*.yaml")
	if err != nil || len(names) < 9 {
		t.Fatalf("%d figure files, %v", len(names), err)
	}
	for _, name := range names {
		if d, err := figure.Open(registry.Standard(), root, name); err != nil {
			t.Error(err)
		} else if d.Title == "" {
			t.Errorf("%s has no title", name)
		}
	}
}
