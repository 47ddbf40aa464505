package suite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
)

func open(t *testing.T, name string) Engine {
	t.Helper()
	opened, err := backend.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(opened.Finalize)
	return On(opened)
}

func run(t *testing.T, tested, reference Engine, cases []Case) *Report {
	t.Helper()
	r := &Report{Backend: "tested", Reference: "reference"}
	if err := Run(t.Context(), tested, reference, cases, func(found Result) { r.Results = append(r.Results, found) }); err != nil {
		t.Fatal(err)
	}
	return r
}

// small leaves out what takes long without instructions for vectors.
func small() []Case {
	return slices.DeleteFunc(Cases(), func(c Case) bool { return strings.Contains(c.Name, "512") || strings.Contains(c.Name, "1024") })
}

// Both embedded backends compute every case, but for the operations that GoMLX's lacks; they were written apart.
func TestEmbeddedBackendsAreRight(t *testing.T) {
	missing := []string{"by indices: dynamic slice", "by indices: dynamic update"}
	r := run(t, open(t, backend.Reference), open(t, backend.Default), small())
	for _, result := range r.Results {
		lacking := slices.Contains(missing, result.Name)
		if lacking != (result.Verdict == Missing) || !lacking && result.Verdict != Right {
			t.Errorf("%+v", result)
		}
	}
	if len(r.Results) < 200 {
		t.Errorf("only %d results", len(r.Results))
	}
}

// faulty gives wrong numbers in the cases of a name.
type faulty struct {
	Engine
	name string
	harm func(data []float32)
}

func (f faulty) Compile(name string, inputs [][]int, build backend.Build) (Function, error) {
	function, err := f.Engine.Compile(name, inputs, build)
	if err != nil || !strings.Contains(name, f.name) {
		return function, err
	}
	run := function.Run
	function.Run = func(inputs []backend.Array) ([]backend.Array, error) {
		out, err := run(inputs)
		for _, array := range out {
			f.harm(array.Data)
		}
		return out, err
	}
	return function, nil
}

// Whatever is wrong with a number shows in the case that it is wrong in, and nowhere else.
func TestFaultsAreFound(t *testing.T) {
	engine := open(t, backend.Default)
	short := Short(Cases())
	for name, harm := range map[string]func(data []float32){
		"no number":     func(data []float32) { data[len(data)-1] = float32(math.NaN()) },
		"infinite":      func(data []float32) { data[len(data)/2] = float32(math.Inf(1)) },
		"far too large": func(data []float32) { data[0] = 1e30 },
		"nothing":       func(data []float32) { clear(data) },
		"a thousandth": func(data []float32) {
			for i := range data {
				data[i] *= 1.001
			}
		},
	} {
		r := run(t, faulty{engine, "reduced, n = 256", harm}, engine, short)
		for _, result := range r.Results {
			if want := strings.Contains(result.Name, "reduced, n = 256"); want != (result.Verdict == Wrong) {
				t.Errorf("%s: %+v", name, result)
			}
		}
		if worst, ok := r.Worst(); !ok || !strings.Contains(worst.Where, " instead of ") || (worst.Error < 0) != (name == "no number" || name == "infinite") {
			t.Errorf("%s: the worst is %+v", name, worst)
		}
	}
}

// A part that can't be built has its name; those beside it are judged all the same.
func TestMissingParts(t *testing.T) {
	c := Case{Group: "g", Name: "c", Inputs: [][]int{{3}}, Floor: 1, Parts: []Part{
		{Name: "double", Build: func(in []*graph.Node) *graph.Node { return graph.MulScalar(in[0], 2) }},
		{Name: "cut", Build: func(in []*graph.Node) *graph.Node {
			return graph.DynamicSlice(in[0], starts(in[0].Graph(), 1), []int{2})
		}},
	}}
	with, without := open(t, backend.Default), open(t, backend.Reference)
	for want, engines := range map[Verdict][2]Engine{Missing: {without, with}, Unchecked: {with, without}} {
		r := run(t, engines[0], engines[1], []Case{c})
		if len(r.Results) != 2 || r.Results[0].Verdict != Right || r.Results[1].Verdict != want || !strings.Contains(r.Results[1].Where, "DynamicSlice") {
			t.Errorf("%s: %+v", want, r.Results)
		}
		var text bytes.Buffer
		if err := r.Write(&text); err != nil || !strings.Contains(text.String(), string(want)+": g, c: cut: ") {
			t.Errorf("%v, %s", err, text.String())
		}
	}
}

func TestLargestError(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, test := range []struct {
		got   []float32
		want  []float64
		floor float64
		error float64
		at    int
	}{
		{[]float32{1, 2, 3}, []float64{1, 2, 3}, 1, 0, 0},
		{[]float32{1, 2.5, 3}, []float64{1, 2, 4}, 1, 0.25, 2},
		{[]float32{1, 2.5, 3}, []float64{1, 2, 4}, 0, 0.25, 1}, // the first of equal ones
		{[]float32{float32(inf), float32(nan), 1}, []float64{inf, nan, 2}, 1, 0.5, 2},
		{[]float32{0, 0}, []float64{0, 0}, 1, 0, 0},
		{[]float32{0, 1e-30}, []float64{0, 0}, 1, inf, 1},
		{[]float32{9, float32(nan)}, []float64{1, 1}, 1, nan, 1},
		{[]float32{9, 1}, []float64{1, nan}, 1, nan, 1},
		{nil, nil, 1, 0, 0},
	} {
		worst, at := Case{Floor: test.floor}.largest(test.got, test.want)
		if at != test.at || worst != test.error && !(math.IsNaN(worst) && math.IsNaN(test.error)) {
			t.Errorf("%v for %v: %v at %d", test.got, test.want, worst, at)
		}
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	engine, found := open(t, backend.Default), 0
	err := Run(ctx, engine, engine, Cases(), func(Result) { found++; cancel() })
	if !errors.Is(err, context.Canceled) || found > 100 {
		t.Errorf("%v after %d results", err, found)
	}
}

// Results of a run and of those that follow do not depend on each other: numbers are drawn by the case's name.
func TestNumbersAreDrawnByName(t *testing.T) {
	c := Cases()[0]
	if first, again := fmt.Sprint(c.draw()), fmt.Sprint(c.draw()); first != again {
		t.Error("two draws differ")
	}
	other := c
	other.Name += "'"
	if fmt.Sprint(c.draw()) == fmt.Sprint(other.draw()) {
		t.Error("two cases have the same numbers")
	}
}

func TestPosition(t *testing.T) {
	if at := position(17, []int{2, 3, 4}); !slices.Equal(at, []int{1, 1, 1}) {
		t.Errorf("it is %v", at)
	}
}
