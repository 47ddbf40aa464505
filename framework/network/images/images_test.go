package images_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ebim/framework/network/images"

	"github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/config"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
)

// catalog has the networks of images.
type catalog struct{}

func (catalog) KindOf(t reflect.Type) (config.Kind, bool) {
	return config.Kind{Name: "network", Interface: t, Components: []config.Component{
		{Name: "unet", New: func() any { return new(images.UNet) }},
		{Name: "conv28_encoder", New: func() any { return new(images.Conv28Encoder) }},
		{Name: "conv28_decoder", New: func() any { return new(images.Conv28Decoder) }},
		{Name: "convnet", New: func() any { return new(images.ConvNet) }},
		{Name: "transposed_convnet", New: func() any { return new(images.TransposedConvNet) }},
	}}, t == reflect.TypeFor[network.Network]()
}

// decoded is a network as YAML writes it.
func decoded(text string) (network.Network, error) {
	var settings struct {
		Network network.Network `yaml:"network" doc:"the network"`
	}
	document, err := config.Parse("network", []byte("network:\n  "+text+"\n"))
	if err == nil {
		err = document.Decode(catalog{}, &settings)
	}
	return settings.Network, err
}

func ofImages(t *testing.T, text string) network.Network {
	t.Helper()
	n, err := decoded(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// The parameters of the paper's networks and of torchvision's, less what batch normalization adds to these.
func TestParameterCounts(t *testing.T) {
	for _, test := range []struct {
		text    string
		in, out int
		want    float64
	}{
		{"unet", 784, 768, 1_940_851},
		{"conv28_encoder: {width: 8, hidden: 1024}", 784, 16, 2_244_176},
		{"conv28_decoder: {width: 8}", 16, 784, 162_369},
	} {
		n := ofImages(t, test.text)
		if got := network.CostOf(n, test.in, test.out).Parameters; got != test.want {
			t.Errorf("%s has %v parameters, want %v", test.text, got, test.want)
		}
		if size := float64(network.Size(n.Initialize(test.in, test.out,
			rand.New(rand.NewPCG(1, 1))))); size != test.want {
			t.Errorf("%s draws %v parameters, want %v", test.text, size, test.want)
		}
	}
}

func TestShapesThatDoNotFit(t *testing.T) {
	for _, test := range []struct {
		text    string
		in, out int
		want    string
	}{
		{"unet", 784, 767,
			"767 outputs of a last map of 16 x 16 pixels; a multiple of its 256 pixels, or last: linear"},
		{"unet", 64, 60, "4 halvings of 8 x 8 pixels"},
		{"unet", 783, 768, "points of 783 numbers, which are no square images"},
		{"unet: {image: [1, 20, 20]}", 784, 256, "images of 1 x 20 x 20 = 400 numbers for points of 784"},
		{"conv28_encoder", 1024, 16, "images of 1 x 32 x 32"},
		{"conv28_decoder", 16, 1024, "images of 1 x 32 x 32"},
		{"convnet: {channels: [1, 1, 1, 1]}", 196, 1, "convolution 2 (from 0) by 3 x 3 of a map of 2 x 2 pixels"},
		{"transposed_convnet: {channels: [1, 1]}", 1, 16, "2 convolutions by 3 x 3 to images of 4 x 4 pixels"},
	} {
		err := network.CheckShape("network", ofImages(t, test.text), test.in, test.out)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", test.text, err, test.want)
		}
	}
	for text, want := range map[string]string{"unet: {image: [28, 28]}": "channels, height and width"} {
		if _, err := decoded(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", text, err)
		}
	}
}

// What the data say is taken, unless the settings say something.
func TestTakeImage(t *testing.T) {
	told := &images.UNet{}
	told.TakeImage(points.Shape{Channels: 3, Height: 4, Width: 5})
	if !slices.Equal(told.Image, []int{3, 4, 5}) {
		t.Errorf("the shape is %v", told.Image)
	}
	told.TakeImage(points.Shape{Channels: 1, Height: 1, Width: 1})
	if !slices.Equal(told.Image, []int{3, 4, 5}) {
		t.Errorf("the shape became %v", told.Image)
	}
}

// picture is a map [channels][height][width] for references that are written with loops.
type picture [][][]float64

func blank(channels, height, width int) picture {
	p := make(picture, channels)
	for c := range p {
		p[c] = make([][]float64, height)
		for y := range p[c] {
			p[c][y] = make([]float64, width)
		}
	}
	return p
}

// kernelOf gives a parameter's numbers by height, width, input and output, and the biases after it (nil where it is
// bare).
func kernelOf(p []network.Parameter, i int) (at func(y, x, in, out int) float64, biases []float32, dimensions []int) {
	d := p[i].Dimensions
	if i+1 < len(p) && len(p[i+1].Dimensions) == 1 {
		biases = p[i+1].Values
	}
	return func(y, x, in, out int) float64 { return float64(p[i].Values[((y*d[1]+x)*d[2]+in)*d[3]+out]) }, biases, d
}

// convolution is PyTorch's, by its definition.
func convolution(m picture, p []network.Parameter, i, stride, padding int) picture {
	at, biases, d := kernelOf(p, i)
	result := blank(d[3], (len(m[0])+2*padding-d[0])/stride+1, (len(m[0][0])+2*padding-d[1])/stride+1)
	for o := range result {
		for y := range result[o] {
			for x := range result[o][y] {
				if biases != nil {
					result[o][y][x] = float64(biases[o])
				}
				for c := range m {
					for ky := range d[0] {
						for kx := range d[1] {
							if sy, sx := y*stride+ky-padding, x*stride+kx-padding; 0 <= sy && sy < len(m[c]) &&
								0 <= sx && sx < len(m[c][sy]) {
								result[o][y][x] += m[c][sy][sx] * at(ky, kx, c, o)
							}
						}
					}
				}
			}
		}
	}
	return result
}

// transposedConvolution is PyTorch's with stride 1, by its definition: each pixel scatters the kernel, here reversed.
func transposedConvolution(m picture, p []network.Parameter, i int, reversed bool) picture {
	at, biases, d := kernelOf(p, i)
	result := blank(d[3], len(m[0])+d[0]-1, len(m[0][0])+d[1]-1)
	for o := range result {
		for y := range result[o] {
			for x := range result[o][y] {
				result[o][y][x] = float64(biases[o])
			}
		}
		for c := range m {
			for y := range m[c] {
				for x := range m[c][y] {
					for ky := range d[0] {
						for kx := range d[1] {
							w := at(ky, kx, c, o)
							if reversed {
								w = at(d[0]-1-ky, d[1]-1-kx, c, o)
							}
							result[o][y+ky][x+kx] += m[c][y][x] * w
						}
					}
				}
			}
		}
	}
	return result
}

func each(m picture, of func(v float64) float64) picture {
	for c := range m {
		for y := range m[c] {
			for x := range m[c][y] {
				m[c][y][x] = of(m[c][y][x])
			}
		}
	}
	return m
}

func relu(v float64) float64 { return max(0, v) }

// pooled takes the largest values of windows.
func pooled(m picture, side, stride, padding int) picture {
	result := blank(len(m), (len(m[0])+2*padding-side)/stride+1, (len(m[0][0])+2*padding-side)/stride+1)
	for c := range result {
		for y := range result[c] {
			for x := range result[c][y] {
				largest := math.Inf(-1)
				for sy := max(0, y*stride-padding); sy < min(len(m[c]), y*stride-padding+side); sy++ {
					for sx := max(0, x*stride-padding); sx < min(len(m[c][sy]), x*stride-padding+side); sx++ {
						largest = max(largest, m[c][sy][sx])
					}
				}
				result[c][y][x] = largest
			}
		}
	}
	return result
}

// twice interpolates corner to corner.
func twice(m picture) picture {
	height, width := len(m[0]), len(m[0][0])
	result := blank(len(m), 2*height, 2*width)
	for c := range result {
		for y := range result[c] {
			for x := range result[c][y] {
				sy, sx := float64(y)*float64(height-1)/float64(2*height-1),
					float64(x)*float64(width-1)/float64(2*width-1)
				y0, x0 := int(sy), int(sx)
				y1, x1 := min(y0+1, height-1), min(x0+1, width-1)
				fy, fx := sy-float64(y0), sx-float64(x0)
				result[c][y][x] = (1-fy)*((1-fx)*m[c][y0][x0]+fx*m[c][y0][x1]) +
					fy*((1-fx)*m[c][y1][x0]+fx*m[c][y1][x1])
			}
		}
	}
	return result
}

// read is a row as a picture, channel by channel.
func read(row []float64, channels, height, width int) picture {
	m := blank(channels, height, width)
	for c := range m {
		for y := range m[c] {
			copy(m[c][y], row[(c*height+y)*width:])
		}
	}
	return m
}

func written(m picture) (row []float64) {
	for _, channel := range m {
		for _, line := range channel {
			row = append(row, line...)
		}
	}
	return row
}

// Networks against loops that follow PyTorch's definitions, in double precision.
func TestNetworksOfImagesAgainstLoops(t *testing.T) {
	for _, test := range []struct {
		text    string
		in, out int
		loops   func(row []float64, p []network.Parameter) []float64
	}{
		{"conv28_encoder: {width: 2, hidden: 5}", 784, 3, func(row []float64, p []network.Parameter) []float64 {
			m := read(row, 1, 28, 28)
			m = pooled(each(convolution(each(convolution(m, p, 0, 1, 0), relu), p, 2, 1, 0), relu), 2, 2, 0)
			m = pooled(each(convolution(each(convolution(m, p, 4, 1, 0), relu), p, 6, 1, 0), relu), 2, 2, 0)
			return written(convolution(each(convolution(m, p, 8, 1, 0), relu), p, 10, 1, 0))
		}},
		{"conv28_decoder: {width: 2, image: [3, 28, 28]}", 4, 3 * 784,
			func(row []float64, p []network.Parameter) []float64 {
				m := twice(each(transposedConvolution(read(row, 4, 1, 1), p, 0, false), relu))
				m = each(transposedConvolution(m, p, 2, true), relu)
				m = twice(each(transposedConvolution(m, p, 4, true), relu))
				return written(transposedConvolution(each(transposedConvolution(m, p, 6, true), relu), p, 8, true))
			}},
	} {
		n, rng := ofImages(t, test.text), rand.New(rand.NewPCG(8, 1))
		p, x := n.Initialize(test.in, test.out, rng), networktest.Normal(rng, 2, test.in)
		got := networktest.Bound(t, n, func(f network.Function,
			in []*graph.Node) []*graph.Node {
			return []*graph.Node{f.Apply(in[0])}
		}, p, x)[0]
		for row := range 2 {
			want := test.loops(x.Data[row*test.in:(row+1)*test.in], p)
			networktest.Near(t, test.text, networktest.Matrix(got.Data[row*test.out:(row+1)*test.out]),
				networktest.Matrix(want), 1e-11)
		}
	}
}

// With spectral_norm each layer is divided by the largest singular value of its kernel from inputs to outputs: a
// network of one convolution of 1 x 1 after it has that of a product with a matrix of norm 1.
func TestSpectralNormOfKernels(t *testing.T) {
	plain, spectral := ofImages(t, "conv28_encoder: {width: 1, hidden: 3, activation: relu}"),
		ofImages(t, "conv28_encoder: {width: 1, hidden: 3, activation: relu, spectral_norm: true}")
	rng := rand.New(rand.NewPCG(9, 1))
	p, x := plain.Initialize(784, 2, rng), networktest.Normal(rng, 1, 784)
	divided := make([]network.Parameter, len(p))
	for i, q := range p {
		divided[i] = q
		if len(q.Dimensions) != 4 {
			continue
		}
		d := q.Dimensions
		kernel := mat.NewDense(d[0]*d[1]*d[2], d[3], nil)
		kernel.Apply(func(r, c int, _ float64) float64 { return float64(q.Values[r*d[3]+c]) }, kernel)
		var svd mat.SVD
		svd.Factorize(kernel, mat.SVDNone)
		divided[i].Values = slices.Clone(q.Values)
		for k := range divided[i].Values {
			divided[i].Values[k] /= float32(svd.Values(nil)[0])
		}
	}
	apply := func(n network.Network, p []network.Parameter) networktest.Array {
		return networktest.Bound(t, n, func(f network.Function,
			in []*graph.Node) []*graph.Node {
			return []*graph.Node{f.Apply(in[0])}
		}, p, x)[0]
	}
	// Power iteration ends a few percent below the largest singular value, as with PyTorch's.
	networktest.Near(t, "the normalized network", apply(spectral, p), apply(plain, divided), 0.05)
	if a, b := apply(spectral, p).Data[0], apply(plain, p).Data[0]; math.Abs(a-b) < 1e-6 {
		t.Error("normalization changes nothing")
	}
}

func ExampleUNet() {
	n := &images.UNet{Width: 16, Levels: 4, Last: "convolution"}
	fmt.Println(n.CheckShape(784, 768), network.CostOf(n, 784, 768).Parameters)
	// Output: <nil> 1.940851e+06
}
