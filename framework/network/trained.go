package network

import (
	"slices"

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

// Size returns the number of numbers of all parameters together.
func Size(parameters []Parameter) int {
	total := 0
	for _, p := range parameters {
		total += len(p.Values)
	}
	return total
}

// Flatten joins parameters to one vector, in order: an optimizer then updates one array instead of many small ones.
func Flatten(parameters []Parameter) []float32 {
	flat := make([]float32, 0, Size(parameters))
	for _, p := range parameters {
		flat = append(flat, p.Values...)
	}
	return flat
}

// Trainable says of each number of the flat vector whether trainings change it.
func Trainable(parameters []Parameter) []bool {
	trained := make([]bool, 0, Size(parameters))
	for _, p := range parameters {
		trained = append(trained, slices.Repeat([]bool{!p.Frozen}, len(p.Values))...)
	}
	return trained
}

// Fill replaces the parameters' values by those of a flat vector.
func Fill(parameters []Parameter, flat []float32) {
	for i := range parameters {
		size := len(parameters[i].Values)
		parameters[i].Values, flat = flat[:size:size], flat[size:]
	}
}

// Unflatten returns the nodes of the parameters inside a flat vector's node.
func Unflatten(flat *graph.Node, parameters []Parameter) []*graph.Node {
	nodes := make([]*graph.Node, len(parameters))
	from := 0
	for i, p := range parameters {
		to := from + len(p.Values)
		nodes[i] = graph.Reshape(graph.SliceAxis(flat, 0, graph.AxisRange(from, to)), p.Dimensions...)
		from = to
	}
	return nodes
}

// FlattenNodes returns the inverse of Unflatten, for gradients.
func FlattenNodes(nodes []*graph.Node) *graph.Node {
	vectors := make([]*graph.Node, len(nodes))
	for i, node := range nodes {
		vectors[i] = graph.Reshape(node, node.Shape().Size())
	}
	if len(vectors) == 1 {
		return vectors[0]
	}
	return graph.Concatenate(vectors, 0)
}
