package results

import (
	"fmt"
	"slices"
	"strings"

	"ebim/framework/plaintext"
	"ebim/framework/runs/stage"
)

// Fill makes the table from records with one record per run, as Load returns them.
func (s *Spec) Fill(records []stage.Record) *Table {
	table := &Table{Title: s.Title, Caption: s.Caption, Remarks: s.Footnotes}
	for _, column := range s.Columns {
		heading := Heading{Label: column.Label, Group: column.Group, Aggregate: s.style(column).aggregate,
			Best: either(column.Best, s.Best)}
		if column.Note != "" {
			heading.Notes = []int{table.note(column.Note)}
		}
		if len(column.Against) > 0 {
			heading.Notes = append(heading.Notes, table.note(describePaired(column, heading.Best)))
			heading.Aggregate, heading.Best, heading.Against = Mean, None, column.Against
		}
		table.Columns = append(table.Columns, heading)
	}
	rows := s.rows(records)
	var labels []string
	for _, row := range rows {
		labels = append(labels, row.base())
		filled := Row{Label: row.Label}
		if row.Note != "" {
			filled.Notes = []int{table.note(row.Note)}
		}
		for _, note := range s.doubts(row, records) {
			filled.Notes = append(filled.Notes, table.note(note))
		}
		for i, column := range s.Columns {
			filled.Cells = append(filled.Cells, s.cell(table, row, column, records))
			if printed := s.printed(row, column); printed != "" {
				filled.Cells[i].Printed, table.Columns[i].Printed = printed, true
			}
		}
		markBest(table.Columns, filled.Cells)
		table.Rows = append(table.Rows, filled)
	}
	table.adjust()
	table.Caption = sentences(table.Caption, s.describeSizes(rows, records), describeErrors(table),
		describeTests(table, labels))
	return table
}

// rows are the table's rows with those that have a wildcard written out.
func (s *Spec) rows(records []stage.Record) []RowSpec {
	var rows []RowSpec
	for _, row := range s.Rows {
		var known, there []string
		if strings.Contains(row.Experiment, Wildcard) {
			there = s.experiments(records)
		}
		for _, name := range there {
			point, ok := matches(row.Experiment, name)
			if ok && !slices.Contains(known, name) {
				known = append(known, name)
				one := row
				one.Experiment, one.Label, one.pattern = name,
					strings.TrimSpace(row.Label+" "+strings.TrimSpace(point)), row.Label
				rows = append(rows, one)
			}
		}
		if len(known) == 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

// matches reports whether an experiment is the one of a row, or one that the row's wildcard stands for, and what it
// stands for then.
func matches(pattern, name string) (point string, ok bool) {
	before, after, wild := strings.Cut(pattern, Wildcard)
	if !wild {
		return "", pattern == name
	}
	rest, begins := strings.CutPrefix(name, before)
	point, ends := strings.CutSuffix(rest, after)
	return point, begins && ends
}

// Of leaves the records of the experiments that the table shows.
func (s *Spec) Of(records []stage.Record) []stage.Record {
	about := map[string]bool{}
	for _, name := range s.experiments(records) {
		about[name] = slices.ContainsFunc(s.Rows, func(r RowSpec) bool {
			_, ok := matches(r.Experiment, name)
			return ok
		}) ||
			slices.ContainsFunc(s.Columns, func(c ColumnSpec) bool { return c.Experiment == name })
	}
	return slices.DeleteFunc(slices.Clone(records), func(r stage.Record) bool { return !about[r.Experiment] })
}

// experiments are the names of those with runs, in their order.
func (s *Spec) experiments(records []stage.Record) []string {
	var names []string
	for i := range records {
		names = append(names, records[i].Experiment)
	}
	for _, other := range s.others {
		names = append(names, other.Experiment)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func (s *Spec) style(column ColumnSpec) style {
	style := style{aggregate: either(column.Aggregate, s.Aggregate), digits: either(column.Digits, s.Digits),
		decimals: s.Decimals, scale: either(column.Scale, s.Scale)}
	if column.Decimals != nil || column.Digits != nil {
		style.decimals = column.Decimals
	}
	return style
}

// cell gathers the runs of one cell.
func (s *Spec) cell(table *Table, row RowSpec, column ColumnSpec, records []stage.Record) Cell {
	if slices.Contains(row.Skip, column.Name()) {
		return Cell{Text: "–"}
	}
	if len(column.Against) > 0 {
		return s.difference(table, row, column, records)
	}
	style := s.style(column)
	g := s.gather(selection(row, column), style, records)
	cell := Cell{Seeds: g.seeds, Expected: g.expected(s)}
	g.remark(table, &cell)
	cell.summarize(style, s.quiet)
	if cell.Differs && cell.Value != nil && !s.quiet {
		cell.Text += otherSettings
	}
	cell.tidyNotes()
	return cell
}

// gathered are the values of a model's runs.
type gathered struct {
	Selection
	seeds   []SeedValue
	all     int    // seeds that the experiment has been run with, whatever the model
	differs bool   // in settings between the seeds
	command string // that makes what is missing; empty if nothing is missing or the command is unknown
}

func (s *Spec) gather(which Selection, style style, records []stage.Record) *gathered {
	g := &gathered{Selection: which}
	all, settings := map[int]bool{}, map[string]bool{}
	for i := range records {
		record := &records[i]
		if record.Experiment != which.Experiment {
			continue
		}
		all[record.Seed] = true
		if record.Model != which.Model {
			continue
		}
		value := s.seedValue(record, which.Metric, style.scale)
		if s.quiet && value.Status == string(stage.Done) && value.Caveat == "" {
			value.Problem = ""
		}
		if value.Value != nil {
			settings[record.Settings] = true
			value.Differs = s.differs(record, which.Metric)
		}
		g.seeds = append(g.seeds, value)
	}
	missing := len(g.seeds) == 0
	for _, other := range s.others {
		if other.Experiment != which.Experiment {
			continue
		}
		all[other.Seed] = true
		if other.Model == which.Model {
			missing = true
			g.seeds = append(g.seeds, SeedValue{Seed: other.Seed, Status: missingRun,
				Problem: "not run with the settings of the file; the newest run " + other.said()})
		}
	}
	if missing && s.origin != nil {
		g.command = s.origin.Command(which.Experiment)
	}
	slices.SortFunc(g.seeds, func(a, b SeedValue) int { return a.Seed - b.Seed })
	g.all, g.differs = len(all), len(settings) > 1
	return g
}

// expected is the number of seeds that a cell needs.
func (g *gathered) expected(s *Spec) int { return max(either(s.Seeds, g.all), 1) }

func (g *gathered) values() []float64 { return (&Cell{Seeds: g.seeds}).values() }

// seedValue is what a record says of a metric.
func (s *Spec) seedValue(record *stage.Record, metric string, scale float64) SeedValue {
	seed := SeedValue{Seed: record.Seed, Status: string(record.Status), failure: record.Failure, data: record.Data}
	switch {
	case record.Status == stage.Failed && record.Failure != nil:
		seed.Problem = "failed in " + strings.TrimPrefix(record.Failure.Error(), "stage ")
	case record.Status != stage.Done:
		seed.Problem = string(record.Status)
	default:
		var value, e *float64
		value, e, seed.Problem = s.declared.value(record, metric)
		seed.Caveat = caveat(record, metric)
		if value == nil {
			seed.unmeasured(record, metric)
			break
		}
		scaled := *value * scale
		if seed.Value = &scaled; !finite(scaled) {
			seed.Value, seed.Problem = nil, "too large for the table's scale"
		}
		if e != nil {
			scaled := *e * scale
			seed.Error = &scaled
		}
	}
	return seed
}

// unmeasured says why a run that is done lacks a metric, if it failed to measure it.
func (v *SeedValue) unmeasured(record *stage.Record, metric string) {
	name, _, _ := strings.Cut(metric, ".")
	if failure := record.MetricFailure(name); failure != nil {
		v.Status, v.failure, v.Problem = string(stage.Failed), failure,
			"failed in "+strings.TrimPrefix(failure.Error(), "stage ")
	}
}

// summarize fills in the cell's value and text.
func (c *Cell) summarize(style style, quiet bool) {
	values := c.values()
	if len(values) == 0 {
		c.Text = c.absence()
		return
	}
	if style.aggregate == Mean {
		c.CommonError = commonError(c.Seeds)
	}
	value, standardError, text := style.apply(values, c.CommonError)
	if !finite(value) || standardError != nil && !finite(*standardError) {
		c.Text = "too large"
		return
	}
	c.Value, c.StandardError, c.Text = &value, standardError, text
	switch {
	case len(values) < c.Expected:
		c.Text += fmt.Sprintf(" (%d/%d seeds)", len(values), c.Expected)
	case len(values) == 1 && style.aggregate == Mean && !quiet: // else a column says how many runs there are
		c.Text += " (1 seed)"
	}
}

// absence says in a few words why there is no value; the footnote says more.
func (c *Cell) absence() string {
	has := func(status stage.Status) bool {
		return slices.ContainsFunc(c.Seeds, func(s SeedValue) bool { return s.Status == string(status) })
	}
	switch {
	case len(c.Seeds) == 0:
		return missingRun
	case has(stage.Failed):
		for _, seed := range c.Seeds {
			if seed.failure != nil {
				return shortFailure(seed.failure)
			}
		}
		return "failed"
	case has(stage.Interrupted):
		return "interrupted"
	case has(stage.Running):
		return "running"
	case !has(stage.Done):
		return missingRun
	}
	return noValue
}

// missingRun is the status of a run without a record that counts.
const missingRun = "missing"

// noValue is what a cell says whose runs are done without the metric.
const noValue = "no value"

// shortFailure is "failed (NaN in energy, step 31)".
func shortFailure(failure *stage.Failure) string {
	const longest = 24
	reason := []rune(plaintext.OneLine(failure.Reason))
	if len(reason) > longest {
		reason = append(reason[:longest-1], '…')
	}
	text := fmt.Sprintf("failed (%s in %s", string(reason), failure.Stage)
	if failure.Step > 0 {
		text += fmt.Sprintf(", step %d", failure.Step)
	}
	return text + ")"
}

// problems lists what the seeds without a value say, equal ones together.
func (c *Cell) problems() []string {
	return bySeed(c.Seeds, func(s SeedValue) string { return s.Problem }, false)
}

// markBest marks the best cells of a row, within each group of at least two columns that have values. Values of
// settings that are not the file's don't take part.
func markBest(columns []Heading, cells []Cell) {
	takesPart := func(c Cell) bool { return c.Value != nil && !c.Differs }
	for i := range cells {
		if !takesPart(cells[i]) || columns[i].Best == None {
			continue
		}
		best, others := true, 0
		for j := range cells {
			if i == j || columns[j].Group != columns[i].Group || columns[j].Best != columns[i].Best ||
				!takesPart(cells[j]) {
				continue
			}
			others++
			if columns[i].Best == Lowest {
				best = best && *cells[i].Value <= *cells[j].Value
			} else {
				best = best && *cells[i].Value >= *cells[j].Value
			}
		}
		cells[i].Best = best && others > 0
	}
}
