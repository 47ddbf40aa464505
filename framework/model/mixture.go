package model

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"ebim/framework/config"
	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/random"
)

// Mixture draws from one of several models of any kind, which is chosen for each point. It is what the paper recommends
// for unions from which points are to be drawn (appendix, image manifold arithmetic).
type Mixture struct {
	Of      []string  `yaml:"of" length:"[2, 100]" doc:"labels of the models"`
	Weights []float64 `yaml:"weights" default:"null" range:"(0, inf)" doc:"how often each model is drawn from, relative to the others; equal unless given"`
}

// Check implements config.Checker.
func (m *Mixture) Check() error {
	return errors.Join(checkLabels(m.Of), checkWeights(m.Weights, len(m.Of)))
}

// CheckDimension implements Model.
func (*Mixture) CheckDimension(int) error { return nil }

// Operands implements Derived.
func (m *Mixture) Operands() []string { return m.Of }

// Nature implements Derived. Its dimension is the largest.
func (m *Mixture) Nature(operands []Nature) (Nature, error) {
	whole := Nature{Ambient: operands[0].Ambient, Density: true}
	for _, n := range operands {
		whole.Density = whole.Density && n.Density
		whole.Dimension = max(whole.Dimension, n.Dimension)
	}
	return whole, nil
}

func (*Mixture) box(operands [][][2]float64) [][2]float64 { return hull(operands) }

// Combine implements Derived.
func (m *Mixture) Combine(operands []Trained) (Trained, error) {
	mixture := &trainedMixture{weights: shares(m.Weights, len(m.Of)), labels: m.Of}
	for i, operand := range operands {
		sampler, ok := operand.(Sampler)
		if !ok {
			return nil, fmt.Errorf("%s can't be drawn from", m.Of[i])
		}
		mixture.parts = append(mixture.parts, sampler)
	}
	return mixture.withCapabilities(), nil
}

// trainedMixture can be drawn from. Its other capabilities are those of the types that it is embedded in.
type trainedMixture struct {
	labels  []string
	weights []float64 // with sum 1
	parts   []Sampler
}

// Sample chooses a model for each point by itself. Its figures are those of the models' own draws, by label.
func (m *trainedMixture) Sample(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	rows := m.choose(rng, n)
	statistics := map[string]float64{}
	var drawn *points.Set
	for i, part := range m.parts {
		if len(rows[i]) == 0 {
			continue
		}
		set, figures, err := part.Sample(ctx, rng, len(rows[i]))
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", m.labels[i], err)
		}
		for name, figure := range figures {
			statistics[m.labels[i]+"."+name] = figure
		}
		if drawn == nil {
			drawn = points.New(n, set.Dim)
		}
		for k, row := range rows[i] {
			copy(drawn.At(row), set.At(k))
		}
	}
	return drawn, statistics, nil
}

// choose deals n rows out to the models by their weights.
func (m *trainedMixture) choose(rng *rand.Rand, n int) [][]int {
	var weights random.Weights
	for _, weight := range m.weights {
		weights.Add(weight)
	}
	rows := make([][]int, len(m.parts))
	for row := range n {
		i := weights.Draw(rng)
		rows[i] = append(rows[i], row)
	}
	return rows
}

func (m *trainedMixture) moved(s similarity) (Trained, error) {
	mixture := &trainedMixture{labels: m.labels, weights: m.weights}
	for i, part := range m.parts {
		moved, err := move(part, s)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.labels[i], err)
		}
		mixture.parts = append(mixture.parts, moved.(Sampler))
	}
	return mixture.withCapabilities(), nil
}

// Mesh is the models' meshes side by side. Where all have a density, theirs are weighted.
func (m *trainedMixture) Mesh(ctx context.Context, resolution int) (*mesh.Mesh, error) {
	var meshes []*mesh.Mesh
	for i, part := range m.parts {
		mesher, ok := part.(Mesher)
		if !ok {
			return nil, &mesh.UnmeshableError{Reason: m.labels[i] + " has no manifold to mesh"}
		}
		made, err := mesher.Mesh(ctx, resolution)
		var unmeshable *mesh.UnmeshableError
		switch {
		case errors.As(err, &unmeshable):
			return nil, &mesh.UnmeshableError{Reason: m.labels[i] + ": " + unmeshable.Reason}
		case err != nil:
			return nil, fmt.Errorf("%s: %w", m.labels[i], err)
		case len(meshes) > 0 && made.Dimension != meshes[0].Dimension:
			return nil, &mesh.UnmeshableError{Reason: "a mixture of curves and surfaces has no single mesh"}
		}
		meshes = append(meshes, weighted(made, m.weights[i]))
	}
	return mesh.Join(meshes...)
}

// weighted is a mesh with its density times a weight. Its energy is the negative logarithm of that, as the models' own
// energies, which differ by constants, can't stand side by side.
func weighted(made *mesh.Mesh, weight float64) *mesh.Mesh {
	changed := *made
	changed.Values = map[string][]float64{}
	if own, ok := made.Values[mesh.LogDensity]; ok {
		logs, energies := make([]float64, len(own)), make([]float64, len(own))
		for i, v := range own {
			logs[i] = v + math.Log(weight)
			energies[i] = -logs[i]
		}
		changed.Values[mesh.LogDensity], changed.Values[mesh.Energy] = logs, energies
	}
	return &changed
}

var (
	_ Derived        = (*Mixture)(nil)
	_ config.Checker = (*Mixture)(nil)
)
