package plan

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/experiment/prepare"
	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/runs/stage"
)

const sharedFile = "shared.json"

// shared is the stage of the part of a metric that models share, which may be among a run's stages already; nil for
// none.
func (p *Plan) shared(metric string, part experiment.Shared, s Seeded, data *stage.Stage,
	known []*stage.Stage) (*stage.Stage, error) {
	if part == nil || !model.OfData(p.Models, s.Label) {
		return nil, nil
	}
	settings, err := config.Identity(p.Catalog(), part)
	if err != nil {
		return nil, err
	}
	made := &stage.Stage{Name: part.Name(), Version: part.CodeVersion()}
	if part.OfDistribution() {
		source, err := config.Identity(p.Catalog(), &distributionSettings{p.Data.Source,
			dataVersion + dataset.CodeVersion(p.Data.Source) - 1})
		if err != nil {
			return nil, err
		}
		made.Settings = slices.Concat(source, settings)
	} else {
		made.Settings, made.Seed, made.Inputs = append(settings, p.stratumSettings(s.Label)...), uint64(s.Seed),
			[]*stage.Stage{data}
	}
	if i := slices.IndexFunc(known, func(other *stage.Stage) bool { return other.Key() == made.Key() }); i >= 0 {
		return known[i], nil
	}
	if slices.ContainsFunc(known, func(other *stage.Stage) bool { return InputName(other) == made.Name }) {
		made.Alias = made.Name + "_" + metric
	}
	made.Run = func(ctx context.Context, w *stage.Work) error { return p.computeShared(ctx, w, part, s) }
	return made, nil
}

// distributionSettings are what the draws of a known distribution depend on beside the seed.
type distributionSettings struct {
	Source  dataset.Source `yaml:"source" doc:"the distribution"`
	Version int            `yaml:"data_version" doc:"version of the code that draws"`
}

func (p *Plan) computeShared(ctx context.Context, w *stage.Work, part experiment.Shared, s Seeded) error {
	truth := &experiment.Subject{Label: experiment.Truth, Source: p.Data.Source}
	if !part.OfDistribution() {
		_, data, err := p.setting(w.Input, s)
		if err != nil {
			return err
		}
		truth = p.Truth(data, s.Seed)
	}
	numbers, err := part.Compute(ctx, truth)
	if err != nil {
		return err
	}
	encoded, err := json.Marshal(numbers)
	if err != nil {
		return fmt.Errorf("%s: %w", part.Name(), err)
	}
	return os.WriteFile(filepath.Join(w.Dir, sharedFile), append(encoded, '\n'), 0o644)
}

// readShared reads what computeShared wrote.
func readShared(folder string) (numbers map[string][]float64, err error) {
	encoded, err := os.ReadFile(filepath.Join(folder, sharedFile))
	if err == nil {
		err = json.Unmarshal(encoded, &numbers)
	}
	if err != nil {
		return nil, fmt.Errorf("what models share in %s is damaged: %w; run again with --fresh", folder, err)
	}
	return numbers, nil
}

// Truth is what is known of it: the data of a seed.
func (p *Plan) Truth(data *prepare.Data, seed int) *experiment.Subject {
	return &experiment.Subject{Label: experiment.Truth, Traits: p.TruthTraits(data.Train.Dim), Train: data.Train,
		Validation: data.Validation, Held: data.Held,
		Images: data.Images, Source: p.Data.Source, Topology: p.Data.Topology, Scaling: data.Scaling, Box: data.Box,
		Columns: data.Columns, Seed: uint64(seed),
		Samples: points.New(0, data.Train.Dim)}
}
