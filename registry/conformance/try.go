package conformance

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/experiment/execute"
	"ebim/framework/runs/stage"
	"ebim/registry"
)

// verdict is what a check finds in the finished runs of an experiment in which a component was tried.
type verdict int

const (
	irrelevant verdict = iota // they do not show what the component does
	shown                     // and other places are to be tried
	enough
)

// check looks at the runs of an experiment; an error is a fault of the component.
type check func(e *experiment.Experiment, results []stage.Result) (verdict, error)

// try puts a component into the places of the suite's experiments that take its kind, one of each role, and runs the
// models that this concerns. Places may refuse it, but not all.
func (s *suite) try(t *testing.T, kind registry.Kind, c registry.Component, check check) error {
	example := s.smaller(kind, c.Example)
	if example == c.Example {
		return s.tryAs(t, kind, c, example, check)
	}
	err := s.tryAs(t, kind, c, example, check)
	if failed := new(unfinishedError); errors.As(err, &failed) {
		t.Logf("cut to whole numbers of %d it fails, so the whole example is tried: %v", most, err)
		return s.tryAs(t, kind, c, c.Example, check)
	}
	return err
}

// tryAs tries a component by an example of it.
func (s *suite) tryAs(t *testing.T, kind registry.Kind, c registry.Component, example string, check check) error {
	tried := map[role]bool{}
	var refusals []error
	for _, base := range s.bases {
		for _, at := range places(s.registry, kind.Interface, &base.Settings) {
			if tried[at.role] {
				continue
			}
			name := fmt.Sprint(kind.Name, "-", c.Name, "-", len(example))
			variant, results, err := s.run(t, base.Name, at, example, name)
			if err != nil {
				refusals = append(refusals, fmt.Errorf("%s of %s: %w", strings.Join(at.path, "."), base.Name, err))
				continue
			}
			t.Logf("tried as %s of %s", strings.Join(at.path, "."), base.Name)
			if err := finished(results); err != nil {
				return err
			}
			found, err := check(variant, results)
			if err != nil || found == enough {
				return err
			}
			if found == shown {
				tried[at.role] = true
			}
		}
	}
	switch {
	case len(tried) > 0:
		return nil
	case len(refusals) > 0:
		return fmt.Errorf("the suite's experiments refuse %s; add one that takes it, as a further folder: %w", example,
			errors.Join(refusals...))
	}
	return fmt.Errorf("no experiment of the suite shows what a %s does; add one, as a further folder", kind.Name)
}

func (s *suite) load(file string) (*experiment.Experiment, error) {
	loaded, err := experiment.Load(s.registry, config.Disk, filepath.ToSlash(filepath.Join(s.folder, file)))
	if err != nil {
		return nil, err
	}
	return loaded[0], nil
}

// run runs a base with a component at a place: the model that the place belongs to, or all of them. An error is a
// refusal.
func (s *suite) run(t *testing.T, base string, at place, component, name string) (*experiment.Experiment,
	[]stage.Result, error) {
	text, indent := "extends: "+base+".yaml\n", ""
	for _, key := range at.path {
		text += indent + key + ":\n"
		indent += "  "
	}
	text += indent + strings.ReplaceAll(strings.TrimSpace(component), "\n", "\n"+indent) + "\n"
	name += "-" + strings.Join(at.path, "-") + "-" + base + ".yaml"
	if err := os.WriteFile(filepath.Join(s.folder, name), []byte(text), 0o644); err != nil {
		return nil, nil, err
	}
	e, err := s.load(name)
	if err != nil {
		return nil, nil, err
	}
	o := s.options()
	if at.model != "" {
		o.Only = []string{at.model}
	}
	results, err := execute.Run(t.Context(), []*experiment.Experiment{e}, o)
	return e, results, err
}

// unfinishedError says which runs failed, or which of their metrics.
type unfinishedError struct{ error }

// finished is an *unfinishedError, or nil.
func finished(results []stage.Result) error {
	var errs []error
	for _, result := range results {
		if r := result.Record; r.Status != stage.Done || len(r.Failures) > 0 {
			errs = append(errs, fmt.Errorf("%s of %s is %s: %v, %v", r.Model, r.Experiment, r.Status,
				r.Failure, r.Failures))
		}
	}
	if len(errs) == 0 {
		return nil
	}
	return &unfinishedError{errors.Join(errs...)}
}

// most is the largest whole number that examples keep: they are sized for use, not for tests.
const most = 8

// smaller is an example with its whole numbers cut, if the component takes that.
func (s *suite) smaller(kind registry.Kind, example string) string {
	value, err := s.registry.Decode(kind.Name, example)
	if err != nil {
		return example
	}
	cut(reflect.ValueOf(value))
	resolved, err := s.registry.Resolve(kind.Name, value)
	if err != nil {
		return example
	}
	_, text, _ := strings.Cut(string(resolved), "\n") // the kind's name
	text = strings.ReplaceAll("\n"+text, "\n  ", "\n")
	if _, err := s.registry.Decode(kind.Name, text); err != nil {
		return example
	}
	return text
}

func cut(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			cut(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				cut(v.Field(i))
			}
		}
	case reflect.Int:
		if v.CanSet() {
			v.SetInt(min(v.Int(), most))
		}
	}
}
