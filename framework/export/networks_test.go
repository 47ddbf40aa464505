package export_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ebim/framework/config"
	"ebim/framework/export"
	"ebim/framework/network"
	"ebim/framework/network/images/imagestest"
	"ebim/framework/points"
	"ebim/registry"
)

// inPython is the environment's variable with the Python that has onnxruntime, onnx and numpy.
const inPython = "EBIM_TEST_PYTHON"

// further are networks that are tried beside those of imagestest.Networks.
var further = []imagestest.Network{
	{"residual: {network: {unet: {image: [1, 8, 8], width: 2, levels: 2}}}", 64, 60},
	{"conv28_encoder: {width: 1, hidden: 0, activation: silu, spectral_norm: true}", 784, 1},
	{"mlp: {hidden: [8, 8], activation: softplus}", 3, 2},
	{"mlp: {hidden: [8, 8], activation: relu, spectral_norm: true}", 3, 2},
	{"mlp: {hidden: [8], activation: sine}", 3, 2},
	{"residual: {network: {mlp: {hidden: [4], activation: tanh}}}", 3, 2},
	{"shortcuts: {squares: 4, network: {mlp: {hidden: [4]}}}", 5, 2},
}

// eachNetwork tries every network of the registry, by its defaults and its example, and those above.
func eachNetwork(t *testing.T, try func(t *testing.T, name string, n network.Network, in, out int)) {
	r := registry.Standard()
	decode := func(text string) network.Network {
		decoded, err := r.Decode("network", text)
		if err != nil {
			t.Fatal(err)
		}
		return decoded.(network.Network)
	}
	kind, err := r.Kind("network")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	run := func(text string, n network.Network, in, out int) {
		count++
		name := fmt.Sprintf("%02d_%s", count, strings.SplitN(text, ":", 2)[0])
		t.Run(name, func(t *testing.T) { try(t, name, n, in, out) })
	}
	for _, c := range kind.Components {
		for _, text := range []string{c.Name, c.Example} {
			n := decode(text)
			if _, images := n.(network.Imaging); images {
				continue
			}
			out := 2
			if network.CheckShape("network", n, 3, out) != nil {
				out = 1
			}
			run(text, n, 3, out)
		}
	}
	for _, test := range slices.Concat(imagestest.Networks, further) {
		run(test.Text, decode(test.Text), test.In, test.Out)
	}
}

// functions are F of a network, with standardized points, and a derivative; and points.
func functions(n network.Network, in, out int) ([]*export.Function, *points.Set) {
	rng := rand.New(rand.NewPCG(uint64(in), uint64(out)))
	units := &points.Scaling{}
	for j := range in {
		units.Shift, units.Scale = append(units.Shift, float64(j%3)-1), append(units.Scale, 2+float64(j%2))
	}
	x := points.New(8, in)
	for i := range x.Data {
		x.Data[i] = rng.NormFloat64()
	}
	trained := network.Trained{Network: n, Parameters: n.Initialize(in, out, rng)}
	for _, p := range trained.Parameters {
		if !slices.ContainsFunc(p.Values, func(v float32) bool { return v != 0 }) { // where nothing would show
			for i := range p.Values {
				p.Values[i] = float32(rng.NormFloat64() / 4)
			}
		}
	}
	return export.OfNetwork(trained, in, out, units), units.Out(x)
}

func about(r config.Catalog) export.About {
	return export.About{Experiment: "test", Model: "m", Version: "(devel)",
		Settings: []byte("title: test\n"), Catalog: r}
}

// Files of all networks and of their derivatives, run by the released onnxruntime, give what this program does, for
// any batch.
func TestOnONNXRuntime(t *testing.T) {
	python := os.Getenv(inPython)
	if python == "" {
		t.Skipf("%s names no Python with onnxruntime, onnx and numpy", inPython)
	}
	folder := t.TempDir()
	write := func(name string, fs []*export.Function, x *points.Set) {
		origin := about(registry.Standard())
		origin.Ambient, origin.Dimension = x.Dim, x.Dim-fs[0].Out
		create(t, filepath.Join(folder, name+".npz"), func(w io.Writer) error {
			return export.WriteNPZ(w,
				fs, origin, x)
		})
		for _, f := range fs {
			create(t, filepath.Join(folder, name+"-"+f.Name+".onnx"),
				func(w io.Writer) error { return f.WriteONNX(w, origin, 0) })
		}
	}
	eachNetwork(t, func(t *testing.T, name string, n network.Network, in, out int) {
		fs, x := functions(n, in, out)
		write(name, fs, x)
	})
	for name, operation := range operations {
		f, x := formula(t, operation)
		write("operation_"+name, []*export.Function{f}, x)
	}
	said, err := exec.CommandContext(t.Context(), python, filepath.Join("testdata", "check.py"),
		folder).CombinedOutput()
	t.Logf("%s", said)
	if err != nil {
		t.Error(err)
	}
}

func create(t *testing.T, file string, fill func(io.Writer) error) {
	t.Helper()
	w, err := os.Create(file)
	if err == nil {
		err = errors.Join(fill(w), w.Close())
	}
	if err != nil {
		t.Fatalf("%s: %v", filepath.Base(file), err)
	}
}
