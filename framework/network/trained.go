package network

import (
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
)

// Trained is a network with its trained parameters, on the host.
type Trained struct {
	Network
	Parameters []Parameter
}

// Array returns the parameters as one flat state array.
func (n Trained) Array() backend.Array {
	return backend.Array{Dimensions: []int{Size(n.Parameters)}, Data: Flatten(n.Parameters)}
}

// Function returns the network inside a graph, from the node of its flat array.
func (n Trained) Function(flat *graph.Node) Function {
	return n.Network.Bind(Unflatten(flat, n.Parameters))
}

// StateOf returns the parameters of networks as a graph's state, one array each, and the arrays' dimensions.
func StateOf(networks []Trained) (state backend.State, dimensions [][]int) {
	var arrays []backend.Array
	for _, n := range networks {
		arrays = append(arrays, n.Array())
		dimensions = append(dimensions, arrays[len(arrays)-1].Dimensions)
	}
	return backend.NewState(arrays...), dimensions
}

// Functions are networks inside a graph, from the nodes of their state.
func Functions(networks []Trained, state []*graph.Node) []Function {
	functions := make([]Function, len(networks))
	for i, n := range networks {
		functions[i] = n.Function(state[i])
	}
	return functions
}
