package autodiff_test

import (
	"fmt"
	"log"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/backend"
)

// F(x) = |x|^2 at two points of the plane: its derivative along a tangent, and its gradient.
func ExampleLinearize() {
	engine, err := backend.Open(backend.Default)
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Finalize()
	dimensions := []int{2, 2} // [batch, n]
	build := func(_, inputs []*graph.Node) (_, outputs []*graph.Node) {
		x, tangent := inputs[0], inputs[1]
		y := graph.ReduceAndKeep(graph.Mul(x, x), graph.ReduceSum, 1) // [batch, 1]
		derivative := autodiff.Linearize(x, y)
		return nil, []*graph.Node{derivative.JVP(tangent), derivative.VJP(graph.OnesLike(y))}
	}
	program, err := backend.Compile(engine, "square", nil, [][]int{dimensions, dimensions}, build)
	if err != nil {
		log.Fatal(err)
	}
	defer program.Finalize()
	x := backend.Array{Dimensions: dimensions, Data: []float32{1, 0, 2, 3}}
	tangent := backend.Array{Dimensions: dimensions, Data: []float32{1, 1, 0, 1}}
	out, err := program.Run(nil, []backend.Array{x, tangent}, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("J w:", out[0].Data)
	fmt.Println("J^T 1:", out[1].Data)
	// Output:
	// J w: [2 6]
	// J^T 1: [2 0 4 6]
}
