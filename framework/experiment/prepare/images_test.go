package prepare

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/points"
	"ebim/framework/runs/stage"
	"ebim/framework/train"
)

// scenes is a source of images that are drawn at once.
type scenes struct {
	count      int
	shape      points.Shape
	dequantize bool
	same       bool
}

func (s *scenes) Shape() points.Shape                                    { return s.shape }
func (s *scenes) OneClass() string                                       { return "" }
func (s *scenes) Files(dataset.Env) ([]string, error)                    { return nil, nil }
func (s *scenes) Load(dataset.Env, *rand.Rand, int) (*points.Set, error) { panic("images as points") }

func (s *scenes) LoadImages(_ dataset.Env, _ *rand.Rand, size int) (*points.Images, error) {
	m := &points.Images{Shape: s.shape, Pixels: make([]uint8, s.count*s.shape.Size()), Labels: make([]uint8, s.count),
		Dequantize: s.dequantize}
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range m.Pixels {
		if !s.same {
			m.Pixels[i] = uint8(rng.Uint32())
		}
	}
	for i := range m.Labels {
		m.Labels[i] = uint8(i % 7)
	}
	if size > 0 {
		m = m.Select([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}[:size])
	}
	return m, nil
}

// Images are divided as points are, kept as bytes with their classes, and come back from the stage's folder as they
// were.
func TestPreparedImages(t *testing.T) {
	for _, dequantize := range []bool{false, true} {
		share := 0.2
		data := &experiment.Data{Source: &scenes{count: 100, shape: points.Shape{Channels: 3, Height: 2, Width: 2},
			dequantize: dequantize}, Holdout: 0.1, Validation: &share,
			Padding: 0.25, Standardize: dataset.StandardizeAuto}
		p, err := Load(data, dataset.Env{}, 3)
		if err != nil {
			t.Fatal(err)
		}
		if want := (stage.Data{Training: 70, Validation: 20, HeldOut: 10}); p.Sizes() != want {
			t.Errorf("the sizes are %+v", p.Sizes())
		}
		if p.Scaling == nil || p.Box[11] != [2]float64{-0.25, 1.25} {
			t.Errorf("the scaling is %v, the box ends with %v", p.Scaling, p.Box[11])
		}
		// of uniform numbers 0.289
		if factor, uniform := p.Scaling.Uniform(); !uniform || factor < 0.27 || factor > 0.31 {
			t.Errorf("the images are divided by %v", factor)
		}
		folder := t.TempDir()
		if err := p.Write(folder); err != nil {
			t.Fatal(err)
		}
		again, err := Read(folder)
		if err != nil {
			t.Fatal(err)
		}
		for name, pair := range map[string][2]*points.Images{"train": {p.Images.Train, again.Images.Train},
			"held":       {p.Images.Held, again.Images.Held},
			"validation": {p.Images.Validation, again.Images.Validation}} {
			for i := range pair[0].Len() {
				before, _ := pair[0].Label(i)
				after, known := pair[1].Label(i)
				if !slices.Equal(pair[0].Image(i), pair[1].Image(i)) || before != after || !known ||
					pair[1].Dequantize != dequantize {
					t.Fatalf("%s: image %d came back as another", name, i)
				}
			}
		}
		if !slices.Equal(p.Train.Data, again.Train.Data) || !slices.Equal(p.Held.Data, again.Held.Data) {
			t.Error("the points that are looked at differ")
		}
	}
}

// Of few images everything is looked at, and batches are what the points are.
func TestBatchesOfImages(t *testing.T) {
	data := &experiment.Data{Source: &scenes{count: 20, shape: points.Shape{Channels: 1, Height: 2, Width: 2}},
		Standardize: dataset.StandardizeScale}
	p, err := Load(data, dataset.Env{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	rows, got := train.ImageRows(p.Images.Train, p.Scaling, 0), make([]float32, 8)
	rows.Gather(5, []int{7, 3}, got)
	want := p.Scaling.In(p.Train.Select([]int{7, 3})).Float32()
	for i := range want {
		if d := got[i] - want[i]; d > 1e-6 || d < -1e-6 {
			t.Errorf("number %d is %v, want %v", i, got[i], want[i])
		}
	}
}

// 60,000 images of MNIST's size: all that is allocated on the way to a training, together, is below 1 GB.
func TestMemoryOfImages(t *testing.T) {
	share := 0.1
	data := &experiment.Data{Source: &scenes{count: 60000, shape: points.Shape{Channels: 1, Height: 28, Width: 28}},
		Holdout: 0.1, Validation: &share, Standardize: dataset.StandardizeNone}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	p, err := Load(data, dataset.Env{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := p.Write(folder); err != nil {
		t.Fatal(err)
	}
	p = nil
	if p, err = Read(folder); err != nil {
		t.Fatal(err)
	}
	stream := train.NewStream(train.ImageRows(p.Images.Train, nil, 0), 784, &train.Training{Batch: 128}, 0, "x")
	batch, indices := make([]float32, 128*784), make([]int, 128)
	for step := range 10 {
		stream.Read(step, indices, batch)
	}
	runtime.ReadMemStats(&after)
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 1e9 {
		t.Errorf("%d MB are allocated", allocated>>20)
	}
	if p.Train.Len() >= 20000 || p.Train.Len() < 10000 || p.Sizes().Training != 48000 {
		t.Errorf("%d of %d training images are looked at", p.Train.Len(), p.Sizes().Training)
	}
}

func TestUnfitImages(t *testing.T) {
	square := points.Shape{Channels: 1, Height: 2, Width: 2}
	for want, data := range map[string]*experiment.Data{
		"are the same": {Source: &scenes{count: 9, shape: square, same: true}},
		"the box doesn't contain": {Source: &scenes{count: 9, shape: square},
			Box: points.Box{{0, 0.5}, {0, 1}, {0, 1}, {0, 1}}},
		"the data set has one point only": {Source: &scenes{count: 9, shape: square}, Size: new(1)},
	} {
		data.Standardize = dataset.StandardizeNone
		if _, err := Load(data, dataset.Env{}, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}
