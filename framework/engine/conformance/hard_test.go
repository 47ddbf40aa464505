package conformance_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

// hand builds a graph of float32 arrays of small whole numbers, node by node.
type hand struct{ layouts }

func newHand() *hand { return &hand{*newLayouts()} }

func (h *hand) input(dimensions ...int) *ir.Node {
	return h.parameter([]float32{1, -2, 3, 0, -1, 2, 4}, dtypes.Float32, dimensions...)
}

func (h *hand) constant(dimensions ...int) *ir.Node {
	flat := make([]float32, size(dimensions))
	for i := range flat {
		flat[i] = float32(i*i%7 - 3)
	}
	return h.graph.Add(compute.OpTypeConstant, shapes.Make(dtypes.Float32, dimensions...), ir.Constant{Flat: flat})
}

func (h *hand) op(op compute.OpType, x ...*ir.Node) *ir.Node {
	return h.graph.Add(op, x[0].Shape, nil, x...)
}

func (h *hand) add(x, y *ir.Node) *ir.Node { return h.op(compute.OpTypeAdd, x, y) }

// clamped keeps values small and whole.
func (h *hand) clamped(x *ir.Node) *ir.Node {
	low, high := h.repeat(h.scalar(-5), nil, x.Shape.Dimensions...), h.repeat(h.scalar(6), nil, x.Shape.Dimensions...)
	return h.op(compute.OpTypeMin, h.op(compute.OpTypeMax, x, low), high)
}

func (h *hand) scalar(value float32) *ir.Node {
	return h.graph.Add(compute.OpTypeConstant, shapes.Make(dtypes.Float32), ir.Constant{Flat: []float32{value}})
}

func (h *hand) repeat(x *ir.Node, axes []int, dimensions ...int) *ir.Node {
	return h.graph.Add(compute.OpTypeBroadcastInDim, shapes.Make(x.Shape.DType, dimensions...),
		ir.BroadcastInDim{Axes: axes}, x)
}

func (h *hand) transpose(x *ir.Node, permutation ...int) *ir.Node {
	var dimensions []int
	for _, axis := range permutation {
		dimensions = append(dimensions, x.Shape.Dimensions[axis])
	}
	return h.graph.Add(compute.OpTypeTranspose, shapes.Make(x.Shape.DType, dimensions...),
		ir.Transpose{Permutation: permutation}, x)
}

// rows takes some rows.
func (h *hand) rows(x *ir.Node, from, to int) *ir.Node {
	dimensions := slices.Clone(x.Shape.Dimensions)
	a := ir.Slice{Starts: make([]int, len(dimensions)), Limits: slices.Clone(dimensions),
		Strides: slices.Repeat([]int{1}, len(dimensions))}
	a.Starts[0], a.Limits[0], dimensions[0] = from, to, to-from
	return h.graph.Add(compute.OpTypeSlice, shapes.Make(x.Shape.DType, dimensions...), a, x)
}

func (h *hand) reshape(x *ir.Node, dimensions ...int) *ir.Node {
	return h.graph.Add(compute.OpTypeReshape, shapes.Make(x.Shape.DType, dimensions...), nil, x)
}

func (h *hand) sum(x *ir.Node, axes ...int) *ir.Node {
	var kept []int
	for axis, length := range x.Shape.Dimensions {
		if !slices.Contains(axes, axis) {
			kept = append(kept, length)
		}
	}
	return h.graph.Add(compute.OpTypeReduceSum, shapes.Make(x.Shape.DType, kept...), ir.Reduce{Axes: axes}, x)
}

func (h *hand) product(x, y *ir.Node) *ir.Node {
	a := ir.DotGeneral{LeftContracting: []int{1}, RightContracting: []int{0}}
	return h.graph.Add(compute.OpTypeDotGeneral, shapes.Make(x.Shape.DType, x.Shape.Dimensions[0],
		y.Shape.Dimensions[1]), a, x, y)
}

func (h *hand) concatenate(axis int, x ...*ir.Node) *ir.Node {
	dimensions := slices.Clone(x[0].Shape.Dimensions)
	for _, part := range x[1:] {
		dimensions[axis] += part.Shape.Dimensions[axis]
	}
	return h.graph.Add(compute.OpTypeConcatenate, shapes.Make(x[0].Shape.DType, dimensions...),
		ir.Concatenate{Axis: axis}, x...)
}

// hard are graphs at the limits of what the compiler does: each gives outputs.
var hard = []struct {
	name  string
	build func(h *hand) []*ir.Node
}{
	{"a chain of 5000 operations", func(h *hand) []*ir.Node {
		x, y := h.input(3, 700), h.input(700)
		for i := range 1000 {
			x = h.clamped(h.op(compute.OpTypeSub, h.repeat(y, []int{1}, 3, 700), x))
			if i%100 == 50 {
				y = h.clamped(h.sum(x, 0))
			}
		}
		return []*ir.Node{x, y}
	}},
	{"150 values alive in one loop", func(h *hand) []*ir.Node {
		x := h.input(2, 1500)
		var kept []*ir.Node
		for range 150 {
			x = h.clamped(h.op(compute.OpTypeMul, x, h.repeat(h.scalar(-2), nil, 2, 1500)))
			kept = append(kept, x)
		}
		total := x
		for _, y := range slices.Backward(kept) {
			total = h.add(total, y)
		}
		return []*ir.Node{total, kept[0], kept[70], h.sum(kept[3], 1), h.sum(kept[140], 0)}
	}},
	{"200 parts", func(h *hand) []*ir.Node {
		x := h.input(5, 3)
		var parts, columns []*ir.Node
		for i := range 200 {
			switch i % 4 {
			case 0:
				parts = append(parts, x)
			case 1:
				parts = append(parts, h.transpose(h.input(3, 5), 1, 0))
			case 2:
				parts = append(parts, h.repeat(h.input(3), []int{1}, 5, 3))
			case 3:
				parts = append(parts, h.add(x, parts[i-1]))
			}
			columns = append(columns, h.rows(h.transpose(parts[i], 1, 0), 1, 2))
		}
		return []*ir.Node{h.concatenate(0, parts...), h.concatenate(1, parts...), h.concatenate(0, columns...)}
	}},
	{"eight axes", func(h *hand) []*ir.Node {
		x := h.input(2, 3, 1, 2, 5, 2, 1, 3)
		y := h.transpose(x, 7, 2, 5, 0, 3, 6, 1, 4)
		z := h.repeat(h.input(2, 5), []int{3, 4}, 2, 3, 1, 2, 5, 2, 1, 3)
		w := h.add(h.transpose(y, 3, 6, 1, 4, 7, 2, 5, 0), z)
		return []*ir.Node{y, w, h.sum(w, 1, 3, 5), h.sum(w, 0, 2, 4, 6), h.sum(y, 1, 2, 7),
			h.sum(w, 0, 1, 2, 3, 4, 5, 6, 7)}
	}},
	{"axes of length 1", func(h *hand) []*ir.Node {
		x, y := h.input(1, 1300, 1), h.input(1, 1, 1)
		z := h.add(x, h.repeat(y, []int{0, 1, 2}, 1, 1300, 1))
		w := h.transpose(z, 2, 0, 1)
		return []*ir.Node{z, w, h.sum(z, 0), h.sum(z, 1), h.sum(w, 0, 2),
			h.product(h.reshape(z, 1300, 1), h.reshape(y, 1, 1)),
			h.product(h.reshape(w, 1, 1300), h.reshape(x, 1300, 1)), h.sum(y, 0, 1, 2)}
	}},
	{"sums over axes in the middle", func(h *hand) []*ir.Node {
		x := h.input(7, 130, 9)
		y := h.clamped(h.add(x, x))
		return []*ir.Node{h.sum(y, 1), h.sum(x, 1), h.sum(y, 0, 2), h.sum(h.transpose(y, 1, 0, 2), 1), h.sum(y, 0),
			h.sum(y, 2), h.sum(h.sum(y, 1), 1)}
	}},
	{"products of parts of one matrix", func(h *hand) []*ir.Node {
		w, x := h.input(120, 40), h.input(64, 40)
		t := h.transpose(w, 1, 0) // [40 120]
		var outputs []*ir.Node
		for i := range 3 {
			part := h.transpose(h.rows(w, 40*i, 40*(i+1)), 1, 0)
			outputs = append(outputs, h.clamped(h.product(x, part)),
				h.product(h.rows(x, i, i+20), h.rows(w, 40*i, 40*(i+1))))
		}
		return append(outputs, h.product(x, t), h.product(h.rows(w, 3, 103), h.rows(t, 0, 40)))
	}},
	{"products read in another order", func(h *hand) []*ir.Node {
		x := h.input(64, 40)
		p, q, r := h.product(x, h.constant(40, 64)), h.product(x, h.input(40, 64)),
			h.product(h.input(64, 40), h.constant(40, 64))
		turned := h.graph.Add(compute.OpTypeReverse, q.Shape, ir.Reverse{Axes: []int{0}}, q)
		return []*ir.Node{h.op(compute.OpTypeNeg, h.transpose(p, 1, 0)), h.op(compute.OpTypeAbs, turned),
			h.add(r, h.transpose(r, 1, 0))}
	}},
	{"products that take the place of their addends", func(h *hand) []*ir.Node {
		w := h.constant(300, 300) // deeper than one slice of a product
		x := h.clamped(h.product(h.input(20, 300), w))
		var outputs []*ir.Node
		for i := range 6 {
			y := h.add(h.product(h.clamped(h.op(compute.OpTypeAbs, x)), w), x)
			if i%2 == 0 {
				y = h.add(h.product(x, w), y)
			}
			x = h.clamped(y)
			outputs = append(outputs, h.sum(x, 0), h.sum(x, 1))
		}
		return append(outputs, x)
	}},
	{"outputs of all kinds", func(h *hand) []*ir.Node {
		x, c := h.input(4, 6), h.constant(4, 6)
		y, none := h.add(x, c), h.input(0, 3)
		return []*ir.Node{x, x, c, y, y, h.transpose(x, 1, 0), h.transpose(c, 1, 0), h.transpose(y, 1, 0),
			h.reshape(y, 24), h.reshape(x, 2, 12),
			h.repeat(h.scalar(3), nil, 5), none, h.sum(none, 0), h.op(compute.OpTypeNeg, none), h.rows(y, 1, 3),
			h.rows(y, 0, 4)}
	}},
	{"a large constant", func(h *hand) []*ir.Node {
		c, x := h.constant(1024, 700), h.input(700)
		y := h.add(h.repeat(x, []int{1}, 1024, 700), c)
		return []*ir.Node{y, h.sum(y, 0), h.sum(y, 1), h.rows(c, 500, 502)}
	}},
	{"tiny and degenerate products", func(h *hand) []*ir.Node {
		var outputs []*ir.Node
		for _, m := range []int{1, 2, 7} {
			for _, k := range []int{1, 3, 8, 257} {
				for _, n := range []int{1, 2, 15, 17} {
					p := h.product(h.input(m, k), h.input(k, n))
					outputs = append(outputs, p, h.add(p, h.repeat(h.input(n), []int{1}, m, n)),
						h.product(h.transpose(h.input(k, m), 1, 0), h.transpose(h.input(n, k), 1, 0)))
				}
			}
		}
		return outputs
	}},
}

func TestHardGraphs(t *testing.T) {
	fused, single, reference := open(t, ""), open(t, "nofuse"), openReference(t)
	for _, c := range hard {
		t.Run(c.name, func(t *testing.T) {
			h := newHand()
			h.graph.Outputs = c.build(h)
			want, err := evaluate(reference, h.graph, h.inputs)
			if err != nil {
				t.Fatal(err)
			}
			for name, engine := range map[string]compute.Backend{"fused": fused, "not fused": single} {
				got, err := evaluate(engine, h.graph, h.inputs)
				if err != nil {
					t.Fatal(err)
				}
				for i := range want {
					if err := differ(got[i], want[i], 0); err != nil {
						t.Errorf("%s, output %d (%s): %v", name, i, h.graph.Outputs[i].Shape, err)
					}
				}
			}
		})
	}
}

// What moves elements keeps their bits, those of NaN too.
func TestMovedBits(t *testing.T) {
	h := newHand()
	pattern := make([]float32, 11)
	for i := range pattern {
		pattern[i] = math.Float32frombits(0x7f800001 + uint32(i)*0x00012345) // signalling and quiet
	}
	x := h.parameter(pattern, dtypes.Float32, 33, 40)
	condition := h.graph.Add(compute.OpTypeMin, shapes.Make(dtypes.Uint8, 33, 40), nil, h.bytes(), h.bytes())
	truth := h.graph.Add(compute.OpTypeConvertDType, shapes.Make(dtypes.Bool, 33, 40), nil, condition)
	chosen := h.graph.Add(compute.OpTypeWhere, x.Shape, nil, truth, x, x)
	back := h.transpose(h.transpose(x, 1, 0), 1, 0)
	joined := h.rows(h.concatenate(0, x, h.rows(x, 3, 9), x), 39, 72)
	h.graph.Outputs = []*ir.Node{x, chosen, back, joined, h.reshape(h.reshape(x, 1320), 33, 40)}
	for _, config := range []string{"", "nofuse"} {
		got, err := evaluate(open(t, config), h.graph, h.inputs)
		if err != nil {
			t.Fatal(err)
		}
		for i := range got {
			if !slices.Equal(bytesOf(got[i]), bytesOf(h.inputs[0])) {
				t.Errorf("%q: output %d has other bits than the input", config, i)
			}
		}
	}
}

func (h *hand) bytes() *ir.Node { return h.parameter([]uint8{1, 0, 3}, dtypes.Uint8, 33, 40) }

// Donated inputs give the same results, run after run, and outputs keep theirs while later runs go on.
func TestDonatedInputs(t *testing.T) {
	engine := open(t, "")
	h := newHand()
	x := h.input(40, 50)
	next := h.clamped(h.add(x, h.op(compute.OpTypeAbs, x)))
	h.graph.Outputs = []*ir.Node{next, x, h.transpose(x, 1, 0)}
	e, err := compile(engine, h.graph)
	if err != nil {
		t.Fatal(err)
	}
	expect := slices.Clone(h.inputs[0].([]float32))
	buffer, err := engine.BufferFromFlatData(0, expect, x.Shape)
	if err != nil {
		t.Fatal(err)
	}
	kept := map[compute.Buffer][]float32{}
	for step := range 20 {
		results, err := e.Execute([]compute.Buffer{buffer}, []bool{true}, 0)
		if err != nil {
			t.Fatal(err)
		}
		kept[results[1]] = slices.Clone(expect)
		for i, v := range expect {
			expect[i] = min(max(v+float32(math.Abs(float64(v))), -5), 6)
		}
		if step%3 == 0 {
			results[2].Finalize() // its storage may serve again
		}
		buffer = results[0]
		for old, want := range kept {
			got := make([]float32, len(want))
			if err := old.ToFlatData(got); err != nil || !slices.Equal(got, want) {
				t.Fatal(fmt.Sprint("step ", step, ": an earlier output has changed: ", err))
			}
		}
	}
	got := make([]float32, len(expect))
	if err := buffer.ToFlatData(got); err != nil || !slices.Equal(got, expect) {
		t.Errorf("after all steps: %v, not %v (%v)", got[:8], expect[:8], err)
	}
}
