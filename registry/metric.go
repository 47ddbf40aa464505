package registry

import (
	"reflect"

	"ebim/framework/experiment"
)

var metricKind = Kind{Name: "metric", Interface: reflect.TypeFor[experiment.Metric](),
	Doc:        "what is measured on a trained model",
	Components: []Component{}}
