package config

import (
	"fmt"
	"reflect"
	"strings"
)

// Form is what a setting's YAML looks like.
type Form int

// The forms of settings.
const (
	Boolean Form = iota // true or false
	Integer             // a whole number
	Number              // a number expression
	Text                // a text
	Choose              // one of Choices
	List                // a list of Elem, of Size items if Size > 0
	Labels              // a mapping from labels of the user's choice to Elem
	Struct              // a mapping with the keys of the struct's Spec
	Union               // a component of Kind
	Custom              // a type that implements Setting
)

// Shape is a Go type seen as YAML.
type Shape struct {
	Form    Form
	Type    reflect.Type // without the pointer of an optional setting
	Elem    *Shape       // of List and Labels
	Size    int          // of a List backed by an array
	Choices []Choice     // of Choose
	Kind    Kind         // of Union
}

var settingType = reflect.TypeFor[Setting]()

// shapeOf returns how a value of type t, at some depth of lists, is written in YAML.
func shapeOf(c Catalog, t reflect.Type, depth int) (Shape, error) {
	const deepest = 8
	s := Shape{Type: t}
	if depth > deepest {
		return s, fmt.Errorf("type %v is nested too deep", t)
	}
	if reflect.PointerTo(t).Implements(settingType) {
		s.Form = Custom
		return s, nil
	}
	switch t.Kind() {
	case reflect.Bool:
		s.Form = Boolean
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		s.Form = Integer
	case reflect.Float32, reflect.Float64:
		s.Form = Number
	case reflect.String:
		s.Form = Text
		if enumeration, ok := reflect.Zero(t).Interface().(Enumeration); ok {
			s.Form, s.Choices = Choose, enumeration.Choices()
		}
	case reflect.Struct:
		s.Form = Struct
	case reflect.Interface:
		kind, ok := c.KindOf(t)
		if !ok {
			return s, fmt.Errorf("no kind of components is known for the interface %v", t)
		}
		s.Form, s.Kind = Union, kind
	case reflect.Slice, reflect.Array, reflect.Map:
		return containerShape(c, s, depth)
	default:
		return s, fmt.Errorf("a setting can't have the type %v", t)
	}
	return s, nil
}

func containerShape(c Catalog, s Shape, depth int) (Shape, error) {
	s.Form = List
	switch s.Type.Kind() {
	case reflect.Map:
		s.Form = Labels
		if s.Type.Key().Kind() != reflect.String {
			return s, fmt.Errorf("a map of settings needs text keys, not %v", s.Type)
		}
	case reflect.Array:
		s.Size = s.Type.Len()
	}
	elem, err := shapeOf(c, s.Type.Elem(), depth+1)
	s.Elem = &elem
	return s, err
}

// Describe says what the shape allows, in words.
func (s Shape) Describe() string {
	switch s.Form {
	case Boolean:
		return "true or false"
	case Integer:
		return "a whole number"
	case Number:
		return "a number"
	case Text:
		return "a text"
	case Choose:
		names := make([]string, len(s.Choices))
		for i, choice := range s.Choices {
			names[i] = choice.Name
		}
		return "one of " + strings.Join(names, ", ")
	case List:
		if s.Size > 0 {
			return fmt.Sprintf("a list of %d, each %s", s.Size, s.Elem.Describe())
		}
		return "a list, each " + s.Elem.Describe()
	case Labels:
		return "a mapping from labels, each to " + s.Elem.Describe()
	case Union:
		return "one " + s.Kind.Words() + " (" + strings.Join(s.Kind.Names(), ", ") + ")"
	case Custom:
		return reflect.New(s.Type).Interface().(Setting).DescribeSetting()
	}
	return "a mapping"
}

// number is the innermost element of nested lists, if it is a number.
func (s Shape) number() (Shape, bool) {
	for s.Form == List {
		s = *s.Elem
	}
	return s, s.Form == Integer || s.Form == Number
}

// StructOf is the shape of a struct of settings.
func StructOf(t reflect.Type) Shape { return Shape{Form: Struct, Type: t} }

// shape is that of the component's settings.
func (c Component) shape() Shape { return StructOf(c.settings()) }
