package suite

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
)

// shapeCases move numbers without changing them: nothing but the same bits is right.
func shapeCases() []Case {
	parts := append(rearranged(), converted()...)
	return []Case{{Group: "shapes", Name: "of a matrix", Inputs: [][]int{{rows, columns}}, Low: -1, High: 1, Floor: 1, Parts: parts}, indexed()}
}

// The matrix that is moved about.
const rows, columns = 11, 13

// reader reads the matrix.
type reader = func(i, j int) float64

// moved is a part that from computes of the matrix.
func moved(name string, build func(x *graph.Node) *graph.Node, from func(x []float32, at func(i, j int) float64) []float64) Part {
	return Part{name, func(in []*graph.Node) *graph.Node { return build(in[0]) }, func(in [][]float32) []float64 {
		return from(in[0], func(i, j int) float64 { return float64(in[0][i*columns+j]) })
	}, nil}
}

// grid is a matrix by its entries.
func grid(height, width int, value func(i, j int) float64) []float64 {
	out := make([]float64, 0, height*width)
	for i := range height {
		for j := range width {
			out = append(out, value(i, j))
		}
	}
	return out
}

func rearranged() []Part {
	return []Part{
		moved("transpose", func(x *graph.Node) *graph.Node { return graph.Transpose(x, 0, 1) }, func(_ []float32, at reader) []float64 {
			return grid(columns, rows, func(i, j int) float64 { return at(j, i) })
		}),
		moved("slice with strides", func(x *graph.Node) *graph.Node {
			return graph.Slice(x, graph.AxisRange(1, 10).Stride(3), graph.AxisRange(2, 12).Stride(2))
		}, func(_ []float32, at reader) []float64 {
			return grid(3, 5, func(i, j int) float64 { return at(1+3*i, 2+2*j) })
		}),
		moved("reverse", func(x *graph.Node) *graph.Node { return graph.Reverse(x, 1) }, func(_ []float32, at reader) []float64 {
			return grid(rows, columns, func(i, j int) float64 { return at(i, columns-1-j) })
		}),
		moved("concatenation", func(x *graph.Node) *graph.Node { return graph.Concatenate([]*graph.Node{x, graph.Neg(x)}, 1) }, func(_ []float32, at reader) []float64 {
			return grid(rows, 2*columns, func(i, j int) float64 {
				if j < columns {
					return at(i, j)
				}
				return -at(i, j-columns)
			})
		}),
		moved("padding", func(x *graph.Node) *graph.Node {
			return graph.Pad(x, graph.Scalar(x.Graph(), x.DType(), 7), compute.PadAxis{Start: 1}, compute.PadAxis{End: 2})
		}, func(_ []float32, at reader) []float64 {
			return grid(rows+1, columns+2, func(i, j int) float64 {
				if i < 1 || j >= columns {
					return 7
				}
				return at(i-1, j)
			})
		}),
	}
}

func converted() []Part {
	return []Part{
		moved("reshape", func(x *graph.Node) *graph.Node { return graph.Reshape(x, columns, rows) }, func(x []float32, _ reader) []float64 { return widened(x) }),
		moved("broadcast", func(x *graph.Node) *graph.Node {
			return graph.BroadcastToDims(graph.InsertAxes(x, 0), 3, rows, columns)
		}, func(x []float32, _ reader) []float64 {
			return widened(append(append(append([]float32(nil), x...), x...), x...))
		}),
		moved("whole numbers and back", func(x *graph.Node) *graph.Node {
			return graph.ConvertDType(graph.ConvertDType(graph.MulScalar(x, 100), dtypes.Int32), dtypes.Float32)
		}, func(x []float32, _ reader) []float64 {
			out := make([]float64, len(x))
			for i, v := range x {
				out[i] = float64(int32(v * 100))
			}
			return out
		}),
		moved("count along an axis", func(x *graph.Node) *graph.Node {
			return graph.Add(graph.ZerosLike(x), graph.Iota(x.Graph(), shapes.Make(dtypes.Float32, rows, columns), 1))
		}, func(_ []float32, _ reader) []float64 {
			return grid(rows, columns, func(_, j int) float64 { return float64(j) })
		}),
	}
}

// indexed reads and writes where whole numbers say.
func indexed() Case {
	const columns = 6
	picked := []int32{3, 0, 10, 3, 7}
	index := func(g *graph.Graph) *graph.Node { return graph.InsertAxes(graph.Const(g, picked), -1) }
	return Case{
		Group: "shapes", Name: "by indices", Inputs: [][]int{{rows, columns}, {len(picked), columns}}, Low: -1, High: 1, Tolerance: elementary, Floor: 1,
		Parts: []Part{
			{"gather", func(in []*graph.Node) *graph.Node { return graph.Gather(in[0], index(in[0].Graph())) }, func(in [][]float32) []float64 {
				var out []float64
				for _, row := range picked {
					out = append(out, widened(in[0][row*columns:(row+1)*columns])...)
				}
				return out
			}, nil},
			{"scatter by sums", func(in []*graph.Node) *graph.Node {
				return graph.ScatterSum(in[0], index(in[0].Graph()), in[1], false, false)
			}, func(in [][]float32) []float64 {
				out := widened(in[0])
				for i, row := range picked {
					for j := range columns {
						out[int(row)*columns+j] += float64(in[1][i*columns+j])
					}
				}
				return out
			}, nil},
			{"dynamic slice", func(in []*graph.Node) *graph.Node {
				return graph.DynamicSlice(in[0], starts(in[0].Graph(), 4, 1), []int{2, 3})
			}, func(in [][]float32) []float64 {
				return append(widened(in[0][4*columns+1:4*columns+4]), widened(in[0][5*columns+1:5*columns+4])...)
			}, nil},
			{"dynamic update", func(in []*graph.Node) *graph.Node {
				return graph.DynamicUpdateSlice(in[0], in[1], starts(in[0].Graph(), 2, 0))
			}, func(in [][]float32) []float64 {
				out := widened(in[0])
				copy(out[2*columns:], widened(in[1]))
				return out
			}, nil},
		},
	}
}

func starts(g *graph.Graph, at ...int32) []*graph.Node {
	nodes := make([]*graph.Node, len(at))
	for i, start := range at {
		nodes[i] = graph.Const(g, start)
	}
	return nodes
}
