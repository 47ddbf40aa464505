package experiment

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/model"
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
	m := &points.Images{Shape: s.shape, Pixels: make([]uint8, s.count*s.shape.Size()), Labels: make([]uint8, s.count), Dequantize: s.dequantize}
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

// Images are divided as points are, kept as bytes with their classes, and come back from the stage's folder as they were.
func TestPreparedImages(t *testing.T) {
	for _, dequantize := range []bool{false, true} {
		share := 0.2
		data := &Data{Source: &scenes{count: 100, shape: points.Shape{Channels: 3, Height: 2, Width: 2}, dequantize: dequantize}, Holdout: 0.1, Validation: &share,
			Padding: 0.25, Standardize: dataset.StandardizeAuto}
		p, err := data.load(dataset.Env{}, 3)
		if err != nil {
			t.Fatal(err)
		}
		if want := (stage.Data{Training: 70, Validation: 20, HeldOut: 10}); p.sizes() != want {
			t.Errorf("the sizes are %+v", p.sizes())
		}
		if p.scaling == nil || p.box[11] != [2]float64{-0.25, 1.25} {
			t.Errorf("the scaling is %v, the box ends with %v", p.scaling, p.box[11])
		}
		if factor, uniform := p.scaling.Uniform(); !uniform || factor < 0.27 || factor > 0.31 { // of uniform numbers 0.289
			t.Errorf("the images are divided by %v", factor)
		}
		folder := t.TempDir()
		if err := p.write(folder); err != nil {
			t.Fatal(err)
		}
		again, err := readPrepared(folder)
		if err != nil {
			t.Fatal(err)
		}
		for name, pair := range map[string][2]*points.Images{"train": {p.images.Train, again.images.Train}, "held": {p.images.Held, again.images.Held},
			"validation": {p.images.Validation, again.images.Validation}} {
			for i := range pair[0].Len() {
				before, _ := pair[0].Label(i)
				after, known := pair[1].Label(i)
				if !slices.Equal(pair[0].Image(i), pair[1].Image(i)) || before != after || !known || pair[1].Dequantize != dequantize {
					t.Fatalf("%s: image %d came back as another", name, i)
				}
			}
		}
		if !slices.Equal(p.train.Data, again.train.Data) || !slices.Equal(p.held.Data, again.held.Data) {
			t.Error("the points that are looked at differ")
		}
	}
}

// Of few images everything is looked at, and batches are what the points are.
func TestBatchesOfImages(t *testing.T) {
	data := &Data{Source: &scenes{count: 20, shape: points.Shape{Channels: 1, Height: 2, Width: 2}}, Standardize: dataset.StandardizeScale}
	p, err := data.load(dataset.Env{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	rows, got := train.ImageRows(p.images.Train, p.scaling, 0), make([]float32, 8)
	rows.Gather(5, []int{7, 3}, got)
	want := p.scaling.In(p.train.Select([]int{7, 3})).Float32()
	for i := range want {
		if d := got[i] - want[i]; d > 1e-6 || d < -1e-6 {
			t.Errorf("number %d is %v, want %v", i, got[i], want[i])
		}
	}
}

// 60,000 images of MNIST's size: all that is allocated on the way to a training, together, is below 1 GB.
func TestMemoryOfImages(t *testing.T) {
	share := 0.1
	data := &Data{Source: &scenes{count: 60000, shape: points.Shape{Channels: 1, Height: 28, Width: 28}}, Holdout: 0.1, Validation: &share, Standardize: dataset.StandardizeNone}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	p, err := data.load(dataset.Env{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := p.write(folder); err != nil {
		t.Fatal(err)
	}
	p = nil
	if p, err = readPrepared(folder); err != nil {
		t.Fatal(err)
	}
	stream := train.NewStream(train.ImageRows(p.images.Train, nil, 0), 784, &train.Training{Batch: 128}, 0, "x")
	batch, indices := make([]float32, 128*784), make([]int, 128)
	for step := range 10 {
		stream.Read(step, indices, batch)
	}
	runtime.ReadMemStats(&after)
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 1e9 {
		t.Errorf("%d MB are allocated", allocated>>20)
	}
	if p.train.Len() >= 20000 || p.train.Len() < 10000 || p.sizes().Training != 48000 {
		t.Errorf("%d of %d training images are looked at", p.train.Len(), p.sizes().Training)
	}
}

func TestUnfitImages(t *testing.T) {
	square := points.Shape{Channels: 1, Height: 2, Width: 2}
	for want, data := range map[string]*Data{
		"are the same":                    {Source: &scenes{count: 9, shape: square, same: true}},
		"the box doesn't contain":         {Source: &scenes{count: 9, shape: square}, Box: points.Box{{0, 0.5}, {0, 1}, {0, 1}, {0, 1}}},
		"the data set has one point only": {Source: &scenes{count: 9, shape: square}, Size: new(1)},
	} {
		data.Standardize = dataset.StandardizeNone
		if _, err := data.load(dataset.Env{}, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

// A model of some classes sees their images alone, in the scale of all, and data without classes are refused.
func TestClassesOfAModel(t *testing.T) {
	share := 0.2
	source := &scenes{count: 140, shape: points.Shape{Channels: 1, Height: 2, Width: 2}}
	data := &Data{Source: source, Validation: &share, Padding: 0.25, Standardize: dataset.StandardizeAuto}
	prepared, err := data.load(dataset.Env{}, 3)
	if err != nil {
		t.Fatal(err)
	}
	some, all, none := &model.ImplicitManifold{Classes: []int{1, 4}}, &model.EBIM{}, &model.EBIM{Classes: []int{9}}
	e := &Experiment{Settings: Settings{Data: *data, Models: map[string]model.Model{"some": some, "all": all, "none": none}}}
	p := &plan{Experiment: e}
	want := prepared.images.Train.Where(1, 4)
	env := p.seen(prepared, seeded{"some", 0})
	if env.Size() != want.Len() || env.Data.Len() != want.Len() || want.Len() == 0 {
		t.Fatalf("the model sees %d images, of which %d are looked at; %d are of its classes", env.Size(), env.Data.Len(), want.Len())
	}
	row, whole := make([]float32, 4), prepared.scaling.In(want.Set(rand.New(rand.NewPCG(1, 1))))
	for i := range want.Len() {
		env.Rows.Gather(0, []int{i}, row)
		for j, v := range whole.At(i) {
			if math.Abs(float64(row[j])-v) > 1e-5 || math.Abs(env.Data.At(i)[j]-v) > 1e-9 {
				t.Fatalf("number %d of image %d is %v and %v, not %v", j, i, row[j], env.Data.At(i)[j], v)
			}
		}
	}
	if got, want := p.validationOf(prepared, "some").Len(), prepared.images.Validation.Where(1, 4).Len(); got != want || want == 0 {
		t.Errorf("%d validation images, not %d", got, want)
	}
	if env := p.seen(prepared, seeded{"all", 0}); env.Size() != prepared.images.Train.Len() || p.validationOf(prepared, "all").Len() != prepared.images.Validation.Len() {
		t.Errorf("a model of all classes sees %d images", env.Size())
	}
	if env := p.seen(prepared, seeded{"none", 0}); env.Size() != 0 { // which train refuses
		t.Errorf("a model of no class that there is sees %d images", env.Size())
	}
	c := &checker{document: &config.Document{}}
	if c.classes(e); len(c.mistakes) > 0 {
		t.Errorf("images with classes: %v", c.mistakes)
	}
	e.Data.Source = &dataset.VonMises{}
	if c.classes(e); len(c.mistakes) != 2 {
		t.Errorf("classes of points: %v", c.mistakes)
	}
}
