package pass

import (
	"math"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"pgregory.net/rapid"

	"ebim/framework/engine/ir"
)

// special are the values at which rules go wrong.
var special = []float32{0, float32(math.Copysign(0, -1)), 1, -1, 2, 0.5, -8, 3, 1e38, -1e38, 1e-45,
	float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN())}

func drawValues(t *rapid.T, size int) []float32 {
	return rapid.SliceOfN(rapid.SampledFrom(special), size, size).Draw(t, "values")
}

// drawNode adds a random node on top of those of a pool of float32 nodes.
func drawNode(t *rapid.T, d drawing, pool []*ir.Node) *ir.Node {
	x := rapid.SampledFrom(pool).Draw(t, "x")
	like := func(label string) *ir.Node {
		var candidates []*ir.Node
		for _, n := range pool {
			if sameShape(n.Shape, x.Shape) {
				candidates = append(candidates, n)
			}
		}
		candidates = append(candidates, d.fill(rapid.SampledFrom(special).Draw(t, "scalar"), x))
		return rapid.SampledFrom(candidates).Draw(t, label)
	}
	dimensions := x.Shape.Dimensions
	axisBelow := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "axis") }
	switch choice := rapid.IntRange(0, 12).Draw(t, "operation"); choice {
	case 0, 1:
		op := rapid.SampledFrom([]compute.OpType{neg, abs, exp}).Draw(t, "unary")
		return d.op(op, x)
	case 2, 3, 4, 5:
		op := rapid.SampledFrom([]compute.OpType{add, sub, mul, div, compute.OpTypeMax,
			compute.OpTypeMin}).Draw(t, "binary")
		if rapid.Bool().Draw(t, "swap") {
			return d.op(op, like("y"), x)
		}
		return d.op(op, x, like("y"))
	case 6:
		condition := d.less(x, like("limit"))
		if rapid.Bool().Draw(t, "not") {
			condition = d.op(compute.OpTypeLogicalNot, condition)
		}
		return d.Add(compute.OpTypeWhere, x.Shape, nil, condition, like("y"), like("z"))
	case 7:
		rank := len(dimensions)
		if rank > 3 {
			return d.reshape(x, x.Shape.Size())
		}
		at := axisBelow(rank + 1)
		axes := make([]int, rank)
		target := append([]int(nil), dimensions...)
		target = append(target[:at], append([]int{rapid.IntRange(1, 3).Draw(t, "length")}, target[at:]...)...)
		for i := range axes {
			axes[i] = i
			if i >= at {
				axes[i]++
			}
			if dimensions[i] == 1 {
				target[axes[i]] = rapid.IntRange(1, 3).Draw(t, "repeated")
			}
		}
		return d.broadcast(x, axes, target...)
	case 8:
		size := x.Shape.Size()
		if size%2 == 0 {
			return d.reshape(x, 2, 1, size/2)
		}
		return d.reshape(x, size, 1)
	}
	if len(dimensions) == 0 {
		return d.op(neg, x)
	}
	axis := axisBelow(len(dimensions))
	switch rapid.IntRange(0, 4).Draw(t, "view") {
	case 0:
		permutation := make([]int, len(dimensions))
		for i := range permutation {
			permutation[i] = i
		}
		return d.transpose(x, rapid.Permutation(permutation).Draw(t, "permutation")...)
	case 1:
		starts, limits, strides := make([]int, len(dimensions)), append([]int(nil), dimensions...),
			make([]int, len(dimensions))
		for i := range strides {
			strides[i] = 1
		}
		starts[axis] = axisBelow(dimensions[axis])
		strides[axis] = rapid.IntRange(1, 3).Draw(t, "stride")
		return d.slice(x, starts, limits, strides)
	case 2:
		return d.reverse(x, axis)
	case 3:
		return d.concatenate(axis, x, like("y"))
	}
	op := rapid.SampledFrom([]compute.OpType{rmax, compute.OpTypeReduceMin}).Draw(t, "reduction")
	kept := append(append([]int(nil), dimensions[:axis]...), dimensions[axis+1:]...)
	return d.reduce(op, x, []int{axis}, kept...)
}

func TestRandomGraphsKeepTheirBits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := newDrawing()
		pool := []*ir.Node{d.parameter(2, 3), d.parameter(3), d.parameter(), d.constant(drawValues(t, 6), 2, 3),
			d.constant(drawValues(t, 3), 3)}
		for range rapid.IntRange(1, 25).Draw(t, "nodes") {
			if n := drawNode(t, d, pool); n.Shape.Size() <= 64 && n.Shape.DType == dtypes.Float32 {
				pool = append(pool, n)
			}
		}
		g := d.outputs(pool[len(pool)-1], rapid.SampledFrom(pool).Draw(t, "output"))
		fed := [][]float32{drawValues(t, 6), drawValues(t, 3), drawValues(t, 1)}
		want := interpret(g, fed)
		got := exact(g, evaluate)
		for i, values := range interpret(got, fed) {
			if len(values) != len(want[i]) {
				t.Fatalf("output %d has %d values, want %d", i, len(values), len(want[i]))
			}
			for j, v := range values {
				w := want[i][j]
				if math.Float32bits(v) != math.Float32bits(w) && !(v != v && w != w) {
					t.Fatalf("output %d, element %d: got %v, want %v\nbefore %s\nafter  %s", i, j, v, w,
						text(g.Outputs[i]), text(got.Outputs[i]))
				}
			}
		}
	})
}

// On small integers, whose products need no rounding, joined products and sums are exact too.
func TestRandomPolynomials(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := newDrawing()
		pool := []*ir.Node{d.parameter(4), d.parameter(4), d.parameter(4)}
		for range 4 { // values stay below 2^16
			op := rapid.SampledFrom([]compute.OpType{add, sub, mul, mul}).Draw(t, "operation")
			x, y := rapid.SampledFrom(pool).Draw(t, "x"), rapid.SampledFrom(pool).Draw(t, "y")
			pool = append(pool, d.op(op, x, y))
		}
		g := d.outputs(pool[len(pool)-1], rapid.SampledFrom(pool).Draw(t, "output"))
		fed := make([][]float32, 3)
		for i := range fed {
			fed[i] = rapid.SliceOfN(rapid.SampledFrom([]float32{-2, -1, 0, 1, 2}), 4, 4).Draw(t, "values")
		}
		want, got := interpret(g, fed), Run(g, evaluate)
		for i, values := range interpret(got, fed) {
			for j, v := range values {
				if v != want[i][j] {
					t.Fatalf("output %d: got %v, want %v: %s", i, v, want[i][j], text(got.Outputs[i]))
				}
			}
		}
	})
}

// Sums of repetitions become products: small integers show that they count right.
func TestSumsOfRepetitions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := newDrawing()
		x := d.parameter(2, 3)
		target := []int{0, 0, 0, 0}
		first := rapid.IntRange(0, 2).Draw(t, "first")
		second := rapid.IntRange(first+1, 3).Draw(t, "second")
		for axis := range target {
			target[axis] = rapid.IntRange(1, 4).Draw(t, "length")
		}
		target[first], target[second] = 2, 3
		var reduced, kept []int
		for axis, length := range target {
			if rapid.Bool().Draw(t, "reduce") {
				reduced = append(reduced, axis)
			} else {
				kept = append(kept, length)
			}
		}
		g := d.outputs(d.reduce(sum, d.broadcast(x, []int{first, second}, target...), reduced, kept...))
		fed := [][]float32{{1, -2, 3, 4, 50, -7}}
		want, got := interpret(g, fed)[0], interpret(exact(g, evaluate), fed)[0]
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("element %d: got %v, want %v", i, got[i], want[i])
			}
		}
	})
}
