// Package output is what is known of a metric's numbers before anything is measured: their names, units and meaning,
// which values are better, and how tables write them. Metrics declare it; settings are checked against it; tables
// follow it.
package output

import (
	"fmt"
	"slices"
	"strings"

	"ebim/framework/config"
)

// Output is one number that a metric gives.
type Output struct {
	Name    string // as in records; a * stands for any text, as in measure_* for measure_1, measure_2 and so on
	Meaning string // one sentence, without a full stop
	Unit    string // such as "nats"; empty without one
	Better  Direction
	Format  Format
	Role    Role
	// Heading is what follows the metric's label at the head of a column; a comma and the name unless given.
	Heading string
	// ErrorOf is the output of which this is a standard error that seeds may share, as that of one noise floor, so
	// that tables add it to that of the seeds' spread.
	ErrorOf string
	// Doubt, of a yes or no, is what a no says against all numbers of a run, with %s for the runs: "the chains of %s
	// have not mixed".
	Doubt string
	// Formerly are the names under which earlier versions recorded it, and which YAML may still use.
	Formerly []string
}

// DataUnits is the unit of lengths in the space of the data, whose columns may say what it is.
const DataUnits = "data units"

// Value is the usual name of a metric's main output. At the head of a column the metric's label alone stands for it.
const Value = "value"

// Direction says which of two values is better; none is where it is empty.
type Direction string

// The directions.
const (
	Lowest  Direction = "lowest"
	Highest Direction = "highest"
)

// Choices implements config.Enumeration.
func (Direction) Choices() []config.Choice {
	return []config.Choice{{Name: string(Lowest), Doc: "the lowest"}, {Name: string(Highest), Doc: "the highest"}}
}

// Format says what kind of number it is.
type Format string

// The formats.
const (
	Number Format = ""
	Count  Format = "count"  // a whole number
	Share  Format = "share"  // from 0 to 1
	YesNo  Format = "yes/no" // 1 or 0; over seeds, how many are yes
	// Verdict is 2, 1 or 0: good, doubtful or wrong; over seeds, how many are which.
	Verdict Format = "verdict"
)

// Role is what an output is to tables that know no more of the metric.
type Role string

// The roles. Several outputs may be the main one: of those that a record has, the first that is declared.
const (
	Main      Role = "main"         // stands for the metric where no output is named
	Beside    Role = "beside"       // summaries show it beside the main one
	ModelSize Role = "model points" // points of the model that are compared with
	TrueSize  Role = "true points"  // number of true points
)

// In is the head of a column of the output, for a metric's label.
func (o Output) In(label string) string {
	switch {
	case o.Heading != "":
		label += o.Heading
	case o.Name != Value:
		label += ", " + o.Name
	}
	if o.Unit != "" {
		label += " [" + o.Unit + "]"
	}
	return label
}

// List is all outputs of a metric.
type List []Output

// Find returns the output of a name, present or former, with its present name, a * filled in.
func (l List) Find(name string) (Output, bool) {
	for _, o := range l {
		for _, pattern := range append([]string{o.Name}, o.Formerly...) {
			if filling, ok := match(pattern, name); ok {
				o.Name = strings.Replace(o.Name, "*", filling, 1)
				o.Formerly = slices.Clone(o.Formerly)
				for i, former := range o.Formerly {
					o.Formerly[i] = strings.Replace(former, "*", filling, 1)
				}
				return o, true
			}
		}
	}
	return Output{}, false
}

// match returns what the * of a pattern stands for in a name.
func match(pattern, name string) (filling string, ok bool) {
	before, after, wild := strings.Cut(pattern, "*")
	if !wild {
		return "", pattern == name
	}
	filling, begins := strings.CutPrefix(name, before)
	filling, ends := strings.CutSuffix(filling, after)
	return filling, begins && ends && filling != ""
}

// Current returns the present name of an output, and a name that is not known as it is.
func (l List) Current(name string) string {
	if o, known := l.Find(name); known {
		return o.Name
	}
	return name
}

// Main returns the first main output among those that there are; false without any.
func (l List) Main(has func(name string) bool) (Output, bool) {
	for _, o := range l {
		if o.Role == Main && has(o.Name) {
			return o, true
		}
	}
	return Output{}, false
}

// Names returns the present names in their order.
func (l List) Names() []string {
	names := make([]string, len(l))
	for i, o := range l {
		names[i] = o.Name
	}
	return names
}

// Check refuses the name of an output that is not declared, with the nearest that is; what names the metric in the
// message.
func (l List) Check(what, name string) error {
	if _, known := l.Find(name); known {
		return nil
	}
	return &config.FieldError{Found: fmt.Sprintf("%q, which is not an output of %s", name, what),
		Allowed: strings.Join(l.Names(), ", "),
		Hint:    config.DidYouMean(name, l.Names())}
}

// Rename returns numbers under their present names.
func Rename[T any](l List, numbers map[string]T) map[string]T {
	renamed := make(map[string]T, len(numbers))
	for name, number := range numbers {
		renamed[l.Current(name)] = number
	}
	return renamed
}
