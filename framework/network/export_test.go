package network

import "github.com/gomlx/gomlx/core/graph"

// LogDeterminant is log |det| of the Jacobian of the whole bijection, whose last coordinates Apply returns, at each
// row of x [batch, n], as [batch]: the change of variables of a density that is pulled back by the flow.
func (f *injectiveFlow) LogDeterminant(x *graph.Node) *graph.Node {
	total := graph.ZerosLike(graph.ReduceSum(x, 1))
	for _, c := range f.couplings {
		y := c.transform(x, c.conditioner.Apply(x))
		total = graph.Add(total, graph.ReduceSum(graph.Log(y.factor), 1))
		x = y.value
	}
	return total
}
