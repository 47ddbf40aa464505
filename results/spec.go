package results

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"

	"ebim/framework/config"
	"ebim/framework/runs/stage"
)

// Spec is a table file. A cell shows one metric of one model in one experiment: its row says some of the three, its
// column the others.
type Spec struct {
	Title     string       `yaml:"title" doc:"title of the table"`
	Caption   string       `yaml:"caption" default:"" doc:"text below the title; it names the protocol"`
	Rows      []RowSpec    `yaml:"rows" length:"[1, 1000]" doc:"rows from top to bottom"`
	Columns   []ColumnSpec `yaml:"columns" length:"[1, 100]" doc:"columns from left to right"`
	Aggregate Aggregate    `yaml:"aggregate" default:"mean" doc:"how the seeds' values become one cell"`
	Digits    int          `yaml:"digits" default:"3" range:"[1, 15]" doc:"significant digits, unless decimals is set"`
	Decimals  *int         `yaml:"decimals" range:"[0, 15]" doc:"digits after the point, the same for every value"`
	Scale     float64      `yaml:"scale" default:"1" range:"(0, inf)" doc:"factor on every value"`
	Best      Best         `yaml:"best" default:"none" doc:"which value of a row to mark, by group of columns"`
	Seeds     *int         `yaml:"seeds" range:"[1, 10000]" doc:"seeds that a cell needs; all that ran unless given"`
	Printed   []Printed    `yaml:"printed" default:"null" doc:"published values, in columns of their own"`
	Footnotes []string     `yaml:"footnotes" default:"null" doc:"lines below the table, such as the protocol"`

	quiet    bool // no footnotes about metrics that a run doesn't have, and other settings in footnotes only
	sweep    bool // other settings are variants
	declared *Declared
	others   []Other // runs that are there with other settings only
	origin   Origin  // of the experiments; nil if unknown
	notes    []string
}

// Selection says what a cell shows; a row and a column together say each part once.
type Selection struct {
	Experiment string `yaml:"experiment" default:"" doc:"name of the experiment"`
	Model      string `yaml:"model" default:"" doc:"label of the model"`
	Metric     string `yaml:"metric" default:"" doc:"number, such as wasserstein.value or run.seconds"`
}

// Wildcard in the name of a row's experiment stands for any text: the row becomes one for each experiment that has
// runs.
const Wildcard = "*"

// RowSpec is a row of a table file.
type RowSpec struct {
	Selection
	Label string   `yaml:"label" doc:"text at the start, before what an experiment's * matches"`
	Note  string   `yaml:"note" default:"" doc:"footnote of the row"`
	Skip  []string `yaml:"skip" default:"null" doc:"columns shown as a dash, as LABEL or GROUP/LABEL"`

	pattern string // label of the row that this one is a point of
}

// base is the row's label as the table file has it.
func (r RowSpec) base() string { return cmp.Or(r.pattern, r.Label) }

// ColumnSpec is a column of a table file. With Against it compares models over common seeds: it has the mean
// difference from the best of the others and the p-value of a two-sided paired t-test, with the variance of splits if
// seeds divide one data set, and Holm's correction for all of the table's comparisons. Best then says which values are
// better.
type ColumnSpec struct {
	Selection
	Label     string     `yaml:"label" doc:"text at the column's head"`
	Group     string     `yaml:"group" default:"" doc:"text above neighboring columns, which are compared"`
	Note      string     `yaml:"note" default:"" doc:"footnote of the column, such as the protocol"`
	Aggregate *Aggregate `yaml:"aggregate" doc:"the table's unless given"`
	Digits    *int       `yaml:"digits" range:"[1, 15]" doc:"the table's unless given"`
	Decimals  *int       `yaml:"decimals" range:"[0, 15]" doc:"the table's unless given"`
	Scale     *float64   `yaml:"scale" range:"(0, inf)" doc:"the table's unless given"`
	Best      *Best      `yaml:"best" doc:"the table's unless given"`
	Against   []string   `yaml:"against" default:"null" length:"[0, 100]" doc:"models to compare with, by a paired t-test over common seeds"`
}

// Printed is the text that a publication prints for a cell.
type Printed struct {
	Row    string `yaml:"row" doc:"label of the row"`
	Column string `yaml:"column" doc:"label of the column, after its group and a slash if it has one"`
	Text   string `yaml:"text" doc:"what is printed, such as 0.013 ± 0.001"`
}

// printed returns the printed text of a cell, or nothing.
func (s *Spec) printed(row RowSpec, column ColumnSpec) string {
	for _, printed := range s.Printed {
		if printed.Row == row.Label && printed.Column == column.Name() {
			return printed.Text
		}
	}
	return ""
}

// Aggregate says how the values of several seeds become one cell.
type Aggregate string

// The aggregates.
const (
	Mean     Aggregate = "mean"
	Median   Aggregate = "median"
	Min      Aggregate = "min"
	Max      Aggregate = "max"
	Values   Aggregate = "values"
	Fraction Aggregate = "fraction"
	Verdict  Aggregate = "verdict"
)

// Choices implements config.Enumeration.
func (Aggregate) Choices() []config.Choice {
	return []config.Choice{
		{Name: string(Mean), Doc: "mean and standard error over the seeds"},
		{Name: string(Median), Doc: "median over the seeds"},
		{Name: string(Min), Doc: "smallest of the seeds' values"},
		{Name: string(Max), Doc: "largest of the seeds' values"},
		{Name: string(Values), Doc: "every seed's value; best compares their means"},
		{Name: string(Verdict),
			Doc: "how many seeds' verdicts are good, doubtful and wrong, of numbers that are 2, 1 or " +
				"0; the word alone where all are the same"},
		{Name: string(Fraction), Doc: "how many seeds' values are not 0, such as 2 of 3, of numbers that are 0 or 1"},
	}
}

// Best says which value of a row is marked.
type Best string

// What is marked as best.
const (
	Lowest  Best = "lowest"
	Highest Best = "highest"
	None    Best = "none"
)

// Choices implements config.Enumeration.
func (Best) Choices() []config.Choice {
	return []config.Choice{
		{Name: string(Lowest), Doc: "the lowest value is marked"},
		{Name: string(Highest), Doc: "the highest value is marked"},
		{Name: string(None), Doc: "nothing is marked"},
	}
}

// Name identifies the column: its label, after its group and a slash if it has one.
func (c ColumnSpec) Name() string {
	if c.Group == "" {
		return c.Label
	}
	return c.Group + "/" + c.Label
}

// OpenSpec reads a table file; the error is config.Mistakes with the place of everything that is wrong. Its metrics
// are checked against what is declared.
func OpenSpec(files fs.FS, name string, declared *Declared) (*Spec, error) {
	document, err := config.Open(files, name, nil)
	if err != nil {
		return nil, err
	}
	variants, err := document.Sweep()
	if err != nil {
		return nil, err
	}
	if len(variants) != 1 {
		return nil, config.Mistakes{document.Mistake("sweep", "a sweep", "one table a file", "")}
	}
	spec := new(Spec)
	if err := variants[0].Document.Decode(noComponents{}, spec); err != nil {
		return nil, err
	}
	spec.declared = declared
	if mistakes := spec.checkMetrics(variants[0].Document); len(mistakes) > 0 {
		return nil, mistakes
	}
	return spec, nil
}

// Notes say which numbers the file calls by former names.
func (s *Spec) Notes() []string { return s.notes }

// checkMetrics refuses metrics and outputs that there are not, each once.
func (s *Spec) checkMetrics(document *config.Document) config.Mistakes {
	var mistakes config.Mistakes
	seen := map[string]bool{}
	for i, row := range s.Rows {
		for j, column := range s.Columns {
			path := fmt.Sprintf("columns[%d].metric", j)
			if row.Metric != "" {
				path = fmt.Sprintf("rows[%d].metric", i)
			}
			if seen[path] || slices.Contains(row.Skip, column.Name()) {
				continue
			}
			which := selection(row, column)
			note, err := s.declared.check(which.Experiment, which.Metric)
			if wrong, ok := errors.AsType[*config.FieldError](err); ok {
				mistakes = append(mistakes, document.Mistake(path, wrong.Found, wrong.Allowed, wrong.Hint))
			}
			if note != "" {
				s.notes = append(s.notes, path+": "+note)
			}
			seen[path] = err != nil || note != ""
		}
	}
	return mistakes
}

// noComponents is the catalog of table files, which name no components.
type noComponents struct{}

func (noComponents) KindOf(reflect.Type) (config.Kind, bool) { return config.Kind{}, false }

// Check implements config.Checker.
func (s *Spec) Check() error {
	var problems []error
	wrong := func(field, found, allowed string) {
		problems = append(problems, &config.FieldError{Field: field, Found: found, Allowed: allowed})
	}
	var labels, names []string
	for i, row := range s.Rows {
		if slices.Contains(labels, row.Label) {
			wrong(fmt.Sprintf("rows[%d].label", i), fmt.Sprintf("a second row %q", row.Label), "a label once")
		}
		labels = append(labels, row.Label)
	}
	for i, column := range s.Columns {
		field := fmt.Sprintf("columns[%d]", i)
		if slices.Contains(names, column.Name()) {
			wrong(field+".label", fmt.Sprintf("a second column %q", column.Name()), "a label once in its group")
		}
		names = append(names, column.Name())
		for j, row := range s.Rows {
			if err := complete(row, column); err != "" {
				wrong(field, err+fmt.Sprintf(" (with rows[%d])", j),
					"experiment, model and metric, each by the row or by the column")
				break
			}
		}
	}
	for i, row := range s.Rows {
		for _, skipped := range row.Skip {
			if !slices.Contains(names, skipped) {
				wrong(fmt.Sprintf("rows[%d].skip", i), fmt.Sprintf("the unknown column %q", skipped),
					strings.Join(names, ", "))
			}
		}
	}
	problems = append(problems, s.checkAgainst()...)
	problems = append(problems, s.checkWildcards()...)
	for i, printed := range s.Printed {
		field := fmt.Sprintf("printed[%d]", i)
		if !slices.Contains(labels, printed.Row) {
			wrong(field+".row", fmt.Sprintf("the unknown row %q", printed.Row), strings.Join(labels, ", "))
		}
		if !slices.Contains(names, printed.Column) {
			wrong(field+".column", fmt.Sprintf("the unknown column %q", printed.Column), strings.Join(names, ", "))
		}
		if slices.ContainsFunc(s.Printed[:i], func(p Printed) bool {
			return p.Row == printed.Row &&
				p.Column == printed.Column
		}) {
			wrong(field, "a second text for the cell", "one")
		}
	}
	return errors.Join(problems...)
}

// checkAgainst finds what is wrong with columns that compare models.
func (s *Spec) checkAgainst() []error {
	var problems []error
	for i, column := range s.Columns {
		if len(column.Against) == 0 {
			continue
		}
		wrong := func(field, found, allowed string) {
			problems = append(problems, &config.FieldError{Field: fmt.Sprintf("columns[%d].%s", i, field),
				Found: found, Allowed: allowed})
		}
		if either(column.Best, s.Best) == None {
			wrong("against", "a comparison without a direction",
				"best: lowest or highest, of the column or of the table")
		}
		if column.Aggregate != nil && *column.Aggregate != Mean {
			wrong("aggregate", fmt.Sprintf("%s of differences", *column.Aggregate), string(Mean))
		}
		for j, other := range column.Against {
			own := func(row RowSpec) bool {
				return row.Model+column.Model == other && !slices.Contains(row.Skip, column.Name())
			}
			if slices.ContainsFunc(s.Rows, own) {
				wrong(fmt.Sprintf("against[%d]", j), fmt.Sprintf("the model %q itself", other),
					"other models, or a row that skips the column")
			}
			if slices.Contains(column.Against[:j], other) {
				wrong(fmt.Sprintf("against[%d]", j), fmt.Sprintf("%q again", other), "each model once")
			}
		}
	}
	return problems
}

// checkWildcards finds wildcards where they mean nothing.
func (s *Spec) checkWildcards() []error {
	var problems []error
	wrong := func(field, found, allowed string) {
		problems = append(problems, &config.FieldError{Field: field, Found: found, Allowed: allowed})
	}
	for i, row := range s.Rows {
		if strings.Count(row.Experiment, Wildcard) > 1 {
			wrong(fmt.Sprintf("rows[%d].experiment", i), fmt.Sprintf("%q", row.Experiment), "at most one *")
		}
		many := strings.Contains(row.Experiment, Wildcard)
		for j, printed := range s.Printed {
			if many && printed.Row == row.Label {
				wrong(fmt.Sprintf("printed[%d].row", j), "a row of several experiments", "a row of one experiment")
			}
		}
	}
	for i, column := range s.Columns {
		if strings.Contains(column.Experiment, Wildcard) {
			wrong(fmt.Sprintf("columns[%d].experiment", i), fmt.Sprintf("%q", column.Experiment),
				"one experiment; rows may have a *")
		}
	}
	return problems
}

// complete says what a row and a column leave out or say twice.
func complete(row RowSpec, column ColumnSpec) string {
	for _, part := range []struct{ name, row, column string }{
		{"experiment", row.Experiment, column.Experiment},
		{"model", row.Model, column.Model},
		{"metric", row.Metric, column.Metric},
	} {
		switch {
		case part.row == "" && part.column == "":
			return "no " + part.name
		case part.row != "" && part.column != "":
			return "two values for " + part.name
		}
	}
	return ""
}

func either[T any](own *T, general T) T {
	if own != nil {
		return *own
	}
	return general
}

// selection is what a row and a column say together.
func selection(row RowSpec, column ColumnSpec) Selection {
	return Selection{row.Experiment + column.Experiment, row.Model + column.Model, row.Metric + column.Metric}
}

// Origin is what is known of the files that experiments' names stand for.
type Origin interface {
	// Command is what makes an experiment's runs, such as "ebim run circle.yaml"; empty for an experiment of no known
	// file.
	Command(experiment string) string
	// Own reports whether a record has the settings of its experiment's file.
	Own(record *stage.Record) bool
	// Differs names the settings by which a record that is not its file's differs from it; none where an earlier
	// version of the program has made it.
	Differs(record *stage.Record) string
}

// Other is a run that has no record with the settings of the file.
type Other struct {
	Experiment, Model string
	Seed              int
	Differs           string // as Origin says it
}
