package experiment

import (
	"context"
	"errors"

	"ebim/framework/dataset"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/points"
)

// Metric is what is measured on a trained model (kind "metric").
type Metric interface {
	// Outputs are the numbers that it may give, whatever its settings.
	Outputs() []Output
	// Measure returns them as far as they apply to the model. A metric that does not make sense for it returns
	// ErrNotApplicable.
	Measure(ctx context.Context, s *Subject) (*Measurement, error)
	// CodeVersion is raised when the same settings give other numbers.
	CodeVersion() int
	// Needs states what it needs beside the trained model. The error says why it can't be measured with these settings;
	// Settings.Data.Box is nil until data whose dimension is not known before have been read.
	Needs(of *Settings) (Needs, error)
}

// Measurement is what a metric has found.
type Measurement struct {
	Values  map[string]float64 // of outputs, by name; one that is not finite is recorded as missing
	Caveats []string           // what must be known to read them, such as that chains have not mixed
}

// ErrNotApplicable says that a metric makes no sense for a model, such as a distance to the manifold of a model that
// has none. The run's record then has no such metric, and the run has not failed.
var ErrNotApplicable = errors.New("the metric does not apply to this model")

// Needs are what a metric needs beside a model's trained parts and samples, which every metric has. What it needs is
// among the inputs of its stage, so in its key.
type Needs struct {
	Mesh     bool     // Subject.Mesh, where the model has one
	Topology bool     // Subject.Topology
	Others   []string // labels of other models, for Subject.Other
	Files    []File   // of the user's own, on whose contents its numbers depend
	Shared   Shared   // Subject.Shared; nil for nothing
}

// File is a file that a metric reads.
type File struct {
	Path string // relative ones start at the experiment's folder
	// Check refuses a missing or unfit file before anything is computed; nil accepts any that can be read.
	Check func(path string) error
}

// Truth is the label of the data themselves, beside models, in figures.
const Truth = "truth"

// Subject is a trained model and all that a metric or a figure may look at. Of the truth, only the data are known.
type Subject struct {
	Label      string // of the model
	Traits     model.Traits
	Derived    bool           // made of other models, so that the data are not drawn from what it stands for
	Trained    *model.Trained // nil for the truth
	Train      *points.Set    // training points
	Held       *points.Set    // held-out points; empty without a holdout
	Validation *points.Set    // points that settings are chosen and trainings ended by; empty without any
	// Images are the same data, all of them, where they are images; nil of others. The sets above have as many of
	// each, evenly spaced, as are looked at in double precision.
	Images *Images
	Source dataset.Source // where they come from: a dataset.Distribution or dataset.Manifold where the truth is known
	// Topology is what is stated of the data's manifold; nil where nothing is.
	Topology *dataset.StatedTopology
	// Scaling is how networks see the data; nil where they see them as they are.
	Scaling *points.Scaling
	Box     points.Box  // that the model covers, or the data
	Columns []string    // names of the coordinates, empty for one without; nil where none has one
	Samples *points.Set // drawn from the model; nil where there are none, for the reason Unsampled
	Seed    uint64
	// Unsampled is empty for a model that can't be sampled at all.
	Unsampled string
	// Env resolves the paths of Needs.Files.
	Env dataset.Env
	// Shared is what Needs.Shared computed; nil without one.
	Shared map[string][]float64
	// Mesh of the model's support, for figures and metrics that need it; nil where there is none, for the reason
	// Unmeshed.
	Mesh     *mesh.Mesh
	Unmeshed string
	// Histories are the paths of the trainings' histories by part, for figures; a derived model has none.
	Histories map[string]string
	// Other is the trained model with the given label and the same seed, one of Needs.Others.
	Other func(label string) (*model.Trained, error)
	// Strata are the models that one of data of several dimensions joins, each with its own data and its mesh, without
	// samples; nil of other models.
	Strata func(ctx context.Context) ([]*Subject, error)
}

// Images are a seed's images; Validation and Held may be empty.
type Images struct{ Train, Validation, Held *points.Images }

// Kept returns images that were kept from training: the held-out ones, or where there are none those of validation,
// which may be none, too.
func (m *Images) Kept() *points.Images {
	if m.Held.Len() > 0 {
		return m.Held
	}
	return m.Validation
}

// Shared is a part of a metric that does not depend on the model: it is computed once for all models, and for all
// metrics whose parts are equal. Derived models have none, since the data are not their truth.
type Shared interface {
	// Name of its stage.
	Name() string
	// CodeVersion is raised when the same settings give other numbers.
	CodeVersion() int
	// OfDistribution says that it depends on nothing but its settings and the source of the data, a known
	// distribution, so that it is computed once for all seeds. Otherwise it depends on the seed and its data as well.
	OfDistribution() bool
	// Compute gives lists of finite numbers, Subject.Shared of the metric. Of the truth it sees the data, and the
	// source alone if OfDistribution.
	Compute(ctx context.Context, truth *Subject) (map[string][]float64, error)
}

// Standardized returns the subject in standardized units, those in which networks see the data, and how they become
// the data's; itself and nil where the data are not standardized, or where their distribution is known, which is so in
// the data's units alone.
func (s *Subject) Standardized() (*Subject, *points.Scaling) {
	if _, known := s.Source.(dataset.Distribution); s.Scaling == nil || known {
		return s, nil
	}
	by, inner := s.Scaling, *s
	inner.Scaling = nil
	inner.Box = by.InBox(s.Box)
	for _, set := range []**points.Set{&inner.Train, &inner.Held, &inner.Validation, &inner.Samples} {
		if *set != nil {
			*set = by.In(*set)
		}
	}
	if s.Mesh != nil {
		moved := *s.Mesh
		moved.Vertices, moved.Values = by.In(s.Mesh.Vertices), nil
		inner.Mesh = &moved
	}
	if s.Trained != nil {
		inner.Trained = s.Trained.Within(by)
	}
	if s.Other != nil {
		inner.Other = func(label string) (*model.Trained, error) {
			other, err := s.Other(label)
			if err != nil {
				return nil, err
			}
			return other.Within(by), nil
		}
	}
	return &inner, by
}
