package inception

import (
	"context"
	"fmt"
	"io"
	"math"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/points"
)

// Features is the number of features of an image.
const Features = 2048

const (
	side  = 299 // pixels of what the network sees
	batch = 8   // images that are looked at together, whose largest maps take 40 MB
)

// Network is Inception with weights, for images of one shape. It is not to be used from several goroutines, nor after
// Close.
type Network struct {
	shape   points.Shape
	engine  compute.Backend
	program *backend.Program
	state   backend.State
	input   backend.Array
	out     []backend.Array
}

// Open returns the network with the weights of a file, for images of a shape.
func Open(path string, shape points.Shape) (*Network, error) {
	file, size, err := open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	n, err := of(file, size, shape, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return n, nil
}

// of is the network with weights; what inner makes of the maps on the way becomes further outputs.
func of(file io.ReaderAt, size int64, shape points.Shape, inner func(maps []*graph.Node) []*graph.Node) (
	*Network, error) {
	if shape.Channels != 1 && shape.Channels != 3 {
		return nil, fmt.Errorf("images of %d channels; Inception sees those of one or three", shape.Channels)
	}
	parameters, err := read(file, size)
	if err != nil {
		return nil, err
	}
	n := &Network{shape: shape, input: backend.Array{Dimensions: []int{batch, shape.Size()},
		Data: make([]float32, batch*shape.Size())}}
	parameters = append(parameters, interpolation(shape.Height), interpolation(shape.Width))
	dimensions := make([][]int, len(parameters))
	for i, p := range parameters {
		dimensions[i] = p.Dimensions
	}
	if n.engine, err = backend.Open(backend.Default); err != nil {
		return nil, err
	}
	n.state = backend.NewState(parameters...)
	n.program, err = backend.Compile(n.engine, "inception", dimensions, [][]int{n.input.Dimensions},
		func(state, inputs []*graph.Node) (_, outputs []*graph.Node) {
			last := len(state) - 2
			w := &walk{parameters: state[:last]}
			y := w.network(value{3, resized(inputs[0], shape, state[last], state[last+1])}).node
			outputs = []*graph.Node{graph.ReduceMean(y, 1, 2)}
			if inner != nil {
				outputs = append(outputs, inner(w.maps)...)
			}
			return nil, outputs
		})
	if err != nil {
		n.engine.Finalize()
		return nil, err
	}
	return n, nil
}

// Close frees what was opened.
func (n *Network) Close() {
	n.program.Finalize()
	n.engine.Finalize()
}

// Look returns the features [count, Features] of images, given as rows of numbers in [0, 1]: channel by channel, each
// row by row.
func (n *Network) Look(ctx context.Context, rows []float32) (*points.Set, error) {
	width := n.shape.Size()
	if len(rows)%width != 0 {
		return nil, fmt.Errorf("%d numbers are no images of %s", len(rows), n.shape)
	}
	features := points.New(len(rows)/width, Features)
	for from := 0; from < features.Len(); from += batch {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		// of a last batch the rest is what was there before
		copy(n.input.Data, rows[from*width:min(from+batch, features.Len())*width])
		var err error
		if n.out, err = n.program.Run(n.state, []backend.Array{n.input}, n.out); err != nil {
			return nil, err
		}
		for i := range min(batch, features.Len()-from) {
			for j, v := range n.out[0].Data[i*Features : (i+1)*Features] {
				features.At(from + i)[j] = float64(v)
			}
		}
	}
	return features, nil
}

// interpolation are the weights [side, length] of bilinear interpolation between pixels of a side, whose centers lie
// at 1/2, 3/2 and so on of the first; beyond the outermost centers it is constant.
func interpolation(length int) backend.Array {
	weights := backend.Array{Dimensions: []int{side, length}, Data: make([]float32, side*length)}
	for i := range side {
		at := min(float64(length-1), max(0, (float64(i)+0.5)*float64(length)/side-0.5))
		low := math.Floor(at)
		weights.Data[i*length+int(low)] += float32(1 - (at - low))
		if at > low {
			weights.Data[i*length+int(low)+1] += float32(at - low)
		}
	}
	return weights
}

// resized are images [batch, channels x height x width] as the network sees them, [batch, side, side, 3].
func resized(x *graph.Node, s points.Shape, down, along *graph.Node) *graph.Node {
	x = graph.Reshape(x, -1, s.Channels, s.Height, s.Width)
	x = graph.DotGeneral(x, []int{2}, nil, down, []int{1}, nil)  // [batch, channels, width, side]
	x = graph.DotGeneral(x, []int{2}, nil, along, []int{1}, nil) // [batch, channels, side, side]
	x = graph.TransposeAllAxes(x, 0, 2, 3, 1)
	if s.Channels == 1 {
		x = graph.Concatenate([]*graph.Node{x, x, x}, -1)
	}
	return graph.AddScalar(graph.MulScalar(x, 2), -1)
}
