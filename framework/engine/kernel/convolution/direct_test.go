package convolution

import (
	"slices"
	"testing"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/dtypes/bfloat16"
	"github.com/gomlx/compute/shapes"
	"pgregory.net/rapid"

	"ebim/framework/engine/ir"
)

func direct32(t rapid.TB, n *ir.Node) *direct[float32, float32] {
	g, err := newGeometry(n)
	if err != nil {
		t.Fatal(err)
	}
	return plain[float32](g).(*direct[float32, float32])
}

func TestDirectFollowsTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := drawNode(t, dtypes.Float32, 4)
		sameAsDefinition[float32](t, n, direct32(t, n))
	})
}

func TestAllTypes(t *testing.T) {
	types := map[dtypes.DType]func(*rapid.T, *ir.Node){
		dtypes.Int8:    check[int8],
		dtypes.Int16:   check[int16],
		dtypes.Int32:   check[int32],
		dtypes.Int64:   check[int64],
		dtypes.Float32: check[float32],
		dtypes.Float64: check[float64],
	}
	for dtype, check := range types {
		t.Run(dtype.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { check(t, drawNode(t, dtype, 2)) })
		})
	}
}

func check[T interface {
	int8 | int16 | int32 | int64 | float32 | float64
}](t *rapid.T, n *ir.Node) {
	in, err := New(n)
	if err != nil {
		t.Fatal(err)
	}
	sameAsDefinition[T](t, n, in)
}

// imageAxes are channels-last images with kernels [height, width, in, out].
var imageAxes = compute.ConvolveAxesConfig{
	InputChannels: 3, InputSpatial: []int{1, 2},
	KernelInputChannels: 2, KernelOutputChannels: 3, KernelSpatial: []int{0, 1},
	OutputChannels: 3, OutputSpatial: []int{1, 2},
}

// handNode returns a 2x2 kernel over a 3x3 image.
func handNode(t testing.TB, dtype dtypes.DType) *ir.Node {
	n, err := newNode(shapes.Make(dtype, 1, 3, 3, 1), shapes.Make(dtype, 2, 2, 1, 1), ir.ConvGeneral{
		Axes: imageAxes, Strides: []int{1, 1}, Paddings: [][2]int{{0, 0}, {0, 1}},
		InputDilations: []int{1, 1}, KernelDilations: []int{1, 1}, ChannelGroupCount: 1, BatchGroupCount: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestComputedByHand(t *testing.T) {
	n := handNode(t, dtypes.Float32)
	in, err := New(n)
	if err != nil {
		t.Fatal(err)
	}
	got := run(t, in, 6, []float32{1, 2, 3, 4, 5, 6, 7, 8, 9}, []float32{1, 10, 100, 1000})
	// 1*1 + 10*2 + 100*4 + 1000*5 = 5421, ...; the last column sees only the left half of the kernel.
	if want := []float32{5421, 6532, 603, 8754, 9865, 906}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestUnsignedAndBFloat16(t *testing.T) {
	n := handNode(t, dtypes.Uint8)
	in, err := New(n)
	if err != nil {
		t.Fatal(err)
	}
	got := run(t, in, 6, []uint8{1, 2, 3, 4, 5, 6, 7, 8, 9}, []uint8{1, 0, 255, 0})
	if want := []uint8{253, 253, 253, 253, 253, 253}; !slices.Equal(got, want) { // x[i] - x[i+3], modulo 256
		t.Errorf("uint8: got %v, want %v", got, want)
	}

	in, err = New(handNode(t, dtypes.BFloat16))
	if err != nil {
		t.Fatal(err)
	}
	x, w, result := make([]bfloat16.BFloat16, 9), make([]bfloat16.BFloat16, 4), make([]bfloat16.BFloat16, 6)
	for i := range x {
		x[i] = bfloat16.FromFloat32(float32(i + 1))
	}
	for i, v := range []float32{1, 0, 0, 0.00390625} {
		w[i] = bfloat16.FromFloat32(v)
	}
	scratch := make([]int, in.Scratch()/8)
	in.Run(0, unsafe.Pointer(&result[0]), []unsafe.Pointer{unsafe.Pointer(&x[0]), unsafe.Pointer(&w[0])},
		unsafe.Pointer(&scratch[0]))
	for i, want := range []float32{1 + 5./256, 2 + 6./256, 3, 4 + 8./256, 5 + 9./256, 6} {
		if result[i] != bfloat16.FromFloat32(want) {
			t.Errorf("bfloat16: element %d is %v, want %v", i, result[i], want)
		}
	}
}

func TestRefused(t *testing.T) {
	if _, err := New(handNode(t, dtypes.Bool)); err == nil {
		t.Error("a convolution of bool was accepted")
	}
	n := handNode(t, dtypes.Float32)
	a := n.Attributes.(ir.ConvGeneral)
	a.ChannelGroupCount, a.BatchGroupCount = 2, 2
	n.Attributes = a
	if _, err := New(n); err == nil {
		t.Error("channel groups with batch groups were accepted")
	}
	n.Op = compute.OpTypeAdd
	if _, err := New(n); err == nil {
		t.Error("another operation was accepted")
	}
}
