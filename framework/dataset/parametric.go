package dataset

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"ebim/framework/config"
	"ebim/framework/points"
)

// Parametric is the uniform distribution, with respect to length, area or volume, on a manifold given by formulas
// x(u) of m <= 3 parameters in a box, which it covers once: arcs, bands, one-sided surfaces in any dimension. Where it
// ends or meets itself is not known, so its topology is for the experiment to state.
type Parametric struct {
	OneMember
	Coordinates []string   `yaml:"coordinates" length:"[1, 1000]" doc:"formula of each coordinate in the variables, with + - * /, pi and functions such as sin, sqrt and pow"`
	Variables   []Variable `yaml:"variables" length:"[1, 3]" doc:"parameters of the manifold, as many as it has dimensions"`

	made cached[string, *chart]
}

// Variable is one of a Parametric's parameters, with its range.
type Variable struct {
	Name string  `yaml:"name" doc:"name in the formulas"`
	From float64 `yaml:"from" default:"0" doc:"least value"`
	To   float64 `yaml:"to" default:"1" doc:"greatest value"`
}

var _ Family = (*Parametric)(nil)

// Check refuses formulas that have no finite value at some parameters, and parameters that the points don't depend on.
func (p *Parametric) Check() error {
	for i, variable := range p.Variables {
		if !(variable.From < variable.To) {
			return &config.FieldError{Field: fmt.Sprintf("variables[%d].to", i), Found: fmt.Sprint(variable.To),
				Allowed: fmt.Sprintf("more than from, which is %v", variable.From)}
		}
	}
	return newChart(p, cellsToCheck).err
}

// chart is made once for equal settings.
func (p *Parametric) chart() *chart {
	key := fmt.Sprint(p.Coordinates, p.Variables)
	return p.made.get(key, func() *chart { return newChart(p, cellsAlong[len(p.Variables)]) })
}

// Load draws size points, DefaultSize if size is 0.
func (p *Parametric) Load(_ Env, rng *rand.Rand, size int) (*points.Set, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	if err := p.chart().err; err != nil {
		return nil, err
	}
	return draw(p, rng, size)
}

// Dimensions are the numbers of coordinates and of variables.
func (p *Parametric) Dimensions() (ambient, manifold int) {
	return len(p.Coordinates), len(p.Variables)
}

// Sample draws n independent points: uniform parameters, each kept in proportion to its volume element.
func (p *Parametric) Sample(rng *rand.Rand, n int) *points.Set {
	c := p.chart()
	set := points.New(n, len(p.Coordinates))
	for i := 0; i < n; {
		u := c.box.Uniform(1, rng).Data
		if rng.Float64()*c.bound < c.volume(u) {
			c.place(set.At(i), u)
			i++
		}
	}
	return set
}

// LogDensity is minus the logarithm of the manifold's measure.
func (p *Parametric) LogDensity([]float64) float64 { return -math.Log(p.chart().measure) }

// Evenly gives n points at equal steps of the measure along a path through all cells of a grid.
func (p *Parametric) Evenly(n int) (*points.Set, []float64) {
	n = max(n, 1)
	c := p.chart()
	set, u := points.New(n, len(p.Coordinates)), make([]float64, len(p.Variables))
	cell, passed := 0, 0.0
	for i := range n {
		along := c.measure * (float64(i) + 0.5) / float64(n)
		for cell < len(c.measures)-1 && passed+c.measures[cell] < along {
			passed += c.measures[cell]
			cell++
		}
		c.within(u, cell, (along-passed)/c.measures[cell])
		c.place(set.At(i), u)
	}
	return set, equalShares(n, c.measure)
}

// Nearest refines the nearest points of a grid.
func (p *Parametric) Nearest(x []float64) []float64 { return p.chart().nearest(x) }

// Topology is unknown.
func (p *Parametric) Topology() (Topology, bool) { return Topology{Dimension: len(p.Variables)}, false }

// names are the variables'.
func (p *Parametric) names() []string {
	names := make([]string, len(p.Variables))
	for i, variable := range p.Variables {
		names[i] = variable.Name
	}
	return names
}

// formulas are those of the coordinates.
func (p *Parametric) formulas() ([]*config.Formula, error) {
	formulas := make([]*config.Formula, len(p.Coordinates))
	var mistakes []error
	for i, text := range p.Coordinates {
		formula, err := config.ParseFormula(text, p.names())
		if err != nil {
			mistakes = append(mistakes, &config.FieldError{Field: fmt.Sprintf("coordinates[%d]", i),
				Found: fmt.Sprintf("%q: %v", text, err), Allowed: "a formula of the variables"})
		}
		formulas[i] = formula
	}
	return formulas, errors.Join(mistakes...)
}
