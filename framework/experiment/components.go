package experiment

import (
	"reflect"

	"ebim/framework/config"
)

// EachComponent calls do with every union among settings and its kind, the inner ones first.
func EachComponent(catalog config.Catalog, settings reflect.Value, do func(kind config.Kind, union reflect.Value)) {
	switch settings.Kind() {
	case reflect.Pointer:
		if !settings.IsNil() {
			EachComponent(catalog, settings.Elem(), do)
		}
	case reflect.Struct:
		for i := range settings.NumField() {
			if settings.Type().Field(i).IsExported() {
				EachComponent(catalog, settings.Field(i), do)
			}
		}
	case reflect.Interface:
		if kind, ok := catalog.KindOf(settings.Type()); ok && !settings.IsNil() {
			EachComponent(catalog, settings.Elem(), do)
			do(kind, settings)
		}
	}
}
