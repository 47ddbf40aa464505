package images

import (
	"fmt"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/config"
	"ebim/framework/network"
	"ebim/framework/points"
)

// ImageShape is the shape of the images that a network maps from, or to.
type ImageShape struct {
	Image []int `yaml:"image" default:"null" range:"[1, 65536]" doc:"channels, height and width, as in [1, 28, 28]; the data's unless given, or those of square images"`
}

// TakeImage implements network.Imaging.
func (s *ImageShape) TakeImage(shape points.Shape) {
	if s.Image == nil {
		s.Image = []int{shape.Channels, shape.Height, shape.Width}
	}
}

// Check implements config.Checker.
func (s *ImageShape) Check() error {
	if len(s.Image) != 0 && len(s.Image) != 3 {
		return &config.FieldError{Field: "image", Found: fmt.Sprintf("%d numbers", len(s.Image)),
			Allowed: "three: channels, height and width"}
	}
	return nil
}

// of returns the shape of images of n numbers.
func (s *ImageShape) of(n int) (points.Shape, error) {
	if len(s.Image) == 3 {
		shape := points.Shape{Channels: s.Image[0], Height: s.Image[1], Width: s.Image[2]}
		if shape.Size() != n {
			return shape, &config.FieldError{Field: "image",
				Found:   fmt.Sprintf("images of %s = %d numbers for points of %d", shape, shape.Size(), n),
				Allowed: fmt.Sprintf("a shape of %d numbers", n)}
		}
		return shape, nil
	}
	shape, ok := points.ShapeOf(n)
	if !ok {
		return shape, &config.FieldError{Field: "image", Found: fmt.Sprintf(
			"points of %d numbers, which are no square images of one channel or three", n),
			Allowed: "image: [channels, height, width]"}
	}
	return shape, nil
}

// mustOf is of in a graph, before which CheckShape has been asked.
func (s *ImageShape) mustOf(n int) points.Shape {
	shape, err := s.of(n)
	if err != nil {
		panic(err)
	}
	return shape
}

// toMap turns rows of images [batch, channels x height x width] to a map [batch, height, width, channels].
func toMap(x *graph.Node, s points.Shape) *graph.Node {
	batch := x.Shape().Dimensions[0]
	if s.Channels == 1 {
		return graph.Reshape(x, batch, s.Height, s.Width, 1)
	}
	return graph.TransposeAllAxes(graph.Reshape(x, batch, s.Channels, s.Height, s.Width), 0, 2, 3, 1)
}

// fromMap is the inverse of toMap.
func fromMap(x *graph.Node) *graph.Node {
	d := x.Shape().Dimensions
	if d[3] > 1 {
		x = graph.TransposeAllAxes(x, 0, 3, 1, 2)
	}
	return graph.Reshape(x, d[0], d[1]*d[2]*d[3])
}

// flattened are a map's numbers as rows, in the order in which they are stored: pixel by pixel.
func flattened(x *graph.Node) *graph.Node {
	d := x.Shape().Dimensions
	return graph.Reshape(x, d[0], d[1]*d[2]*d[3])
}

type architecture interface {
	network.Imaging
	network.Shaped
	network.Costed
}

var _ = []architecture{(*UNet)(nil), (*Conv28Encoder)(nil), (*Conv28Decoder)(nil), (*ConvNet)(nil),
	(*TransposedConvNet)(nil)}
