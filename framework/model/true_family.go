package model

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"

	"gopkg.in/yaml.v3"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/points"
	"ebim/framework/train"
)

// TrueFamily is no rival of learned models but a reference: the law that the data are drawn from, as it stands in the
// experiment, with its parameters (directions, concentrations, shares) fitted to the training points by maximum likelihood. It
// is given the manifold and the kind of law. It is no bound: its parameters have the error of the training points, and on
// finite samples a learned model can score better by chance. Only synthetic data have such a law.
type TrueFamily struct {
	family dataset.Family
}

// Sourced is a model that must know where the data come from.
type Sourced interface {
	Model
	// TakeSource is called before anything else is asked of the model. The error, a *config.FieldError, says why these data
	// do not do.
	TakeSource(source dataset.Source) error
}

// TakeSource implements Sourced.
func (m *TrueFamily) TakeSource(source dataset.Source) error {
	family, ok := source.(dataset.Family)
	if !ok {
		return &config.FieldError{Found: "the family of laws of data that come from no known law",
			Allowed: "a synthetic data set in data.source, such as von_mises, projected_normal or a mixture of them"}
	}
	m.family = family
	return nil
}

// CheckDimension implements Model.
func (*TrueFamily) CheckDimension(int) error { return nil }

// Nature implements Trainable. The manifold is no zero set of a learned function, and has no mesh.
func (m *TrueFamily) Nature(ambient int) Nature {
	nature := Nature{Ambient: ambient, Density: true}
	if m.family != nil {
		_, nature.Dimension = m.family.Dimensions()
	}
	return nature
}

// Parts implements Trainable.
func (m *TrueFamily) Parts() []Part {
	return []Part{{Name: "family", Version: 1, Settings: m, Train: m.fit}}
}

// FittedFile is what the part leaves: the fitted law, for people, and its parameters.
const FittedFile = "fitted.yaml"

type fittedFile struct {
	Law           dataset.Family `yaml:"law"`            // with the settings' names
	LogLikelihood float64        `yaml:"log_likelihood"` // see dataset.Fitted
	Slope         float64        `yaml:"slope"`
	Parameters    []float64      `yaml:"parameters,flow"` // of dataset.Family
}

func (m *TrueFamily) fit(ctx context.Context, t train.Task) error {
	fitted, err := dataset.Fit(ctx, m.family, t.Data)
	if err != nil {
		return err
	}
	comment := "# The law of data.source that is likeliest for the training points, by the names of its settings; the mean log density of\n" +
		"# the points under it, in nats, and the largest derivative of that by a parameter; and its parameters.\n"
	text := bytes.NewBufferString(comment)
	encoder := yaml.NewEncoder(text)
	encoder.SetIndent(2)
	if err := encoder.Encode(fittedFile{fitted.Distribution, fitted.LogLikelihood, fitted.Slope, fitted.Distribution.Parameters()}); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(t.Folder, FittedFile), text.Bytes(), 0o644)
}

// Load implements Trainable.
func (m *TrueFamily) Load(_ train.Environment, folder func(string) string) (Trained, error) {
	path := filepath.Join(folder("family"), FittedFile)
	encoded, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var read struct {
		Parameters []float64 `yaml:"parameters"`
	}
	if err := yaml.Unmarshal(encoded, &read); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w; run again with --fresh", path, err)
	}
	if found, wanted := len(read.Parameters), len(m.family.Parameters()); found != wanted {
		return nil, fmt.Errorf("%s is damaged: %d parameters instead of %d; run again with --fresh", path, found, wanted)
	}
	law, _ := m.family.With(read.Parameters)
	return &trainedFamily{law}, nil
}

// knownLaw is what is asked of a dataset.Distribution.
type knownLaw interface {
	Dimensions() (ambient, manifold int)
	Sample(rng *rand.Rand, n int) *points.Set
	Evenly(n int) (*points.Set, []float64)
	Nearest(x []float64) []float64
	LogDensity(x []float64) float64
}

// trainedFamily is a known law as a trained model.
type trainedFamily struct{ law knownLaw }

// Sample draws independent points.
func (m *trainedFamily) Sample(_ context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	return m.law.Sample(rng, n), nil, nil
}

// Support takes n of four times as many evenly spaced points, in proportion to the measure around each.
func (m *trainedFamily) Support(_ context.Context, rng *rand.Rand, n int) (*points.Set, []float64, error) {
	even, measures := m.law.Evenly(4 * n)
	logs := make([]float64, len(measures))
	for i, measure := range measures {
		logs[i] = math.Log(measure)
	}
	support, err := resample(even, logs, n, rng)
	if err != nil {
		return nil, nil, err
	}
	return support, m.logDensities(support), nil
}

func (m *trainedFamily) logDensities(x *points.Set) []float64 {
	logs := make([]float64, x.Len())
	for i := range logs {
		logs[i] = m.law.LogDensity(x.At(i))
	}
	return logs
}

// Nearest is the projection to the true manifold.
func (m *trainedFamily) Nearest(_ context.Context, x *points.Set) (*Projection, error) {
	found := &Projection{Points: points.New(x.Len(), x.Dim), Residual: make([]float64, x.Len())}
	for i := range x.Len() {
		copy(found.Points.At(i), m.law.Nearest(x.At(i)))
	}
	return found, nil
}

// LogDensity is exact.
func (m *trainedFamily) LogDensity(ctx context.Context, _ *rand.Rand, x *points.Set) (*LogDensity, error) {
	nearest, err := m.Nearest(ctx, x)
	if err != nil {
		return nil, err
	}
	return &LogDensity{Values: m.logDensities(nearest.Points), Nearest: nearest}, nil
}

// movedLaw is the law of s(x) for x of another law.
type movedLaw struct {
	knownLaw
	by, back similarity
}

func (m movedLaw) Sample(rng *rand.Rand, n int) *points.Set {
	return m.by.points(m.knownLaw.Sample(rng, n))
}

func (m movedLaw) Evenly(n int) (*points.Set, []float64) {
	set, shares := m.knownLaw.Evenly(n)
	for i := range shares {
		shares[i] *= math.Exp(m.logStretch())
	}
	return m.by.points(set), shares
}

func (m movedLaw) Nearest(x []float64) []float64 { return m.by.at(m.knownLaw.Nearest(m.back.at(x))) }

func (m movedLaw) LogDensity(x []float64) float64 {
	return m.knownLaw.LogDensity(m.back.at(x)) - m.logStretch()
}

// logStretch is the logarithm of how much longer, or wider, the moved manifold is.
func (m movedLaw) logStretch() float64 {
	_, dimension := m.Dimensions()
	return float64(dimension) * math.Log(m.by.factor)
}

func (m *trainedFamily) moved(s similarity) (Trained, error) {
	return &trainedFamily{movedLaw{m.law, s, s.inverse()}}, nil
}

var (
	_ movable    = (*trainedFamily)(nil)
	_ Trainable  = (*TrueFamily)(nil)
	_ Sourced    = (*TrueFamily)(nil)
	_ Sampler    = (*trainedFamily)(nil)
	_ Density    = (*trainedFamily)(nil)
	_ Nearest    = (*trainedFamily)(nil)
	_ Likelihood = (*trainedFamily)(nil)
)
