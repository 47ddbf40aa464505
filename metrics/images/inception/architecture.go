package inception

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
)

// layer is a convolution without biases, a batch normalization and the largest of this and 0.
type layer struct {
	name    string
	in, out int    // channels
	kernel  [2]int // height and width
	stride  int
	padding [2]int // rows and columns of zeros on each side
}

// value is a map in the network: its channels and, where a graph is built, its node [batch, height, width, channels].
type value struct {
	channels int
	node     *graph.Node
}

// walk goes through the network. It lists the layers; given their parameters it builds the graph.
type walk struct {
	layers []layer
	// of each layer a kernel [height, width, in, out] and biases [out]; nil to list the layers only
	parameters []*graph.Node
	maps       []*graph.Node // after the first and the second pooling and before the last reduction, for tests
}

// layers are those of the whole network in the order in which they are evaluated.
func layers() []layer {
	w := &walk{}
	w.network(value{channels: 3})
	return w.layers
}

// network leads from images [batch, 299, 299, 3] to 2048 maps.
func (w *walk) network(x value) value {
	x = w.reduce(x, "Conv2d_1a_3x3", 32, 2)
	x = w.reduce(x, "Conv2d_2a_3x3", 32, 1)
	x = w.same(x, "Conv2d_2b_3x3", 64, 3, 3)
	x = w.keep(w.largest(x, 2, 0))
	x = w.same(x, "Conv2d_3b_1x1", 80, 1, 1)
	x = w.reduce(x, "Conv2d_4a_3x3", 192, 1)
	x = w.keep(w.largest(x, 2, 0))
	for i, pooled := range []int{32, 64, 64} {
		x = w.blockA(x, "Mixed_5"+string(rune('b'+i)), pooled)
	}
	x = w.reduceA(x, "Mixed_6a")
	for i, channels := range []int{128, 160, 160, 192} {
		x = w.blockC(x, "Mixed_6"+string(rune('b'+i)), channels)
	}
	x = w.reduceC(w.keep(x), "Mixed_7a")
	x = w.blockE(x, "Mixed_7b", w.mean)
	return w.blockE(x, "Mixed_7c", func(x value) value { return w.largest(x, 1, 1) })
}

func (w *walk) keep(x value) value {
	w.maps = append(w.maps, x.node)
	return x
}

func (w *walk) blockA(x value, name string, pooled int) value {
	narrow := w.same(x, name+".branch5x5_1", 48, 1, 1)
	return w.join(
		w.same(x, name+".branch1x1", 64, 1, 1),
		w.same(narrow, name+".branch5x5_2", 64, 5, 5),
		w.same(w.double(x, name), name+".branch3x3dbl_3", 96, 3, 3),
		w.same(w.mean(x), name+".branch_pool", pooled, 1, 1))
}

func (w *walk) reduceA(x value, name string) value {
	return w.join(
		w.reduce(x, name+".branch3x3", 384, 2),
		w.reduce(w.double(x, name), name+".branch3x3dbl_3", 96, 2),
		w.largest(x, 2, 0))
}

// double is the first two of three convolutions.
func (w *walk) double(x value, name string) value {
	return w.same(w.same(x, name+".branch3x3dbl_1", 64, 1, 1), name+".branch3x3dbl_2", 96, 3, 3)
}

func (w *walk) blockC(x value, name string, channels int) value {
	one := w.same(x, name+".branch7x7_1", channels, 1, 1)
	one = w.same(w.same(one, name+".branch7x7_2", channels, 1, 7), name+".branch7x7_3", 192, 7, 1)
	two := w.same(x, name+".branch7x7dbl_1", channels, 1, 1)
	two = w.same(w.same(two, name+".branch7x7dbl_2", channels, 7, 1), name+".branch7x7dbl_3", channels, 1, 7)
	two = w.same(w.same(two, name+".branch7x7dbl_4", channels, 7, 1), name+".branch7x7dbl_5", 192, 1, 7)
	return w.join(
		w.same(x, name+".branch1x1", 192, 1, 1), one, two, w.same(w.mean(x), name+".branch_pool", 192, 1, 1))
}

func (w *walk) reduceC(x value, name string) value {
	one := w.same(x, name+".branch3x3_1", 192, 1, 1)
	two := w.same(x, name+".branch7x7x3_1", 192, 1, 1)
	two = w.same(w.same(two, name+".branch7x7x3_2", 192, 1, 7), name+".branch7x7x3_3", 192, 7, 1)
	return w.join(
		w.reduce(one, name+".branch3x3_2", 320, 2), w.reduce(two, name+".branch7x7x3_4", 192, 2), w.largest(x, 2, 0))
}

func (w *walk) blockE(x value, name string, pool func(value) value) value {
	one := w.same(x, name+".branch3x3_1", 384, 1, 1)
	two := w.same(w.same(x, name+".branch3x3dbl_1", 448, 1, 1), name+".branch3x3dbl_2", 384, 3, 3)
	return w.join(
		w.same(x, name+".branch1x1", 320, 1, 1),
		w.same(one, name+".branch3x3_2a", 384, 1, 3), w.same(one, name+".branch3x3_2b", 384, 3, 1),
		w.same(two, name+".branch3x3dbl_3a", 384, 1, 3), w.same(two, name+".branch3x3dbl_3b", 384, 3, 1),
		w.same(pool(x), name+".branch_pool", 192, 1, 1))
}

// same is a convolution that leaves the map as large as it was.
func (w *walk) same(x value, name string, out, rows, columns int) value {
	return w.convolve(x, layer{name: name, in: x.channels, out: out, kernel: [2]int{rows, columns}, stride: 1,
		padding: [2]int{rows / 2, columns / 2}})
}

// reduce is a convolution by 3 x 3 without padding.
func (w *walk) reduce(x value, name string, out, stride int) value {
	return w.convolve(x, layer{name: name, in: x.channels, out: out, kernel: [2]int{3, 3}, stride: stride})
}

// convolve is the next layer.
func (w *walk) convolve(x value, l layer) value {
	i := len(w.layers)
	w.layers = append(w.layers, l)
	if w.parameters == nil {
		return value{channels: l.out}
	}
	padding := [][2]int{{l.padding[0], l.padding[0]}, {l.padding[1], l.padding[1]}}
	ones := []int{1, 1}
	axes := compute.ConvolveAxesConfig{InputSpatial: []int{1, 2}, InputChannels: 3, KernelSpatial: []int{0, 1},
		KernelInputChannels: 2, KernelOutputChannels: 3, OutputSpatial: []int{1, 2}, OutputChannels: 3}
	y := graph.ConvGeneral(x.node, w.parameters[2*i], axes, []int{l.stride, l.stride}, padding, ones, ones, 1, 1)
	y = graph.Add(y, graph.Reshape(w.parameters[2*i+1], 1, 1, 1, l.out))
	return value{l.out, graph.MaxScalar(y, 0)}
}

// window reduces windows of 3 x 3 of each channel.
func window(x *graph.Node, kind compute.ReduceOpType, stride, padding int) *graph.Node {
	around := [2]int{padding, padding}
	return graph.BackendReduceWindow(x, kind, []int{1, 3, 3, 1}, []int{1, stride, stride, 1}, nil, nil,
		[][2]int{{}, around, around, {}})
}

// largest are the largest values of windows of 3 x 3.
func (w *walk) largest(x value, stride, padding int) value {
	if w.parameters == nil {
		return x
	}
	return value{x.channels, window(x.node, compute.ReduceOpMax, stride, padding)}
}

// mean are the means of the windows of 3 x 3 about each pixel, of the pixels that there are.
func (w *walk) mean(x value) value {
	if w.parameters == nil {
		return x
	}
	d := x.node.Shape().Dimensions
	shares := make([][][][]float32, 1)
	inside := func(i, length int) int { return min(i+1, length-1) - max(i-1, 0) + 1 }
	for i := range d[1] {
		row := make([][]float32, d[2])
		for j := range d[2] {
			row[j] = []float32{1 / float32(inside(i, d[1])*inside(j, d[2]))}
		}
		shares[0] = append(shares[0], row)
	}
	return value{x.channels, graph.Mul(window(x.node, compute.ReduceOpSum, 1, 1), graph.Const(x.node.Graph(), shares))}
}

// join puts the channels of maps one after another.
func (w *walk) join(all ...value) value {
	joined, nodes := value{}, make([]*graph.Node, len(all))
	for i, x := range all {
		joined.channels += x.channels
		nodes[i] = x.node
	}
	if w.parameters != nil {
		joined.node = graph.Concatenate(nodes, -1)
	}
	return joined
}
