// Package network holds the architectures that experiments name under `network` (kind "network").
//
// A Network is a struct of settings that stands for a family of functions from R^in to R^out. Initialize draws the
// parameters of one of them; Bind turns them, as nodes of a graph, into a Function, which applies the network to a
// batch [batch, in] and gives its derivative as a pair of maps, J w and J^T v (autodiff.Linear). Every derivative can
// be differentiated again: losses contain first derivatives of networks, and their gradients second ones.
//
// Parameters are named arrays in a fixed order. A training sees them as one flat vector, Evaluator and
// Trained apply a network with given numbers to points on the host (evaluator.go, trained.go), and Cost counts what a
// training of it takes of memory (cost.go). mlp.go, fourier_mlp.go and injective_flow.go are
// architectures; compose.go makes one of several networks.
//
// Architectures for images are in package images.
package network
