package execute

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"ebim/framework/experiment/plan"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/backend"
	"ebim/framework/backends"
	"ebim/framework/component"
	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/model"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/runs/disk"
	"ebim/framework/train"
)

// checkOperations builds the graphs of the models' trainings for data in R^ambient, once for equal models of a sweep
// or of several files.
func (b *preflight) checkOperations(ctx context.Context, p *inspection, ambient int) error {
	c := &config.Report{Document: p.Document()}
	checked := map[string]bool{}
	for _, label := range p.Labels {
		for _, base := range model.Bases(p.Models, label) {
			trained, ok := p.Models[base].(model.Trainable)
			if !ok || checked[base] {
				continue
			}
			checked[base] = true
			if err := checkParts(trained.Parts()); err != nil {
				c.Add("models."+base, err)
				continue
			}
			key, err := p.draftKey(trained, ambient)
			if err != nil {
				return err
			}
			lacking, drafted := b.drafted[key]
			if !drafted {
				part, err := p.draft(ctx, trained, ambient)
				if err != nil {
					return err
				}
				lacking = p.lacking(part)
				b.drafted[key] = lacking
			}
			c.Add("models."+base, lacking)
		}
	}
	return c.Mistakes.Err()
}

// draftKey is what a draft depends on.
func (p *inspection) draftKey(trained model.Trainable, ambient int) (string, error) {
	settings, err := config.Resolve(p.Catalog(), alike(trained))
	key := fmt.Sprintf("%T in R^%d\n%s", trained, ambient, settings)
	if _, sourced := trained.(model.Sourced); sourced && err == nil {
		settings, err = config.Resolve(p.Catalog(), &p.Data)
		key += string(settings)
	}
	return key, err
}

// checkParts says why parts can't be stages of a run, or nil.
func checkParts(parts []model.Part) error {
	taken := []string{plan.DataStageName, plan.SamplesStage, plan.MeshStage}
	for _, part := range parts {
		switch {
		case part.Name != filepath.Base(part.Name) || part.Name == "." || part.Name == ".." ||
			strings.HasPrefix(part.Name, plan.MetricPrefix):
			return fmt.Errorf(
				"a part is called %q; a name that a folder may have is needed, which doesn't begin with %s", part.Name,
				plan.MetricPrefix)
		case slices.Contains(taken, part.Name):
			return fmt.Errorf("a part is called %s, as another stage is", part.Name)
		case part.Settings == nil || part.Train == nil:
			return fmt.Errorf("the part %s lacks its Settings or Train", part.Name)
		}
		for _, name := range part.Needs {
			if !slices.Contains(taken[3:], name) {
				return fmt.Errorf("the part %s needs a part %s, which must come before it", part.Name, name)
			}
		}
		taken = append(taken, part.Name)
	}
	return nil
}

// draftPoints is the number of points that drafts are trained on: operations don't depend on it.
const draftPoints = 8

// unbuildable is a part whose graphs can't be built.
type unbuildable struct {
	model.Part
	reason *backend.BuildError
	names  map[reflect.Type]string // of the model's components
}

// draft trains the parts of a model on a draft of the engine, which ends when all graphs are built, and returns the
// first that can't be. What else goes wrong comes of a draft's zeros.
func (p *inspection) draft(ctx context.Context, trained model.Trainable, ambient int) (*unbuildable, error) {
	folder, err := disk.Scratch("ebim-check-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	names := componentNames(p.Catalog(), reflect.ValueOf(trained))
	trained = narrowed(trained)
	named(p.Catalog(), trained)
	setting := train.Environment{Engine: backend.Draft(p.Engine), Data: points.New(draftPoints, ambient),
		Box: make(points.Box, ambient)}
	rng := random.New(0, "draft", 0)
	for i := range setting.Data.Data {
		setting.Data.Data[i] = rng.Float64()
	}
	for j := range setting.Box {
		setting.Box[j] = [2]float64{-1, 1}
	}
	within := func(part string) string { return filepath.Join(folder, part) }
	for _, part := range trained.Parts() {
		if err := os.Mkdir(within(part.Name), 0o755); err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		err := part.Train(ctx, train.Task{Environment: setting, Folder: within(part.Name),
			Checkpoints: within(part.Name + "_checkpoints"), Input: within, Now: time.Now})
		if reason, ok := errors.AsType[*backend.BuildError](err); ok {
			return &unbuildable{part, reason, names}, nil
		}
	}
	return nil, nil
}

// lacking says what a part's graphs ask for in vain, which of the part's components asks, and which backends have it.
func (p *inspection) lacking(part *unbuildable) error {
	if part == nil {
		return nil
	}
	reason := part.reason
	asks := fmt.Sprintf("the graph %q", reason.Graph)
	if component, inDerivative := whoAsked(reason, part.names); component != "" {
		asks = component
		if inDerivative {
			asks = "a derivative in " + component
		}
	}
	if reason.Operation == "" {
		return fmt.Errorf("%s of the part %s, on the backend %s: %w", asks, part.Name, p.Backend, reason)
	}
	hint := "none that is there has it; `ebim backend list` names those that can be installed"
	if having := backends.Having(reason.Operation); len(having) > 0 {
		hint = "--backend " + strings.Join(having, " or ") + " has it"
	}
	return &config.FieldError{Found: fmt.Sprintf("the operation %s, which %s of the part %s needs",
		reason.Operation, asks, part.Name),
		Allowed: "the operations of the backend " + p.Backend, Hint: hint}
}

// componentNames are the names of all components in settings, such as "network mlp", by their types.
func componentNames(catalog config.Catalog, settings reflect.Value) map[reflect.Type]string {
	names := map[reflect.Type]string{}
	experiment.EachComponent(catalog, settings, func(kind config.Kind, union reflect.Value) {
		for _, c := range kind.Components {
			if reflect.TypeOf(c.New()) == union.Elem().Type() {
				names[union.Elem().Type()] = kind.Family() + " " + c.Name
			}
		}
	})
	return names
}

// whoAsked is the name of the innermost component that was building when an error occurred, and whether it was
// building a derivative, which may be of any function that it uses.
func whoAsked(err error, names map[reflect.Type]string) (name string, inDerivative bool) {
	for _, asker := range component.Of(err) {
		if asker == (component.Derivative{}) {
			inDerivative = true
		} else if name, ok := names[reflect.TypeOf(asker)]; ok {
			return name, inDerivative
		}
	}
	return "", false
}

// named makes the networks among a draft's settings say in errors that they were building.
func named(catalog config.Catalog, drafted model.Trainable) {
	experiment.EachComponent(catalog, reflect.ValueOf(drafted), func(_ config.Kind, union reflect.Value) {
		if n, ok := union.Interface().(network.Network); ok {
			union.Set(reflect.ValueOf(namedNetwork{n}))
		}
	})
}

type namedNetwork struct{ network.Network }

func (n namedNetwork) Bind(parameters []*graph.Node) network.Function {
	defer component.Blame(n.Network)
	return namedFunction{n.Network.Bind(parameters), n.Network}
}

type namedFunction struct {
	network.Function
	of network.Network
}

func (f namedFunction) Apply(x *graph.Node) *graph.Node {
	defer component.Blame(f.of)
	return f.Function.Apply(x)
}

func (f namedFunction) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	defer component.Blame(f.of)
	y, derivative := f.Function.Linearize(x)
	in := func(build func(*graph.Node) *graph.Node) func(*graph.Node) *graph.Node {
		return func(v *graph.Node) *graph.Node {
			defer component.Blame(f.of)
			return build(v)
		}
	}
	return y, autodiff.Linear{JVP: in(derivative.JVP), VJP: in(derivative.VJP)}
}
