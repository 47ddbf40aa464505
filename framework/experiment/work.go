package experiment

import (
	"time"

	"github.com/gomlx/compute"

	"ebim/framework/dataset"
	"ebim/framework/runs/progress"
	"ebim/framework/runs/stage"
)

// plan makes an experiment's stages for one execution.
type plan struct {
	*Experiment
	labels          []string // models to run
	seeds           Seeds
	env             dataset.Env
	engine          compute.Backend
	backend         string // with its devices
	devices         int
	memory          int64 // bytes that a training may take; 0 where that is not known
	checkpointEvery time.Duration
	progress        progress.Reporter // nil for none
	previews        func(s *Subject) []Preview
	previewShare    float64
	foretold        foretold
	found           *stage.Data       // sizes of some seed's data, where they had to be read to be checked
	notes           []string          // on these data
	digests         map[string][]byte // of files that metrics read, by path
}

// log shows a line to the user.
func (p *plan) log(line string) {
	if p.progress != nil {
		p.progress.Message(line)
	}
}

// seeded is one model with one seed, as stages name it in errors and find it among the settings.
type seeded struct {
	label string
	seed  int
}

// folders names the inputs in which the parts of trained models are found, by model and part.
type folders map[string]map[string]string

func inputName(s *stage.Stage) string {
	if s.Alias != "" {
		return s.Alias
	}
	return s.Name
}
