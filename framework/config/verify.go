package config

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Verify finds programming errors in the tags of a struct and of the structs nested in it, for a conformance test: a
// missing or malformed doc, a default that does not decode or is out of range, a range on a text, a choice without a
// sentence. Components that unions name are not followed; they are verified on their own.
func Verify(c Catalog, t reflect.Type) error {
	s := newSchema(c)
	var errs []error
	s.walk(StructOf(t), "", func(path string, f Field) {
		for _, err := range verifyField(s, f) {
			errs = append(errs, fmt.Errorf("%v, setting %s: %w", t, path, err))
		}
	})
	return errors.Join(append(errs, s.err)...)
}

func verifyField(s *schema, f Field) []error {
	var errs []error
	wrong := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if err := sentence(f.Doc); err != nil {
		wrong("doc %w", err)
	}
	if f.Unit != "" && f.Unit != "radians" {
		wrong("unknown unit %q", f.Unit)
	}
	number, isNumber := f.Shape.number()
	if f.Range != nil && !isNumber {
		wrong("a range on %s", f.Shape.Describe())
	}
	if f.Unit != "" && number.Form != Number {
		wrong("a unit on %s", f.Shape.Describe())
	}
	if f.Length != nil && f.Shape.Form != List && f.Shape.Form != Labels {
		wrong("a length on %s", f.Shape.Describe())
	}
	for _, former := range f.Formerly {
		if !snakeCase.MatchString(former) {
			wrong("the former name %q is not in snake case", former)
		}
	}
	for _, name := range f.Inner {
		if f.Shape.Form != Struct || f.Pointer {
			wrong("inner settings of what is no nested struct")
		} else if !s.spec(f.Shape.Type).has(name) {
			wrong("there is no inner setting %s", name)
		}
	}
	for _, choice := range number.Choices {
		if slices.ContainsFunc(number.Choices, func(c Choice) bool { return c.Name == choice.Formerly }) {
			wrong("choice %s: its former name %s is another's name", choice.Name, choice.Formerly)
		}
		if err := sentence(choice.Doc); err != nil {
			wrong("choice %s: doc %w", choice.Name, err)
		}
	}
	if number.Form == Choose && len(number.Choices) == 0 {
		wrong("an enumeration without choices")
	}
	return append(errs, verifyDefault(s, f)...)
}

// sentence checks the form of a doc.
func sentence(doc string) error {
	switch {
	case strings.TrimSpace(doc) == "":
		return errors.New("is missing")
	case strings.HasSuffix(doc, "."):
		return errors.New("ends with a full stop")
	case strings.TrimSpace(doc) != doc || strings.Contains(doc, "\n"):
		return errors.New("has stray spaces or lines")
	}
	return nil
}

func verifyDefault(s *schema, f Field) []error {
	switch {
	case !f.HasDefault:
		return nil
	case f.Pointer:
		return []error{errors.New("a pointer is nil when absent and can't have a default")}
	case f.Default == "" && f.Shape.Form != Text:
		return []error{errors.New("an empty default")}
	case f.Default == nothing:
		if form := f.Shape.Form; form != List && form != Labels && form != Union || f.Shape.Size > 0 {
			return []error{errors.New("a null default is for lists, mappings and unions; use a pointer")}
		}
		return nil
	}
	d := &decoder{schema: newSchema(s.catalog), root: f.Shape}
	n := d.defaultNode(f, Origin{File: "default"})
	if n != nil {
		n = d.merge(f.Shape, "", nil, n)
		d.decode(f.Shape, place{path: f.Name, at: n.at, numbers: f.Range, size: f.Length}, n,
			reflect.New(f.Shape.Type).Elem())
	}
	err := errors.Join(d.err, d.mistakes.Err())
	if len(d.renamed) > 0 {
		err = errors.Join(err, errors.New(d.renamed[0].String()))
	}
	if err != nil {
		return []error{fmt.Errorf("default %q: %w", f.Default, err)}
	}
	return nil
}
