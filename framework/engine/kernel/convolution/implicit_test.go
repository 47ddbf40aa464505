package convolution

import (
	"math"
	"slices"
	"testing"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"pgregory.net/rapid"

	"ebim/framework/engine/kernel"
	"ebim/framework/engine/kernel/processor"
)

func TestImplicitAgainstDirect(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := drawNode(t, dtypes.Float32, 70)
		g, err := newGeometry(n)
		if err != nil {
			t.Fatal(err)
		}
		x, w := converted[float32](small(n.Inputs[0].Shape.Size(), 1)),
			converted[float32](small(n.Inputs[1].Shape.Size(), 2))
		want := run(t, plain[float32](g), n.Shape.Size(), x, w)
		for _, level := range processor.Levels() {
			if got := run(t, newImplicit(g, formatAt(level)), n.Shape.Size(), x, w); !slices.Equal(got, want) {
				t.Fatalf("%s: %s: input %s, kernel %s, result %s\n got %v\nwant %v", level, describe(n),
					n.Inputs[0].Shape,
					n.Inputs[1].Shape, n.Shape, got, want)
			}
		}
	})
}

// TestLargeAgainstDirect has what small convolutions lack: several tasks, boxes, ranges of columns, and depths of
// channels and of taps.
func TestLargeAgainstDirect(t *testing.T) {
	last, first := imageAxes, firstAxes
	cases := map[string]struct {
		layer
		axes  compute.ConvolveAxesConfig
		batch int
	}{
		"many columns":       {layer{6, 24, 400, 3, 1, 1, 1, 1}, last, 2},
		"many channels":      {layer{5, 700, 40, 3, 1, 1, 1, 1}, first, 2},
		"rows of an image":   {layer{90, 20, 10, 3, 1, 1, 1, 1}, last, 1},
		"parts of a row":     {layer{9, 9000, 3, 1, 1, 1, 1, 1}, last, 1},
		"many images":        {layer{3, 5, 20, 2, 1, 1, 0, 1}, first, 700},
		"phases":             {layer{40, 8, 17, 4, 1, 2, 1, 2}, first, 1},
		"dense on a map":     {layer{4, 128, 100, 4, 1, 0, 0, 1}, last, 9},
		"taps of a gradient": {layer{30, 9, 8, 28, 1, 0, 0, 1}, weightAxes(last), 5},
		"few columns":        {layer{40, 30, 2, 5, 2, 2, 2, 1}, last, 6},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			input, weights := c.shapes(c.axes, c.batch)
			n, err := newNode(input, weights, c.attributes(c.axes))
			if err != nil {
				t.Fatal(err)
			}
			g, err := newGeometry(n)
			if err != nil {
				t.Fatal(err)
			}
			x, w := converted[float32](small(input.Size(), 1)), converted[float32](small(weights.Size(), 2))
			want := run(t, plain[float32](g), n.Shape.Size(), x, w)
			for _, level := range processor.Levels() {
				if got := run(t, newImplicit(g, formatAt(level)), n.Shape.Size(), x, w); !slices.Equal(got, want) {
					t.Errorf("%s differs from the direct convolution", level)
				}
			}
		})
	}
}

func TestPaddingIsSkippedAtTheEdgesOfKernels(t *testing.T) {
	// All outer taps of a 5x5 kernel meet only padding on a 1x1 map, so that their weights may be anything.
	input, weights := layer{image: 1, input: 1, output: 1, kernel: 5}.shapes(imageAxes, 1)
	n, err := newNode(input, weights, layer{stride: 1, low: 2, high: 2, dilation: 1}.attributes(imageAxes))
	if err != nil {
		t.Fatal(err)
	}
	in, err := New(n)
	if err != nil {
		t.Fatal(err)
	}
	w := make([]float32, 25)
	for i := range w {
		w[i] = float32(math.NaN())
	}
	w[12] = 3
	if got := run(t, in, 1, []float32{2}, w); got[0] != 6 {
		t.Errorf("got %v, want 6", got[0])
	}
}

func TestNothingIsAllocated(t *testing.T) {
	for _, axes := range []compute.ConvolveAxesConfig{imageAxes, firstAxes} {
		l := layer{7, 9, 20, 3, 1, 1, 1, 2}
		input, weights := l.shapes(axes, 2)
		n, err := newNode(input, weights, l.attributes(axes))
		if err != nil {
			t.Fatal(err)
		}
		g, err := newGeometry(n)
		if err != nil {
			t.Fatal(err)
		}
		for name, in := range map[string]kernel.Instruction{"direct": plain[float32](g),
			"implicit": newImplicit(g, best)} {
			x, w, result := make([]float32, input.Size()), make([]float32, weights.Size()),
				make([]float32, n.Shape.Size())
			operands, scratch := []unsafe.Pointer{pointer(x), pointer(w)}, make([]uint64, in.Scratch()/8+1)
			if allocated := testing.AllocsPerRun(20, func() {
				in.Run(0, pointer(result), operands,
					unsafe.Pointer(&scratch[0]))
			}); allocated != 0 {
				t.Errorf("%s: %v allocations", name, allocated)
			}
		}
	}
}
