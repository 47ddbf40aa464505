package points_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ebim/framework/points"
)

// three are images of 1 x 2 pixels with the classes 4, 1 and 4.
func three() *points.Images {
	return &points.Images{Shape: points.Shape{Channels: 1, Height: 1, Width: 2},
		Pixels: []uint8{0, 255, 51, 102, 7, 8}, Labels: []uint8{4, 1, 4}}
}

func TestShapeOfSquareImages(t *testing.T) {
	for n, want := range map[int]points.Shape{784: {Channels: 1, Height: 28, Width: 28},
		3072: {Channels: 3, Height: 32, Width: 32}, 1: {Channels: 1, Height: 1, Width: 1}} {
		if got, ok := points.ShapeOf(n); !ok || got != want || got.Size() != n {
			t.Errorf("%d is %v, %v", n, got, ok)
		}
	}
	for _, n := range []int{0, 2, 783, 768 + 1} {
		if got, ok := points.ShapeOf(n); ok {
			t.Errorf("%d is said to be %v", n, got)
		}
	}
}

func TestImagesAsNumbers(t *testing.T) {
	m := three()
	into := make([]float32, 4)
	m.Gather(into, []int{1, 0}, nil)
	if !slices.Equal(into, []float32{0.2, 0.4, 0, 1}) {
		t.Errorf("got %v", into)
	}
	if got := m.Where(4).Set(nil); got.Len() != 2 || got.At(1)[1] != float64(float32(8)/255) {
		t.Errorf("the images of class 4 are %v", got)
	}
	if class, known := m.Where(4).Select([]int{1}).Label(0); class != 4 || !known {
		t.Errorf("the class is %d, %v", class, known)
	}
	if got := m.Evenly(2); got.Len() != 2 || got.Image(1)[0] != 51 {
		t.Errorf("two of three images are %v", got)
	}
}

// Dequantized numbers fill [k/256, (k+1)/256), another at each use and the same from one seed.
func TestDequantization(t *testing.T) {
	m := &points.Images{Shape: points.Shape{Channels: 1, Height: 1, Width: 1}, Pixels: bytes.Repeat([]byte{255}, 4000),
		Dequantize: true}
	draw := func(seed uint64) *points.Set { return m.Set(rand.New(rand.NewPCG(seed, 1))) }
	first, mean := draw(1), 0.0
	for _, v := range first.Data {
		if v < 255./256 || v >= 1 {
			t.Fatalf("255 became %v", v)
		}
		mean += (v*256 - 255) / 4000
	}
	// The mean of 4000 uniform numbers has a standard deviation of 0.0046; five of them.
	if mean < 0.477 || mean > 0.523 {
		t.Errorf("the mean of what is added is %v", mean)
	}
	if !slices.Equal(first.Data, draw(1).Data) || slices.Equal(first.Data, draw(2).Data) {
		t.Error("the noise is not that of its seed")
	}
}

func TestImagesFile(t *testing.T) {
	m := three().Select([]int{2, 0})
	var pixels, labels bytes.Buffer
	if err := points.WriteImages(&pixels, m); err != nil {
		t.Fatal(err)
	}
	if err := points.WriteLabels(&labels, m); err != nil {
		t.Fatal(err)
	}
	set, err := points.ReadNPY(bytes.NewReader(labels.Bytes()))
	if err != nil || !slices.Equal(set.Data, []float64{4, 4}) {
		t.Errorf("as any NumPy array the labels are %v, %v", set, err)
	}
	read, err := points.ReadImages(bytes.NewReader(pixels.Bytes()))
	if err != nil || read.Shape != m.Shape || !slices.Equal(read.Pixels, []uint8{7, 8, 0, 255}) {
		t.Errorf("got %v, %v", read, err)
	}
	if got, err := points.ReadLabels(bytes.NewReader(labels.Bytes()), 2); err != nil ||
		!slices.Equal(got, []uint8{4, 4}) {
		t.Errorf("got %v, %v", got, err)
	}
	for want, damaged := range map[string][]byte{
		"ends after 3 of 4 bytes": pixels.Bytes()[:pixels.Len()-1],
		"more follows":            append(bytes.Clone(pixels.Bytes()), 1),
		"ends within its header":  pixels.Bytes()[:20],
		"not an npy file":         []byte("image"),
		"type \"<f8\"":            bytes.Replace(pixels.Bytes(), []byte("|u1"), []byte("<f8"), 1),
		"are needed":              labels.Bytes(),
		"no rows of data":         bytes.Replace(pixels.Bytes(), []byte("(2, 1, 1, 2, )"), []byte("(0, 1, 1, 2, )"), 1),
	} {
		if _, err := points.ReadImages(bytes.NewReader(damaged)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	if err := points.WriteImages(&pixels, m.Select(nil)); err == nil {
		t.Error("no images can be written")
	}
}
