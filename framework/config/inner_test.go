package config

import (
	"reflect"
	"strings"
	"testing"
)

func TestInnerSettings(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		sets  []string
		want  int
	}{
		"within": {files: map[string]string{"a.yaml": "models: {double: {manifold: {dimension: 2}}}\n"},
			want: 2},
		"beside": {files: map[string]string{"a.yaml": "models: {double: {dimension: 2}}\n"}, want: 2},
		"beside the rest": {
			files: map[string]string{"a.yaml": "models: {double: {dimension: 2, manifold: {network: linear}}}\n"},
			want:  2},
		"extended": {files: map[string]string{"b.yaml": "models: {double: {manifold: {dimension: 2}}}\n",
			"a.yaml": "extends: b.yaml\nmodels: {double: {dimension: 3}}\n"}, want: 3},
		"extending": {files: map[string]string{"b.yaml": "models: {double: {dimension: 2}}\n",
			"a.yaml": "extends: b.yaml\nmodels: {double: {manifold: {dimension: 3}}}\n"}, want: 3},
		"set": {files: map[string]string{"a.yaml": "models: {double: {manifold: {dimension: 2}}}\n"},
			sets: []string{"models.double.dimension=4"}, want: 4},
		"set inside": {files: map[string]string{"a.yaml": "models: {double: {dimension: 2}}\n"},
			sets: []string{"models.double.manifold.dimension=4"}, want: 4},
	} {
		t.Run(name, func(t *testing.T) {
			e, _, err := openDocument("a.yaml", test.files, test.sets...)
			if err != nil {
				t.Fatal(err)
			}
			if got := e.Models["double"].(*double).Manifold.Dimension; got != test.want {
				t.Errorf("dimension %d, want %d", got, test.want)
			}
		})
	}
}

func TestMistakesInInnerSettings(t *testing.T) {
	for text, want := range map[string]string{
		"models: {double: {dimension: 2, manifold: {dimension: " +
			"3}}}\n": "a.yaml:1:19: models.double.dimension: dimension beside manifold.dimension; allowed: one of them",
		"models: {double: {dimension: two}}\n": `a.yaml:1:30: models.double.manifold.dimension: text "two"`,
		"models: {double: {dimension: 0}}\n": "a.yaml:1:30: models.double.manifold.dimension: " +
			"number 0",
		"models: {double: {dimension: 2, manifold: linear}}\n": "a.yaml:1:43: models.double.manifold: ",
		"models: {double: {}}\n": "models.double.manifold.dimension: a " +
			"required setting is missing",
	} {
		if _, _, err := openDocument("a.yaml", map[string]string{"a.yaml": text}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s got %v\nwant %s", text, err, want)
		}
	}
}

func TestVerifyInnerSettings(t *testing.T) {
	type odd struct {
		Nested stage `yaml:"nested" inner:"dimensions" doc:"nested settings"`
		Size   int   `yaml:"size" inner:"dimension" doc:"a number"`
	}
	err := Verify(testKinds, reflect.TypeFor[odd]())
	for _, want := range []string{"there is no inner setting dimensions",
		"inner settings of what is no nested struct"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
}
