package autodiff

import (
	"reflect"
	"slices"

	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
)

// originals are GoMLX's own rules, nil where it has none, for tests that they are no better than ours yet.
var originals = map[graph.NodeType]graph.VJP{}

// register makes rule the derivative of a kind of node with one result: it maps the result's cotangent to those of the
// node's inputs, nil for inputs that have none. GoMLX's table is its extension point, and a package variable there.
func register(kind graph.NodeType, rule func(node, cotangent *graph.Node) []*graph.Node) {
	originals[kind] = graph.VJPRegistration[kind]
	graph.VJPRegistration[kind] = func(node *graph.Node, cotangents []*graph.Node, _ shapes.Shape) []*graph.Node {
		return rule(node, cotangents[0])
	}
}

// parameters are the settings of a node's operation: axes, strides, paddings. A rule needs them, but GoMLX 0.26 has no
// public way to them: Node.Inputs gives operands alone, and the interface NodeInputs has only Type and String.
// Reflection, which may read what it may not change, is surer than parsing String. A field that another version of
// GoMLX renames panics in every test of its rule, and so can't give a wrong derivative.
type parameters struct{ fields reflect.Value }

func parametersOf(node *graph.Node) parameters {
	return parameters{reflect.ValueOf(node).Elem().FieldByName("inputs").Elem().Elem()}
}

// number returns an integer setting.
func (p parameters) number(name string) int { return int(p.fields.FieldByName(name).Int()) }

// numbers returns a list of integers, empty when it was nil.
func (p parameters) numbers(name string) []int { return readNumbers(p.fields.FieldByName(name)) }

// numbersOrOnes returns a list of integers, or count ones when it was empty.
func (p parameters) numbersOrOnes(name string, count int) []int {
	if list := p.numbers(name); len(list) > 0 {
		return list
	}
	return slices.Repeat([]int{1}, count)
}

// pairsOrZero returns a list of pairs of integers, or count pairs of zeros when it was empty.
func (p parameters) pairsOrZero(name string, count int) [][2]int {
	list := p.fields.FieldByName(name)
	pairs := make([][2]int, count)
	for i := range list.Len() {
		pairs[i] = [2]int(readNumbers(list.Index(i)))
	}
	return pairs
}

func readNumbers(list reflect.Value) []int {
	read := make([]int, list.Len())
	for i := range read {
		read[i] = int(list.Index(i).Int())
	}
	return read
}

// iota is from, from+1, ..., from+count-1.
func iota(from, count int) []int {
	list := make([]int, count)
	for i := range list {
		list[i] = from + i
	}
	return list
}
