package convolution

import (
	"slices"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"pgregory.net/rapid"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel/processor"
)

// No address leaves its array, not even where nothing is read: an address in another array would keep that alive.
func TestOffsetsStayInside(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkOffsets(t, drawNode(t, dtypes.Float32, 70)) })
}

func checkOffsets(t rapid.TB, n *ir.Node) {
	t.Helper()
	g, err := newGeometry(n)
	if err != nil {
		t.Fatal(err)
	}
	input := (g.groups-1)*g.inputGroupStride + (g.batch-1)*g.inputBatchStride
	weights := (g.groups-1)*g.kernelGroupStride + (g.outputChannels-1)*g.kernelOutputStride
	if input > max(n.Inputs[0].Shape.Size()-1, 0) || weights > max(n.Inputs[1].Shape.Size()-1, 0) {
		t.Fatalf("%s: input %s, kernel %s: elements %d and %d", describe(n), n.Inputs[0].Shape, n.Inputs[1].Shape,
			input, weights)
	}
	for _, level := range processor.Levels() {
		c := newImplicit(g, formatAt(level)).(*implicit)
		for i := range c.jobs {
			j := &c.jobs[i]
			for k := range j.depths {
				d := &j.depths[k]
				first, end := 0, c.Scratch()
				if j.inPlace {
					first, end = c.inputOffset(j, d)*size, n.Inputs[0].Shape.Size()*size
				}
				last := first + slices.Max(j.box.rows) + slices.Max(d.runs) + max(d.length-1, 0)*size
				if first < 0 || last > max(end-size, 0) {
					t.Fatalf("%s: %s: input %s, kernel %s: the elements at %d to %d of %d bytes", level, describe(n),
						n.Inputs[0].Shape,
						n.Inputs[1].Shape, first, last, end)
				}
			}
		}
	}
}

// Sums without terms are 0: of images without channels or pixels, and where all taps meet padding.
func TestNothingIsSummed(t *testing.T) {
	cases := map[string]layer{
		"padding alone": {image: 1, input: 40, output: 3, kernel: 1, stride: 2, low: 1, high: 1, dilation: 1},
		"no channels":   {image: 6, input: 0, output: 3, kernel: 3, stride: 1, low: 1, high: 1, dilation: 1},
		"no pixels":     {image: 0, input: 5, output: 3, kernel: 1, stride: 1, low: 2, high: 2, dilation: 1},
	}
	spaceFirst := compute.ConvolveAxesConfig{
		InputSpatial: []int{0, 1}, InputBatch: 2, InputChannels: 3,
		KernelSpatial: []int{0, 1}, KernelInputChannels: 2, KernelOutputChannels: 3,
		OutputSpatial: []int{0, 1}, OutputBatch: 2, OutputChannels: 3,
	}
	for name, c := range cases {
		for layout, axes := range map[string]compute.ConvolveAxesConfig{"last": imageAxes, "first": firstAxes,
			"space first": spaceFirst} {
			t.Run(name+" "+layout, func(t *testing.T) {
				input, weights := c.shapes(axes, 2)
				n, err := newNode(input, weights, c.attributes(axes))
				if err != nil {
					t.Fatal(err)
				}
				checkOffsets(t, n)
				in, err := New(n)
				if err != nil {
					t.Fatal(err)
				}
				sameAsDefinition[float32](t, n, in)
			})
		}
	}
}
