package registry

import (
	"reflect"

	"ebim/framework/network"
)

var networkKind = Kind{Name: "network", Interface: reflect.TypeFor[network.Network](),
	Doc: "architectures of the learned functions",
	Components: []Component{
		{Name: "mlp", New: func() any { return new(network.MLP) },
			Doc:     "multilayer perceptron",
			Example: "mlp: {hidden: [8, 8, 8], activation: silu}"},
	}}
