package registry

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"ebim/framework/config"
)

// Registry answers what kinds and components there are. It is a config.Catalog.
type Registry struct{ kinds []Kind }

// New checks the kinds and makes them a registry. An error is a programming error: a name or a type that is used
// twice, or a component that is not a pointer to a struct or lacks its kind's methods.
func New(kinds []Kind) (*Registry, error) {
	var errs []error
	names, interfaces := map[string]bool{}, map[reflect.Type]bool{}
	for _, kind := range kinds {
		if kind.Name == "" || names[kind.Name] {
			errs = append(errs, fmt.Errorf("the kind name %q is empty or used twice", kind.Name))
		}
		if kind.Interface == nil || kind.Interface.Kind() != reflect.Interface || interfaces[kind.Interface] {
			errs = append(errs, fmt.Errorf("kind %s: %v is not an interface of its own", kind.Name, kind.Interface))
			continue
		}
		names[kind.Name], interfaces[kind.Interface] = true, true
		errs = append(errs, checkComponents(kind))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	r := &Registry{slices.Clone(kinds)}
	for i := range r.kinds {
		kind := &r.kinds[i]
		kind.Siblings = nil
		for k, other := range kinds {
			if k != i && other.Family() == kind.Family() {
				kind.Siblings = append(kind.Siblings, other)
			}
		}
	}
	return r, nil
}

func checkComponents(kind Kind) error {
	var errs []error
	names, types := map[string]bool{}, map[reflect.Type]bool{}
	for _, c := range kind.Components {
		wrong := func(problem string) { errs = append(errs, fmt.Errorf("%s %s: %s", kind.Name, c.Name, problem)) }
		if names[c.Name] {
			wrong("the name is used twice")
		}
		names[c.Name] = true
		t := reflect.TypeOf(c.New())
		switch {
		case t == nil || t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct:
			wrong(fmt.Sprintf("%v is not a pointer to a struct", t))
		case !t.Implements(kind.Interface):
			wrong(fmt.Sprintf("%v does not implement %v", t, kind.Interface))
		case types[t]:
			wrong(fmt.Sprintf("%v is listed twice", t))
		}
		types[t] = true
	}
	return errors.Join(errs...)
}

// Standard is the registry of everything in Kinds.
func Standard() *Registry {
	r, err := New(Kinds)
	if err != nil {
		panic(err)
	}
	return r
}

// Kinds returns all kinds in their order.
func (r *Registry) Kinds() []Kind { return r.kinds }

// Names returns the kinds' names in their order.
func (r *Registry) Names() []string {
	names := make([]string, len(r.kinds))
	for i, kind := range r.kinds {
		names[i] = kind.Name
	}
	return names
}

// Kind returns the kind of that name. The error names the nearest and all known ones.
func (r *Registry) Kind(name string) (Kind, error) {
	for _, kind := range r.kinds {
		if kind.Name == name {
			return kind, nil
		}
	}
	return Kind{}, config.Unknown("kind", name, r.Names())
}

// Family returns the kind of that name and, of a last word such as loss or figure, all kinds whose names end so. The
// error names the nearest and all known ones.
func (r *Registry) Family(name string) ([]Kind, error) {
	var members []Kind
	known := r.Names()
	for _, kind := range r.kinds {
		if kind.Name == name || kind.Family() == name {
			members = append(members, kind)
		}
		if !slices.Contains(known, kind.Family()) {
			known = append(known, kind.Family())
		}
	}
	if members == nil {
		return nil, config.Unknown("kind", name, known)
	}
	return members, nil
}

// Component returns a component of a kind, or of a family of kinds, and the names of those that have it. The error
// names the nearest and all known ones.
func (r *Registry) Component(kind, name string) (c Component, kinds []string, err error) {
	members, err := r.Family(kind)
	if err != nil {
		return Component{}, nil, err
	}
	var known []string
	for _, member := range members {
		for _, other := range member.Names() {
			if !slices.Contains(known, other) {
				known = append(known, other)
			}
		}
		if found, ok := member.Component(name); ok {
			c, kinds = found, append(kinds, member.Name)
		}
	}
	if kinds == nil {
		return Component{}, nil, config.Unknown(kind, name, known)
	}
	return c, kinds, nil
}

// KindOf returns the kind with the given interface, for config.
func (r *Registry) KindOf(t reflect.Type) (Kind, bool) {
	for _, kind := range r.kinds {
		if kind.Interface == t {
			return kind, true
		}
	}
	return Kind{}, false
}

// Decode reads one component of a kind from YAML, `name` or `name: {settings}`. The error is config.Mistakes.
func (r *Registry) Decode(kind, text string) (any, error) {
	k, err := r.Kind(kind)
	if err != nil {
		return nil, err
	}
	holder := reflect.New(holderOf(k))
	indented := strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n  ")
	document, err := config.Parse(kind, []byte(kind+":\n  "+indented+"\n"))
	if err != nil {
		return nil, err
	}
	if err := document.Decode(r, holder.Interface()); err != nil {
		return nil, err
	}
	return holder.Elem().Field(0).Interface(), nil
}

// Resolve writes one component of a kind with all its settings, `kind: {name: {settings}}`.
func (r *Registry) Resolve(kind string, component any) ([]byte, error) {
	k, err := r.Kind(kind)
	if err != nil {
		return nil, err
	}
	holder := reflect.New(holderOf(k))
	value := reflect.ValueOf(component)
	if !value.IsValid() || !value.Type().Implements(k.Interface) {
		return nil, fmt.Errorf("%T is not of the kind %s", component, kind)
	}
	holder.Elem().Field(0).Set(value)
	return config.Resolve(r, holder.Interface())
}

// holderOf is a struct with one setting, a component of the kind.
func holderOf(kind Kind) reflect.Type {
	return reflect.StructOf([]reflect.StructField{{Name: "Component", Type: kind.Interface,
		Tag: reflect.StructTag(fmt.Sprintf("yaml:%q doc:%q", kind.Name, kind.Doc))}})
}

// Kinds is everything that an experiment may name. Each kind's list stands in its own file.
var Kinds = []Kind{dataKind, networkKind, manifoldLossKind, energyLossKind, autoencoderLossKind,
	ambientSamplerKind, constrainedSamplerKind, negativeSamplerKind, solverKind, optimizerKind, scheduleKind,
	modelKind, metricKind, figureKind}
