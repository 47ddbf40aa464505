package registry

import (
	"ebim/framework/network"
	"ebim/framework/network/images"
)

var networkKind = NewKind("network", "architectures of the learned functions", []Entry[network.Network]{
	{Name: "mlp", Settings: new(network.MLP),
		Doc:     "multilayer perceptron",
		Example: "mlp: {hidden: [8, 8, 8], activation: silu}"},
	{Name: "fourier_mlp", Settings: new(network.FourierMLP),
		Doc:     "multilayer perceptron behind random Fourier features: detail at chosen length scales",
		Example: "fourier_mlp: {features: 16, scales: [2, 10], hidden: [8, 8], include_input: true}"},
	{Name: "shortcuts", Settings: new(network.Shortcuts),
		Doc: "a network beside short paths from its standardized input to its output (linear, radial, " +
			"quadratic), which say how the function behaves far from the data",
		Example: "shortcuts: {network: {mlp: {hidden: [8, 8]}}, squares: 6}"},
	{Name: "kernels", Settings: new(network.Kernels),
		Doc: "minus the logarithm of a mixture of normal kernels around the data, whose shapes are found by " +
			"cross-validation: an energy that needs no training",
		Example: "kernels: {members: 2, most: 1000}"},
	{Name: "unet", Settings: new(images.UNet),
		Doc: "convolutional network from images to as many outputs or fewer, by a small map and up again with " +
			"skip connections: the paper's F",
		Example: "unet: {width: 4, levels: 2, last: linear, spectral_norm: true}"},
	{Name: "conv28_encoder", Settings: new(images.Conv28Encoder),
		Doc: "convolutional encoder of images of 28 x 28 pixels, as of normalized autoencoders; also the " +
			"paper's energy of images",
		Example: "conv28_encoder: {width: 8, hidden: 1024}"},
	{Name: "conv28_decoder", Settings: new(images.Conv28Decoder),
		Doc:     "convolutional decoder to images of 28 x 28 pixels, as of normalized autoencoders",
		Example: "conv28_decoder: {width: 8, range: unit}"},
	{Name: "convnet", Settings: new(images.ConvNet),
		Doc:     "convolutional encoder of images of any size",
		Example: "convnet: {channels: [8, 16], kernel: 3, pool: 2}"},
	{Name: "transposed_convnet", Settings: new(images.TransposedConvNet),
		Doc:     "convolutional decoder to images of any size",
		Example: "transposed_convnet: {channels: [16, 8], kernel: 3}"},
	{Name: "residual", Settings: new(network.Residual),
		Doc: "what a network of the data's space leaves of its input, in fixed orthonormal coordinates: " +
			"manifolds of images by denoising",
		Example: "residual: {network: {mlp: {hidden: [8, 8]}}}"},
	{Name: "denoiser", Settings: new(network.Denoiser),
		Doc: "a residual network that is trained to take the noise away itself, not by its gradient: several " +
			"times faster for images",
		Example: "denoiser: {network: {mlp: {hidden: [8, 8]}}}"},
	{Name: "injective_flow", Settings: new(network.InjectiveFlow),
		Doc:     "left inverse of an injective flow of affine couplings: full rank by construction",
		Example: "injective_flow: {layers: 4, hidden: [8, 8]}"},
}).Without(map[string]string{
	"resnet":   "this network was removed: take convnet or unet",
	"ensemble": "this network was removed: take one of its members, which may be larger",
})
