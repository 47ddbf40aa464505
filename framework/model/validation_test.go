package model

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ebim/framework/loss"
	"ebim/framework/points"
	"ebim/framework/train"
	"ebim/framework/train/traintest"
)

// Manifolds and autoencoders look at the validation points as often as they are told to, and only where they are there.
func TestTrainingsLookAtValidationPoints(t *testing.T) {
	data := traintest.Circle(120, 1)
	for name, part := range map[string]func(training func(*train.Training)) Part{
		"manifold": func(change func(*train.Training)) Part {
			m := vonMises(4, 4)
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
				task := traintest.Task(t, data, square)
				task.Validation = validation
				chosen := part(func(training *train.Training) { training.Epochs, training.ValidateEvery = 4, every })
				if err := chosen.Train(t.Context(), task); err != nil {
					return "", err
				}
				text, err := os.ReadFile(filepath.Join(task.Folder, train.HistoryFile))
				return string(text), err
			}
			text, err := looks(traintest.Circle(30, 2), 2)
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
			if text, err := looks(traintest.Circle(30, 2), 0); err != nil || strings.Contains(text, "validation") {
				t.Errorf("without looks: %v, %s", err, text)
			}
			if _, err := looks(nil, 2); err == nil || !strings.Contains(err.Error(), "data.validation") {
				t.Errorf("without validation points: %v", err)
			}
		})
	}
}
