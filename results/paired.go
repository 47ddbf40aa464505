package results

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"ebim/framework/stage"
)

// Comparison says which model a cell's model is compared with, and how sure the difference is: the two-sided paired
// t-test over the seeds that both have values for. The cell's value is the mean difference, model minus the other.
type Comparison struct {
	Against string `json:"against"`
	Seeds   int    `json:"common_seeds"`
	// T is the mean difference over its standard error; null where the differences don't vary.
	T                *float64 `json:"t"`
	DegreesOfFreedom int      `json:"degrees_of_freedom"`
	PValue           *float64 `json:"p_value"` // null without T
}

// fewestPairs is the number of common seeds below which nothing is said of a difference.
const fewestPairs = 3

// pairedTest is the comparison of a mean difference with its standard error, over n pairs, with 0.
func pairedTest(against string, difference, standardError float64, n int) *Comparison {
	c := &Comparison{Against: against, Seeds: n, DegreesOfFreedom: n - 1}
	// Differences that are equal but for rounding give no spread to judge by.
	if standardError <= 1e-12*math.Abs(difference) {
		return c
	}
	t := difference / standardError
	p := 2 * distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}.CDF(-math.Abs(t))
	c.T, c.PValue = &t, &p
	return c
}

// describePaired is the footnote of a column of differences.
func describePaired(column ColumnSpec, best Best) string {
	name, better := column.Model, "below"
	if name == "" {
		name = "the row's model"
	}
	if best == Highest {
		better = "above"
	}
	other, choice := column.Against[0], ""
	if len(column.Against) > 1 {
		other = "the best of " + strings.Join(column.Against, ", ")
		choice = "; the best is chosen by the same values, which counts against " + name
	}
	return fmt.Sprintf("%s minus %s, %s 0 is better for %s; mean and standard error over common seeds, p of a two-sided paired t-test%s",
		name, other, better, name, choice)
}

// pairing is a model's seeds beside another's.
type pairing struct {
	other       *gathered
	seeds       []SeedValue // differences
	differences []float64
	mean        float64
}

// difference is the cell of a model against the best of others: of those with enough common seeds the one that leaves
// the model the least advantage, which is the one with the best mean where no seed is missing.
func (s *Spec) difference(table *Table, row RowSpec, column ColumnSpec, records []stage.Record) Cell {
	style, best := s.style(column), either(column.Best, s.Best)
	which := selection(row, column)
	own := s.gather(which, style, records)
	var chosen *pairing // so far
	var left []string   // notes on those that can't be chosen
	for _, label := range column.Against {
		which.Model = label
		pair := own.pair(s.gather(which, style, records))
		n := len(pair.differences)
		if n < fewestPairs {
			left = append(left, fmt.Sprintf("%s, %s: not compared with, as it has %s with %s", which.Experiment, label, commonSeeds(n), own.Model))
		}
		switch {
		case chosen == nil:
			chosen = pair
		case min(n, fewestPairs) != min(len(chosen.differences), fewestPairs):
			if n > len(chosen.differences) {
				chosen = pair
			}
		case best == Lowest && pair.mean > chosen.mean, best == Highest && pair.mean < chosen.mean:
			chosen = pair
		}
	}
	cell := Cell{Seeds: chosen.seeds, Expected: own.expected(s)}
	own.remark(table, &cell)
	chosen.other.remark(table, &cell)
	switch n := len(chosen.differences); {
	case len(own.values()) == 0:
		cell.Text = (&Cell{Seeds: own.seeds}).absence()
	case n < fewestPairs:
		cell.Text = commonSeeds(n)
	default:
		cell.compare(chosen, style, len(column.Against) > 1)
		for _, note := range left {
			cell.Notes = append(cell.Notes, table.note(note))
		}
	}
	slices.Sort(cell.Notes)
	cell.Notes = slices.Compact(cell.Notes)
	return cell
}

func commonSeeds(n int) string {
	switch n {
	case 0:
		return "no common seed"
	case 1:
		return "1 common seed"
	}
	return fmt.Sprintf("%d common seeds", n)
}

// compare fills in the cell's value, comparison and text; named says that the text names the other model.
func (c *Cell) compare(pair *pairing, style style, named bool) {
	n := len(pair.differences)
	standardError := standardErrorOf(pair.differences, pair.mean)
	if !finite(pair.mean) || !finite(standardError) {
		c.Text = "too large"
		return
	}
	c.Value, c.StandardError = &pair.mean, &standardError
	c.Comparison = pairedTest(pair.other.Model, pair.mean, standardError, n)
	c.Text = style.withError(pair.mean, standardError)
	if named {
		c.Text += " against " + pair.other.Model
	}
	c.Text += ", " + probability(c.Comparison.PValue)
	if n < c.Expected {
		c.Text += fmt.Sprintf(" (%d/%d seeds)", n, c.Expected)
	}
}

// probability writes a p-value.
func probability(p *float64) string {
	switch {
	case p == nil:
		return "no p (no spread)"
	case *p < 0.001:
		return "p < 0.001"
	}
	return "p = " + style{digits: 2}.number(*p)
}

// pair takes differences over the seeds that a model and another have.
func (g *gathered) pair(other *gathered) *pairing {
	p := &pairing{other: other}
	all := map[int][2]*SeedValue{}
	for side, series := range []*gathered{g, other} {
		for i := range series.seeds {
			both := all[series.seeds[i].Seed]
			both[side] = &series.seeds[i]
			all[series.seeds[i].Seed] = both
		}
	}
	for _, seed := range slices.Sorted(maps.Keys(all)) {
		one := SeedValue{Seed: seed}
		var problems []string
		for side, value := range all[seed] {
			label := []string{g.Model, other.Model}[side]
			switch {
			case value == nil:
				problems = append(problems, label+": missing")
			case value.Value == nil:
				one.Status = value.Status
				problems = append(problems, label+": "+value.Problem)
			}
		}
		if len(problems) == 0 {
			difference := *all[seed][0].Value - *all[seed][1].Value
			one.Status = string(stage.Done)
			if one.Value = &difference; !finite(difference) {
				one.Value, problems = nil, []string{"the difference is too large"}
			} else {
				p.differences = append(p.differences, difference)
			}
		}
		one.Problem = strings.Join(problems, "; ")
		p.seeds = append(p.seeds, one)
	}
	if len(p.differences) > 0 {
		p.mean = mean(p.differences)
	}
	return p
}
