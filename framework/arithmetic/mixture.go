package arithmetic

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"ebim/framework/config"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/pieces"
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

// Joins implements model.Joining.
func (*Mixture) Joins() {}

// Traits implements Derived. Its dimension is the largest.
func (m *Mixture) Traits(operands []model.Traits) (model.Traits, error) {
	whole := model.Traits{Ambient: operands[0].Ambient, Density: true}
	for _, n := range operands {
		whole.Density = whole.Density && n.Density
		whole.Dimension = max(whole.Dimension, n.Dimension)
		whole.Mixed = whole.Mixed || n.Mixed || n.Dimension != operands[0].Dimension
	}
	return whole, nil
}

// Box implements model.Derived.
func (*Mixture) Box(operands []points.Box) points.Box { return points.Hull(operands) }

// Combine implements model.Derived.
func (m *Mixture) Combine(operands []*model.Trained) (*model.Trained, error) {
	return model.Together(operands, m.combine)
}

func (m *Mixture) combine(operands []*model.Trained) (*model.Trained, error) {
	whole := &pieces.Pieces{Labels: m.Of, Weights: shares(m.Weights, len(m.Of))}
	for _, operand := range operands {
		whole.Parts = append(whole.Parts, operand.Support)
	}
	return &model.Trained{Support: whole, Density: &mixed{whole, operands}}, nil
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
	_ model.Joining  = (*Mixture)(nil)
	_ config.Checker = (*Mixture)(nil)
)

// mixed is the density of several models together, with respect to the measure of the union of their supports. Of
// models without a density it can be drawn from alone.
type mixed struct {
	*pieces.Pieces
	models []*model.Trained
}

// Sample implements support.Density. A model is chosen for each point by itself. The figures are those of the models'
// own draws, by label.
func (m *mixed) Sample(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	statistics := map[string]float64{}
	drawn, err := m.Deal(rng, n, func(i, count int) (*points.Set, error) {
		set, figures, err := m.models[i].Sample(ctx, rng, count)
		for name, figure := range figures {
			statistics[m.Labels[i]+"."+name] = figure
		}
		return set, err
	})
	return drawn, statistics, err
}

// Mesh implements support.Density: the models' meshes side by side. Where all have a density, theirs are weighted.
func (m *mixed) Mesh(ctx context.Context, resolution int) (*mesh.Mesh, error) {
	return m.Join(func(i int) (*mesh.Mesh, error) {
		made, err := m.models[i].Mesh(ctx, resolution)
		if err != nil {
			return nil, err
		}
		return weighted(made, m.Weights[i]), nil
	})
}

// check is errors.ErrUnsupported where a model has no density.
func (m *mixed) check() error {
	for i, one := range m.models {
		if one.Density == nil {
			return fmt.Errorf("%s has no density: %w", m.Labels[i], errors.ErrUnsupported)
		}
	}
	return nil
}

// Spread implements support.Density. It takes as many points from each model's support, the first ones one more where
// n is no multiple.
func (m *mixed) Spread(ctx context.Context, rng *rand.Rand, n int) (*points.Set, []float64, error) {
	if err := m.check(); err != nil {
		return nil, nil, err
	}
	whole := points.New(0, m.Ambient())
	var owners []int
	for k, one := range m.models {
		share := n / len(m.models)
		if k < n%len(m.models) {
			share++
		}
		if share == 0 {
			continue
		}
		set, _, err := one.Density.Spread(ctx, rng, share)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", m.Labels[k], err)
		}
		whole.Data = append(whole.Data, set.Data...)
		for range share {
			owners = append(owners, k)
		}
	}
	logs, _, err := m.at(ctx, m.each(rng), whole, owners)
	return whole, logs, err
}

// LogDensity implements support.Density. The mixture is normalized as it is.
func (m *mixed) LogDensity(ctx context.Context, rng *rand.Rand, x *points.Set) (*support.LogDensity, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	return m.logDensity(ctx, x, m.each(rng), support.Together)
}

// Logger implements support.Prepared.
func (m *mixed) Logger(ctx context.Context, rng *rand.Rand) (support.Logger, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	var loggers []support.Logger
	for k, one := range m.models {
		logger, err := support.LoggerOf(ctx, one.Density, rng)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Labels[k], err)
		}
		loggers = append(loggers, logger)
	}
	return func(ctx context.Context, x *points.Set) (*support.LogDensity, error) {
		return m.logDensity(ctx, x, loggers, support.EachByItself)
	}, nil
}

// each is the models' log densities, integrated by each call.
func (m *mixed) each(rng *rand.Rand) (loggers []support.Logger) {
	for _, one := range m.models {
		loggers = append(loggers, func(ctx context.Context, x *points.Set) (*support.LogDensity, error) {
			return one.Density.LogDensity(ctx, rng, x)
		})
	}
	return loggers
}

func (m *mixed) logDensity(ctx context.Context, x *points.Set, loggers []support.Logger,
	stop support.Stop) (*support.LogDensity, error) {
	nearest, owners, err := m.Closest(ctx, x, stop)
	if err != nil {
		return nil, err
	}
	values, normalizerError, err := m.at(ctx, loggers, nearest.Points, owners)
	return &support.LogDensity{Values: values, Nearest: nearest, NormalizerError: normalizerError}, err
}

// coincident is how far from a support a point may lie that counts as one of it, relative to the points' size: what
// single precision leaves of a search that ends where it began.
const coincident = 1e-4

// at adds up the weighted densities of the models to whose supports each point belongs: that of its owner, and others
// that pass through it, as models of the whole space do.
func (m *mixed) at(ctx context.Context, loggers []support.Logger, y *points.Set, owners []int) (logs []float64,
	normalizerError float64, err error) {
	size := 0.0
	for _, v := range y.Data {
		size = max(size, math.Abs(v))
	}
	logs = make([]float64, y.Len())
	for i := range logs {
		logs[i] = math.Inf(-1)
	}
	for k, logger := range loggers {
		density, err := logger(ctx, y)
		if err != nil {
			return nil, 0, fmt.Errorf("%s: %w", m.Labels[k], err)
		}
		normalizerError = math.Hypot(normalizerError, m.Weights[k]*density.NormalizerError)
		for i, value := range density.Values {
			off := math.Sqrt(points.SquaredDistance(density.Nearest.Points.At(i), y.At(i)))
			if k == owners[i] || off <= coincident*size {
				logs[i] = support.LogSumExp(logs[i], value+math.Log(m.Weights[k]))
			}
		}
	}
	return logs, normalizerError, nil
}

func (m *mixed) Moved(by support.Similarity) support.Density {
	moved := &mixed{Pieces: &pieces.Pieces{Labels: m.Labels, Weights: m.Weights}}
	for _, one := range m.models {
		model := one.Moved(by)
		moved.models, moved.Parts = append(moved.models, model), append(moved.Parts, model.Support)
	}
	return moved
}

var (
	_ support.Density  = (*mixed)(nil)
	_ support.Prepared = (*mixed)(nil)
)
