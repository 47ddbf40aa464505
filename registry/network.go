package registry

import (
	"ebim/framework/network"
)

var networkKind = NewKind("network", "architectures of the learned functions", []Entry[network.Network]{
	{Name: "mlp", Settings: new(network.MLP),
		Doc:     "multilayer perceptron",
		Example: "mlp: {hidden: [8, 8, 8], activation: silu}"},
	{Name: "fourier_mlp", Settings: new(network.FourierMLP),
		Doc:     "multilayer perceptron behind random Fourier features: detail at chosen length scales",
		Example: "fourier_mlp: {features: 16, scales: [2, 10], hidden: [8, 8], include_input: true}"},
	{Name: "shortcuts", Settings: new(network.Shortcuts),
		Doc:     "a network beside short paths from its standardized input to its output (linear, radial, quadratic), which say how the function behaves far from the data",
		Example: "shortcuts: {network: {mlp: {hidden: [8, 8]}}, squares: 6}"},
	{Name: "kernels", Settings: new(network.Kernels),
		Doc:     "minus the logarithm of a mixture of normal kernels around the data, whose shapes are found by cross-validation: an energy that needs no training",
		Example: "kernels: {members: 2, most: 1000}"},
	{Name: "ensemble", Settings: new(network.Ensemble),
		Doc:     "mean of several networks of one architecture that start from different parameters",
		Example: "ensemble: {members: 2, network: {mlp: {hidden: [4]}}}"},
	{Name: "injective_flow", Settings: new(network.InjectiveFlow),
		Doc:     "left inverse of an injective flow of affine couplings: full rank by construction",
		Example: "injective_flow: {layers: 4, hidden: [8, 8]}"},
})
