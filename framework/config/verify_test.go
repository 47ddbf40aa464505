package config

import (
	"reflect"
	"strings"
	"testing"
)

func TestVerifyAccepts(t *testing.T) {
	for _, value := range []any{experiment{}, plain{}, double{}, dense{}, langevin{}, exact{}, newton{}} {
		if err := Verify(testKinds, reflect.TypeOf(value)); err != nil {
			t.Error(err)
		}
	}
}

func TestVerifyRefuses(t *testing.T) {
	for name, test := range map[string]struct {
		settings any
		want     string
	}{
		"no name": {struct {
			A int `default:"1" doc:"a"`
		}{}, `the yaml tag "" is not a name in snake case`},
		"name": {struct {
			A int `yaml:"aB" doc:"a"`
		}{}, `"aB" is not a name in snake case`},
		"two of a name": {struct {
			A int `yaml:"a" doc:"a"`
			B int `yaml:"a" doc:"b"`
		}{}, "used twice"},
		"no doc": {struct {
			A int `yaml:"a" default:"1"`
		}{}, "setting a: doc is missing"},
		"full stop": {struct {
			A int `yaml:"a" doc:"A number."`
		}{}, "full stop"},
		"default out of range": {struct {
			A int `yaml:"a" default:"0" range:"[1, 2]" doc:"a"`
		}{}, `default "0": default: a: number 0; allowed: a whole number in [1, 2]`},
		"default of a wrong type": {struct {
			A []int `yaml:"a" default:"3" doc:"a"`
		}{}, "allowed: a list"},
		"default that is not YAML": {struct {
			A []int `yaml:"a" default:"[" doc:"a"`
		}{}, "is not YAML"},
		"default of a pointer": {struct {
			A *int `yaml:"a" default:"3" doc:"a"`
		}{}, "a pointer is nil when absent"},
		"default of a struct that does not fit it": {struct {
			A buffer `yaml:"a" default:"{none: 1}" doc:"a"`
		}{}, "none"},
		"empty default": {struct {
			A int `yaml:"a" default:"" doc:"a"`
		}{}, "an empty default"},
		"null for a number": {struct {
			A int `yaml:"a" default:"null" doc:"a"`
		}{}, "use a pointer"},
		"unknown component": {struct {
			A network `yaml:"a" default:"mpl" doc:"a"`
		}{}, `unknown network "mpl"`},
		"unknown interface": {struct {
			A error `yaml:"a" doc:"a"`
		}{}, "no kind of components is known for the interface error"},
		"range on a text": {struct {
			A string `yaml:"a" range:"[0, 1]" doc:"a"`
		}{}, "a range on a text"},
		"bad range": {struct {
			A int `yaml:"a" range:"0..1" doc:"a"`
		}{}, "not of the form"},
		"length of a number": {struct {
			A int `yaml:"a" length:"[0, 1]" doc:"a"`
		}{}, "a length on a whole number"},
		"unit": {struct {
			A float64 `yaml:"a" unit:"degrees" doc:"a"`
		}{}, `unknown unit "degrees"`},
		"type": {struct {
			A complex128 `yaml:"a" doc:"a"`
		}{}, "can't have the type complex128"},
		"choice": {struct {
			A silent `yaml:"a" doc:"a"`
		}{}, "choice x: doc is missing"},
		"former name": {struct {
			A int `yaml:"a" formerly:"bC" doc:"a"`
		}{}, `the former name "bC" is not in snake case`},
		"former name of another": {struct {
			A int `yaml:"a" doc:"a"`
			B int `yaml:"b" formerly:"c, a" doc:"a"`
		}{}, "field B: the name a is used twice"},
		"default with a former name": {struct {
			A solver `yaml:"a" default:"{newton: {loops: 3}}" doc:"a"`
		}{}, "loops (default) is now called iterations"},
		"former choice of another": {struct {
			A swapped `yaml:"a" doc:"a"`
		}{}, "choice y: its former name x is another's name"},
		"nested": {struct {
			A []struct {
				B int `yaml:"b"`
			} `yaml:"a" doc:"a"`
		}{}, "setting a[].b: doc is missing"},
	} {
		if err := Verify(testKinds, reflect.TypeOf(test.settings)); err == nil ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%s gives %v, want %s", name, err, test.want)
		}
	}
}

type swapped string

func (swapped) Choices() []Choice {
	return []Choice{{Name: "x", Doc: "a"}, {Name: "y", Doc: "a", Formerly: "x"}}
}

type silent string

func (silent) Choices() []Choice { return []Choice{{Name: "x"}} }
