package onnx

import (
	"strings"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

// of is a parameter of the given dimensions.
func of(dimensions ...int) *ir.Node {
	return &ir.Node{Op: compute.OpTypeParameter, Shape: shapes.Make(dtypes.Float32, dimensions...)}
}

func TestLengthsOfAxes(t *testing.T) {
	got, err := lengths(of(2, 6, 4, 0), of(3, 9, 4, 0), [2]int{2, 3})
	if want := []length{{batches: 1}, {batches: 3}, {fixed: 4}, {}}; err != nil || len(got) != 4 ||
		got[0] != want[0] || got[1] != want[1] || got[2] != want[2] || got[3] != want[3] {
		t.Errorf("the lengths are %v, %v; want %v", got, err, want)
	}
	for name, test := range map[string]struct{ first, second *ir.Node }{
		"no multiple": {of(5), of(6)}, "not in proportion": {of(2), of(6)}, "shorter": {of(6), of(3)},
		"other axes": {of(2), of(3, 1)}, "empty for one": {of(0), of(3)},
	} {
		if got, err := lengths(test.first, test.second, [2]int{2, 3}); err == nil {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestJoinedAxes(t *testing.T) {
	b := func(k int) length { return length{batches: k} }
	n := func(k int) length { return length{fixed: k} }
	for _, test := range []struct {
		of   []length
		want length
	}{{nil, n(1)}, {[]length{n(3), n(4)}, n(12)}, {[]length{b(1), n(4)}, b(4)}, {[]length{n(3), b(2), n(4)}, b(24)},
		{[]length{n(3), n(0)}, n(0)}} {
		if got := product(test.of); got != test.want {
			t.Errorf("%v are %v, want %v", test.of, got, test.want)
		}
	}
	if got := together([]length{b(1), n(1)}, []length{n(4)}); got[0] != b(1) || got[1] != n(4) {
		t.Errorf("operands together are %v", got)
	}
}

// Recordings of other parameters or outputs than the function's are refused, not written wrongly.
func TestRecordingsOfAnotherFunction(t *testing.T) {
	g := &ir.Graph{}
	x := g.Add(compute.OpTypeParameter, shapes.Make(dtypes.Float32, 2, 3), ir.Parameter{Name: "x"})
	g.Parameters, g.Outputs = []*ir.Node{x}, []*ir.Node{x}
	f := Function{Name: "f", Input: Port{Name: "x"}, Output: Port{Name: "y"}, Recorded: [2]*ir.Graph{g, g},
		Batches: [2]int{2, 2}}
	var written strings.Builder
	if err := Write(&written, f); err != nil || written.Len() == 0 {
		t.Errorf("the identity: %v", err)
	}
	f.Parameters = []Parameter{{Name: "a", Dimensions: []int{1}, Values: []float32{1}}}
	if err := Write(&written, f); err == nil || !strings.Contains(err.Error(),
		"1 parameters and 1 outputs; 2 and 1 are needed") {
		t.Errorf("a parameter that was not recorded: %v", err)
	}
}
