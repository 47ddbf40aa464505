package experiment

import (
	"reflect"

	"ebim/framework/dataset"
	"ebim/framework/network"
)

// giveShapes tells networks of images the shape of the data's, where the file does not: their settings say all that they depend on.
func (s *Settings) giveShapes() {
	pictures, ok := s.Data.Source.(dataset.Pictures)
	if !ok {
		return
	}
	eachComponent(reflect.ValueOf(s.Models), func(component any) {
		if imaging, ok := component.(network.Imaging); ok {
			imaging.TakeImage(pictures.Shape())
		}
	})
}

// eachComponent calls do with every component among settings.
func eachComponent(v reflect.Value, do func(component any)) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			do(v.Interface())
			eachComponent(v.Elem(), do)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			eachComponent(v.Elem(), do)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				eachComponent(v.Field(i), do)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachComponent(v.Index(i), do)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			eachComponent(v.MapIndex(key), do)
		}
	}
}
