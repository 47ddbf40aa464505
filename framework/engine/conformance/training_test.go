package conformance_test

import (
	"context"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"ebim/framework/backend"
	"ebim/framework/backends"
	"ebim/framework/loss"
	"ebim/framework/manifold"
	"ebim/framework/model"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

// seed is one of those whose training does not magnify rounding errors: with others, two trainings on the backend "go"
// whose learning rates differ by 2e-7 of their value part within 100 steps, by up to 0.02.
const seed = 2

// The manifold of the paper's mixture of two circles (experiments/paper/von_mises_mixture.yaml) trains on both embedded
// backends to the same losses, over the first 100 steps.
func TestTrainingOnBothBackends(t *testing.T) {
	got, want := history(t, backend.Default), history(t, backend.Reference)
	if len(got) != 100 || len(want) != 100 {
		t.Fatalf("the histories have %d and %d steps", len(got), len(want))
	}
	for step := range want {
		for column := range want[step] {
			if a, b := got[step][column], want[step][column]; !(math.Abs(a-b) <= 1e-3) {
				t.Fatalf("step %d, column %d: %g, not %g", step, column, a, b)
			}
		}
	}
}

// history returns the losses of each step of a training.
func history(t *testing.T, name string) [][]float64 {
	engine, err := backends.Open(name, backends.Options{})
	if err != nil {
		t.Fatal(err)
	}
	step, clamp := 10.0, 0.03
	m := model.EBIM{Manifold: manifold.Manifold{Dimension: 1,
		Network: &network.MLP{Hidden: []int{8, 8, 8}, Activation: "silu"},
		Loss: &loss.Implicit{NegativeWeight: 0.3, SquaredNormWeight: 1, RankWeight: 1, MinSingularValue: 1,
			PositiveNorm: "l2", NegativeNorm: "l2"},
		Sampler: &sampler.Langevin{LangevinStep: sampler.LangevinStep{Steps: 20, Noise: 0.1, Step: &step,
			Clamp: &clamp, Unroll: 20},
			Buffer: sampler.BufferSettings{Size: 1000, Reuse: 0.95}},
		Training: train.Training{Epochs: 10, Batch: 100, Schedule: &train.Constant{},
			Optimizer: &train.Adam{Rate: 0.01, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8}}}}
	folder := t.TempDir()
	task := train.Task{Environment: train.Environment{Engine: engine, Data: circles(1000),
		Box: points.Box{{-3.3, 3.3}, {-3.3, 3.3}}, Seed: seed},
		Folder: folder, Checkpoints: filepath.Join(folder, "checkpoints"), Now: time.Now}
	if err := m.Parts()[0].Train(context.Background(), task); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(filepath.Join(folder, train.HistoryFile))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var steps [][]float64
	for _, row := range rows[1:] {
		var values []float64
		for _, cell := range row[1:] {
			v, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				t.Fatal(err)
			}
			values = append(values, v)
		}
		steps = append(steps, values)
	}
	return steps
}

// circles is n points of two circles, denser on their sides that face away from each other.
func circles(n int) *points.Set {
	rng, set := random.New(1, "circles", 0), points.New(n, 2)
	for i := 0; i < n; {
		angle, side := 2*math.Pi*rng.Float64(), float64(1-2*(i%2))
		if rng.Float64() < math.Exp(2*(side*math.Cos(angle)-1)) {
			set.At(i)[0], set.At(i)[1] = 1.8*side+math.Cos(angle), math.Sin(angle)
			i++
		}
	}
	return set
}
