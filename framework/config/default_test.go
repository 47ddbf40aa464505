package config

import (
	"reflect"
	"testing"
)

// Defaults are those that an empty mapping decodes to, without the unions, for which a catalog is wanted.
func TestDefault(t *testing.T) {
	want := mustDecode(t, "models: {o: {plain: {sampler: langevin}}}").Models["o"].(*plain).Sampler
	if got := Default[langevin](); !reflect.DeepEqual(got, want) {
		t.Errorf("the defaults are %+v, want %+v", got, want)
	}
	if got := Default[stage](); got.Dimension != 0 || got.Network != nil || got.Sampler != nil {
		t.Errorf("required settings and unions are %+v", got)
	}
	defer func() {
		if recover() == nil {
			t.Error("a default out of range is accepted")
		}
	}()
	Default[struct {
		A int `yaml:"a" default:"1" range:"[2, 3]" doc:"number"`
	}]()
}
