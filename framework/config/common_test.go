package config

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// The components of these tests stand for the real ones: an experiment with models, networks and samplers.

type network interface{ isNetwork() }

type dense struct {
	Hidden     []int      `yaml:"hidden" default:"[32, 32]" range:"[1, 65536]" length:"[1, inf)" doc:"units of each hidden layer"`
	Activation activation `yaml:"activation" default:"silu" doc:"nonlinearity between layers"`
}

type linear struct{}

type activation string

func (activation) Choices() []Choice {
	return []Choice{{Name: "silu", Doc: "x times its logistic", Formerly: "swish"},
		{Name: "tanh", Doc: "hyperbolic tangent"}}
}

type sampler interface{ isSampler() }

type langevin struct {
	Steps  int      `yaml:"steps" default:"20" range:"[1, inf)" doc:"steps of a chain"`
	Noise  float64  `yaml:"noise" default:"0.1" range:"[0, inf)" doc:"factor on the Gaussian noise"`
	Step   *float64 `yaml:"step" range:"(0, inf)" doc:"step size; noise^2 unless given"`
	Clamp  float64  `yaml:"clamp" default:"inf" range:"(0, inf]" doc:"bound on each gradient"`
	Buffer buffer   `yaml:"buffer" doc:"replay buffer"`
}

type exact struct {
	Solver solver `yaml:"solver" default:"{newton: {iterations: 4}}" doc:"how to return to the manifold"`
	noise  float64
}

type buffer struct {
	Size  int     `yaml:"size" default:"1000" range:"[0, inf)" doc:"points kept"`
	Reuse float64 `yaml:"reuse" default:"0.95" range:"[0, 1]" doc:"share of chains that start in the buffer"`
}

type solver interface{ isSolver() }

type newton struct {
	Iterations int     `yaml:"iterations" formerly:"loops, rounds" default:"10" range:"[1, 1000]" doc:"iterations at most"`
	Tolerance  float64 `yaml:"tolerance" default:"1e-5" range:"(0, 1)" doc:"residual that is accepted"`
}

type model interface{ isModel() }

type plain struct {
	part   `doc:"inlined"`
	Angles []float64 `yaml:"angles" default:"[0, pi/2]" range:"[-pi, pi]" unit:"radians" doc:"directions"`
}

// part is embedded: its settings are the model's.
type part struct {
	Network network `yaml:"network" default:"dense" doc:"network of the model"`
	Sampler sampler `yaml:"sampler" default:"null" doc:"sampler, if any"`
}

type double struct {
	Manifold stage  `yaml:"manifold" inner:"dimension" doc:"first stage"`
	Energy   *stage `yaml:"energy" doc:"second stage, if any"`
}

type stage struct {
	Dimension int     `yaml:"dimension" range:"[1, inf)" doc:"dimension of the manifold"`
	Network   network `yaml:"network" default:"dense" doc:"network of the stage"`
	Sampler   sampler `yaml:"sampler" default:"langevin" doc:"sampler of the stage"`
}

// Check stands for conditions between fields.
func (s *stage) Check() error {
	if d, ok := s.Network.(*dense); ok && d.Hidden[len(d.Hidden)-1] < s.Dimension {
		return &FieldError{Field: "network.hidden[" + strconv.Itoa(len(d.Hidden)-1) + "]", Found: "too few units",
			Allowed: "the dimension or more"}
	}
	return nil
}

// seeds is written 0-2 or [0, 1, 2].
type seeds []int

func (s *seeds) DescribeSetting() string { return "a range such as 0-2 or a list of whole numbers" }

func (s *seeds) DecodeSetting(value any) error {
	*s = nil
	switch v := value.(type) {
	case string:
		low, high, _ := strings.Cut(v, "-")
		from, err1 := strconv.Atoi(low)
		to, err2 := strconv.Atoi(high)
		if err1 != nil || err2 != nil || to < from || to-from > 1000 {
			return fmt.Errorf("%q is no range", v)
		}
		for i := from; i <= to; i++ {
			*s = append(*s, i)
		}
	case []any:
		for _, item := range v {
			text, _ := item.(string)
			i, err := strconv.Atoi(text)
			if err != nil {
				return fmt.Errorf("%v is no whole number", item)
			}
			*s = append(*s, i)
		}
	default:
		return fmt.Errorf("neither a range nor a list")
	}
	return nil
}

func (s *seeds) EncodeSetting() any { return []int(*s) }

func (s *seeds) SettingSchema() map[string]any { return map[string]any{} }

type experiment struct {
	Title  string           `yaml:"title" default:"" doc:"title of the tables"`
	Seeds  seeds            `yaml:"seeds" default:"0-2" doc:"seeds of the runs"`
	Box    [][2]float64     `yaml:"box" default:"null" doc:"lower and upper end on each axis"`
	Plot   bool             `yaml:"plot" default:"false" doc:"whether to draw"`
	Models map[string]model `yaml:"models" length:"[1, inf)" doc:"models to compare"`
}

func (*dense) isNetwork()    {}
func (*linear) isNetwork()   {}
func (*langevin) isSampler() {}
func (*exact) isSampler()    {}
func (*newton) isSolver()    {}
func (*plain) isModel()      {}
func (*double) isModel()     {}

type catalog []Kind

func (c catalog) KindOf(t reflect.Type) (Kind, bool) {
	for _, k := range c {
		if k.Interface == t {
			return k, true
		}
	}
	return Kind{}, false
}

var testKinds = catalog{
	{Name: "network", Interface: reflect.TypeFor[network](), Components: []Component{
		{Name: "dense", New: func() any { return new(dense) }},
		{Name: "linear", New: func() any { return new(linear) }}}},
	{Name: "sampler", Interface: reflect.TypeFor[sampler](), Components: []Component{
		{Name: "langevin", New: func() any { return new(langevin) }},
		{Name: "exact", New: func() any { return new(exact) }}}},
	{Name: "solver", Interface: reflect.TypeFor[solver](), Components: []Component{
		{Name: "newton", New: func() any { return new(newton) }}}},
	{Name: "model", Interface: reflect.TypeFor[model](), Components: []Component{
		{Name: "plain", New: func() any { return new(plain) }},
		{Name: "double", New: func() any { return new(double) }}}},
}

// decodeText decodes one file with overrides.
func decodeText(text string, sets ...string) (*experiment, *Document, error) {
	document, err := Parse("a.yaml", []byte(text), sets...)
	if err != nil {
		return nil, nil, err
	}
	e := new(experiment)
	return e, document, document.Decode(testKinds, e)
}

// mustDecode decodes a text that has no mistakes.
func mustDecode(t *testing.T, text string, sets ...string) *experiment {
	t.Helper()
	e, _, err := decodeText(text, sets...)
	if err != nil {
		t.Fatalf("decoding\n%s\n%v: %v", text, sets, err)
	}
	return e
}

func resolved(t *testing.T, e *experiment) string {
	t.Helper()
	text, err := Resolve(testKinds, e)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
