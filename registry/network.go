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
		{Name: "fourier_mlp", New: func() any { return new(network.FourierMLP) },
			Doc:     "multilayer perceptron behind random Fourier features: detail at chosen length scales",
			Example: "fourier_mlp: {features: 16, scales: [2, 10], hidden: [8, 8], include_input: true}"},
		{Name: "ensemble", New: func() any { return new(network.Ensemble) },
			Doc:     "mean of several networks of one architecture that start from different parameters",
			Example: "ensemble: {members: 2, network: {mlp: {hidden: [4]}}}"},
		{Name: "injective_flow", New: func() any { return new(network.InjectiveFlow) },
			Doc:     "left inverse of an injective flow of affine couplings: full rank by construction",
			Example: "injective_flow: {layers: 4, hidden: [8, 8]}"},
	}}
