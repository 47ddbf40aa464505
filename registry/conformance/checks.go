package conformance

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/floats"

	"ebim/framework/dataset"
	"ebim/framework/dataset/download"
	"ebim/framework/experiment"
	"ebim/framework/model"
	"ebim/framework/network/networktest"
	"ebim/framework/output"
	"ebim/framework/points"
	"ebim/framework/runs/stage"
	"ebim/framework/sampler"
)

// trains: that the runs are done shows that the component trains and samples.
func trains(*experiment.Experiment, []stage.Result) (verdict, error) { return shown, nil }

// trainsOnce is for what the one loop of all trainings asks, whatever the model.
func trainsOnce(*experiment.Experiment, []stage.Result) (verdict, error) { return enough, nil }

// samples checks that a model draws as many points as it should, and that one with a density or a learned zero set is
// measured unless it stands for other data.
func samples(e *experiment.Experiment, results []stage.Result) (verdict, error) {
	record := results[0].Record
	draws := record.Metrics[stage.SamplesFigures]["draws"]
	if draws == nil || *draws != float64(e.Samples) {
		return irrelevant, fmt.Errorf("%s: of %d samples there are %v: %q", e.Name, e.Samples,
			record.Metrics[stage.SamplesFigures], record.Notes)
	}
	trained, ok := e.Models[newLabel].(model.Trainable)
	ambient, _ := e.Ambient()
	if measurable := ok && (trained.Traits(ambient).Density || trained.Traits(ambient).Implicit); measurable &&
		len(record.Metrics) < 2 {
		return irrelevant, fmt.Errorf("%s: none of the metrics %q applies", e.Name, e.MetricLabels())
	}
	return enough, nil
}

// measures checks that a metric gives figures, and that all of some model's are finite.
func measures(e *experiment.Experiment, results []stage.Result) (verdict, error) {
	found := irrelevant
	var err error
	for _, result := range results {
		figures, applies := result.Record.Metrics[newLabel]
		switch {
		case !applies:
		case len(figures) == 0:
			return irrelevant, fmt.Errorf("%s: no figures of %s", e.Name, result.Record.Model)
		case slices.Contains(slices.Collect(maps.Values(figures)), nil):
			err = errors.Join(err, fmt.Errorf("%s: not all figures of %s are finite", e.Name, result.Record.Model))
		default:
			found = enough
		}
	}
	if found == enough {
		return enough, nil
	}
	return irrelevant, err
}

// declares checks the outputs that a metric declares.
func declares(outputs output.List) error {
	var errs []error
	wrong := func(format string, arguments ...any) { errs = append(errs, fmt.Errorf(format, arguments...)) }
	if _, ok := outputs.Main(func(string) bool { return true }); !ok {
		wrong("no output has the role main")
	}
	names := map[string]bool{}
	for _, o := range outputs {
		if o.Meaning == "" || strings.HasSuffix(o.Meaning, ".") {
			wrong("%s: the meaning %q is not a sentence without a full stop", o.Name, o.Meaning)
		}
		for _, name := range append([]string{o.Name}, o.Formerly...) {
			if names[name] {
				wrong("%s is declared twice", name)
			}
			names[name] = true
		}
		if _, known := outputs.Find(o.ErrorOf); o.ErrorOf != "" && !known {
			wrong("%s is the error of %s, which is not declared", o.Name, o.ErrorOf)
		}
		judged := o.Format == output.YesNo || o.Format == output.Verdict
		if o.Doubt != "" && (!judged || strings.Count(o.Doubt, "%s") != 1) {
			wrong("%s: the doubt %q is not that of a yes, no or verdict about %%s", o.Name, o.Doubt)
		}
	}
	return errors.Join(errs...)
}

// loads checks that a source gives the points it should, and the same ones from equal seeds.
func (s *suite) loads(source dataset.Source) error {
	folders, err := download.Folders(os.Getenv, os.UserCacheDir)
	if err != nil {
		return err
	}
	const size = 30
	var sets []*points.Set
	for _, seed := range []uint64{1, 1, 2} {
		set, err := source.Load(dataset.Env{Dir: s.folder, Folders: folders}, rand.New(rand.NewPCG(seed, 1)), size)
		check := dataset.Check
		pictures, ok := source.(dataset.ImageSource)
		if ok { // pixels at the border may be the same in all images
			check = dataset.CheckPoints
		}
		if err == nil {
			err = check(set)
		}
		if err == nil && ok && set.Dim != pictures.Shape().Size() {
			err = fmt.Errorf("points of R^%d, where images are %s", set.Dim, pictures.Shape())
		}
		if err == nil && set.Len() != size {
			err = fmt.Errorf("%d points instead of %d", set.Len(), size)
		}
		if err != nil {
			return err
		}
		sets = append(sets, set)
	}
	switch manifold, ok := source.(dataset.Manifold); {
	case !slices.Equal(sets[0].Data, sets[1].Data):
		return errors.New("equal seeds give other points")
	case slices.Equal(sets[0].Data, sets[2].Data):
		return errors.New("another seed gives the same points")
	case ok:
		return liesOn(sets[0], manifold)
	}
	return nil
}

// liesOn checks that the points of a source lie on the manifold that it says they do.
func liesOn(set *points.Set, manifold dataset.Manifold) error {
	ambient, dimension := manifold.Dimensions()
	if set.Dim != ambient || dimension < 1 || dimension > ambient {
		return fmt.Errorf("points in R^%d, of a manifold of %d dimensions in R^%d", set.Dim, dimension, ambient)
	}
	even, shares := manifold.Evenly(set.Len())
	if even.Dim != ambient || even.Len() != len(shares) || slices.Min(shares) <= 0 {
		return fmt.Errorf("%d evenly spaced points in R^%d with the shares %v", even.Len(), even.Dim, shares)
	}
	const rounding = 1e-5 // of numbers in files
	for i := range set.Len() {
		if distance := floats.Distance(set.At(i), manifold.Nearest(set.At(i)), 2); !(distance <= rounding) {
			return fmt.Errorf("the point %v is %v away from the manifold", set.At(i), distance)
		}
	}
	if distribution, ok := manifold.(dataset.Distribution); ok {
		if density := distribution.LogDensity(set.At(0)); math.IsNaN(density) || math.IsInf(density, 0) {
			return fmt.Errorf("the log density of a point is %v", density)
		}
	}
	return nil
}

// solves checks that a solver returns to a circle whose function has a gradient of 0.8, about that of learned ones,
// from about
// 0.05 away in each coordinate.
func solves(t *testing.T, solver sampler.Solver) error {
	circle, rng := networktest.Sphere(2, 1), rand.New(rand.NewPCG(1, 2))
	f := networktest.Formula(func(x *graph.Node) *graph.Node { return graph.MulScalar(circle.Formula(x), 0.4) })
	var at, left [][]float64
	for range 10 {
		x := circle.Draw(rng)
		at = append(at, x)
		left = append(left, []float64{x[0] + 0.05*rng.NormFloat64(), x[1] + 0.05*rng.NormFloat64()})
	}
	values := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
		returned := solver.Solve(f, in[1], sampler.NormalsAt(f, in[0]))
		return []*graph.Node{f(in[1]), f(returned)}
	}, networktest.Matrix(at...), networktest.Matrix(left...))
	if before, after := floats.Norm(values[0].Data, math.Inf(1)),
		floats.Norm(values[1].Data, math.Inf(1)); !(after < 1e-3) {
		return fmt.Errorf("the largest |F| is %v after a return from %v", after, before)
	}
	return nil
}
