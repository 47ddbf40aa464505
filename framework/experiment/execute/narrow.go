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
	return narrow(reflect.ValueOf(m)).Interface().(model.Trainable)
}

// narrow copies what a value leads to.
func narrow(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		copied := reflect.New(v.Type().Elem())
		copied.Elem().Set(narrow(v.Elem()))
		return copied
	case reflect.Interface:
		if v.IsNil() {
			return v
		}
		return narrow(v.Elem())
	case reflect.Struct:
		copied := reflect.New(v.Type()).Elem()
		copied.Set(v)
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() {
				copied.Field(i).Set(narrow(v.Field(i)))
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
			copied.Index(i).Set(narrow(v.Index(i)))
		}
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
