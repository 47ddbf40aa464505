package arithmetic

import (
	"errors"
	"math"
	"strings"
	"testing"

	"ebim/framework/config"
	"ebim/framework/loss"
	"ebim/framework/manifold"
	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/support/implicit"
	"ebim/framework/support/supporttest"
)

// A model's box follows from the data's as the trained model's does.
func TestBoxOf(t *testing.T) {
	models := map[string]model.Model{"a": &model.EBM{}, "left": &Translate{moving{"a"}, []float64{-1, 0}},
		"right": &Translate{moving{"a"}, []float64{1, 0}},
		"big":   &Scale{moving{"right"}, 2}, "turned": &Rotate{moving: moving{"right"}, Angle: math.Pi / 2},
		"union": &Union{Of: []string{"left", "big"}}, "cut": &Intersection{Of: []string{"left", "turned"}},
		"mixed": &Mixture{Of: []string{"a", "turned"}}}
	for label, want := range map[string][]float64{"a": {-1, 1, -2, 2}, "left": {-2, 0, -2, 2}, "big": {0, 4, -4, 4},
		"turned": {-2, 2, 0, 2},
		"union":  {-2, 4, -4, 4}, "cut": {-2, 0, 0, 2}, "mixed": {-2, 2, -2, 2}} {
		box := model.BoxOf(models, label, points.Box{{-1, 1}, {-2, 2}})
		supporttest.CloseTo(t, "the box of "+label, []float64{box[0][0], box[0][1], box[1][0], box[1][1]}, want, 1e-12)
	}
}

// mistakes are the texts of joined errors.
func mistakes(err error) string {
	var field *config.FieldError
	if err != nil && !errors.As(err, &field) && !strings.HasPrefix(err.Error(), "there are mistakes in ") {
		return "no FieldError: " + err.Error()
	}
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestArithmeticIsChecked(t *testing.T) {
	surface, curve := &model.EBIM{Manifold: manifold.Manifold{Dimension: 2}},
		&model.EBIM{Manifold: manifold.Manifold{Dimension: 1}}
	models := map[string]model.Model{
		"a": surface, "b": &model.ImplicitManifold{Manifold: surface.Manifold}, "curve": curve,
		"latent": &model.Pushforward{Dimension: 1}, "ambient": &model.EBM{},
		"a_b": &Union{Of: []string{"a", "b"}}, "a^b": &Intersection{Of: []string{"a", "b"}},
		"moved": &Translate{moving{"a^b"}, []float64{1, 2, 3}}, "mixed": &Mixture{Of: []string{"a", "latent"}},
		"thick":    &Union{Of: []string{"a", "curve"}},
		"explicit": &Union{Of: []string{"a", "latent"}},
		"cut":      &Intersection{Of: []string{"a", "ambient"}},
		"c":        &model.ImplicitManifold{Manifold: manifold.Manifold{Dimension: 1, Loss: &loss.Denoising{}}},
		"d":        &model.ImplicitManifold{Manifold: manifold.Manifold{Dimension: 2, Loss: &loss.Denoising{}}},
		"annealed": &Intersection{Of: []string{"c", "d"}, Annealing: &implicit.Annealing{Steps: 2}},
		"noisy":    &Intersection{Of: []string{"c", "b"}, Annealing: &implicit.Annealing{Steps: 2}},
		"points":   &Intersection{Of: []string{"a", "curve"}},
		"unknown":  &Scale{moving{"aa"}, 2},
		"doubtful": &Mixture{Of: []string{"unknown", "a"}},
		"looped":   &Intersection{Of: []string{"a", "loop"}},
		"loop":     &Scale{moving{"pool"}, 2}, "pool": &Union{Of: []string{"a", "loop"}},
	}
	for label, want := range map[string]struct {
		traits model.Traits
		text   string
	}{
		"a_b":   {traits: model.Traits{Ambient: 3, Dimension: 2, Implicit: true}},
		"a^b":   {traits: model.Traits{Ambient: 3, Dimension: 1, Implicit: true, Density: true}},
		"moved": {traits: model.Traits{Ambient: 3, Dimension: 1, Implicit: true, Density: true}},
		"mixed": {traits: model.Traits{Ambient: 3, Dimension: 2, Density: true, Mixed: true}},
		// codimensions that add up to 3
		"annealed": {traits: model.Traits{Ambient: 3, Dimension: 1, Implicit: true, Denoises: true}},
		"noisy": {
			text: "of[1]: b, whose manifold-defining function does not denoise; models with manifold.loss: " +
				"denoising, or no annealing"},
		"thick": {
			text: "of[1]: curve, of codimension 2; manifolds of codimension 1, whose functions have one output to " +
				"multiply; use mixture"},
		"explicit": {text: "of[1]: latent, which has no manifold-defining function"},
		"cut":      {text: "of[1]: ambient, which has no manifold-defining function"},
		"points": {
			text: "of: codimensions that add up to 1 + 2 = 3 in R^3, which leaves 0 dimensions; a sum of at most 2"},
		"unknown":  {text: `of: "aa", which is not a model of the experiment`},
		"doubtful": {text: "it is made of unknown, in which there are mistakes"},
		"loop":     {text: "derived from itself: loop of pool of loop"},
		"looped":   {text: "it is made of loop, in which there are mistakes"},
	} {
		traits, err := model.TraitsOf(models, label, 3)
		if text := mistakes(err); text != want.text && (want.text == "" || !strings.Contains(text, want.text)) {
			t.Errorf("%s: %q, want %q", label, text, want.text)
		}
		if err == nil && traits != want.traits {
			t.Errorf("%s is %+v, want %+v", label, traits, want.traits)
		}
	}
}

func TestSettingsOfDerivedModels(t *testing.T) {
	for want, err := range map[string]error{
		"of[1]: a a second time; each model once": (&Union{Of: []string{"a", "a"}}).Check(),
		"of[2]: b a second time; each model once": (&Intersection{Of: []string{"a", "b", "b"}}).Check(),
		"weights: 3 weights for 2 models": (&Mixture{Of: []string{"a", "b"},
			Weights: []float64{1, 1, 1}}).Check(),
		"by: 2 numbers for data in R^3; 3, one for each": (&Translate{By: []float64{1, 2}}).CheckDimension(3),
		"an axis and a plane; one of them": (&Rotate{Axis: []float64{0, 0, 1},
			Plane: []int{0, 1}}).Check(),
		"axis: [0 0 0]; a direction":                     (&Rotate{Axis: []float64{0, 0, 0}}).Check(),
		"plane: coordinate 1 twice":                      (&Rotate{Plane: []int{1, 1}}).Check(),
		"axis: an axis for data in R^2; data in R^3":     (&Rotate{Axis: []float64{0, 0, 1}}).CheckDimension(2),
		"a rotation in R^3 without axis or plane":        (&Rotate{}).CheckDimension(3),
		"plane: coordinate 3 of data in R^3; 0 to 2":     (&Rotate{Plane: []int{0, 3}}).CheckDimension(3),
		"a rotation of data in R^1; data in R^2 or more": (&Rotate{}).CheckDimension(1),
		"weights: 1 weights for 2 models; one for each m": (&Union{Of: []string{"a", "b"},
			Weights: []float64{1}}).Check(),
	} {
		if got := mistakes(err); !strings.Contains(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for _, err := range []error{(&Rotate{}).CheckDimension(2), (&Rotate{Plane: []int{4, 0}}).CheckDimension(5),
		(&Rotate{Axis: []float64{0, 0, 1e-300}}).Check(), (&Mixture{Of: []string{"a", "b"}}).Check()} {
		if err != nil {
			t.Error(err)
		}
	}
}
