package conformance

import (
	"reflect"
	"slices"

	"ebim/framework/model"
	"ebim/registry"
)

// place is a setting of an experiment that takes a component.
type place struct {
	path []string // of YAML keys
	// Places with the same role do the same: the same setting of the same sort of model.
	role  role
	model string // the label of the model that the setting is of; empty for others
}

type role struct {
	model, settings reflect.Type
	name            string
}

// newLabel is the label under which a model or a metric is tried.
const newLabel = "tried"

// finder looks for the places of a kind among settings.
type finder struct {
	registry *registry.Registry
	kind     reflect.Type
	found    []place
}

// places are those of a kind in an experiment's settings, in their order.
func places(r *registry.Registry, kind reflect.Type, settings any) []place {
	f := &finder{registry: r, kind: kind}
	f.look(reflect.ValueOf(settings), place{})
	return f.found
}

// below is a place's setting of the given name in a struct of settings.
func (p place) below(name string, settings reflect.Type) place {
	p.path = append(slices.Clone(p.path), name)
	p.role.settings, p.role.name = settings, name
	return p
}

func (f *finder) look(v reflect.Value, at place) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			f.look(v.Elem(), at)
		}
	case reflect.Interface:
		if v.Type() == f.kind {
			f.found = append(f.found, at)
		}
		if name, ok := f.nameOf(v); ok {
			f.look(v.Elem(), at.below(name, nil))
		}
	case reflect.Struct:
		f.fields(v, at)
	case reflect.Map:
		f.labels(v, at)
	}
}

func (f *finder) fields(v reflect.Value, at place) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name, tagged := field.Tag.Lookup("yaml")
		switch {
		case field.Anonymous && !tagged:
			f.look(v.Field(i), at)
		case field.IsExported() && tagged && name != "-":
			f.look(v.Field(i), at.below(name, v.Type()))
		}
	}
}

// labels looks at a mapping from labels to components: a further one may be added, and each has settings of its own.
func (f *finder) labels(v reflect.Value, at place) {
	kind, ok := f.registry.KindOf(v.Type().Elem())
	if !ok {
		return
	}
	if kind.Interface == f.kind {
		added := at.below(newLabel, v.Type())
		if f.kind == reflect.TypeFor[model.Model]() {
			added.model = newLabel
		}
		f.found = append(f.found, added)
	}
	for _, label := range sorted(v) {
		component := v.MapIndex(reflect.ValueOf(label))
		name, ok := f.nameOf(component)
		if !ok {
			continue
		}
		inner := at.below(label, nil)
		if name != label { // otherwise it may be left out, as files do
			inner = inner.below(name, nil)
		}
		if kind.Interface == reflect.TypeFor[model.Model]() {
			inner.model, inner.role.model = label, component.Elem().Type()
		}
		f.look(component.Elem(), inner)
	}
}

// nameOf is the name of the component that an interface holds.
func (f *finder) nameOf(v reflect.Value) (string, bool) {
	kind, ok := f.registry.KindOf(v.Type())
	if !ok || v.IsNil() {
		return "", false
	}
	for _, c := range kind.Components {
		if reflect.TypeOf(c.New()) == v.Elem().Type() {
			return c.Name, true
		}
	}
	return "", false
}

func sorted(labels reflect.Value) []string {
	var names []string
	for _, key := range labels.MapKeys() {
		names = append(names, key.String())
	}
	slices.Sort(names)
	return names
}
