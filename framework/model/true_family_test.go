package model

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/points"
	"ebim/framework/train"
)

// circles are two of lengths 1 to 3, in a mixture that does not draw from them alike.
func circles() *dataset.Mixture {
	return &dataset.Mixture{Components: []dataset.MixtureComponent{
		{Weight: 2, Source: &dataset.VonMises{Center: []float64{-2, 0}, Radius: 0.5, Concentration: 2}},
		{Weight: 1, Source: &dataset.VonMises{Center: []float64{2, 0}, Radius: 1.5, Mode: 3, Concentration: 1}}}}
}

// fitted trains the family of a source on points, and gives the folder of its part.
func fitted(t *testing.T, source dataset.Source, x *points.Set) (m *TrueFamily, folder string) {
	t.Helper()
	m = new(TrueFamily)
	if err := m.TakeSource(source); err != nil {
		t.Fatal(err)
	}
	folder = t.TempDir()
	if parts := m.Parts(); len(parts) != 1 {
		t.Fatalf("parts %+v", parts)
	}
	if err := m.Parts()[0].Train(background, train.Task{Environment: train.Environment{Data: x}, Folder: folder}); err != nil {
		t.Fatal(err)
	}
	return m, folder
}

func loadFamily(t *testing.T, m *TrueFamily, folder string) *trainedFamily {
	t.Helper()
	trained, err := m.Load(train.Environment{}, func(string) string { return folder })
	if err != nil {
		t.Fatal(err)
	}
	return trained.(*trainedFamily)
}

func TestTrueFamilyIsTheFittedLaw(t *testing.T) {
	x := circles().Sample(rand.New(rand.NewPCG(1, 2)), 300)
	m, folder := fitted(t, circles(), x)
	trained := loadFamily(t, m, folder)
	want, err := dataset.Fit(background, circles(), x)
	if err != nil {
		t.Fatal(err)
	}
	found, err := trained.LogDensity(background, nil, x)
	if err != nil {
		t.Fatal(err)
	}
	mean := 0.0
	for i, value := range found.Values {
		if math.Abs(value-want.Distribution.LogDensity(x.At(i))) > 1e-12 {
			t.Fatalf("log density %v at point %d, %v expected", value, i, want.Distribution.LogDensity(x.At(i)))
		}
		mean += value / 300
	}
	if math.Abs(mean-want.LogLikelihood) > 1e-12 || found.NormaliserError != 0 || found.LogNormaliser != 0 {
		t.Errorf("%+v with mean %v, %v expected", found, mean, want.LogLikelihood)
	}
	text, err := os.ReadFile(filepath.Join(folder, FittedFile))
	if err != nil || strings.Count(string(text), "concentration: ") != 2 || !strings.Contains(string(text), "log_likelihood: ") {
		t.Errorf("%v: %s", err, text)
	}
	if n := m.Nature(2); n != (Nature{Ambient: 2, Dimension: 1, Density: true}) {
		t.Errorf("nature %+v", n)
	}
}

// TestTrueFamilyProjects: densities and distances are those of the nearest points of the true manifold.
func TestTrueFamilyProjects(t *testing.T) {
	law := circles()
	m, folder := fitted(t, law, law.Sample(rand.New(rand.NewPCG(3, 4)), 100))
	trained := loadFamily(t, m, folder)
	found, err := trained.LogDensity(background, nil, rows(t, []float64{-1, 0}, []float64{2, 4}))
	if err != nil {
		t.Fatal(err)
	}
	on := rows(t, []float64{-1.5, 0}, []float64{2, 1.5})
	for i := range 2 {
		if squaredDistance(found.Nearest.Points.At(i), on.At(i)) > 1e-24 || found.Values[i] != trained.law.LogDensity(found.Nearest.Points.At(i)) ||
			found.Nearest.Residual[i] != 0 {
			t.Errorf("%+v, at %v expected", found, on.At(i))
		}
	}
}

// TestTrueFamilySupport has exactly as many points as are asked for, on each circle in proportion to its length.
func TestTrueFamilySupport(t *testing.T) {
	torus := &dataset.TorusVonMises{TorusShape: dataset.TorusShape{MajorRadius: 3, MinorRadius: 1}, Modes: []float64{0, 0}, Concentrations: []float64{1, 1}}
	for _, law := range []dataset.Family{circles(), torus} {
		for _, n := range []int{1, 7, 400} {
			m, folder := fitted(t, law, law.Sample(rand.New(rand.NewPCG(5, 6)), 200))
			trained := loadFamily(t, m, folder)
			support, logs, err := trained.Support(background, rand.New(rand.NewPCG(7, 8)), n)
			if err != nil || support.Len() != n || len(logs) != n {
				t.Fatalf("%d points, %d densities, %v; %d wanted", support.Len(), len(logs), err, n)
			}
			left := 0
			for i := range n {
				if point := support.At(i); squaredDistance(law.Nearest(point), point) > 1e-20 || logs[i] != trained.law.LogDensity(point) {
					t.Fatalf("point %v with log density %v", point, logs[i])
				}
				if support.At(i)[0] < 0 {
					left++
				}
			}
			if support.Dim == 2 && n == 400 && (left < 99 || left > 101) {
				t.Errorf("%d of 400 points are on the circle that has a quarter of the length", left)
			}
		}
	}
}

// TestMovedTrueFamily: a moved circle's density is that of the circle where it came from, over its length.
func TestMovedTrueFamily(t *testing.T) {
	law := circles()
	m, folder := fitted(t, law, law.Sample(rand.New(rand.NewPCG(11, 12)), 100))
	trained := loadFamily(t, m, folder)
	moved, err := trained.moved(similarity{factor: 2, shift: []float64{1, -1}})
	if err != nil {
		t.Fatal(err)
	}
	still, _, err := trained.Sample(background, rand.New(rand.NewPCG(13, 14)), 50)
	if err != nil {
		t.Fatal(err)
	}
	drawn, _, err := moved.(Sampler).Sample(background, rand.New(rand.NewPCG(13, 14)), 50)
	if err != nil {
		t.Fatal(err)
	}
	density, err := moved.(Likelihood).LogDensity(background, nil, drawn)
	if err != nil {
		t.Fatal(err)
	}
	for i := range drawn.Len() {
		x, y := still.At(i), drawn.At(i)
		if math.Hypot(2*x[0]+1-y[0], 2*x[1]-1-y[1]) > 1e-12 || squaredDistance(density.Nearest.Points.At(i), y) > 1e-20 ||
			math.Abs(density.Values[i]-(trained.law.LogDensity(x)-math.Ln2)) > 1e-12 {
			t.Errorf("%v moved to %v with log density %v", x, y, density.Values[i])
		}
	}
	_, shares := moved.(*trainedFamily).law.Evenly(100)
	total := 0.0
	for _, share := range shares {
		total += share
	}
	if want := 2 * 2 * math.Pi * (0.5 + 1.5); math.Abs(total-want) > 1e-9 {
		t.Errorf("length %v, %v expected", total, want)
	}
}

func TestTrueFamilyRefuses(t *testing.T) {
	m := new(TrueFamily)
	var mistake *config.FieldError
	if err := m.TakeSource(&dataset.CSV{}); !errors.As(err, &mistake) || mistake.Allowed == "" {
		t.Errorf("a file's law: %v", err)
	}
	m, folder := fitted(t, circles(), circles().Sample(rand.New(rand.NewPCG(9, 10)), 10))
	for _, text := range []string{"Parameters: [1, 2]", "Parameters: [1", "law: {}"} {
		if err := os.WriteFile(filepath.Join(folder, FittedFile), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := m.Load(train.Environment{}, func(string) string { return folder }); err == nil || !strings.Contains(err.Error(), "--fresh") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := m.Load(train.Environment{}, func(string) string { return "nowhere" }); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("nowhere: %v", err)
	}
}
