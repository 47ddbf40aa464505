package experiment

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"ebim/framework/backend"
	"ebim/framework/config"
	"ebim/framework/leftover"
	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/train"
)

// checkOperations builds the graphs of the models' trainings for data in R^ambient.
func (p *plan) checkOperations(ctx context.Context, ambient int) error {
	c := &checker{document: p.document}
	checked := map[string]bool{}
	for _, label := range p.labels {
		for _, base := range model.Bases(p.Models, label) {
			trained, ok := p.Models[base].(model.Trainable)
			if !ok || checked[base] {
				continue
			}
			checked[base] = true
			part, err := p.draft(ctx, trained, ambient)
			if err != nil {
				return err
			}
			c.report("models."+base, p.lacking(part))
		}
	}
	return c.mistakes.Err()
}

// draftPoints is the number of points that drafts are trained on: operations don't depend on it.
const draftPoints = 8

// unbuildable is a part whose graphs can't be built.
type unbuildable struct {
	model.Part
	reason *backend.BuildError
}

// draft trains the parts of a model on a draft of the engine, which ends when all graphs are built, and returns the first
// that can't be. What else goes wrong comes of a draft's zeros.
func (p *plan) draft(ctx context.Context, trained model.Trainable, ambient int) (*unbuildable, error) {
	const prefix = "ebim-check-" // not ebim-draft-, whose owners of earlier versions hold no lock
	leftover.Sweep(os.TempDir(), prefix)
	folder, err := leftover.Folder("", prefix)
	if err != nil {
		return nil, err
	}
	defer folder.Remove()
	trained = narrowed(trained)
	setting := train.Environment{Engine: backend.Draft(p.engine), Data: points.New(draftPoints, ambient), Box: make([][2]float64, ambient)}
	rng := random.New(0, "draft", 0)
	for i := range setting.Data.Data {
		setting.Data.Data[i] = rng.Float64()
	}
	for j := range setting.Box {
		setting.Box[j] = [2]float64{-1, 1}
	}
	within := func(part string) string { return filepath.Join(folder.Path, part) }
	for _, part := range trained.Parts() {
		if err := os.Mkdir(within(part.Name), 0o755); err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		err := part.Train(ctx, train.Task{Environment: setting, Folder: within(part.Name),
			Checkpoints: within(part.Name + "_checkpoints"), Input: within, Now: time.Now})
		var reason *backend.BuildError
		if errors.As(err, &reason) {
			return &unbuildable{part, reason}, nil
		}
	}
	return nil, nil
}

// lacking says what a part's graphs ask for in vain, which of the part's components asks, and which backends have it.
func (p *plan) lacking(part *unbuildable) error {
	if part == nil {
		return nil
	}
	reason := part.reason
	asks := fmt.Sprintf("the graph %q", reason.Graph)
	if component, inDerivative := asking(reason, components(p.catalogue, reflect.ValueOf(part.Settings))); component != "" {
		asks = component
		if inDerivative {
			asks = "a derivative in " + component
		}
	}
	if !reason.Missing {
		return fmt.Errorf("%s of the part %s, on the backend %s: %w", asks, part.Name, p.backend, reason)
	}
	hint := "none that is there has it; `ebim backend list` names those that can be installed"
	if having := backend.Having(reason.Operation); len(having) > 0 {
		hint = "--backend " + strings.Join(having, " or ") + " has it"
	}
	return &config.FieldError{Found: fmt.Sprintf("the operation %s, for which %s of the part %s asks", reason.Operation, asks, part.Name),
		Allowed: "the operations of the backend " + p.backend, Hint: hint}
}

// component is one that settings name, such as "network mlp".
type component struct {
	name string
	kind reflect.Type // of its settings
}

// components are all that settings name, the outer ones first.
func components(catalogue config.Catalogue, settings reflect.Value) []component {
	var found []component
	switch settings.Kind() {
	case reflect.Pointer:
		if !settings.IsNil() {
			return components(catalogue, settings.Elem())
		}
	case reflect.Struct:
		for i := range settings.NumField() {
			if settings.Type().Field(i).IsExported() {
				found = append(found, components(catalogue, settings.Field(i))...)
			}
		}
	case reflect.Interface:
		kind, ok := catalogue.KindOf(settings.Type())
		if !ok || settings.IsNil() {
			return nil
		}
		for _, c := range kind.Components {
			if reflect.TypeOf(c.New()) == settings.Elem().Type() {
				found = append(found, component{kind.Family() + " " + c.Name, settings.Elem().Type().Elem()})
			}
		}
		found = append(found, components(catalogue, settings.Elem())...)
	}
	return found
}

// asking is the innermost component that was building when an operation failed, and whether it was building a derivative,
// which may be of any function that it uses. A network's function has the name of its settings' type, but for the case.
func asking(failed *backend.BuildError, candidates []component) (name string, inDerivative bool) {
	const derivative = "github.com/gomlx/gomlx/pkg/core/graph.Gradient"
	for _, frame := range failed.Asked {
		inDerivative = inDerivative || frame.Function == derivative
		folder, function := path.Split(frame.Function) // "ebim/framework/" and "network.(*mlp).Apply.func1"
		parts := strings.SplitN(function, ".", 3)
		if len(parts) < 3 {
			continue
		}
		receiver := strings.Trim(parts[1], "(*)")
		for _, c := range candidates {
			if c.kind.PkgPath() == folder+parts[0] && strings.EqualFold(c.kind.Name(), receiver) {
				return c.name, inDerivative
			}
		}
	}
	return "", false
}
