package registry

import (
	"fmt"
	"reflect"
	"strings"

	"ebim/framework/config"
)

// DescribeSetting returns what is known of a setting by its path, such as data.holdout or
// models.ebim.manifold.training, in a struct of settings, and of those below it. What a map calls its values, and the
// name of the component that a value is, are parts of the path; where a label is a component's name, that may be left
// out, as in files. The error names what is known in its place.
func (r *Registry) DescribeSetting(root reflect.Type, path string) (*Description, error) {
	for _, s := range layered() {
		if s.Path == path {
			return &Description{Name: path, Doc: s.Doc, Settings: []Setting{s}}, nil
		}
	}
	w := walker{registry: r, rest: strings.Split(path, ".")}
	return w.structure(root)
}

// layered are the settings of any experiment's file that its struct does not have.
func layered() []Setting {
	settings := []Setting{{Path: "extends", Doc: extendsDoc, Allowed: "text"},
		{Path: "sweep", Doc: sweepDoc, Allowed: "a mapping from paths to lists"},
		{Path: "trials", Doc: trialsDoc, Allowed: fmt.Sprintf("a whole number in [1, %d]", config.MaxVariants)}}
	for i := range settings {
		settings[i].Optional = true
	}
	return settings
}

// walker follows a path through settings.
type walker struct {
	registry *Registry
	done     []string // parts of the path that are behind it
	rest     []string
}

func (w *walker) step() string {
	part := w.rest[0]
	w.done, w.rest = append(w.done, part), w.rest[1:]
	return part
}

// where is the path so far.
func (w *walker) where() string { return strings.Join(w.done, ".") }

func (w *walker) structure(t reflect.Type) (*Description, error) {
	spec, err := config.SpecOf(w.registry, t)
	if err != nil {
		return nil, err
	}
	what := "setting"
	if len(w.done) > 0 {
		what = "setting of " + w.where()
	}
	name, _, _ := strings.Cut(w.step(), "[") // an item is described as all items are
	f, ok := spec.Field(name)
	if outer, inner := spec.Outer(name); inner {
		f, ok = outer, true
		w.rest = append([]string{name}, w.rest...)
		w.done[len(w.done)-1] = outer.Name
	}
	if !ok {
		known := spec.Names()
		if len(w.done) == 1 {
			for _, s := range layered() {
				known = append(known, s.Path)
			}
		}
		return nil, config.Unknown(what, name, known)
	}
	if len(w.rest) == 0 {
		below, err := settingsBelow(w.registry, f.Shape, w.where())
		return &Description{Name: w.where(), Doc: f.Doc, Settings: append([]Setting{settingOf(f,
				w.where())}, below...)},
			err
	}
	return w.below(f.Shape)
}

// below goes on into a value.
func (w *walker) below(shape config.Shape) (*Description, error) {
	for shape.Form == config.List {
		shape = *shape.Elem
	}
	switch shape.Form {
	case config.Struct:
		return w.structure(shape.Type)
	case config.Labels:
		label := w.step()
		if len(w.rest) == 0 {
			return w.label(label, *shape.Elem)
		}
		if shape.Elem.Form == config.Union {
			_, named := shape.Elem.Kind.Component(label)
			if _, further := shape.Elem.Kind.Component(w.rest[0]); named && !further {
				w.rest = append([]string{label}, w.rest...)
				w.done = w.done[:len(w.done)-1]
			}
		}
		return w.below(*shape.Elem)
	case config.Union:
		name := w.step()
		c, ok := shape.Kind.Component(name)
		if !ok {
			return nil, config.Unknown(shape.Kind.Words()+" of "+strings.Join(w.done[:len(w.done)-1], "."), name,
				shape.Kind.Names())
		}
		if len(w.rest) == 0 {
			return w.registry.Description(shape.Kind.Name, name)
		}
		return w.structure(reflect.TypeOf(c.New()).Elem())
	}
	return nil, fmt.Errorf("nothing is below %s, which is %s", w.where(), shape.Describe())
}

// label describes the values of a map; a label may be a component's name.
func (w *walker) label(label string, shape config.Shape) (*Description, error) {
	if shape.Form == config.Union {
		if _, ok := shape.Kind.Component(label); ok {
			return w.registry.Description(shape.Kind.Name, label)
		}
		return nil, config.Unknown(shape.Kind.Words(), label, shape.Kind.Names())
	}
	settings, err := settingsBelow(w.registry, shape, w.where())
	return &Description{Name: w.where(), Doc: shape.Describe(), Settings: settings}, err
}
