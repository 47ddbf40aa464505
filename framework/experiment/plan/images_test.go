package plan

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/experiment/prepare"
	"ebim/framework/model"
	"ebim/framework/points"
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

// A model of some classes sees their images alone, in the scale of all.
func TestClassesOfAModel(t *testing.T) {
	share := 0.2
	source := &scenes{count: 140, shape: points.Shape{Channels: 1, Height: 2, Width: 2}}
	data := &experiment.Data{Source: source, Validation: &share, Padding: 0.25, Standardize: dataset.StandardizeAuto}
	made, err := prepare.Load(data, dataset.Env{}, 3)
	if err != nil {
		t.Fatal(err)
	}
	some, all, none := &model.ImplicitManifold{Classes: []int{1, 4}}, &model.EBIM{}, &model.EBIM{Classes: []int{9}}
	e := &experiment.Experiment{Settings: experiment.Settings{Data: *data,
		Models: map[string]model.Model{"some": some, "all": all, "none": none}}}
	p := &Plan{Experiment: e}
	want := made.Images.Train.Where(1, 4)
	env := p.seen(made, Seeded{"some", 0})
	if env.Size() != want.Len() || env.Data.Len() != want.Len() || want.Len() == 0 {
		t.Fatalf("the model sees %d images, of which %d are looked at; %d are of its classes", env.Size(),
			env.Data.Len(), want.Len())
	}
	row, whole := make([]float32, 4), made.Scaling.In(want.Set(rand.New(rand.NewPCG(1, 1))))
	for i := range want.Len() {
		env.Rows.Gather(0, []int{i}, row)
		for j, v := range whole.At(i) {
			if math.Abs(float64(row[j])-v) > 1e-5 || math.Abs(env.Data.At(i)[j]-v) > 1e-9 {
				t.Fatalf("number %d of image %d is %v and %v, not %v", j, i, row[j], env.Data.At(i)[j], v)
			}
		}
	}
	if got, want := p.validationOf(made, "some").Len(), made.Images.Validation.Where(1,
		4).Len(); got != want || want == 0 {
		t.Errorf("%d validation images, not %d", got, want)
	}
	if env := p.seen(made, Seeded{"all", 0}); env.Size() != made.Images.Train.Len() ||
		p.validationOf(made, "all").Len() != made.Images.Validation.Len() {
		t.Errorf("a model of all classes sees %d images", env.Size())
	}
	if env := p.seen(made, Seeded{"none", 0}); env.Size() != 0 { // which train refuses
		t.Errorf("a model of no class that there is sees %d images", env.Size())
	}
}
