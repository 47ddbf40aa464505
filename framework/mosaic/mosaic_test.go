package mosaic_test

import (
	"fmt"
	"image/color"
	"math"
	"testing"

	"ebim/framework/mosaic"
	"ebim/framework/points"
)

// Every dot of an upscaled picture is its pixel's number, and the gaps are white.
func TestDotsAreThePixels(t *testing.T) {
	shape := points.Shape{Channels: 1, Height: 2, Width: 3}
	set := &points.Set{Dim: 6, Data: []float64{0, 0.2, 0.4, 0.6, 0.8, 1, -3, 7, math.NaN(), math.Inf(1), math.Inf(-1),
		0.5, 1, 1, 1, 0, 0, 0}}
	o := mosaic.Options{Columns: 2, Factor: 3, Gap: 2}
	picture, err := mosaic.New(set, shape, o)
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size.X != 2*9+2 || size.Y != 2*6+2 {
		t.Fatalf("the picture has %v dots", size)
	}
	gray := func(v uint8) color.NRGBA { return color.NRGBA{v, v, v, 255} }
	red, white := color.NRGBA{255, 0, 0, 255}, gray(255)
	want := [][]color.NRGBA{{gray(0), gray(51), gray(102), gray(153), gray(204), gray(255)},
		{gray(0), gray(255), red, gray(255), gray(0), gray(128)},
		{white, white, white, gray(0), gray(0), gray(0)}}
	for y := range 14 {
		for x := range 20 {
			k, expected := y/8*2+x/11, white
			if inX, inY := x%11, y%8; inX < 9 && inY < 6 && k < 3 {
				expected = want[k][inY/3*3+inX/3]
			}
			if got := color.NRGBAModel.Convert(picture.At(x, y)); got != expected {
				t.Fatalf("dot %d, %d is %v, want %v", x, y, got, expected)
			}
		}
	}
}

func TestColors(t *testing.T) {
	shape := points.Shape{Channels: 3, Height: 1, Width: 2}
	picture, err := mosaic.New(&points.Set{Dim: 6, Data: []float64{1, 0, 0, 1, 0.2, 0.4}}, shape,
		mosaic.Options{Columns: 5, Factor: 1})
	if err != nil || picture.Bounds().Dx() != 2 || picture.NRGBAAt(0, 0) != (color.NRGBA{255, 0, 51, 255}) ||
		picture.NRGBAAt(1, 0) != (color.NRGBA{0, 255, 102, 255}) {
		t.Errorf("got %v, %v", picture, err)
	}
}

func TestFitting(t *testing.T) {
	shape := points.Shape{Channels: 1, Height: 28, Width: 28}
	o := mosaic.Fitting(64, 8, 2, shape, 500, 1000)
	if width, _ := o.Size(64, shape); o.Factor != 2 || width != 462 {
		t.Errorf("got %+v", o)
	}
	if o := mosaic.Fitting(64, 8, 2, shape, 10, 10); o.Factor != 1 {
		t.Errorf("got %+v", o)
	}
}

func TestMosaicsThatCannotBe(t *testing.T) {
	good := mosaic.Options{Columns: 1, Factor: 1}
	for _, test := range []struct {
		dim   int
		shape points.Shape
		o     mosaic.Options
	}{{5, points.Shape{Channels: 1, Height: 2, Width: 2}, good},
		{8, points.Shape{Channels: 2, Height: 2, Width: 2}, good},
		{4, points.Shape{Channels: 1, Height: 2, Width: 2}, mosaic.Options{Columns: 1}}} {
		if _, err := mosaic.New(points.New(1, test.dim), test.shape, test.o); err == nil {
			t.Errorf("%+v is drawn", test)
		}
	}
}

func ExampleNew() {
	digits := points.New(10, 784)
	picture, err := mosaic.New(digits, points.Shape{Channels: 1, Height: 28, Width: 28},
		mosaic.Options{Columns: 5, Factor: 2, Gap: 2})
	fmt.Println(picture.Bounds(), err)
	// Output: (0,0)-(288,114) <nil>
}
