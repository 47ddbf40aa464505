package registry

import (
	"reflect"

	"ebim/framework/experiment"
)

var figureKind = Kind{Name: "figure", Interface: reflect.TypeFor[experiment.Figure](),
	Doc:        "pictures of trained models and of the data",
	Components: []Component{}}
