package execute

import (
	"reflect"
	"strconv"

	"ebim/framework/model"
)

// draftItems is the length to which lists of sizes are cut: a first, a middle and a last layer.
const draftItems = 3

// narrowed is a model with sizes that a draft of its graphs can do with, so that a draft costs as little for a large
// model as for a small one: which operations graphs hold does not depend on their sizes. The tag `draft` of a setting
// of whole numbers is the largest that it then has; lists with the tag are cut. The given model is left alone.
func narrowed(m model.Trainable) model.Trainable {
	return narrow(reflect.ValueOf(m), func(v float64) float64 { return v }).Interface().(model.Trainable)
}

// alike is the same for models whose drafts have the same graphs: narrowed, with one real number for all between 0 and
// 1, and one for all above. Zero often means that a term is left out, and one that a factor is.
func alike(m model.Trainable) model.Trainable {
	return narrow(reflect.ValueOf(m), func(v float64) float64 {
		switch {
		case 0 < v && v < 1:
			return 0.5
		case v > 1:
			return 2
		}
		return v
	}).Interface().(model.Trainable)
}

// narrow copies what a value leads to, with other real numbers.
func narrow(v reflect.Value, real func(float64) float64) reflect.Value {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		copied := reflect.New(v.Type().Elem())
		copied.Elem().Set(narrow(v.Elem(), real))
		return copied
	case reflect.Interface:
		if v.IsNil() {
			return v
		}
		return narrow(v.Elem(), real)
	case reflect.Struct:
		copied := reflect.New(v.Type()).Elem()
		copied.Set(v)
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() {
				copied.Field(i).Set(narrow(v.Field(i), real))
				if most, err := strconv.ParseInt(field.Tag.Get("draft"), 10, 64); err == nil {
					bound(copied.Field(i), most)
				}
			}
		}
		return copied
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		copied := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			copied.Index(i).Set(narrow(v.Index(i), real))
		}
		return copied
	case reflect.Float64:
		copied := reflect.New(v.Type()).Elem()
		copied.SetFloat(real(v.Float()))
		return copied
	}
	return v
}

// bound makes whole numbers, also those of a list or behind a pointer, no larger than most.
func bound(v reflect.Value, most int64) {
	switch {
	case v.CanInt():
		v.SetInt(min(v.Int(), most))
	case v.Kind() == reflect.Pointer && !v.IsNil():
		bound(v.Elem(), most)
	case v.Kind() == reflect.Slice:
		v.Set(v.Slice(0, min(v.Len(), draftItems)))
		for i := range v.Len() {
			bound(v.Index(i), most)
		}
	}
}
