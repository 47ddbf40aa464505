package inception

import "ebim/framework/backend"

// For tests: the network of a file's bytes, with means of maps on the way as further outputs, and its outputs.
var Of = of

// Outputs are those of the last batch.
func (n *Network) Outputs() []backend.Array { return n.out }

// Header reads that of a file.
var Header = header

// Interpolation are the weights by which images are resized.
var Interpolation = interpolation
