// Package config reads declarative settings: YAML files, checked strictly against Go structs whose tags describe every
// setting once. It knows nothing of concrete components; a Catalog lists what may stand in for an interface.
//
// A component is a struct whose exported fields carry these tags:
//
//	yaml     the setting's name in snake case ("-" leaves the field out); embedded structs are inlined
//	default  the value when the key is absent, as YAML text; "null" makes a list, a map or a union optional
//	range    an interval such as "[0, 1)" or "(0, 2*pi]" for a number, or for each number of a (nested) list
//	length   an interval for the number of items of a list
//	doc      one sentence without a full stop, with the unit
//	unit     "radians" marks an angle
//	formerly former names, the first one first: "leapfrogs", or "spread, deviation"; they still read
//	inner    settings of a nested struct that may also stand beside it: "dimension", for manifold: {dimension: ...}
//
// A pointer is an optional setting, nil when absent. A nested struct is a mapping that may be left out when all of its
// settings have defaults, or when it has a default of its own, which a mapping in the file replaces whole. Everything
// else without a default is required. An interface is a union: YAML names one of the components of its kind, `network:
// {mlp: {hidden: [8]}}`, or `network: mlp` for all defaults. In a map from labels to unions a label that is a
// component's name may leave out the inner name.
//
// Numbers are expressions (see ParseNumber). Whole numbers are written in digits or, when integral, with an exponent:
// 1e4.
//
// Several layers make a document: the file named by `extends`, the file itself, `--set` overrides, one point of
// `sweep`. Later layers win: mappings merge by key, lists are replaced, a union that names another component is
// replaced whole, and one that names the same component merges its settings. A `null` removes an inherited key, so
// that its default holds again. A default given by a tag holds only while its key is absent, except that an override
// of a single setting below it (`--set solver.iterations=5`) changes that setting of the default.
package config

import (
	"errors"
	"reflect"
	"strings"
)

// Catalog says which components may stand in for an interface type.
type Catalog interface {
	// KindOf returns the kind whose interface is t.
	KindOf(t reflect.Type) (Kind, bool)
}

// Kind is a set of interchangeable components.
type Kind struct {
	Name       string       // in snake case, as in `ebim list NAME`
	Doc        string       // one sentence
	Interface  reflect.Type // what every component implements
	Components []Component
	Siblings   []Kind // kinds of the same family for other places, whose components may be given here by mistake
	// Removed says, by the names of components that earlier versions had, what to do without them.
	Removed map[string]string
}

// Without returns the kind with what Removed says.
func (k Kind) Without(removed map[string]string) Kind {
	k.Removed = removed
	return k
}

// Words is the kind's name as it is read: "energy loss" of energy_loss.
func (k Kind) Words() string { return strings.ReplaceAll(k.Name, "_", " ") }

// Component is one choice of a kind.
type Component struct {
	Name    string     // as written in YAML
	Doc     string     // one sentence
	New     func() any // a pointer to a new settings struct
	Example string     // YAML of the component's name with settings, such as "mlp: {hidden: [8, 8]}"
}

// Family is the last word of the kind's name, which its siblings share: "loss" of energy_loss.
func (k Kind) Family() string { return k.Name[strings.LastIndex(k.Name, "_")+1:] }

// Component returns the component of that name.
func (k Kind) Component(name string) (Component, bool) {
	for _, c := range k.Components {
		if c.Name == name {
			return c, true
		}
	}
	return Component{}, false
}

// Names returns the components' names in their order.
func (k Kind) Names() []string {
	names := make([]string, len(k.Components))
	for i, c := range k.Components {
		names[i] = c.Name
	}
	return names
}

// of returns the component whose settings are held in a value of type t, a pointer to struct.
func (k Kind) of(t reflect.Type) (Component, bool) {
	for _, c := range k.Components {
		if reflect.TypeOf(c.New()) == t {
			return c, true
		}
	}
	return Component{}, false
}

// settings is the struct type behind the component.
func (c Component) settings() reflect.Type { return reflect.TypeOf(c.New()).Elem() }

// Choice is one value of an enumeration.
type Choice struct {
	Name     string // as written in YAML
	Doc      string // one sentence
	Formerly string // a name that it had before, which still reads; empty for none
}

// Enumeration is a string type with a fixed set of values.
type Enumeration interface{ Choices() []Choice }

// Checker is a settings struct with conditions that ranges can't express. Check is called once every field is decoded
// without a mistake. It returns a *FieldError, several joined by errors.Join, or a plain error about the whole struct.
type Checker interface{ Check() error }

// FieldError is a mistake in one field, found by Check.
type FieldError struct {
	Field   string // path below the struct, such as "concentrations[1]"; empty for the struct itself
	Found   string // what was found
	Allowed string // what is allowed
	Hint    string // what to do, or empty
}

func (e *FieldError) Error() string {
	parts := []string{}
	for _, part := range []string{e.Found, e.Allowed, e.Hint} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	text := strings.Join(parts, "; ")
	if e.Field != "" {
		return e.Field + ": " + text
	}
	return text
}

// Setting is a type that reads itself, for the few settings with several forms, such as `0-2` or `[0, 1, 2]`.
// It is implemented on the pointer.
type Setting interface {
	// DescribeSetting says what is allowed, as in "a range such as 0-2 or a list of whole numbers".
	DescribeSetting() string
	// DecodeSetting reads a value: a string (a scalar as written), a []any or a map[string]any of such values.
	DecodeSetting(value any) error
	// EncodeSetting is the inverse; it may also return numbers and booleans.
	EncodeSetting() any
	// SettingSchema is the JSON schema (draft 2020-12) of what DecodeSetting takes.
	SettingSchema() map[string]any
}

// each calls do with the errors that are joined in one, however deep.
func each(err error, do func(error)) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range joined.Unwrap() {
			each(one, do)
		}
	} else if err != nil {
		do(err)
	}
}

// fieldError is what a check found; of a plain error only the text is known.
func fieldError(err error) *FieldError {
	var field *FieldError
	if !errors.As(err, &field) {
		field = &FieldError{Found: err.Error()}
	}
	return field
}

// Remover is implemented by settings that earlier versions had more of: Removed says by name what to do without them.
type Remover interface {
	Removed() map[string]string
}
