package export_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/dataset"
	"ebim/framework/energy"
	"ebim/framework/export"
	"ebim/framework/model"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support/box"
	"ebim/framework/support/image"
	"ebim/framework/support/known"
	"ebim/framework/support/supporttest"
	"ebim/framework/support/zeroset"
	"ebim/registry"
)

// offset makes points that single precision does not tell apart.
var offset = &points.Scaling{Shift: []float64{1e5, -1e9}, Scale: []float64{4, 0.5}}

// circle is F = |z|^2 - 1 with the energy z_1 + 2 z_2, of standardized points.
func circle(t *testing.T) *model.Trained {
	on := zeroset.New(supporttest.Learned(t, networktest.Sphere(2, 1)))
	return (&model.Trained{Support: on, Density: &energy.Density{Support: on,
		Energy: supporttest.Slope(1, 2)}}).In(offset)
}

// parabola is decoded from z to (z, z^2), and encoded to the first coordinate and 0.3, with the energy 3 z.
func parabola(t *testing.T) *model.Trained {
	d := supporttest.Parabola(t)
	on := image.New(image.Pair{Encoder: d.Encoder, Decoder: d.Decoder,
		Code: func(y *graph.Node) *graph.Node { return y }}, box.New(d.Latent), d.Bounds)
	return (&model.Trained{Support: on, Density: &energy.Density{Support: on, Energy: supporttest.Slope(3)}}).In(offset)
}

// byName are a model's functions.
func byName(t *testing.T, m *model.Trained, want string) map[string]*export.Function {
	t.Helper()
	all, err := export.Of(m)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]*export.Function{}
	var names []string
	for _, f := range all {
		found[f.Name], names = f, append(names, f.Name)
	}
	if got := strings.Join(names, " "); got != want {
		t.Errorf("the functions are %s, want %s", got, want)
	}
	return found
}

// Functions take and give points in the data's units, whatever the networks see.
func TestFunctionsInTheDataUnits(t *testing.T) {
	engine, err := backend.Open(backend.Default)
	if err != nil {
		t.Fatal(err)
	}
	z := supporttest.Rows(t, []float64{0.5, -1.5}, []float64{0, 1})
	x := offset.Out(z)
	latent := supporttest.Rows(t, []float64{-1}, []float64{0.5})
	c := byName(t, circle(t), "F denoise jacobian project E gradient")
	p := byName(t, parabola(t), "E gradient encoder decoder")
	for _, test := range []struct {
		f    *export.Function
		at   *points.Set
		in   string
		want []float64
	}{
		{c["F"], x, "x", []float64{1.5, 0}},
		// z - 2 z (|z|^2 - 1)
		{c["denoise"], x, "x", offset.Out(supporttest.Rows(t, []float64{-1, 3}, []float64{0, 1})).Data},
		{c["jacobian"], x, "x", []float64{1. / 4, -3 / 0.5, 0, 2 / 0.5}},
		{c["project"], x, "x", offset.Out(supporttest.Rows(t, []float64{0.1 * math.Sqrt(10), -0.3 * math.Sqrt(10)},
			[]float64{0, 1})).Data},
		{c["E"], x, "x", []float64{-2.5, 2}},
		{c["gradient"], x, "x", []float64{1. / 4, 2 / 0.5, 1. / 4, 2 / 0.5}},
		{p["E"], latent, "z", []float64{-3, 1.5}},
		{p["gradient"], latent, "z", []float64{3, 3}},
		{p["encoder"], x, "x", []float64{0.8, 0.3}},
		{p["decoder"], latent, "z", offset.Out(supporttest.Rows(t, []float64{-1, 1}, []float64{0.5, 0.25})).Data},
	} {
		got, err := test.f.Evaluate(engine, test.at)
		if err != nil {
			t.Fatal(err)
		}
		supporttest.CloseTo(t, test.f.Name, got.Data, test.want, 1e-6)
		if test.f.Input() != test.in {
			t.Errorf("%s takes %s", test.f.Name, test.f.Input())
		}
	}
	// networktest's sphere lies in [-1.5, 1.5]^2
	if want := [2]float64{1e5 - 4*1.5, 1e5 + 4*1.5}; c["F"].Domain[0] != want {
		t.Errorf("the domain of F is %v, not %v", c["F"].Domain, want)
	}
	if want := [2]float64{-2, 2}; p["E"].Domain[0] != want {
		t.Errorf("the latent domain is %v, not %v", p["E"].Domain, want)
	}
	if _, err := c["F"].Evaluate(engine, latent); err == nil ||
		!strings.Contains(err.Error(), "F takes points of 2 numbers, not 1") {
		t.Errorf("points of another space: %v", err)
	}
	onTruth, density := known.New(&dataset.VonMises{Center: []float64{0, 0}, Radius: 1, Concentration: 2})
	if _, err := export.Of(&model.Trained{Support: onTruth, Density: density}); err == nil ||
		!strings.Contains(err.Error(), "no network of its own") {
		t.Errorf("a known law: %v", err)
	}
}

// The exported log density of a circle of radius r with the energy E is -E - log of the integral of exp(-E) r; columns
// of different scales have none.
func TestLogDensity(t *testing.T) {
	engine, err := backend.Open(backend.Default)
	if err != nil {
		t.Fatal(err)
	}
	on := zeroset.New(supporttest.Learned(t, networktest.Sphere(2, 1)))
	plain := &model.Trained{Support: on, Density: &energy.Density{Support: on, Energy: supporttest.Slope(1, 2)}}
	even := &points.Scaling{Shift: []float64{1e5, -1e9}, Scale: []float64{4, 4}}
	log := math.Log(supporttest.Integral(func(s float64) float64 {
		return math.Exp(-math.Cos(s) - 2*math.Sin(s))
	}, 0, 2*math.Pi))
	for name, test := range map[string]struct {
		units *points.Scaling
		log   float64
	}{"as they are": {nil, log}, "standardized": {even, log + math.Log(4)}} {
		m := plain.In(test.units)
		all, err := export.Of(m)
		if err != nil {
			t.Fatal(err)
		}
		all, err = export.WithDensity(t.Context(), m, rand.New(rand.NewPCG(1, 1)), all)
		if err != nil {
			t.Fatal(err)
		}
		z := supporttest.Rows(t, []float64{0.6, -0.8}, []float64{0, 1})
		x := z
		if test.units != nil {
			x = test.units.Out(z)
		}
		got, err := all[len(all)-1].Evaluate(engine, x)
		if err != nil || all[len(all)-1].Name != "log_density" {
			t.Fatal(err)
		}
		supporttest.CloseTo(t, name, got.Data, []float64{1 - test.log, -2 - test.log}, 1e-3)
	}
	all, err := export.Of(circle(t))
	if err != nil {
		t.Fatal(err)
	}
	var without *export.UnnormalizedError
	same, err := export.WithDensity(t.Context(), circle(t), rand.New(rand.NewPCG(1, 1)), all)
	if !errors.As(err, &without) || !strings.Contains(err.Error(), "set data.standardize to scale") ||
		len(same) != len(all) {
		t.Errorf("columns of different scales: %v", err)
	}
}

func TestArchive(t *testing.T) {
	fs, err := export.Of(circle(t))
	if err != nil {
		t.Fatal(err)
	}
	data := offset.Out(supporttest.Drawn(networktest.Sphere(2, 1), 20, 1))
	var made, again bytes.Buffer
	for _, w := range []*bytes.Buffer{&made, &again} {
		if err := export.WriteNPZ(w, fs, about(registry.Standard()), data); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(made.Bytes(), again.Bytes()) {
		t.Error("two archives of one model differ")
	}
	member := func(name string) io.Reader {
		t.Helper()
		archive, err := zip.NewReader(bytes.NewReader(made.Bytes()), int64(made.Len()))
		if err != nil {
			t.Fatal(err)
		}
		file, err := archive.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	array := func(name string) *points.Set {
		t.Helper()
		set, err := points.ReadNPY(member(name + ".npy"))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return set
	}
	if mean, scale := array("standardization/mean"), array("standardization/scale"); !slices.Equal(mean.Data,
		offset.Shift) || !slices.Equal(scale.Data, offset.Scale) {
		t.Errorf("the standardization is %v, %v", mean.Data, scale.Data)
	}
	if domain := array("F/domain"); domain.Dim != 2 || domain.Len() != 2 || domain.At(1)[0] != -1e9-0.75 {
		t.Errorf("the domain is %v", domain.Data)
	}
	x, f, e := offset.In(array("example/F/input")), array("example/F/output"), array("example/E/output")
	if x.Len() != 16 || f.Len() != 16 || f.Dim != 1 {
		t.Fatalf("there are %d examples and %d values of %d numbers", x.Len(), f.Len(), f.Dim)
	}
	for i := range x.Len() {
		z := x.At(i)
		supporttest.CloseTo(t, "F", f.At(i), []float64{z[0]*z[0] + z[1]*z[1] - 1}, 1e-5)
		supporttest.CloseTo(t, "E", e.At(i), []float64{z[0] + 2*z[1]}, 1e-5)
	}
	text, err := io.ReadAll(member("README.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"m of test, seed 0", "\nF(x)\n----\n", "[batch, 2] to [batch, 1]: manifold-defining",
		"F/domain", "\nE(x)\n"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("README.txt lacks %q:\n%s", want, text)
		}
	}
	if settings, err := io.ReadAll(member("settings.yaml")); err != nil || string(settings) != "title: test\n" {
		t.Errorf("the settings are %q, %v", settings, err)
	}
}

// The arrays of a network have its shapes, whatever their number of axes, and its values.
func TestArraysOfParameters(t *testing.T) {
	eachNetwork(t, func(t *testing.T, _ string, n network.Network, in, out int) {
		fs, x := functions(n, in, out)
		var made bytes.Buffer
		if err := export.WriteNPZ(&made, fs, about(registry.Standard()), x); err != nil {
			t.Fatal(err)
		}
		archive, err := zip.NewReader(bytes.NewReader(made.Bytes()), int64(made.Len()))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range fs[0].Parameters() {
			file, err := archive.Open("F/" + p.Name + ".npy")
			if err != nil {
				t.Fatal(err)
			}
			shape, numbers := readNPY(t, file)
			if !slices.Equal(shape, p.Dimensions) || !slices.Equal(numbers, p.Values) {
				t.Errorf("%s is %v in the archive, %v in the network", p.Name, shape, p.Dimensions)
			}
		}
	})
}
