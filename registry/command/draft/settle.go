package draft

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/gomlx/compute"

	"ebim/framework/backend"
	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/dimension"
	"ebim/framework/model"
	"ebim/framework/ridge"
	"ebim/framework/shape"
	"ebim/registry"
	"ebim/registry/command/cli"
)

// settle decides on the dimension, the one given (0: none), the source's, or an estimate; and on the model, unless one
// is wanted.
func (s *sketch) settle(ctx context.Context, p *cli.Program, given int, wanted string) error {
	n := s.set.Dim
	if s.draft == nil {
		s.note("%d points in R^%d", s.set.Len(), n)
	}
	if repeated := s.set.Len() - s.set.Distinct(); repeated > 0 && s.draft == nil {
		s.note("%d of them repeat others (%s): held-out points that are also trained on flatter a model", repeated,
			percent(float64(repeated)/float64(s.set.Len())))
	}
	if given >= n && given > 0 {
		allowed := fmt.Sprintf("1 to %d", n-1)
		if n == 1 {
			allowed = "none, as a line has no manifolds"
		}
		return fmt.Errorf("--dimension: %d for data in R^%d; allowed: %s", given, n, allowed)
	}
	engine, err := backend.Open(backend.Default)
	if err != nil {
		return cli.Failed(err)
	}
	defer engine.Finalize()
	var l *shape.Look
	var e *shape.Estimate
	settings := displacement(p)
	if given > 2 || given > 0 && wanted != "" { // what a look finds changes nothing
		settings = nil
	}
	if s.mayBePart() {
		if l, e, err = s.settlePart(ctx, engine, settings, given); err != nil {
			return err
		}
	}
	switch {
	case e != nil:
		s.dimension = e.Dimension
	case s.known:
		s.note("Their manifold is known and has dimension %d.", s.dimension)
	case n == 1:
		s.dimension = 1
		s.note("Dimension 1: a line has no manifolds but points.")
	default:
		if l, e, err = s.estimate(ctx, engine, settings, given); err != nil {
			return err
		}
		s.dimension = e.Dimension
		if given == 0 && s.fillsSpheres() {
			return nil
		}
	}
	if given > 0 {
		if !s.known {
			s.note("Dimension %d: as given.", given)
		}
		s.dimension = given
	}
	if s.dimension >= n && n > 1 {
		s.noteColumns()
	}
	return s.settleModel(ctx, l, e, given, wanted)
}

// fillsSpheres makes the source one whose manifold is known where all columns close and points fill all that they can
// become, which is a product of circles and spheres.
func (s *sketch) fillsSpheres() bool {
	const learned, known = "with_angles:", "spheres:"
	closed := len(s.blocks) > 0 && !slices.ContainsFunc(s.blocks, func(of int) bool { return of != 2 && of != 3 })
	if len(s.source) == 0 || s.source[0].Text != learned || !closed || s.dimension < s.set.Dim {
		return false
	}
	s.source[0] = dataset.Line{Text: known, Comment: "each angle becomes a point of a circle, latitude and " +
		"longitude one of a sphere; write " + learned + " for points on a part that is to be learned"}
	s.known, s.given, s.dimension, s.model, s.choice = true, true, s.full, givenModel, dataset.StandardizeNone
	s.found = slices.DeleteFunc(s.found, func(note string) bool { return strings.HasPrefix(note, "Dimension ") })
	s.note("Their manifold is known and has dimension %d.", s.dimension)
	s.note("Model %s: the columns give a product of circles and spheres, of which nothing is to be learned.", s.model)
	return true
}

// settleModel writes down the model and why.
func (s *sketch) settleModel(ctx context.Context, l *shape.Look, e *shape.Estimate, given int, wanted string) error {
	n, m := s.set.Dim, s.dimension
	switch {
	case wanted != "" && (m >= n || s.draft != nil):
		return fmt.Errorf("--model: %s for images, or data without a manifold of a lower dimension; allowed: none; "+
			"give --dimension if you know one", wanted)
	case wanted != "":
		s.model = wanted
		s.note("Model %s: as given.", wanted)
		return nil
	}
	if s.model = ebimModel; s.given && s.partly {
		s.model = givenModel
		s.note("Model %s: the points cover a part of their manifold, from which the whole can't be learned.", s.model)
	}
	if s.rotations && s.known {
		s.model = givenModel
		s.note("Model %s: rotations lie on SO(3), of which nothing is to be learned.", s.model)
	}
	if l == nil || m >= n {
		return nil
	}
	form, err := l.Form(ctx, m)
	if err != nil {
		return cli.Failed(err)
	}
	s.frequency = l.Frequency
	if given == 0 && s.settleStrata(e) {
		return nil
	}
	var reason string
	noise := e.Noise
	if m != e.Dimension {
		noise = shape.NoiseOf(e.Scales, m)
	}
	if m > 2 && !shape.Solved(e.Scales) { // normals that are not trained out look like noise
		noise = 0
	}
	if s.model, reason = choose(s.set.Distinct(), n, m, noise, form); s.model == ebimModel && l.Frequency != nil {
		s.model, reason = ridgeModel, "the points have structure that is fine beside their spread, which F = 0 may miss"
	}
	s.note("Model %s: %s.", s.model, reason)
	if form != nil && form.Across.Even(1) {
		s.note("Across it the points are as dense at their sides as in the middle: they may fill a region with " +
			"edges, of a higher dimension, for which there is no model.")
	}
	return nil
}

// mostColumns is up to how many a displacement is trained for a look at them.
const mostColumns = 200

// estimate looks at the points. There may be no look, and no error where a dimension is given.
func (s *sketch) estimate(ctx context.Context, engine compute.Backend, settings *ridge.Ridge, given int) (*shape.Look,
	*shape.Estimate, error) {
	set, unit := s.set, s.set.Scale()
	choice := s.choice
	if s.draft != nil {
		choice = dataset.StandardizeAuto
	}
	scaling, why := dataset.Standardize(set, choice, s.blocks)
	if scaling != nil && s.draft == nil {
		if _, uniform := scaling.Uniform(); !uniform { // models see the columns so, too
			set = scaling.In(set)
			unit = set.Scale()
			s.note("Columns are very unequal in range: lengths below are in standard deviations of each.")
		} else if why != "" {
			s.note("%s.", strings.ToUpper(why[:1])+why[1:])
		}
	}
	neighbors, err := dimension.Of(set)
	if err != nil {
		switch {
		case given > 0:
			err = nil
		case neighbors.Distinct < dimension.Fewest:
			err = cli.Failed(s.tooFew(neighbors.Distinct))
		default:
			err = cli.Failed(fmt.Errorf("%s: %w; give it by --dimension", s.name, err))
		}
		return nil, &shape.Estimate{}, err
	}
	var l *shape.Look
	var scales []shape.Scale
	if settings != nil && scaling != nil && s.draft == nil && s.set.Dim <= mostColumns {
		if l, err = shape.At(ctx, engine, *settings, scaling.In(s.set)); err != nil {
			return nil, nil, cli.Failed(err)
		}
		for i, scale := range l.Scales { // finer than rounding, strips look like surfaces
			l.Scales[i].Fine = scale.Fine || scale.Noise < s.rough
		}
		scales = l.Scales
	}
	e := s.bounded(shape.Combined(scales, neighbors)).WithoutMemorized(unit)
	if l != nil && given == 0 {
		if e, err = l.Narrower(ctx, e); err != nil {
			return nil, nil, cli.Failed(err)
		}
	}
	if e.Relief(unit) {
		e.Noise = 0
	}
	if s.found = append(s.found, described(e, unit)...); e.Dimension == s.set.Dim && s.isWide() {
		s.note("%s", strings.ToUpper(transposed[:1])+transposed[1:])
	}
	if s.draft != nil && given == 0 && neighbors.Full() {
		return nil, nil, cli.Failed(fmt.Errorf("%s: %s; if you know one, give --dimension", s.name, filled(neighbors)))
	}
	return l, &e, nil
}

// bounded is an estimate of no more dimensions than points of the source can have.
func (s *sketch) bounded(e shape.Estimate) shape.Estimate {
	switch {
	case s.known:
		return e.Within(s.dimension)
	case s.full == 0:
		return e
	}
	if e = e.Within(s.full); e.Dimension >= s.full {
		if e.Dimension = s.set.Dim; s.full < s.set.Dim { // they fill all that rows can become
			s.note("Points of these columns can have %d dimensions in R^%d, all of which they seem to fill.", s.full,
				s.set.Dim)
		}
	}
	return e
}

// lookTraining is shorter than a model's: a longer one learns few points by heart.
const lookTraining = "{steps: 4000, batch: 256, shuffle: true, optimizer: {adam: {rate: 0.003}}, schedule: cosine, " +
	"clip_norm: 1, average: 0.998}"

// displacement is the one of a ridge, trained for a look; nil where no such model is registered.
func displacement(p *cli.Program) *ridge.Ridge {
	kind, _ := p.Registry.KindOf(reflect.TypeFor[model.Model]())
	if !slices.ContainsFunc(kind.Components, func(c registry.Component) bool { return c.Name == ridgeModel }) {
		return nil
	}
	text := "model: {ridge: {dimension: 1, displacement: {training: " + lookTraining + "}}}"
	document, err := config.Parse("ridge", []byte(text))
	var settings struct {
		Model model.Model `yaml:"model" doc:"the ridge"`
	}
	if err != nil || document.Decode(p.Registry, &settings) != nil {
		return nil
	}
	of, ok := settings.Model.(*model.Ridge)
	if !ok {
		return nil
	}
	if p.LookSteps > 0 {
		of.Displacement.Training.Steps = &p.LookSteps
	}
	return &of.Displacement
}
