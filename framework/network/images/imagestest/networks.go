// Package imagestest has what tests of networks of images share.
package imagestest

// Network is a network of images as YAML writes it, with its numbers of inputs and outputs.
type Network = struct {
	Text    string
	In, Out int
}

// Networks are small enough that all derivatives can be tried. On large maps differences of a rectifier would meet its
// kinks.
var Networks = []Network{
	{"unet: {image: [1, 4, 4], width: 1, levels: 2}", 16, 16},
	{"unet: {width: 1, levels: 1, activation: relu}", 25, 32}, // cropped
	{"unet: {image: [3, 5, 7], width: 2, levels: 1, dense: [3], last: linear}", 105, 5},
	{"conv28_encoder: {width: 1, hidden: 2, activation: softplus}", 784, 2},
	{"conv28_encoder: {width: 1, hidden: 0, activation: silu}", 784, 1},
	{"conv28_decoder: {width: 1, range: unit, activation: tanh}", 2, 784},
	{"convnet: {image: [3, 8, 7], channels: [2, 3], kernel: 2}", 168, 2},
	{"transposed_convnet: {image: [3, 6, 5], channels: [2, 3], kernel: 3}", 2, 90},
	{"transposed_convnet: {channels: [2], range: unit}", 2, 27},
}
