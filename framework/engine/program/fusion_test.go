package program

import (
	"slices"
	"testing"

	"github.com/gomlx/compute"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel/product"
	"ebim/framework/engine/kernel/view"
)

// What a view is: the source's elements in their order, one element repeated, or neither.
func TestViews(t *testing.T) {
	source := newValue(float(4, 3), 0)
	whole := source.view
	ones := []int{1, 1}
	for name, c := range map[string]struct {
		view          view.View
		flat, uniform bool
	}{
		"whole":      {whole, true, false},
		"first rows": {whole.Slice([]int{0, 0}, []int{2, 3}, ones), false, false},
		"last rows":  {whole.Slice([]int{2, 0}, []int{4, 3}, ones), false, false},
		"transposed": {whole.Transpose([]int{1, 0}), false, false},
		"first":      {whole.Slice([]int{0, 0}, []int{1, 1}, ones), false, true},
		"repeated":   {whole.Slice([]int{0, 0}, []int{1, 1}, ones).Broadcast([]int{4, 3}, []int{0, 1}), false, true},
		"empty":      {whole.Slice([]int{0, 0}, []int{0, 3}, ones), false, false},
	} {
		if v := viewOf(source, float(c.view.Dimensions...), c.view); v.flat != c.flat || v.uniform != c.uniform {
			t.Errorf("%s: flat is %v, uniform %v; want %v, %v", name, v.flat, v.uniform, c.flat, c.uniform)
		}
	}
}

// A sum over an axis of length 1 has as many elements as its loop, but is not a block of it.
func TestSumOfOneElementIsReadAfterItsLoop(t *testing.T) {
	g := newGraph()
	x := g.parameter(1)
	y := g.elementwise(compute.OpTypeNeg, g.sum(g.elementwise(compute.OpTypeNeg, x), 0))
	p := g.compile(t, y)
	for _, value := range []float32{3, 5} {
		if got := g.run(t, p, []float32{value})[0]; got[0] != value {
			t.Errorf("--%g is %g", value, got[0])
		}
	}
}

// Reductions must not write over what they read: their kernels don't allow it, be there as many results as operands.
func TestReductionsTakeNoOperandsPlace(t *testing.T) {
	g := newGraph()
	x := g.parameter(5, 1)
	g.Outputs = []*ir.Node{g.sum(x, 1, 5)}
	p, err := compile(g.Graph, Options{Fuse: true})
	if err != nil {
		t.Fatal(err)
	}
	if donors := p.Donors(); donors[0] != none {
		t.Errorf("the sum may take the place of parameter %d", donors[0])
	}
}

// Two products of different widths can't both be rows of a loop's blocks.
func TestProductsOfTwoWidths(t *testing.T) {
	const m, n, otherM, otherN, k = 100, 24, 48, 50, 3
	g := newGraph()
	x, y, otherX, otherY := g.parameter(m, k), g.parameter(k, n), g.parameter(otherM, k), g.parameter(k, otherN)
	other := g.Add(compute.OpTypeReshape, float(m, n), nil, g.dot(otherX, otherY))
	p := g.compile(t, g.elementwise(compute.OpTypeMul, g.dot(x, y), other))
	values := [][]float32{counting(m * k), counting(k * n), counting(otherM * k), counting(k * otherN)}
	want := multiplied(values[0], values[1], m, k, n)
	for i, factor := range multiplied(values[2], values[3], otherM, k, otherN) {
		want[i] *= factor
	}
	if got := g.run(t, p, values...)[0]; !slices.Equal(got, want) {
		t.Errorf("the product of products is %v; want %v", got, want)
	}
}

// A loop computes rows of one product; several of a batch come before it.
func TestBatchOfProducts(t *testing.T) {
	const batch, m, k, n = 3, 2, 4, 5
	g := newGraph()
	axes := ir.DotGeneral{LeftBatch: []int{0}, RightBatch: []int{0}, LeftContracting: []int{2},
		RightContracting: []int{1}}
	dot := g.Add(compute.OpTypeDotGeneral, float(batch, m, n), axes, g.parameter(batch, m, k), g.parameter(batch, k, n))
	p := g.compile(t, g.elementwise(compute.OpTypeNeg, dot))
	x, y := counting(batch*m*k), counting(batch*k*n)
	var want []float32
	for b := range batch {
		for _, z := range multiplied(x[b*m*k:], y[b*k*n:], m, k, n) {
			want = append(want, -z)
		}
	}
	if got := g.run(t, p, x, y)[0]; !slices.Equal(got, want) {
		t.Errorf("the negated products are %v; want %v", got, want)
	}
}

// Blocks with products have whole register blocks of rows, and products that are too wide are left alone.
func TestProductsInLoops(t *testing.T) {
	for _, c := range []struct {
		m, n int
		own  bool // the product is an instruction of its own
	}{{1000, 20, false}, {1000, widestInLoop, false}, {1000, widestInLoop + 1, true}, {2, 8, false}} {
		g := newGraph()
		y := g.elementwise(compute.OpTypeExp, g.dot(g.parameter(c.m, 3), g.parameter(3, c.n)))
		var loops, products int
		for _, in := range g.compile(t, y).instructions {
			switch in := in.(type) {
			case *productInstruction:
				products++
			case *loopInstruction:
				loops++
				if in.blocks.count > 1 && !c.own && in.blocks.length%(product.PanelRows()*c.n) != 0 {
					t.Errorf("[%d,%d]: blocks have %d elements", c.m, c.n, in.blocks.length)
				}
			}
		}
		if loops != 1 || products == 1 != c.own {
			t.Errorf("[%d,%d]: there are %d loops and %d products", c.m, c.n, loops, products)
		}
	}
}

// The last piece of a product has fewer rows than the others: those beyond its matrix are another's, or nobody's.
func TestProductInPieces(t *testing.T) {
	const k, n = 128, 300
	m := 2*product.PanelRows()*(1+taskProducts/(k*n*product.PanelRows())) + 1
	g := newGraph()
	p := g.compile(t, g.dot(g.parameter(m, k), g.parameter(k, n)))
	if tasks := p.instructions[len(p.instructions)-1].tasks(); tasks < 2 {
		t.Fatalf("the product of %d rows has %d tasks", m, tasks)
	}
	x, y := counting(m*k), counting(k*n)
	if got := g.run(t, p, x, y)[0]; !slices.Equal(got, multiplied(x, y, m, k, n)) {
		t.Error("the product is wrong")
	}
}

// A small view with many users becomes an array.
func TestViewsThatAreCopied(t *testing.T) {
	for _, c := range []struct {
		rows, users int
		copied      bool
	}{{10, usersOfCopy - 1, false}, {10, usersOfCopy, true}, {sizeOfCopy, usersOfCopy, false}} {
		g := newGraph()
		bias, x := g.parameter(8), g.parameter(c.rows, 8)
		repeated := g.Add(compute.OpTypeBroadcastInDim, x.Shape, ir.BroadcastInDim{Axes: []int{1}}, bias)
		for range c.users {
			x = g.elementwise(compute.OpTypeAdd, x, repeated)
		}
		s := newSchedule(true)
		if err := s.addGraph(g.Graph); err != nil {
			t.Fatal(err)
		}
		if copied := s.values[repeated.Index].view.IsContiguous(); copied != c.copied {
			t.Errorf("%d rows with %d users: copied is %v", c.rows, c.users, copied)
		}
	}
}
