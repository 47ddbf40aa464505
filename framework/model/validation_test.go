package model

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/backend"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/train"
)

// moved is points of a manifold, each moved by so much in some direction across it.
func moved(m networktest.Manifold, n int, by float64) *points.Set {
	set := drawn(m, n, 3)
	out := drawn(networktest.Sphere(m.Ambient, by), n, 4)
	for i := range n {
		x, nearest := set.At(i), m.Nearest
		for j, v := range out.At(i) {
			x[j] += v
		}
		foot, length := nearest(x), 0.0
		for j := range x {
			length += (x[j] - foot[j]) * (x[j] - foot[j])
		}
		for j := range x {
			x[j] = foot[j] + (x[j]-foot[j])*by/math.Sqrt(length)
		}
	}
	return set
}

// To first order the mean distance is the one that the points were moved by, in any codimension, also of many points.
func TestValidationOfManifolds(t *testing.T) {
	const by = 1e-3
	for _, m := range []networktest.Manifold{networktest.Sphere(3, 2), networktest.Torus(2, 1), networktest.Ring()} {
		n := fixed(m.Formula)
		task := train.Task{Environment: setting(t, drawn(m, 10, 1), m.Box), Validation: moved(m, network.EvaluationBatch+50, by)}
		p := &train.Problem{Name: "manifold"}
		if err := validateDistance(t.Context(), task, p, n); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			got, err := p.Validate(backend.NewState(n.Array()))
			// The second order is by^2, and points are known to 1e-7.
			if err != nil || math.Abs(got-by) > 0.01*by {
				t.Errorf("%s: %v (%v), want %v", m.Name, got, err, by)
			}
		}
	}
}

// A validation by the loss is the loss at the points given, in any number.
func TestValidationByTheLoss(t *testing.T) {
	p := &train.Problem{Name: "offset", Parameters: []network.Parameter{{Name: "w", Dimensions: []int{1}, Values: []float32{0}}},
		Loss: func(parameters, inputs []*graph.Node) (*graph.Node, []*graph.Node) {
			return graph.ReduceAllMean(graph.Square(graph.Sub(inputs[0], parameters[0]))), nil
		}}
	task := train.Task{Environment: setting(t, points.New(1, 2), square)}
	if err := validateLoss(task, p, []backend.Array{{Dimensions: []int{3}, Data: []float32{1, 2, 3}}}); err != nil {
		t.Fatal(err)
	}
	for w, want := range map[float32]float64{0: 14.0 / 3, 2: 2.0 / 3} {
		got, err := p.Validate(backend.NewState(backend.Array{Dimensions: []int{1}, Data: []float32{w}}))
		if err != nil || math.Abs(got-want) > 1e-6 {
			t.Errorf("at %v: %v (%v), want %v", w, got, err, want)
		}
	}
}

// Manifolds and autoencoders look at the validation points as often as they are told to, and only where they are there.
func TestTrainingsLookAtValidationPoints(t *testing.T) {
	data := circle(120, 1)
	for name, part := range map[string]func(training func(*train.Training)) Part{
		"manifold": func(change func(*train.Training)) Part {
			m := singleVonMises(4, 4)
			change(&m.Manifold.Training)
			return m.Parts()[0]
		},
		"autoencoder": func(change func(*train.Training)) Part {
			m := pushforward(&loss.Reconstruction{}, 4, 4, 60)
			change(&m.Autoencoder.Training)
			return m.Parts()[0]
		},
		"variational autoencoder": func(change func(*train.Training)) Part {
			m := pushforward(&loss.VAE{KLWeight: 0.01}, 4, 4, 60)
			change(&m.Autoencoder.Training)
			return m.Parts()[0]
		},
	} {
		t.Run(name, func(t *testing.T) {
			looks := func(validation *points.Set, every int) (string, error) {
				folder := t.TempDir()
				task := train.Task{Environment: setting(t, data, square), Validation: validation, Folder: folder,
					Checkpoints: filepath.Join(folder, "checkpoints"), Now: time.Now}
				chosen := part(func(training *train.Training) { training.Epochs, training.ValidateEvery = 4, every })
				if err := chosen.Train(t.Context(), task); err != nil {
					return "", err
				}
				text, err := os.ReadFile(filepath.Join(folder, train.HistoryFile))
				return string(text), err
			}
			text, err := looks(circle(30, 2), 2)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSpace(text), "\n")
			seen := 0
			for _, line := range lines[1:] {
				if !strings.HasSuffix(line, ",") {
					seen++
				}
			}
			if !strings.HasSuffix(lines[0], ",validation") || seen != 2 {
				t.Errorf("%d looks in 4 epochs, want 2: %s", seen, lines[0])
			}
			if text, err := looks(circle(30, 2), 0); err != nil || strings.Contains(text, "validation") {
				t.Errorf("without looks: %v, %s", err, text)
			}
			if _, err := looks(nil, 2); err == nil || !strings.Contains(err.Error(), "data.validation") {
				t.Errorf("without validation points: %v", err)
			}
		})
	}
}
