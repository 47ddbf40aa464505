// Package plan turns a declared experiment into stages, each with the settings that its key is made of, and computes
// them.
package plan

import (
	"fmt"
	"time"

	"github.com/gomlx/compute"

	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/runs/progress"
	"ebim/framework/runs/stage"
)

// Plan makes an experiment's stages for one execution.
type Plan struct {
	*experiment.Experiment
	Labels          []string // models to run
	Seeds           experiment.Seeds
	Env             dataset.Env
	Engine          compute.Backend
	Backend         string
	Memory          int64 // bytes that a training may take; 0 where that is not known
	checkpointEvery time.Duration
	progress        progress.Reporter           // nil for none
	Found           *stage.Data                 // sizes of some seed's data, where they had to be read to be checked
	Notes           []string                    // on these data
	needs           map[string]experiment.Needs // of metrics, by label
	digests         map[string][]byte           // of files that metrics read, by path
	loaded          loaded[Seeded]
}

// log shows a line to the user.
func (p *Plan) log(line string) {
	if p.progress != nil {
		p.progress.Message(line)
	}
}

// Seeded is one model with one seed, as stages name it in errors and find it among the settings.
type Seeded struct {
	Label string
	Seed  int
}

// Folders names the inputs in which the parts of trained models are found, by model and part.
type Folders map[string]map[string]string

// InputName is the name under which later stages find a stage.
func InputName(s *stage.Stage) string {
	if s.Alias != "" {
		return s.Alias
	}
	return s.Name
}

// Share is a part of the runs of a command, for processes that divide them: each run belongs to one share. The zero
// value is all runs. What several runs need, such as data, is computed by whichever process comes first.
type Share struct{ Index, Of int }

// ParseShare reads a share as INDEX/OF, with an index from 0 to OF-1.
func ParseShare(text string) (s Share, err error) {
	var end string
	if n, _ := fmt.Sscanf(text, "%d/%d%s", &s.Index, &s.Of, &end); n != 2 || s.Index < 0 || s.Index >= s.Of {
		return Share{}, fmt.Errorf("%q; INDEX/OF is allowed, such as 0/8 to 7/8", text)
	}
	return s, nil
}

// Part returns the runs of the share.
func (s Share) Part(runs []stage.Run) []stage.Run {
	if s.Of == 0 {
		return runs
	}
	var own []stage.Run
	for i := s.Index; i < len(runs); i += s.Of {
		own = append(own, runs[i])
	}
	return own
}
