package config

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestResolve(t *testing.T) {
	e := mustDecode(t,
		"title: 'null'\nmodels: {wide: {double: {manifold: {dimension: 1, sampler: {langevin: {step: 1/4, noise: "+
			"1e-7}}}}}, plain: {}}")
	const want = `title: "null"
seeds: [0, 1, 2]
plot: false
models:
  plain:
    plain:
      network:
        dense:
          hidden: [32, 32]
          activation: silu
      angles: [0, 1.5707963267948966]
  wide:
    double:
      manifold:
        dimension: 1
        network:
          dense:
            hidden: [32, 32]
            activation: silu
        sampler:
          langevin:
            steps: 20
            noise: 1e-07
            step: 0.25
            clamp: .inf
            buffer:
              size: 1000
              reuse: 0.95
`
	if diff := cmp.Diff(want, resolved(t, e)); diff != "" {
		t.Error(diff)
	}
}

func TestResolveRefuses(t *testing.T) {
	for name, test := range map[string]struct {
		from any
		want string
	}{
		"not a struct":       {3, "a struct of settings"},
		"nil":                {(*experiment)(nil), "a struct of settings"},
		"no component":       {&stage{}, "network: no network is given"},
		"nil component":      {&stage{Network: (*dense)(nil)}, "is no known network"},
		"stranger":           {&stage{Network: stranger{}}, "config.stranger is no known network"},
		"NaN":                {&langevin{Noise: math.NaN()}, "noise: NaN is no setting"},
		"not UTF-8":          {&experiment{Title: "\xff"}, "is not UTF-8"},
		"untagged structure": {&struct{ A int }{}, "not a name in snake case"},
	} {
		if _, err := Resolve(testKinds, test.from); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s gives %v, want %s", name, err, test.want)
		}
	}
}

type stranger struct{}

func (stranger) isNetwork() {}

// drawExperiment draws any experiment whose settings are allowed.
func drawExperiment(t *rapid.T) *experiment {
	e := &experiment{
		Title:  rapid.String().Draw(t, "title"),
		Seeds:  rapid.SliceOf(rapid.IntRange(0, 99)).Draw(t, "seeds"),
		Plot:   rapid.Bool().Draw(t, "plot"),
		Models: map[string]model{},
	}
	for range rapid.IntRange(0, 2).Draw(t, "axes") {
		finite := rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64)
		e.Box = append(e.Box, [2]float64{finite.Draw(t, "low"), finite.Draw(t, "high")})
	}
	for range rapid.IntRange(1, 3).Draw(t, "models") {
		label := rapid.SampledFrom([]string{"a", "plain", "double", "10", "null", "true", "x-y_z"}).Draw(t, "label")
		if rapid.Bool().Draw(t, "is plain") {
			angles := rapid.SliceOf(rapid.Float64Range(-math.Pi, math.Pi)).Draw(t, "angles")
			m := &plain{part{Network: drawNetwork(t)}, angles}
			if rapid.Bool().Draw(t, "sampled") {
				m.Sampler = drawSampler(t)
			}
			e.Models[label] = m
			continue
		}
		m := &double{Manifold: drawStage(t)}
		if rapid.Bool().Draw(t, "has energy") {
			energy := drawStage(t)
			m.Energy = &energy
		}
		e.Models[label] = m
	}
	return e
}

func drawStage(t *rapid.T) stage { return stage{1, drawNetwork(t), drawSampler(t)} }

func drawNetwork(t *rapid.T) network {
	if rapid.Bool().Draw(t, "is linear") {
		return &linear{}
	}
	hidden := rapid.SliceOfN(rapid.IntRange(1, 65536), 1, 4).Draw(t, "hidden")
	return &dense{hidden, rapid.SampledFrom([]activation{"silu", "tanh"}).Draw(t, "activation")}
}

func drawSampler(t *rapid.T) sampler {
	if rapid.Bool().Draw(t, "is exact") {
		return &exact{Solver: &newton{rapid.IntRange(1, 1000).Draw(t, "iterations"),
			rapid.Float64Range(1e-300, 0.99).Draw(t, "tolerance")}}
	}
	s := &langevin{rapid.IntMin(1).Draw(t, "steps"), rapid.Float64Range(0, 1e300).Draw(t, "noise"), nil, math.Inf(1),
		buffer{rapid.IntMin(0).Draw(t, "size"), rapid.Float64Range(0, 1).Draw(t, "reuse")}}
	if rapid.Bool().Draw(t, "has step") {
		s.Step = ptr(rapid.Float64Range(math.SmallestNonzeroFloat64, math.MaxFloat64).Draw(t, "step"))
	}
	return s
}

// TestResolveIsInvertible: decoding what was resolved gives the same struct, and the same bytes again.
func TestResolveIsInvertible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawExperiment(t)
		written, err := Resolve(testKinds, e)
		if err != nil {
			t.Fatal(err)
		}
		document, err := Parse("a.yaml", written)
		if err != nil {
			t.Fatalf("%v in\n%s", err, written)
		}
		again := new(experiment)
		if err := document.Decode(testKinds, again); err != nil {
			t.Fatalf("%v in\n%s", err, written)
		}
		// rapid draws nil for some empty lists, which are written [].
		sameList := cmp.FilterValues(func(a, b []float64) bool { return len(a)+len(b) == 0 }, cmp.Ignore())
		sameSeeds := cmp.FilterValues(func(a, b seeds) bool { return len(a)+len(b) == 0 }, cmp.Ignore())
		if diff := cmp.Diff(e, again, cmp.AllowUnexported(plain{}, exact{}), sameList, sameSeeds); diff != "" {
			t.Fatalf("%s in\n%s", diff, written)
		}
		rewritten, err := Resolve(testKinds, again)
		if err != nil || !bytes.Equal(written, rewritten) {
			t.Fatalf("%v, first\n%s\nthen\n%s", err, written, rewritten)
		}
	})
}
