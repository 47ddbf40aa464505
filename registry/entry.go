package registry

import (
	"fmt"
	"reflect"
	"slices"

	"ebim/framework/config"
)

// Entry is a component of the kind with the interface I.
type Entry[I any] struct {
	Name     string // as written in YAML
	Settings I      // a pointer to a settings struct; only the type counts
	Doc      string // one sentence
	Example  string // YAML of the name with settings, such as "mlp: {hidden: [8, 8]}"
}

// component makes new settings of the entry's type.
func (e Entry[I]) component() Component {
	t := reflect.TypeOf(e.Settings)
	return Component{Name: e.Name, Doc: e.Doc, Example: e.Example, New: func() any {
		if t == nil || t.Kind() != reflect.Pointer {
			return e.Settings // which New refuses
		}
		return reflect.New(t.Elem()).Interface()
	}}
}

// NewKind makes a kind of components that implement I.
func NewKind[I any](name, doc string, entries []Entry[I]) Kind {
	kind := Kind{Name: name, Doc: doc, Interface: reflect.TypeFor[I]()}
	for _, e := range entries {
		kind.Components = append(kind.Components, e.component())
	}
	return kind
}

// Add returns the kinds with further components of the one with the interface I, which must be among them.
func Add[I any](kinds []Kind, entries ...Entry[I]) []Kind {
	kinds = slices.Clone(kinds)
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Interface == reflect.TypeFor[I]() })
	if i < 0 {
		panic(fmt.Errorf("no kind has the interface %v", reflect.TypeFor[I]()))
	}
	kinds[i].Components = append(slices.Clip(kinds[i].Components), NewKind("", "", entries).Components...)
	return kinds
}

// Kind is a set of interchangeable components.
type Kind = config.Kind

// Component is one choice of a kind.
type Component = config.Component
