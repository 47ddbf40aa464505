package registry

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/config"
)

type shape interface{ Area() float64 }

type disc struct {
	Radius float64 `yaml:"radius" default:"1" range:"(0, inf)" doc:"radius"`
	Arc    float64 `yaml:"arc" default:"2*pi" range:"[0, 2*pi]" unit:"radians" doc:"opening angle, in radians"`
	Paint  paint   `yaml:"paint" doc:"how it is painted"`
}

type square struct {
	Side  float64 `yaml:"side" range:"(0, inf)" doc:"side"`
	Holes []shape `yaml:"holes" default:"null" length:"[1, 3)" doc:"what is cut out"`
}

type paint struct {
	Color  color   `yaml:"color" default:"red" doc:"color"`
	Layers *int    `yaml:"layers" formerly:"coats" range:"[1, 9]" doc:"layers of paint"`
	Brush  brush   `yaml:"brush" default:"{round: {width: 2}}" doc:"brush"`
	Label  string  `yaml:"label" default:"" doc:"what is written on it"`
	Dots   [][]int `yaml:"dots" default:"[[1, 2]]" range:"[0, 10]" doc:"dots"`
}

type color string

func (color) Choices() []config.Choice {
	return []config.Choice{{Name: "red", Doc: "like a rose"}, {Name: "blue", Doc: "like the sky", Formerly: "azure"}}
}

type brush interface{ Stroke() }

type round struct {
	Width float64 `yaml:"width" range:"(0, inf)" doc:"width"`
}

func (*disc) Area() float64   { return 0 }
func (*square) Area() float64 { return 0 }
func (*round) Stroke()        {}

var testKinds = []Kind{
	{Name: "shape", Interface: reflect.TypeFor[shape](), Doc: "plane figures", Components: []Component{
		{Name: "disc", New: func() any { return new(disc) }, Doc: "full disc", Example: "disc: {radius: 2, arc: pi}"},
		{Name: "square", New: func() any { return new(square) }, Doc: "square",
			Example: "square:\n  side: 1\n  holes: [disc, {square: {side: 0.5}}]"},
	}},
	{Name: "brush", Interface: reflect.TypeFor[brush](), Doc: "brushes", Components: []Component{
		{Name: "round", New: func() any { return new(round) }, Doc: "round brush", Example: "round: {width: 1}"},
	}},
}

var testRegistry = func() *Registry {
	r, err := New(testKinds)
	if err != nil {
		panic(err)
	}
	return r
}()

func TestNewRefuses(t *testing.T) {
	newDisc, newSquare := func() any { return new(disc) }, func() any { return new(square) }
	one := func(components ...Component) []Kind {
		return []Kind{{Name: "shape", Interface: reflect.TypeFor[shape](), Components: components}}
	}
	for want, kinds := range map[string][]Kind{
		`the kind name "shape" is empty or used twice`: append(one(), one()...),
		"is not an interface of its own":               {{Name: "shape"}},
		"shape disc: the name is used twice": one(Component{Name: "disc", New: newDisc},
			Component{Name: "disc", New: newSquare}),
		"*registry.disc is listed twice": one(Component{Name: "disc", New: newDisc},
			Component{Name: "other", New: newDisc}),
		"registry.disc is not a pointer to a struct": one(Component{Name: "disc", New: func() any { return disc{} }}),
		"*registry.round does not implement": one(Component{Name: "round",
			New: func() any { return new(round) }}),
	} {
		if _, err := New(kinds); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("found %v, want %s", err, want)
		}
	}
}

func TestUnknownNames(t *testing.T) {
	r := testRegistry
	_, err1 := r.Kind("brus")
	_, _, err2 := r.Component("shape", "circle")
	_, _, err3 := r.Component("shap", "disc")
	_, err4 := r.Decode("shape", "circle: {}")
	err5, err6 := listOf(r, &bytes.Buffer{}, "x"), describe(r, &bytes.Buffer{}, "shape", "discs")
	for want, err := range map[string]error{
		`unknown kind "brus"; known: shape, brush; did you mean brush?`: err1,
		`unknown shape "circle"; known: disc, square`:                   err2,
		`unknown kind "shap"; known: shape, brush; did you mean shape?`: err3,
		`shape:2:3: shape.circle: unknown shape "circle"; allowed: one shape (disc, square), as ` +
			"`name` or `name: {settings}`": err4,
		`unknown kind "x"; known: shape, brush`:                          err5,
		`unknown shape "discs"; known: disc, square; did you mean disc?`: err6,
	} {
		if err == nil || err.Error() != want {
			t.Errorf("found %v, want %s", err, want)
		}
	}
}

func TestList(t *testing.T) {
	var text bytes.Buffer
	if err := listOf(testRegistry, &text, ""); err != nil {
		t.Fatal(err)
	}
	const want = `shape: plane figures
  disc    full disc
  square  square

brush: brushes
  round  round brush
`
	if diff := cmp.Diff(want, text.String()); diff != "" {
		t.Error(diff)
	}
}

func TestDescribe(t *testing.T) {
	var text bytes.Buffer
	if err := describe(testRegistry, &text, "shape", "disc"); err != nil {
		t.Fatal(err)
	}
	const want = `shape disc: full disc

Settings:
  radius
      radius
      a number in (0, inf); default 1
  arc
      opening angle, in radians
      a number in [0, 2*pi]; default 2*pi
      in radians; expressions such as pi/2 are allowed
  paint
      how it is painted
      a mapping; defaults of its settings
  paint.color
      color
      one of red, blue; default red
        red: like a rose
        blue (formerly azure): like the sky
  paint.layers
      layers of paint
      a whole number in [1, 9]; optional
      formerly coats
  paint.brush
      brush
      one brush (round); default {round: {width: 2}}
  paint.label
      what is written on it
      a text; empty unless given
  paint.dots
      dots
      a list, each a list, each a whole number in [0, 10]; default [[1, 2]]

Example:
  disc: {radius: 2, arc: pi}
`
	if diff := cmp.Diff(want, text.String()); diff != "" {
		t.Error(diff)
	}
}

func TestDecodeAndResolve(t *testing.T) {
	value, err := testRegistry.Decode("brush", "round: {width: 1/4}")
	if err != nil {
		t.Fatal(err)
	}
	text, err := testRegistry.Resolve("brush", value)
	if err != nil || string(text) != "brush:\n  round:\n    width: 0.25\n" {
		t.Errorf("found %q, %v", text, err)
	}
	if _, err := testRegistry.Resolve("brush", new(disc)); err == nil {
		t.Error("a disc is resolved as a brush")
	}
}

// A component of a kind for another place is named as such.
func TestSiblings(t *testing.T) {
	r := Standard()
	_, err1 := r.Decode("manifold_loss", "contrastive")
	_, err2 := r.Decode("energy_loss", "vae: {kl_weight: 1}")
	_,
		err3 := r.Decode("model",
		"ebim: {manifold: {dimension: 1, sampler: constrained_hmc}, energy: {sampler: langevin}}")
	_, err4 := r.Decode("model", "ebm: {energy: {sampler: {uniform: {}}}}")
	for want, err := range map[string]error{
		"ebim.manifold.sampler: the constrained sampler constrained_hmc; allowed: one negative sampler (langevin, " +
			"uniform)": err3,
		"ebim.energy.sampler: the ambient sampler langevin; allowed: one constrained sampler " +
			"(": err3,
		"ebm.energy.sampler.uniform: the negative sampler uniform; allowed: one ambient sampler " +
			"(langevin)": err4,
		"manifold_loss: the energy loss contrastive; allowed: one manifold loss (denoising, implicit), as `name` or " +
			"`name: {settings}`; a manifold loss is wanted here": err1,
		"energy_loss.vae: the autoencoder loss vae; allowed: one energy loss " +
			"(contrastive, ": err2,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("found %v, want %s", err, want)
		}
	}
}

// The last word of several kinds' names stands for all of them.
func TestFamilies(t *testing.T) {
	r := Standard()
	var list, description bytes.Buffer
	if err := errors.Join(listOf(r, &list, "loss"), describe(r, &description, "loss", "implicit")); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"manifold_loss: ", "\nenergy_loss: ", "\nautoencoder_loss: "} {
		if !strings.Contains(list.String(), want) {
			t.Errorf("the losses\n%s\nlack %s", list.String(), want)
		}
	}
	if want := "manifold_loss implicit: "; !strings.HasPrefix(description.String(), want) {
		t.Errorf("the description begins with %.40q, want %q", description.String(), want)
	}
	if err := describe(r, &description, "loss", "implicitly"); err == nil ||
		!strings.Contains(err.Error(), "did you mean implicit?") {
		t.Errorf("an unknown loss: %v", err)
	}
}

// Components of one's own stand beside the standard ones, whose list stays as it is.
func TestAdd(t *testing.T) {
	kinds := Add[brush](testKinds, Entry[brush]{Name: "flat", Settings: new(flat), Doc: "flat brush", Example: "flat"})
	r, err := New(kinds)
	if err != nil {
		t.Fatal(err)
	}
	if value, err := r.Decode("brush", "flat"); err != nil || reflect.TypeOf(value) != reflect.TypeFor[*flat]() {
		t.Errorf("decoded %T, %v", value, err)
	}
	if _, err := testRegistry.Decode("brush", "flat"); err == nil {
		t.Error("the kinds that were added to have changed")
	}
	if _, err := New(Add[brush](kinds, Entry[brush]{Name: "flat", Settings: new(flat)})); err == nil {
		t.Error("a component is added twice")
	}
}

type flat struct{}

func (*flat) Stroke() {}

// A word that is a kind's name and the end of another's stands for both, and names are listed once.
func TestFamiliesOfAKind(t *testing.T) {
	r := Standard()
	var description bytes.Buffer
	if err := describe(r, &description, "sampler", "langevin"); err != nil ||
		!strings.HasPrefix(description.String(), "ambient_sampler, negative_sampler langevin: ") {
		t.Errorf("%.60q, %v", description.String(), err)
	}
	if _, _, err := r.Component("sampler", "langevn"); err == nil || strings.Count(err.Error(), " langevin,") != 1 {
		t.Errorf("an unknown sampler: %v", err)
	}
	if _, err := r.Family("los"); err == nil || !strings.Contains(err.Error(), "did you mean loss?") {
		t.Errorf("an unknown family: %v", err)
	}
	if _, err := r.Decode("energy_loss", "implicit"); err == nil ||
		!strings.Contains(err.Error(), "an energy loss is wanted here") {
		t.Errorf("a loss of another kind: %v", err)
	}
}

func listOf(r *Registry, w io.Writer, kind string) error {
	listings, err := r.Listings(kind)
	if err != nil {
		return err
	}
	return listings.Write(w)
}

func describe(r *Registry, w io.Writer, kind, component string) error {
	d, err := r.Description(kind, component)
	if err != nil {
		return err
	}
	return d.Write(w)
}
