package backend_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/engine/ir"
)

func TestTrace(t *testing.T) {
	g, err := backend.Trace("double", [][]int{{2, 3}, {3}}, func(p []*graph.Node) []*graph.Node {
		return []*graph.Node{graph.Sin(graph.Add(p[0], graph.InsertAxes(p[1], 0)))}
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Parameters) != 2 || g.Parameters[1].Attributes.(ir.Parameter).Index != 1 ||
		!slices.Equal(g.Parameters[1].Shape.Dimensions, []int{3}) {
		t.Errorf("the parameters are %v", g.Parameters)
	}
	if len(g.Outputs) != 1 || g.Outputs[0].Op != compute.OpTypeSin ||
		!slices.Equal(g.Outputs[0].Shape.Dimensions, []int{2, 3}) {
		t.Errorf("the graph is\n%s", g)
	}
	_, err = backend.Trace("mistake", [][]int{{2}, {3}}, func(p []*graph.Node) []*graph.Node {
		return []*graph.Node{graph.Add(p[0], p[1])}
	})
	var mistake *backend.BuildError
	if !errors.As(err, &mistake) || mistake.Graph != "mistake" {
		t.Errorf("a mistake in a graph is %v", err)
	}
}
