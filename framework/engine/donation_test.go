package engine

import (
	"math"
	"slices"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/gobackend"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

// descend returns a step of gradient descent with momentum, whose last output needs the old parameters once more if
// last says so.
func descend(last bool) func(x, v *graph.Node) []*graph.Node {
	return func(x, v *graph.Node) []*graph.Node {
		velocity := graph.Add(graph.MulScalar(v, 0.9), graph.MulScalar(x, 0.1))
		outputs := []*graph.Node{graph.Sub(x, velocity), velocity}
		if last {
			n := x.Shape().Size()
			outputs = append(outputs, graph.ReduceAllSum(graph.Mul(graph.Reverse(x, 0),
				graph.IotaFull(x.Graph(), x.Shape()))), graph.Slice(outputs[0], graph.AxisRange(n/2)))
		}
		return outputs
	}
}

// Donated arrays take the results where every element is read before it is overwritten, and only there; either way the
// results are those of a run that is given copies.
func TestDonatedStorageIsReused(t *testing.T) {
	for _, test := range []struct {
		name        string
		last, twice bool
		donated     []bool
		reused      int // outputs in the storage of an input
	}{
		{name: "both", donated: []bool{true, true}, reused: 2},
		{name: "none", donated: []bool{false, false}, reused: 0},
		{name: "one", donated: []bool{false, true}, reused: 1},
		{name: "needed later", last: true, donated: []bool{true, true}, reused: 1},
		{name: "the same array twice", twice: true, donated: []bool{true, true}, reused: 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			b, err := New("")
			if err != nil {
				t.Fatal(err)
			}
			const n = 3000
			x, v := make([]float32, n), make([]float32, n)
			for i := range n {
				x[i], v[i] = float32(i)/n, float32(n-i)
			}
			want := reference(t, test.last, test.twice, x, v)
			g := compileStep(b, test.last, n)
			buffers := []compute.Buffer{fromFlat(t, b, x), fromFlat(t, b, v)}
			if test.twice {
				buffers[1] = buffers[0]
			}
			before := []*float32{start(t, b, buffers[0]), start(t, b, buffers[1])}
			got := g.RunWithBuffers(buffers, test.donated, 0)
			reused := 0
			for i := range got {
				buffer, err := got[i].Buffer(b, 0)
				if err != nil {
					t.Fatal(err)
				}
				if slices.Contains(before, start(t, b, buffer)) {
					reused++
				}
			}
			if reused != test.reused {
				t.Errorf("%d outputs are in storage of inputs, want %d", reused, test.reused)
			}
			for i := range want {
				a := tensors.MustCopyFlatData[float32](got[i])
				for j, w := range want[i] {
					if d := float64(a[j] - w); !(math.Abs(d) <= 1e-6*(1+math.Abs(float64(w)))) {
						t.Fatalf("output %d, element %d is %v, want %v", i, j, a[j], w)
					}
				}
			}
		})
	}
}

func compileStep(b compute.Backend, last bool, n int) *graph.Graph {
	g := graph.NewGraph(b, "step")
	shape := tensors.FromFlatDataAndDimensions(make([]float32, n), n).Shape()
	g.Compile(descend(last)(graph.Parameter(g, "x", shape), graph.Parameter(g, "v", shape))...)
	return g
}

// reference returns the outputs for copies of the inputs, by formula where GoMLX's engine lacks an operation.
func reference(t *testing.T, last, twice bool, x, v []float32) [][]float32 {
	if twice {
		v = x
	}
	if last {
		b, err := New("nofuse")
		if err != nil {
			t.Fatal(err)
		}
		return outputsOn(b, last, x, v)
	}
	b, err := gobackend.New("ops_sequential,parallelism=0")
	if err != nil {
		t.Fatal(err)
	}
	return outputsOn(b, last, x, v)
}

func outputsOn(b compute.Backend, last bool, x, v []float32) [][]float32 {
	var flats [][]float32
	for _, out := range graph.MustNewExec(b, descend(last)).MustCall(tensors.FromFlatDataAndDimensions(x, len(x)),
		tensors.FromFlatDataAndDimensions(v, len(v))) {
		flats = append(flats, tensors.MustCopyFlatData[float32](out))
	}
	return flats
}

func fromFlat(t *testing.T, b compute.Backend, x []float32) compute.Buffer {
	buffer, err := b.BufferFromFlatData(0, x, tensors.FromFlatDataAndDimensions(x, len(x)).Shape())
	if err != nil {
		t.Fatal(err)
	}
	return buffer
}

func start(t *testing.T, b compute.Backend, buffer compute.Buffer) *float32 {
	data, err := buffer.Data()
	if err != nil {
		t.Fatal(err)
	}
	return &data.([]float32)[0]
}
