package config

import (
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// Spec describes the settings of a struct, as its tags say.
type Spec struct {
	Type   reflect.Type
	Fields []Field // in the struct's order, embedded structs inlined
}

// Field describes one setting.
type Field struct {
	Name       string   // in YAML
	Formerly   []string // names that it had before, the first one first; they still read
	Inner      []string // settings of the struct that may also be written beside it
	Doc        string   // one sentence, with the unit
	Unit       string   // "radians" for an angle, else empty
	Default    string   // YAML text, if HasDefault
	HasDefault bool
	Pointer    bool      // nil when absent
	Range      *Interval // of the number, or of each number in a (nested) list
	Length     *Interval // of the list or mapping
	Shape      Shape
	index      []int
}

// nothing is the default of an optional list, mapping or union.
const nothing = "null"

// names are the present name and the former ones.
func (f Field) names() []string { return append([]string{f.Name}, f.Formerly...) }

// first is the first name that the setting had.
func (f Field) first() string {
	if len(f.Formerly) > 0 {
		return f.Formerly[0]
	}
	return f.Name
}

// Optional says whether the setting may be absent and then has no value.
func (f Field) Optional() bool { return f.Pointer || f.HasDefault && f.Default == nothing }

// Required says whether the setting must be given.
func (f Field) Required() bool { return !f.HasDefault && !f.Pointer && f.Shape.Form != Struct }

// Allowed says what the setting allows, in words.
func (f Field) Allowed() string { return describeRules(f.Shape, f.Range, f.Length) }

// Names returns the names of the settings.
func (s *Spec) Names() []string {
	names := make([]string, len(s.Fields))
	for i, f := range s.Fields {
		names[i] = f.Name
	}
	return names
}

// Field returns the setting that has or once had that name.
func (s *Spec) Field(name string) (Field, bool) {
	for _, f := range s.Fields {
		if f.Name == name || slices.Contains(f.Formerly, name) {
			return f, true
		}
	}
	return Field{}, false
}

// Outer returns the setting in which a name is another one's, if that may be written without it.
func (s *Spec) Outer(name string) (Field, bool) {
	for _, f := range s.Fields {
		if slices.Contains(f.Inner, name) && !s.has(name) {
			return f, true
		}
	}
	return Field{}, false
}

func (s *Spec) has(name string) bool {
	_, ok := s.Field(name)
	return ok
}

// SpecOf reads the tags of a struct type. An error is a programming error in the tags; Verify finds more of them.
func SpecOf(c Catalog, t reflect.Type) (*Spec, error) {
	if t == nil || t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("settings need a struct, not %v", t)
	}
	s := &Spec{Type: t}
	if err := s.read(c, t, nil); err != nil {
		return nil, fmt.Errorf("the tags of %v are wrong: %w", t, err)
	}
	return s, nil
}

func (s *Spec) read(c Catalog, t reflect.Type, prefix []int) error {
	for i := range t.NumField() {
		field := t.Field(i)
		index := append(append([]int{}, prefix...), i)
		name, tagged := field.Tag.Lookup("yaml")
		switch {
		case name == "-":
			continue
		case field.Anonymous && !tagged && field.Type.Kind() == reflect.Struct:
			if err := s.read(c, field.Type, index); err != nil {
				return err
			}
			continue
		case !field.IsExported():
			continue
		}
		f, err := fieldOf(c, field)
		if err != nil {
			return fmt.Errorf("field %s: %w", field.Name, err)
		}
		for _, name := range f.names() {
			if s.has(name) {
				return fmt.Errorf("field %s: the name %s is used twice", field.Name, name)
			}
		}
		f.index = index
		s.Fields = append(s.Fields, f)
	}
	return nil
}

var snakeCase = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

func fieldOf(c Catalog, field reflect.StructField) (Field, error) {
	f := Field{Name: field.Tag.Get("yaml"), Doc: field.Tag.Get("doc"), Unit: field.Tag.Get("unit")}
	f.Default, f.HasDefault = field.Tag.Lookup("default")
	if !snakeCase.MatchString(f.Name) {
		return f, fmt.Errorf("the yaml tag %q is not a name in snake case", f.Name)
	}
	if former, ok := field.Tag.Lookup("formerly"); ok {
		f.Formerly = strings.Split(former, ", ")
	}
	if inner, ok := field.Tag.Lookup("inner"); ok {
		f.Inner = strings.Split(inner, ", ")
	}
	t := field.Type
	if t.Kind() == reflect.Pointer {
		f.Pointer, t = true, t.Elem()
	}
	var err error
	if f.Shape, err = shapeOf(c, t, 0); err != nil {
		return f, err
	}
	if f.Range, err = intervalTag(field, "range"); err != nil {
		return f, err
	}
	f.Length, err = intervalTag(field, "length")
	return f, err
}

func intervalTag(field reflect.StructField, tag string) (*Interval, error) {
	text, ok := field.Tag.Lookup(tag)
	if !ok {
		return nil, nil
	}
	interval, err := ParseInterval(text)
	return &interval, err
}

// describeRules says what a shape allows within its range and length.
func describeRules(s Shape, numbers, length *Interval) string {
	text := s.Describe()
	if numbers != nil {
		text += " in " + numbers.String()
	}
	if length != nil {
		text += ", of length in " + length.String()
	}
	return text
}

// schema looks up specs, each read once, and keeps the first programming error met.
type schema struct {
	catalog Catalog
	specs   map[reflect.Type]*Spec
	renamed []Renamed // former names met
	err     error
}

func newSchema(c Catalog) *schema { return &schema{catalog: c, specs: map[reflect.Type]*Spec{}} }

func (s *schema) spec(t reflect.Type) *Spec {
	if known, ok := s.specs[t]; ok {
		return known
	}
	spec, err := SpecOf(s.catalog, t)
	if err != nil {
		s.fail(err)
		spec = &Spec{Type: t}
	}
	s.specs[t] = spec
	return spec
}

func (s *schema) fail(err error) {
	s.err = cmp.Or(s.err, err)
}

// defaultNode is the default of a field as a node with the given origin; nil if it has none.
func (s *schema) defaultNode(f Field, at Origin) *node {
	if !f.HasDefault || f.Optional() {
		return nil
	}
	if f.Default == "" {
		return &node{kind: scalarNode, quoted: true, at: at}
	}
	n, mistakes := parse("default", []byte(f.Default), &at)
	if n == nil || len(mistakes) > 0 {
		s.fail(fmt.Errorf("the default %q of %s is not YAML: %w", f.Default, f.Name, mistakes))
		return nil
	}
	return n
}

// Renamed says that a document calls something by a name that it no longer has.
type Renamed struct {
	At       Origin // where the former name stands
	Old, New string
}

// String is a line for the user.
func (r Renamed) String() string {
	return fmt.Sprintf("%s (%s) is now called %s", r.Old, inLine(r.At.String()), r.New)
}
