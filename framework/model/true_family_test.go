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
	if err := m.Parts()[0].Train(t.Context(), train.Task{Environment: train.Environment{Data: x},
		Folder: folder}); err != nil {
		t.Fatal(err)
	}
	return m, folder
}

func loadFamily(t *testing.T, m *TrueFamily, folder string) *Trained {
	t.Helper()
	trained, err := m.Load(train.Environment{}, func(string) string { return folder })
	if err != nil {
		t.Fatal(err)
	}
	return trained
}

func TestTrueFamilyIsTheFittedLaw(t *testing.T) {
	x := circles().Sample(rand.New(rand.NewPCG(1, 2)), 300)
	m, folder := fitted(t, circles(), x)
	trained := loadFamily(t, m, folder)
	want, err := dataset.Fit(t.Context(), circles(), x)
	if err != nil {
		t.Fatal(err)
	}
	found, err := trained.Density.LogDensity(t.Context(), nil, x)
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
	if math.Abs(mean-want.LogLikelihood) > 1e-12 || found.NormalizerError != 0 || found.LogNormalizer != 0 {
		t.Errorf("%+v with mean %v, %v expected", found, mean, want.LogLikelihood)
	}
	text, err := os.ReadFile(filepath.Join(folder, FittedFile))
	if err != nil || strings.Count(string(text), "concentration: ") != 2 ||
		!strings.Contains(string(text), "log_likelihood: ") {
		t.Errorf("%v: %s", err, text)
	}
	if n := m.Traits(2); n != (Traits{Ambient: 2, Dimension: 1, Density: true}) {
		t.Errorf("traits %+v", n)
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
		if _, err := m.Load(train.Environment{}, func(string) string { return folder }); err == nil ||
			!strings.Contains(err.Error(), "--fresh") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := m.Load(train.Environment{}, func(string) string { return "nowhere" }); !errors.Is(err,
		os.ErrNotExist) {
		t.Errorf("nowhere: %v", err)
	}
}
