package config

import (
	"errors"
	"fmt"
	"reflect"
)

// Default returns settings with the defaults that their tags give. Required settings and unions, whose components only
// a Catalog knows, stay empty. Wrong tags make it panic.
func Default[T any]() *T {
	settings := new(T)
	d := &decoder{schema: newSchema(anyComponents{})}
	d.defaults(reflect.ValueOf(settings).Elem())
	if err := d.mistakes.Err(); err != nil || d.err != nil {
		panic(fmt.Errorf("the defaults of %T: %w", settings, errors.Join(err, d.err)))
	}
	return settings
}

// defaults fills a struct.
func (d *decoder) defaults(into reflect.Value) {
	for _, f := range d.spec(into.Type()).Fields {
		switch {
		case f.Pointer, f.Required(), f.Shape.Form == Union:
		case f.Shape.Form == Struct:
			d.defaults(into.FieldByIndex(f.index))
		default:
			d.field(f, place{}, &node{kind: mapNode}, into.FieldByIndex(f.index))
		}
	}
}

// anyComponents has a kind for every interface.
type anyComponents struct{}

// KindOf implements Catalog.
func (anyComponents) KindOf(t reflect.Type) (Kind, bool) {
	return Kind{Name: "any", Interface: t}, true
}
