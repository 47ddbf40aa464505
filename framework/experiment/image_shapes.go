package experiment

import (
	"reflect"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/network"
)

// giveShapes gives networks of images the shape of the data's, where the file does not: their settings say all that
// they depend on.
func (s *Settings) giveShapes(catalog config.Catalog) {
	pictures, ok := s.Data.Source.(dataset.ImageSource)
	if !ok {
		return
	}
	for _, settings := range s.Models {
		EachComponent(catalog, reflect.ValueOf(settings), func(_ config.Kind, union reflect.Value) {
			if imaging, ok := union.Interface().(network.Imaging); ok {
				imaging.TakeImage(pictures.Shape())
			}
		})
	}
}
