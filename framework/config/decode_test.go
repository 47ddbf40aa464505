package config

import (
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func ptr[T any](v T) *T { return &v }

var standardSampler = langevin{Steps: 20, Noise: 0.1, Clamp: math.Inf(1), Buffer: buffer{1000, 0.95}}

func TestDecode(t *testing.T) {
	standardStage := stage{1, &dense{[]int{32, 32}, "silu"}, &standardSampler}
	tests := map[string]struct {
		yaml string
		want experiment
	}{
		"defaults": {
			"models: {double: {manifold: {dimension: 1}}}",
			experiment{Seeds: seeds{0, 1, 2}, Models: map[string]model{"double": &double{Manifold: standardStage}}},
		},
		"label and component": {
			"models: {wide: {double: {manifold: {dimension: 1}}}, double: {double: {manifold: {dimension: 1}}}}",
			experiment{Seeds: seeds{0, 1, 2}, Models: map[string]model{"wide": &double{Manifold: standardStage},
				"double": &double{Manifold: standardStage}}},
		},
		"bare names, another component below a component's label": {
			"models: {double: plain, plain: {}}",
			experiment{Seeds: seeds{0, 1, 2}, Models: map[string]model{
				"double": &plain{part{Network: &dense{[]int{32, 32}, "silu"}}, []float64{0, math.Pi / 2}},
				"plain":  &plain{part{Network: &dense{[]int{32, 32}, "silu"}}, []float64{0, math.Pi / 2}}}},
		},
		"everything": {
			`
# yaml-language-server: $schema=schema.json
title: 2024
seeds: [3, 5]
plot: true
box: [[-pi, 2*pi], [-1e-3, 3/4]]
models:
  plain:
    network: {dense: {hidden: [1e1, 8], activation: tanh}}
    sampler: {langevin: {step: 0.5, clamp: 1, buffer: {size: 0}}}
    angles: []
`,
			experiment{"2024", seeds{3, 5}, [][2]float64{{-math.Pi, 2 * math.Pi}, {-1e-3, 0.75}}, true,
				map[string]model{
					"plain": &plain{part{&dense{[]int{10, 8}, "tanh"},
						&langevin{Steps: 20, Noise: 0.1, Step: ptr(0.5), Clamp: 1, Buffer: buffer{0, 0.95}}},
						[]float64{}}}},
		},
		"union defaults with settings": {
			"models: {plain: {sampler: exact}}",
			experiment{Seeds: seeds{0, 1, 2}, Models: map[string]model{
				"plain": &plain{part{&dense{[]int{32, 32}, "silu"}, &exact{Solver: &newton{4, 1e-5}}},
					[]float64{0, math.Pi / 2}}}},
		},
		"anchors and merge keys": {
			"models: {a: &a {double: {manifold: &m {dimension: 1}}}, b: *a, c: {double: {manifold: {<<: *m, " +
				"sampler: langevin}}}}",
			experiment{Seeds: seeds{0, 1, 2}, Models: map[string]model{"a": &double{Manifold: standardStage},
				"b": &double{Manifold: standardStage}, "c": &double{Manifold: standardStage}}},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := mustDecode(t, test.yaml)
			if diff := cmp.Diff(&test.want, got, cmp.AllowUnexported(plain{}, exact{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMistakes(t *testing.T) {
	const prefix = "models:\n  plain:\n"
	tests := map[string]struct{ yaml, want string }{
		"unknown key, near": {"titel: x\nmodels: {plain: {}}",
			`a.yaml:1:1: titel: unknown setting "titel"; allowed: title, seeds, box, plot, models, extends, sweep, trials; did you mean title?`},
		"key at home elsewhere in the document": {"models: {plain: {hidden: [8]}}",
			`a.yaml:1:18: models.plain.hidden: unknown setting "hidden"; allowed: network, sampler, angles; it belongs at models.plain.network.dense.hidden`},
		"key of a component that the document does not name": {"models: {plain: {reuse: 1}}",
			`a.yaml:1:18: models.plain.reuse: unknown setting "reuse"; allowed: network, sampler, angles; it is a setting of the sampler langevin`},
		"near and at home": {"models: {plain: {sampler: {langevin: {step: 1, stepp: 1}}}}",
			`a.yaml:1:48: models.plain.sampler.langevin.stepp: unknown setting "stepp"; allowed: steps, noise, step, clamp, buffer; did you mean steps?`},
		"text for a list": {prefix + "    angles: abc",
			`a.yaml:3:13: models.plain.angles: text "abc"; allowed: a list, each a number in [-pi, pi]`},
		"text for a number": {prefix + "    angles: [abc]",
			`a.yaml:3:14: models.plain.angles[0]: text "abc"; allowed: a number in [-pi, pi]; unknown name "abc" (known: pi)`},
		"number in quotes": {prefix + "    angles: ['1']",
			`a.yaml:3:14: models.plain.angles[0]: text "1"; allowed: a number in [-pi, pi]; leave the quotes out`},
		"out of range, infinity, nan": {prefix + "    angles: [2*pi, .inf, .nan]", `
a.yaml:3:14: models.plain.angles[0]: number 2*pi; allowed: a number in [-pi, pi]
a.yaml:3:20: models.plain.angles[1]: text ".inf"; allowed: a number in [-pi, pi]; it must be finite
a.yaml:3:26: models.plain.angles[2]: text ".nan"; allowed: a number in [-pi, pi]; NaN is never allowed`},
		"infinity without a range": {"box: [[-inf, 1]]\nmodels: {plain: {}}",
			`a.yaml:1:8: box[0][0]: text "-inf"; allowed: a number; it must be finite`},
		"whole numbers": {prefix + "    network: {dense: {hidden: [2.7, 010, 1e-1, '3', 0, 1e30, 1_0, 99999999999999999999]}}", `
a.yaml:3:32: models.plain.network.dense.hidden[0]: number 2.7; allowed: a whole number in [1, 65536]
a.yaml:3:37: models.plain.network.dense.hidden[1]: text "010"; allowed: a whole number in [1, 65536]; leave the leading zeros out
a.yaml:3:42: models.plain.network.dense.hidden[2]: number 1e-1; allowed: a whole number in [1, 65536]
a.yaml:3:48: models.plain.network.dense.hidden[3]: text "3"; allowed: a whole number in [1, 65536]; leave the quotes out
a.yaml:3:53: models.plain.network.dense.hidden[4]: number 0; allowed: a whole number in [1, 65536]
a.yaml:3:56: models.plain.network.dense.hidden[5]: number 1e30; allowed: a whole number in [1, 65536]; it is too large
a.yaml:3:62: models.plain.network.dense.hidden[6]: text "1_0"; allowed: a whole number in [1, 65536]; write the digits without _
a.yaml:3:67: models.plain.network.dense.hidden[7]: number 99999999999999999999; allowed: a whole number in [1, 65536]; it is too large`},
		"lengths": {"box: [[1, 2, 3]]\nmodels: {plain: {network: {dense: {hidden: []}}}}", `
a.yaml:1:7: box[0]: a list of 3; allowed: a list of 2, each a number
a.yaml:2:44: models.plain.network.dense.hidden: a list of 0; allowed: a list, each a whole number in [1, 65536], of length in [1, inf)`},
		"no labels": {"models: {}",
			`a.yaml:1:9: models: an empty mapping; allowed: a mapping from labels, each to one model (plain, double), of length in [1, inf)`},
		"empty value": {"title:\nmodels:\n  plain:\n", `
a.yaml:1:1: title: an empty value; allowed: a text; write the value, or leave the key out
a.yaml:3:3: models.plain: an empty value; allowed: one model (plain, double); write the value, or leave the key out`},
		"null without anything to remove": {"plot: null\nmodels: {plain: {}}",
			`a.yaml:1:7: plot: null; allowed: true or false; leave the key out for the default; null only removes an inherited key`},
		"booleans and texts": {"plot: yes\ntitle: true\nmodels: {plain: {}}", `
a.yaml:1:7: plot: text "yes"; allowed: true or false
a.yaml:2:8: title: true; allowed: a text; put quotes around it`},
		"enumeration": {prefix + "    network: {dense: {activation: sulu}}",
			`a.yaml:3:35: models.plain.network.dense.activation: text "sulu"; allowed: one of silu, tanh; did you mean silu?`},
		"missing": {"models:\n  double:\n    manifold: {sampler: langevin}",
			`a.yaml:3:5: models.double.manifold.dimension: a required setting is missing; allowed: a whole number in [1, inf); dimension of the manifold`},
		"missing at the top": {"title: x",
			`a.yaml:1:1: models: a required setting is missing; allowed: a mapping from labels, each to one model (plain, double), of length in [1, inf); models to compare`},
		"unknown component": {prefix + "    network: dence",
			`a.yaml:3:14: models.plain.network: unknown network "dence"; allowed: one network (dense, linear), as ` +
				"`name` or `name: {settings}`; did you mean dense?"},
		"unknown component with settings": {"models: {wide: {dubble: {}}}",
			`a.yaml:1:17: models.wide.dubble: unknown model "dubble"; allowed: one model (plain, double), as ` +
				"`name` or `name: {settings}`; did you mean double?"},
		"label that is nearly a component": {"models: {plian: {}, duble: {manifold: {dimension: 2}}}", `
a.yaml:1:17: models.plian: an empty mapping; allowed: one model (plain, double); did you mean plain?
a.yaml:1:29: models.duble.manifold: unknown model "manifold"; allowed: one model (plain, double), as ` + "`name` or `name: {settings}`; did you mean double?"},
		"settings without the component": {prefix + "    network: {hidden: [8]}",
			`a.yaml:3:15: models.plain.network.hidden: unknown network "hidden"; allowed: one network (dense, linear), as ` +
				"`name` or `name: {settings}`; it is a setting of dense: write `dense: {hidden: ...}`"},
		"two components": {prefix + "    network: {dense: {}, linear: {}}",
			`a.yaml:3:26: models.plain.network: two components, dense and linear; allowed: one network (dense, linear), as ` + "`name` or `name: {settings}`"},
		"setting beside the component": {prefix + "    network: {dense: {}, hidden: [1]}",
			`a.yaml:3:26: models.plain.network.hidden: unknown setting "hidden"; allowed: dense; settings of dense belong inside dense`},
		"component settings of a wrong form": {prefix + "    network: {dense: [8]}",
			`a.yaml:3:22: models.plain.network.dense: a list of 1; allowed: a mapping`},
		"list for a union": {prefix + "    network: [dense]",
			`a.yaml:3:14: models.plain.network: a list of 1; allowed: one network (dense, linear)`},
		"label": {"models: {a b: {plain: {}}}",
			`a.yaml:1:10: models.a b: the label "a b"; allowed: 64 letters, digits, _ and - at most, first a letter or digit`},
		"check": {"models: {double: {manifold: {dimension: 3, network: {dense: {hidden: [8, 2]}}}}}",
			`a.yaml:1:74: models.double.manifold.network.hidden[1]: too few units; allowed: the dimension or more`},
		"custom": {"seeds: 5-2\nmodels: {plain: {}}",
			`a.yaml:1:8: seeds: number 5-2; allowed: a range such as 0-2 or a list of whole numbers; "5-2" is no range`},
		"not a mapping": {"- 1", `a.yaml:1:1: a list of 1; allowed: a mapping`},
		"syntax and settings together": {"plot: 1\nplot: 2\ntitle: !x y\nmodels: {plain: {}}", `
a.yaml:1:7: plot: number 1; allowed: true or false
a.yaml:2:1: the key "plot" a second time; allowed: each key once; it first stands in line 1
a.yaml:3:8: the tag !x; allowed: values without tags; leave the tag out`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, _, err := decodeText(test.yaml)
			if want := trimLeft(test.want); err == nil || err.Error() != want {
				t.Errorf("found\n%v\nwant\n%s", err, want)
			}
			var mistakes Mistakes
			if !errors.As(err, &mistakes) {
				t.Errorf("%T is not Mistakes", err)
			}
		})
	}
}

func trimLeft(text string) string {
	if text != "" && text[0] == '\n' {
		return text[1:]
	}
	return text
}

func TestOrigin(t *testing.T) {
	_, document, err := decodeText("models:\n  a:\n    double:\n      manifold: {dimension: 1}\n",
		"models.a.manifold.sampler.steps=3")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"models.a.double.manifold.dimension":       "a.yaml:4:29",
		"models.a.manifold.dimension":              "a.yaml:4:29",
		"models.a.manifold.network":                "a.yaml:4:7",
		"models.a.manifold.sampler.langevin.steps": "--set models.a.manifold.sampler.steps=3",
		"models.a": "a.yaml:2:3",
		"title":    "a.yaml:1:1",
		"models.a.manifold.dimension.further[3].nonsense": "a.yaml:4:29",
		"..": "a.yaml:1:1",
	} {
		if got := document.Origin(path).String(); got != want {
			t.Errorf("%s comes from %s, want %s", path, got, want)
		}
	}
	got := document.Mistake("models.a.manifold.dimension", "1", "2", "more").String()
	if want := "a.yaml:4:29: models.a.manifold.dimension: 1; allowed: 2; more"; got != want {
		t.Errorf("found %s, want %s", got, want)
	}
}
