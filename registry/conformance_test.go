package registry

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"ebim/framework/config"
)

// conformance is what holds for every component of every kind.
func conformance(r *Registry, kind Kind, c Component) error {
	var errs []error
	wrong := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if strings.TrimSpace(c.Doc) == "" || strings.HasSuffix(c.Doc, ".") {
		wrong("doc %q is no sentence without a full stop", c.Doc)
	}
	t := reflect.TypeOf(c.New()).Elem()
	if err := config.Verify(r, t); err != nil {
		return errors.Join(append(errs, err)...)
	}
	if spec, err := config.SpecOf(r, t); err != nil {
		errs = append(errs, err)
	} else {
		for _, f := range spec.Fields {
			for _, name := range append(f.Formerly, f.Name) {
				if _, clash := kind.Component(name); clash {
					wrong("setting %s has the name of a %s, which makes labels ambiguous", name, kind.Name)
				}
			}
		}
	}
	var text bytes.Buffer
	if err := describe(r, &text, kind.Name, c.Name); err != nil {
		wrong("describe: %w", err)
	}
	if !strings.HasPrefix(c.Example, c.Name) {
		wrong("the example %q is of another component", c.Example)
	}
	errs = append(errs, roundTrip(r, kind, c))
	return errors.Join(errs...)
}

// roundTrip: the example decodes, and what is resolved from it decodes to the same.
func roundTrip(r *Registry, kind Kind, c Component) error {
	value, err := r.Decode(kind.Name, c.Example)
	if err != nil {
		return fmt.Errorf("example: %w", err)
	}
	if got := reflect.TypeOf(value); got != reflect.TypeOf(c.New()) {
		return fmt.Errorf("the example is a %v", got)
	}
	written, err := r.Resolve(kind.Name, value)
	if err != nil {
		return fmt.Errorf("example: %w", err)
	}
	holder := reflect.New(holderOf(kind))
	document, err := config.Parse("resolved", written)
	if err != nil {
		return err
	}
	if err := document.Decode(r, holder.Interface()); err != nil {
		return fmt.Errorf("the resolved example does not decode: %w\n%s", err, written)
	}
	if again := holder.Elem().Field(0).Interface(); !reflect.DeepEqual(value, again) {
		return fmt.Errorf("the example is %+v, resolved and decoded %+v", value, again)
	}
	return nil
}

func TestComponentsConform(t *testing.T) {
	for name, r := range map[string]*Registry{"standard": Standard(), "tests": testRegistry} {
		for _, kind := range r.Kinds() {
			if kind.Doc == "" || len(kind.Components) == 0 {
				t.Errorf("%s: kind %s has no doc or no components", name, kind.Name)
			}
			for removed := range kind.Removed {
				if _, there := kind.Component(removed); there {
					t.Errorf("%s: kind %s says that %s was removed", name, kind.Name, removed)
				}
			}
			for _, c := range kind.Components {
				t.Run(name+"/"+kind.Name+"/"+c.Name, func(t *testing.T) {
					if err := conformance(r, kind, c); err != nil {
						t.Error(err)
					}
				})
			}
		}
	}
}

type untagged struct {
	A int
}

type undocumented struct {
	A int `yaml:"a" default:"1"`
}

type outside struct {
	A int `yaml:"a" default:"1" range:"[2, 3]" doc:"number"`
}

type ambiguous struct {
	Square int `yaml:"square" default:"1" doc:"number"`
}

type lossy struct {
	A int  `yaml:"a" default:"1" doc:"number"`
	b bool // not a setting, but changed by Check
}

func (l *lossy) Check() error { l.A++; return nil }

func (*untagged) Area() float64     { return 0 }
func (*undocumented) Area() float64 { return 0 }
func (*outside) Area() float64      { return 0 }
func (*ambiguous) Area() float64    { return 0 }
func (*lossy) Area() float64        { return 0 }

// TestConformanceFindsFaults makes sure that the suite can fail.
func TestConformanceFindsFaults(t *testing.T) {
	for want, c := range map[string]Component{
		"no sentence":            {Name: "a", Doc: "", New: func() any { return new(disc) }, Example: "a"},
		"without a full stop":    {Name: "a", Doc: "Disc.", New: func() any { return new(disc) }, Example: "a"},
		"not a name in snake":    {Name: "a", Doc: "x", New: func() any { return new(untagged) }, Example: "a"},
		"doc is missing":         {Name: "a", Doc: "x", New: func() any { return new(undocumented) }, Example: "a"},
		"allowed: a whole":       {Name: "a", Doc: "x", New: func() any { return new(outside) }, Example: "a"},
		"makes labels ambiguous": {Name: "a", Doc: "x", New: func() any { return new(ambiguous) }, Example: "a"},
		"of another component": {Name: "a", Doc: "x", New: func() any { return new(disc) },
			Example: "square: {side: 1}"},
		"unknown setting":      {Name: "a", Doc: "x", New: func() any { return new(disc) }, Example: "a: {rad: 1}"},
		"resolved and decoded": {Name: "a", Doc: "x", New: func() any { return new(lossy) }, Example: "a"},
	} {
		kind := testKinds[0]
		kind.Components = append([]Component{c}, kind.Components[1:]...)
		r, err := New([]Kind{kind, testKinds[1]})
		if err != nil {
			t.Fatal(err)
		}
		if err := conformance(r, kind, c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("found %v, want %s", err, want)
		}
	}
}

// Stages are keyed by the texts that settings had before they were renamed: another text would compute everything
// again.
func TestRenamedSettingsKeepTheirIdentity(t *testing.T) {
	r := Standard()
	for _, test := range []struct{ kind, text, want string }{
		{"data", "projected_normal: {mean: [1, 0], standard_deviation: 0.5}",
			"data:\n  projected_normal:\n    mean: [1, 0]\n    deviation: 0.5\n"},
		{"constrained_sampler", "constrained_hmc: {steps: 3, leapfrog_steps: 7}",
			"constrained_sampler:\n  constrained_hmc:\n    steps: 3\n    step_size: 0.1\n" +
				"    warmup: 500\n    solver:\n      newton:\n        iterations: 4\n    tolerance: 0.0001\n    " +
				"reverse_tolerance: 0.001\n" +
				"    buffer:\n      size: 1000\n      reuse: 0.95\n    unroll: 1\n    leapfrogs: 7\n    persistence: " +
				"0\n    target: 0.65\n"},
		{"metric", "published_transport: {position: center}",
			"metric:\n  published_transport:\n    granularity: 100\n    temperature: 1\n" +
				"    position: centre\n    cost: squared\n    support_points: 100000\n    true_points: 500\n    " +
				"as_printed: false\n    points_of: ebim\n"},
	} {
		component, err := r.Decode(test.kind, test.text)
		if err != nil {
			t.Fatal(err)
		}
		kind, _ := r.Kind(test.kind)
		holder := reflect.New(holderOf(kind))
		holder.Elem().Field(0).Set(reflect.ValueOf(component))
		if got, err := config.Identity(r, holder.Interface()); err != nil || string(got) != test.want {
			t.Errorf("%s\n%v; want\n%s", got, err, test.want)
		}
	}
}
