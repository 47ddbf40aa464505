package experiment

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/model"
	"ebim/framework/output"
	"ebim/framework/points"
)

// Settings are an experiment as YAML writes it.
type Settings struct {
	Title       string                 `yaml:"title" default:"''" doc:"title for tables and figures"`
	Description string                 `yaml:"description" default:"''" doc:"what the experiment shows"`
	Seeds       Seeds                  `yaml:"seeds" default:"0-2" doc:"seeds of the runs"`
	Data        Data                   `yaml:"data" doc:"what the models are trained on"`
	Models      map[string]model.Model `yaml:"models" length:"[1, inf)" doc:"models to compare, by label"`
	Samples     int                    `yaml:"samples" default:"2000" range:"[1, 1000000]" doc:"points drawn from each trained model"`
	Mesh        MeshSettings           `yaml:"mesh" doc:"how learned curves and surfaces are meshed"`
	Metrics     map[string]Metric      `yaml:"metrics" default:"{wasserstein: {}, trust: {}}" doc:"what is measured on each trained model, by label"`
	Select      *Selection             `yaml:"select" doc:"by what ebim best chooses among the points of the sweep"`
	Figures     map[string]Sheet       `yaml:"figures" default:"null" doc:"figures of the first seed, by label, drawn at the end of a run; densities and training curves unless given"`
}

// Removed implements config.Remover.
func (*Settings) Removed() map[string]string {
	return map[string]string{
		"progress_pictures": "models are drawn when they are trained; delete this",
		"search": "tpe and halving were removed, as neither beat random trials; delete this, and all trials are " +
			"random"}
}

// Data is the training set.
type Data struct {
	Source     dataset.Source    `yaml:"source" doc:"where the points come from"`
	Size       *int              `yaml:"size" range:"[1, 100000000]" doc:"points; all of a file, and 1000 of a synthetic set, unless given"`
	Holdout    float64           `yaml:"holdout" default:"0" range:"[0, 1)" doc:"fraction of the points that are kept from training, for metrics"`
	Validation *float64          `yaml:"validation" range:"[0, 1)" doc:"fraction of the points kept from training to choose settings, starts and the end of trainings; by default 0.1 where a training needs them, else 0"`
	Split      dataset.Splitting `yaml:"split" default:"random" doc:"which points these fractions take"`
	Box        points.Box        `yaml:"box" default:"null" doc:"range of every coordinate that the models cover; the data's own range, padded, unless given"`
	Padding    float64           `yaml:"padding" default:"0.25" range:"[0, inf)" doc:"padding of the box on each side, as a fraction of the data's range, where no box is given"`
	// Standardize is what networks see; everything else is in the units of the data.
	Standardize dataset.Standardization `yaml:"standardize" default:"auto" doc:"which points networks see; all results are in the units of the data all the same"`
	Outliers    dataset.OutlierChoice   `yaml:"outliers" default:"auto" doc:"what becomes of points that lie far from all others"`
	// Topology is known of own data; other data sets know theirs.
	Topology *dataset.StatedTopology `yaml:"topology" doc:"what is known of the manifold that own data lie on, for the metric topology to compare with"`
}

// Check implements config.Checker.
func (d *Data) Check() error {
	var errs []error
	for j, axis := range d.Box {
		if !(axis[0] < axis[1]) {
			errs = append(errs, &config.FieldError{Field: fmt.Sprintf("box[%d]", j),
				Found:   fmt.Sprintf("[%v, %v]", axis[0], axis[1]),
				Allowed: "[low, high] with low < high"})
		}
	}
	if known, ok := d.Source.(dataset.Manifold); ok && d.Topology != nil {
		if topology, ok := known.Topology(); ok {
			errs = append(errs, &config.FieldError{Field: "topology", Found: "a topology of data whose own is known",
				Allowed: "none: it is " + topology.String()})
		}
	}
	if sum := d.Holdout + d.ValidationShare(); sum >= 1 {
		errs = append(errs, &config.FieldError{Field: "validation",
			Found:   fmt.Sprintf("%v beside a holdout of %v", d.ValidationShare(), d.Holdout),
			Allowed: "fractions that leave points for training: a sum below 1"})
	}
	return errors.Join(errs...)
}

// ValidationShare is the fraction of the points that are kept for validation; of data whose file gives none, as far as
// it is known.
func (d *Data) ValidationShare() float64 {
	if d.Validation == nil {
		return 0
	}
	return *d.Validation
}

// Experiment is a declared experiment, checked and ready to run.
type Experiment struct {
	Settings
	// of the file without its extension, with the point of its sweep: "circles" or "circles,noise=0.1"
	Name      string
	File      string         // slash-separated; relative paths in the settings start at its folder
	Variant   string         // its point of the sweep: "noise=0.1", or "trial=3"; empty without one
	Swept     []config.Swept // the point's settings
	Overrides []string       // of the file's settings, path=value
	catalog   config.Catalog
	document  *config.Document
	resolved  []byte
}

// Catalog is what the file may name.
func (e *Experiment) Catalog() config.Catalog { return e.catalog }

// Document is the file as it was read, with the places of its settings.
func (e *Experiment) Document() *config.Document { return e.document }

// Resolved is the whole experiment as YAML, with every default filled in.
func (e *Experiment) Resolved() []byte { return e.resolved }

// ModelLabels are the models' labels, sorted.
func (e *Experiment) ModelLabels() []string { return slices.Sorted(maps.Keys(e.Models)) }

// MetricLabels are the metrics' labels, sorted.
func (e *Experiment) MetricLabels() []string { return slices.Sorted(maps.Keys(e.Metrics)) }

// MeshSettings are how learned manifolds are meshed.
type MeshSettings struct {
	Resolution *int `yaml:"resolution" range:"[8, 512]" doc:"cells along the box's longest axis; 256 in the plane and 64 in space unless given"`
}

// At is the resolution in R^ambient.
func (m MeshSettings) At(ambient int) int {
	switch {
	case m.Resolution != nil:
		return *m.Resolution
	case ambient == 2:
		return 256
	}
	return 64
}

// Points returns the number of points before they are divided, where it is known before they are read; otherwise that
// of a synthetic set for which none is given.
func (d *Data) Points() (points int, known bool) {
	if d.Size != nil {
		return *d.Size, true
	}
	_, synthetic := d.Source.(dataset.Distribution)
	return dataset.DefaultSize, synthetic
}

// Divided returns the sizes of the sets that load makes of the given number of points.
func (d *Data) Divided(points int) (train, validation, held int) {
	return d.Split.Sizes(points, d.Holdout, d.ValidationShare())
}

// Selection is the rule by which the best variant is chosen, for each model by itself. The metric should look at
// validation points: what has chosen settings no longer shows how good they are.
type Selection struct {
	Metric string            `yaml:"metric" doc:"label of a metric and its output, such as wasserstein.value"`
	Best   *output.Direction `yaml:"best" doc:"which mean over the seeds is the best; what the metric says of its output unless given"`
}
