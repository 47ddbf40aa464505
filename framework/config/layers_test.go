package config

import (
	"strings"
	"testing"
	"testing/fstest"
)

// openFiles decodes main.yaml of a set of files.
func openFiles(files map[string]string, sets ...string) (*experiment, error) {
	e, _, err := openDocument("main.yaml", files, sets...)
	return e, err
}

func openDocument(name string, files map[string]string, sets ...string) (*experiment, *Document, error) {
	system := fstest.MapFS{}
	for name, text := range files {
		system[name] = &fstest.MapFile{Data: []byte(text)}
	}
	document, err := Open(system, name, sets)
	if err != nil {
		return nil, nil, err
	}
	e := new(experiment)
	return e, document, document.Decode(testKinds, e)
}

const base = `
title: base
seeds: [7]
models:
  double:
    manifold: {dimension: 1, network: {dense: {hidden: [4, 4], activation: tanh}}, sampler: {langevin: {steps: 5, noise: 0.3}}}
  other: {plain: {angles: [1, 2]}}
`

func TestExtends(t *testing.T) {
	tests := map[string]struct {
		over, want string // want is the same document written in one file
	}{
		"nothing": {"", base},
		"mappings merge, lists are replaced": {
			"models: {double: {manifold: {network: {dense: {hidden: [9]}}}}, other: {plain: {angles: []}}}",
			"title: base\nseeds: [7]\nmodels: {double: {manifold: {dimension: 1, network: {dense: {hidden: [9], " +
				"activation: tanh}}, " +
				"sampler: {langevin: {steps: 5, noise: 0.3}}}}, other: {plain: {angles: []}}}",
		},
		"the full form and the label's form are one": {
			"models: {double: {double: {manifold: {dimension: 2}}}}",
			strings.Replace(base, "dimension: 1", "dimension: 2", 1),
		},
		"another component replaces the union": {
			"title: base\nmodels: {double: {manifold: {sampler: {exact: {}}, network: linear}}}",
			"title: base\nseeds: [7]\nmodels: {double: {manifold: {dimension: 1, network: linear, sampler: exact}}, " +
				"other: {plain: {angles: [1, 2]}}}",
		},
		"the same component merges": {
			"models: {double: {manifold: {sampler: langevin}}, other: plain}", base,
		},
		"null removes": {
			"title: null\nmodels: {other: null, double: {manifold: {sampler: {langevin: {noise: ~}}}}}",
			"seeds: [7]\nmodels: {double: {manifold: {dimension: 1, network: {dense: {hidden: [4, 4], activation: " +
				"tanh}}, sampler: {langevin: {steps: 5}}}}}",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := openFiles(map[string]string{"main.yaml": "extends: sub/middle.yaml\n" + test.over,
				"sub/middle.yaml": "extends: ../base.yaml\n", "base.yaml": base})
			if err != nil {
				t.Fatal(err)
			}
			if got, want := resolved(t, got), resolved(t, mustDecode(t, test.want)); got != want {
				t.Errorf("found\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestExtendsMistakes(t *testing.T) {
	tests := map[string]struct {
		files map[string]string
		want  string
	}{
		"cycle": {map[string]string{"main.yaml": "extends: b.yaml", "b.yaml": "extends: ./main.yaml"},
			"b.yaml:1:10: extends: a cycle: main.yaml extends b.yaml extends main.yaml"},
		"missing": {map[string]string{"main.yaml": "title: x\nextends: b.yaml"},
			"main.yaml:2:10: extends: cannot read b.yaml"},
		"list": {map[string]string{"main.yaml": "extends: [a, b]"},
			"main.yaml:1:10: extends: a list of 2; allowed: one YAML file"},
		"empty": {map[string]string{"main.yaml": "extends:"}, "main.yaml:1:1: extends: an empty value"},
		"broken base": {map[string]string{"main.yaml": "extends: b.yaml", "b.yaml": "a: }"},
			"b.yaml:1:1: text that is not YAML"},
		"mistake in the base": {map[string]string{"main.yaml": "extends: b.yaml\nplot: 3", "b.yaml": "models:\n  plain: {angels: []}"}, `
b.yaml:2:11: models.plain.angels: unknown setting "angels"; allowed: network, sampler, angles; did you mean angles?`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			want := trimLeft(test.want)
			if _, err := openFiles(test.files); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("found %v, want %s", err, want)
			}
		})
	}
	if _, err := Open(Disk, "no/such.yaml", nil); err == nil ||
		!strings.Contains(err.Error(), "cannot read no/such.yaml") {
		t.Errorf("a missing file gives %v", err)
	}
	if _, err := Open(Disk, ".", nil); err == nil {
		t.Error("a folder is read as a file")
	}
}

func TestSet(t *testing.T) {
	const text = "models:\n  double: {manifold: {dimension: 1}}\n  o: {plain: {angles: [0, 1]}}\n"
	tests := map[string]struct {
		sets []string
		want string
	}{
		"component left out": {[]string{"models.double.manifold.network.hidden=[3]"},
			"network: {dense: {hidden: [3]}}"},
		"component named": {[]string{"models.double.double.manifold.network.dense.hidden=[3]"},
			"network: {dense: {hidden: [3]}}"},
		"later wins": {[]string{"models.double.manifold.network=linear",
			"models.double.manifold.network={dense: {hidden: [3]}}"}, "network: {dense: {hidden: [3]}}"},
		"other component": {[]string{"models.double.manifold.sampler.exact={}"}, "sampler: exact"},
		"other, and deeper": {[]string{"models.double.manifold.sampler.exact.solver.tolerance=1e-3"},
			"sampler: {exact: {solver: {newton: {iterations: 4, tolerance: 1e-3}}}}"},
		"default changed": {[]string{"models.double.manifold.sampler=exact",
			"models.double.manifold.sampler.solver.newton.tolerance=0.1"},
			"sampler: {exact: {solver: {newton: {iterations: 4, tolerance: 0.1}}}}"},
		"null": {[]string{"models.double.manifold.sampler.steps=3",
			"models.double.manifold.sampler.steps=null"}, ""},
		"null of nothing": {[]string{"models.double.manifold.sampler.steps=null"}, ""},
		"pointer":         {[]string{"models.double.manifold.sampler.step=1/2"}, "sampler: {langevin: {step: 0.5}}"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := mustDecode(t, text, test.sets...)
			want := mustDecode(t, strings.Replace(text, "dimension: 1",
				strings.TrimSuffix("dimension: 1, "+test.want, ", "), 1))
			if got, want := resolved(t, got), resolved(t, want); got != want {
				t.Errorf("found\n%s\nwant\n%s", got, want)
			}
		})
	}
	got := mustDecode(t, text, "models.o.angles[1]=pi", "models.new=plain", "models.double=null", "title=a=b")
	want := mustDecode(t, "title: a=b\nmodels: {o: {plain: {angles: [0, pi]}}, new: plain}")
	if got, want := resolved(t, got), resolved(t, want); got != want {
		t.Errorf("found\n%s\nwant\n%s", got, want)
	}
}

func TestSetMistakes(t *testing.T) {
	const text = "models:\n  double: {manifold: {dimension: 1}}\n  o: {plain: {angles: [0, 1]}}\n"
	for set, want := range map[string]string{
		"titel=x":                         `titel: unknown setting "titel"; allowed: title, seeds, box, plot, models, sweep, trials; did you mean title?`,
		"title":                           "no = in",
		"title=":                          "title: an empty value",
		"title=[":                         "text that is not YAML",
		"=3":                              "a path with an empty part",
		"models..x=3":                     "a path with an empty part",
		"models.o.angles[x]=3":            "a path with the index [x]",
		"models.o.angles[2]=3":            "models.o.plain.angles[2]: no such item; allowed: an index below 2",
		"models.o.angles[0]=null":         "null for an item of a list",
		"models.o.angles[0]=4":            "models.o.plain.angles[0]: number 4; allowed: a number in [-pi, pi]",
		"models.dubble.manifold=3":        `models.dubble: unknown label "dubble"; allowed: double, o; did you mean double?`,
		"models.double.manifold.hidden=1": "it belongs at models.double.manifold.network.dense.hidden",
		"models.o.sampler.steps=1":        `models.o.plain.sampler.steps: unknown sampler "steps"; allowed: langevin, exact`,
		"models.double.manifold.dimension.x=1": "nothing is below models.double.manifold.dimension, which is a " +
			"whole number",
		"models.double.energy.sampler.steps=3": "models.double.energy.dimension: a required setting is missing",
		"extends=b.yaml":                       "an override of extends",
		"sweep.title=[a]":                      "an override of sweep.title",
	} {
		_, _, err := decodeText(text, set)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "--set "+set+": ") {
			t.Errorf("%s gives\n%v\nwant %s", set, err, want)
		}
	}
}

func TestSweep(t *testing.T) {
	text := `
sweep:
  models.o.angles: [[0], [1, 2]]
  models.double.manifold.sampler.steps: [5, 10, 20]
  models.double.energy.sampler.steps: [1]
models:
  double: {manifold: {dimension: 1}, energy: {dimension: 1}}
  o: plain
`
	loaded, err := Load[experiment](testKinds, fstest.MapFS{"a.yaml": {Data: []byte(text)}}, "a.yaml",
		[]string{"title=x"})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"energy.sampler.steps=1,manifold.sampler.steps=5,angles=0",
		"energy.sampler.steps=1,manifold.sampler.steps=5,angles=1-2",
		"energy.sampler.steps=1,manifold.sampler.steps=10,angles=0",
		"energy.sampler.steps=1,manifold.sampler.steps=10,angles=1-2",
		"energy.sampler.steps=1,manifold.sampler.steps=20,angles=0",
		"energy.sampler.steps=1,manifold.sampler.steps=20,angles=1-2",
	}
	if len(loaded) != len(want) {
		t.Fatalf("%d variants, want %d", len(loaded), len(want))
	}
	steps := []int{5, 5, 10, 10, 20, 20}
	for i, v := range loaded {
		if v.Name != want[i] {
			t.Errorf("variant %d is %s, want %s", i, v.Name, want[i])
		}
		model := v.Value.Models["double"].(*double)
		if got := model.Manifold.Sampler.(*langevin).Steps; got != steps[i] {
			t.Errorf("variant %d has %d steps", i, got)
		}
		if got, want := len(v.Value.Models["o"].(*plain).Angles), 1+i%2; got != want {
			t.Errorf("variant %d has %d angles", i, got)
		}
		if v.Value.Title != "x" {
			t.Errorf("variant %d has the title %q", i, v.Value.Title)
		}
	}
}

func TestSweepNames(t *testing.T) {
	const rest = "\nmodels: {plain: {}}"
	tests := map[string]struct {
		text string
		sets []string
		want string
	}{
		"none":  {"title: x" + rest, nil, ""},
		"empty": {"sweep: {}" + rest, nil, ""},
		"expressions that look alike": {"sweep: {models.plain.angles: [[pi/2], [pi/ 2]]}" + rest, nil,
			"angles=pi-2|angles=pi-2-2"},
		"signs": {"sweep: {models.plain.angles: [[-1], [+1e-3], []]}" + rest, nil,
			"angles=-1|angles=+1e-3|angles="},
		"null": {"sweep: {models.plain.sampler: [null, exact]}" + rest, nil,
			"sampler=null|sampler=exact"},
		"set instead of swept": {"sweep: {title: [a, b]}" + rest, []string{"title=c"}, ""},
		"dropped":              {"sweep: {title: [a, b]}" + rest, []string{"sweep=null"}, ""},
		"changed": {"sweep: {title: [a, b]}" + rest, []string{"sweep={title: [c], plot: [true]}"},
			"plot=true,title=c"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			loaded, err := Load[experiment](testKinds, fstest.MapFS{"a.yaml": {Data: []byte(test.text)}},
				"a.yaml", test.sets)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, v := range loaded {
				names = append(names, v.Name)
			}
			if got := strings.Join(names, "|"); got != test.want {
				t.Errorf("found %s, want %s", got, test.want)
			}
		})
	}
}

func TestSweepMistakes(t *testing.T) {
	const rest = "\nmodels: {plain: {}}\n"
	for text, want := range map[string]string{
		"sweep: [1]":                            "a.yaml:1:8: sweep: a list of 1; allowed: a mapping from paths",
		"sweep: {title: x}":                     "a.yaml:1:16: sweep.title: text \"x\"; allowed: a list of values",
		"sweep: {title: []}":                    "sweep.title: a list of 0",
		"sweep: {title: [a, b, a]}":             "a.yaml:1:23: sweep.title: the value a a second time",
		"trials: 0\nsweep: {title: [a, b]}":     "a.yaml:1:9: trials: number 0; allowed: a whole number from 1 to 1000",
		"trials: 1001\nsweep: {title: [a, b]}":  "trials: number 1001",
		"trials: 2.5\nsweep: {title: [a, b]}":   "trials: number 2.5",
		"trials: \"2\"\nsweep: {title: [a, b]}": "trials: text \"2\"",
		"trials: [2]\nsweep: {title: [a, b]}":   "trials: a list of 1",
		"trials: 2":                             "a.yaml:1:9: trials: trials without a sweep",
		"sweep: {titel: [a, b]}":                "a.yaml:1:17: titel: unknown setting \"titel\"",
		"sweep: {plot: [true, 3]}":              "a.yaml:1:22: plot: number 3; allowed: true or false",
		"sweep: {models.plain.angles: [[0]], models.plain.plain.angles: " +
			"[[1]]}": "a swept setting that is also set by a.yaml:1:31",
		"sweep: {title: [" + strings.Repeat("a,", 40) + "b], seeds: [" + strings.Repeat("1,", 40) +
			"]}": "a second time",
		"sweep: {title: [" + numbers(40) + "], seeds: [" + numbers(40) +
			"]}": "more than 1000 variants",
	} {
		_, err := Load[experiment](testKinds, fstest.MapFS{"a.yaml": {Data: []byte(text + rest)}}, "a.yaml", nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s gives\n%v\nwant %s", text, err, want)
		}
	}
}

// numbers lists 0 to n-1.
func numbers(n int) string {
	var parts []string
	for i := range n {
		parts = append(parts, segment{index: i}.String()[1:])
	}
	return strings.ReplaceAll(strings.Join(parts, ","), "]", "")
}
