package inception_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/points"
	"ebim/metrics/images/inception"
	"ebim/metrics/images/inception/inceptiontest"
)

// waves is an image of a formula.
func waves(k int, s points.Shape) []float32 {
	row := make([]float32, s.Size())
	for i := range row {
		x := float64(i)
		row[i] = float32(0.5 + 0.5*math.Sin(0.37*float64(k+1)*x+0.013*x*x/float64(k+1)/float64(len(row))))
	}
	return row
}

// The network has the features of pytorch-fid's own code (with torchvision 0.15.1, PyTorch 1.13.0, in double
// precision), for weights and images of a formula: the means of maps on the way and of the features, and their means
// with the weights -3 to 3 by channel in turns, of each of two images.
func TestFeaturesAreThoseOfPytorchFID(t *testing.T) {
	file := inceptiontest.Bytes()
	for _, test := range []struct {
		shape  points.Shape
		means  [4][2]float64 // after the first pooling, the second, before the last reduction, of the features
		signed [4][2]float64
	}{
		{points.Shape{Channels: 1, Height: 28, Width: 28},
			[4][2]float64{{0.395666335, 0.387567944}, {0.472544232, 0.488002683}, {1.41532129, 1.41738645},
				{3.03787855, 3.02573941}},
			[4][2]float64{{-0.0235644673, -0.0398847798}, {-0.0357827791, -0.0482012388}, {0.0269235933, 0.045041482},
				{-0.0924525663, -0.109604267}}},
		{points.Shape{Channels: 3, Height: 32, Width: 40},
			[4][2]float64{{0.391777534, 0.468337649}, {0.452078985, 0.532311172}, {1.33310679, 1.57846071},
				{2.83193157, 3.3891984}},
			[4][2]float64{{-0.0836280498, -0.0749552662}, {-0.0236354311, -0.0316692003}, {0.0303977197, 0.0345841364},
				{-0.0970439151, -0.127956524}}},
		{points.Shape{Channels: 3, Height: 320, Width: 300},
			[4][2]float64{{0.842308278, 0.839971078}, {0.727995464, 0.643945843}, {1.90848265, 1.78392813},
				{4.06347228, 3.79436314}},
			[4][2]float64{{-0.107812958, -0.0980367633}, {-0.0101781476, 0.0244639249}, {0.0457450397, 0.0458998234},
				{-0.138783925, -0.128577553}}},
	} {
		n, err := inception.Of(bytes.NewReader(file), int64(len(file)), test.shape,
			func(maps []*graph.Node) []*graph.Node {
				var means []*graph.Node
				for _, m := range maps {
					means = append(means, graph.ReduceMean(m, 1, 2))
				}
				return means
			})
		if err != nil {
			t.Fatal(err)
		}
		features, err := n.Look(t.Context(), append(waves(0, test.shape), waves(1, test.shape)...))
		if err != nil {
			t.Fatal(err)
		}
		if features.Len() != 2 || features.Dim != inception.Features {
			t.Fatalf("%d features of %d images", features.Dim, features.Len())
		}
		for i := range 2 {
			for at, output := range []int{1, 2, 3, 0} {
				channels := n.Outputs()[output].Dimensions[1]
				mean, signed := 0.0, 0.0
				for j, v := range n.Outputs()[output].Data[i*channels : (i+1)*channels] {
					mean += float64(v) / float64(channels)
					signed += float64(v) * float64(j%7-3) / float64(channels)
				}
				// Single precision, by way of as many layers, is off by some 1e-6.
				if wanted := test.means[at][i]; math.Abs(mean-wanted) > 1e-5*wanted ||
					math.Abs(signed-test.signed[at][i]) > 1e-5*wanted {
					t.Errorf("%s, image %d, map %d: means %.9g and %.9g, want %.9g and %.9g", test.shape, i, at, mean,
						signed, wanted, test.signed[at][i])
				}
			}
		}
		n.Close()
	}
}
