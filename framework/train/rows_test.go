package train

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ebim/framework/points"
)

// pictures are count images of 2 numbers, drawn with a fixed seed.
func pictures(count int, dequantize bool) *points.Images {
	rng := rand.New(rand.NewPCG(5, 5))
	m := &points.Images{Shape: points.Shape{Channels: 1, Height: 1, Width: 2}, Pixels: make([]uint8, 2*count),
		Dequantize: dequantize}
	for i := range m.Pixels {
		m.Pixels[i] = uint8(rng.IntN(256))
	}
	return m
}

// What is gathered ahead is what the loop asks for: in order, shuffled, resumed in the middle, and at any step's noise.
func TestStreamGivesTheRowsOfEachStep(t *testing.T) {
	for _, dequantize := range []bool{false, true} {
		for _, shuffle := range []bool{false, true} {
			t.Run(fmt.Sprintf("dequantized %v, shuffled %v", dequantize, shuffle), func(t *testing.T) {
				training := &Training{Batch: 4, Shuffle: shuffle}
				rows := ImageRows(pictures(11, dequantize), nil, 7)
				loop := newBatches(training, rows.Len(), 3, "name")
				s := NewStream(rows, 2, training, 3, "name")
				got, want := make([]float32, 8), make([]float32, 8)
				for _, step := range []int{0, 1, 2, 3, 4, 20, 21, 22, 5} {
					indices := loop.at(step)
					s.Read(step, indices, got)
					rows.Gather(step, indices, want)
					if !slices.Equal(got, want) {
						t.Fatalf("step %d: got %v, want %v", step, got, want)
					}
				}
			})
		}
	}
}

// Images are seen through the scaling as points in double precision are, to the rounding of single precision.
func TestImageRowsAreScaled(t *testing.T) {
	images := pictures(6, false)
	scaling := &points.Scaling{Shift: []float64{0.3, 0.7}, Scale: []float64{0.25, 4}}
	want, got := scaling.In(images.Set(nil)).Float32(), make([]float32, 12)
	ImageRows(images, scaling, 1).Gather(0, []int{0, 1, 2, 3, 4, 5}, got)
	for i := range want {
		if math.Abs(float64(got[i]-want[i])) > 1e-6*max(1, math.Abs(float64(want[i]))) {
			t.Errorf("number %d is %v, want %v", i, got[i], want[i])
		}
	}
}

// Each use of a dequantized image draws its noise by the step alone.
func TestNoiseIsThatOfTheStep(t *testing.T) {
	rows, one, again := ImageRows(pictures(1, true), nil, 1), make([]float32, 2), make([]float32, 2)
	rows.Gather(3, []int{0}, one)
	rows.Gather(3, []int{0}, again)
	if !slices.Equal(one, again) {
		t.Error("one step has two noises")
	}
	if rows.Gather(4, []int{0}, again); slices.Equal(one, again) {
		t.Error("two steps have one noise")
	}
}
