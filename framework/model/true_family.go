package model

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"gopkg.in/yaml.v3"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/support/known"
	"ebim/framework/train"
)

// TrueFamily is not a rival of learned models but a reference: the distribution that the data are drawn from, as it
// stands in the experiment, with its parameters (directions, concentrations, shares) fitted to the training points by
// maximum likelihood. It is given the manifold and the kind of distribution. It is not a bound: its parameters have
// the error of the training points, and on finite samples a learned model can score better by chance. Only synthetic
// data have such a distribution.
type TrueFamily struct {
	family dataset.Family
}

// Sourced is a model that must know where the data come from.
type Sourced interface {
	Model
	// TakeSource is called before anything else is asked of the model. The error, a *config.FieldError, says why these
	// data will not do.
	TakeSource(source dataset.Source) error
}

// TakeSource implements Sourced.
func (m *TrueFamily) TakeSource(source dataset.Source) error {
	family, ok := source.(dataset.Family)
	if !ok {
		return &config.FieldError{Found: "the family of distributions of data that come from no known distribution",
			Allowed: "a synthetic data set in data.source, such as von_mises, projected_normal or a mixture of them"}
	}
	m.family = family
	return nil
}

// CheckDimension implements Model.
func (*TrueFamily) CheckDimension(int) error { return nil }

// Traits implements Trainable. The manifold is not the zero set of a learned function, and has no mesh.
func (m *TrueFamily) Traits(ambient int) Traits {
	traits := Traits{Ambient: ambient, Density: true}
	if m.family != nil {
		_, traits.Dimension = m.family.Dimensions()
	}
	return traits
}

// Parts implements Trainable.
func (m *TrueFamily) Parts() []Part {
	return []Part{{Name: "family", Version: 1, Fitted: true, Settings: m, Train: m.fit}}
}

// FittedFile is what the part leaves: the fitted distribution, for people, and its parameters.
const FittedFile = "fitted.yaml"

type fittedFile struct {
	Distribution  dataset.Family `yaml:"law"`            // as it was first called, with the settings' names
	LogLikelihood float64        `yaml:"log_likelihood"` // see dataset.Fitted
	Slope         float64        `yaml:"slope"`
	Parameters    []float64      `yaml:"parameters,flow"` // of dataset.Family
}

func (m *TrueFamily) fit(ctx context.Context, t train.Task) error {
	fitted, err := dataset.Fit(ctx, m.family, t.Data)
	if err != nil {
		return err
	}
	comment := "# The law of data.source that is likeliest for the training points, by the names of its settings; " +
		"the mean log density of\n" +
		"# the points under it, in nats, and the largest derivative of that by a parameter; and its parameters.\n"
	text := bytes.NewBufferString(comment)
	encoder := yaml.NewEncoder(text)
	encoder.SetIndent(2)
	if err := encoder.Encode(fittedFile{fitted.Distribution, fitted.LogLikelihood, fitted.Slope,
		fitted.Distribution.Parameters()}); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(t.Folder, FittedFile), text.Bytes(), 0o644)
}

// Load implements Trainable.
func (m *TrueFamily) Load(_ train.Environment, folder func(string) string) (*Trained, error) {
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
		return nil, fmt.Errorf("%s is damaged: %d parameters instead of %d; run again with --fresh", path,
			found, wanted)
	}
	fitted, _ := dataset.Member(m.family, read.Parameters)
	manifold, density := known.New(fitted)
	return &Trained{Support: manifold, Density: density}, nil
}

var (
	_ Trainable = (*TrueFamily)(nil)
	_ Sourced   = (*TrueFamily)(nil)
)
