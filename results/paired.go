package results

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"ebim/framework/runs/stage"
	"ebim/framework/statistics"
)

// fewestPairs is the number of common seeds below which nothing is said of a difference.
const fewestPairs = 3

// test fills in what the mean difference and its standard error, over the comparison's seeds, say of 0.
func (c *Comparison) test(difference, standardError float64) {
	c.DegreesOfFreedom = c.Seeds - 1
	// Differences that are equal but for rounding give no spread to judge by.
	if standardError <= 1e-12*math.Abs(difference) {
		return
	}
	t := difference / standardError
	p := 2 * distuv.StudentsT{Sigma: 1, Nu: float64(c.Seeds - 1)}.CDF(-math.Abs(t))
	c.T, c.PValue = &t, &p
}

// describePaired is the footnote of a column of differences.
func describePaired(column ColumnSpec, best Best) string {
	name, better := column.Model, "below"
	name = cmp.Or(name, "the row's model")
	if best == Highest {
		better = "above"
	}
	other, choice := column.Against[0], ""
	if len(column.Against) > 1 {
		other = "the best of " + strings.Join(column.Against, ", ")
		choice = "; the best is chosen by the same values, which counts against " + name
	}
	return fmt.Sprintf("%s minus %s, %s 0 is better for %s; mean and standard error over common seeds%s", name, other,
		better, name, choice)
}

// pairing is a model's seeds beside another's.
type pairing struct {
	other       *gathered
	seeds       []SeedValue // differences
	differences []float64
	mean        float64
	draws       stage.Draws // of the seeds with a difference; empty if they don't agree or are unknown
	testShare   float64     // the largest, of seeds that divide one data set
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
			left = append(left, fmt.Sprintf("%s, %s: not compared with, as it has %s with %s", which.Experiment, label,
				commonSeeds(n), own.Model))
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
	cell.tidyNotes()
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

// compare fills in the cell's value, comparison and text, which adjust completes; named says that the text names the
// other model.
func (c *Cell) compare(pair *pairing, style style, named bool) {
	n := len(pair.differences)
	// k times the variance of the mean over the sample variance: 1 for independent differences.
	inflation := 1 + float64(n)*pair.testShare
	standardError := statistics.StandardError(pair.differences) * math.Sqrt(inflation)
	if !finite(pair.mean) || !finite(standardError) {
		c.Text = "too large"
		return
	}
	c.Value, c.StandardError = &pair.mean, &standardError
	c.Comparison = &Comparison{Against: pair.other.Model, Seeds: n, Draws: pair.draws, TestShare: pair.testShare}
	c.Comparison.test(pair.mean, standardError)
	c.Text = style.withError(pair.mean, standardError)
	if named {
		c.Text += " against " + pair.other.Model
	}
	if n < c.Expected {
		c.Comparison.seeds = fmt.Sprintf(" (%d/%d seeds)", n, c.Expected)
	}
}

// adjust corrects the p-values of all comparisons of a table, and completes the texts of their cells.
func (t *Table) adjust() {
	var found []*Comparison
	var values []float64
	for i := range t.Rows {
		for _, cell := range t.Rows[i].Cells {
			if cell.Comparison != nil && cell.Comparison.PValue != nil {
				found = append(found, cell.Comparison)
				values = append(values, *cell.Comparison.PValue)
			}
		}
	}
	for i, p := range holm(values) {
		found[i].Adjusted = &p
	}
	for i := range t.Rows {
		for j := range t.Rows[i].Cells {
			if cell := &t.Rows[i].Cells[j]; cell.Comparison != nil {
				cell.Text += ", " + probability(cell.Comparison.Adjusted) + cell.Comparison.seeds
				if cell.Differs {
					cell.Text += otherSettings
				}
			}
		}
	}
}

// holm adjusts p-values so that the chance of even one below a level, where no comparison has a difference, is at most
// that level (Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6,
// 1979): in ascending order p times the number of those that are not smaller, and never less than the one before.
func holm(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	adjusted, largest := make([]float64, len(values)), 0.0
	for rank, i := range order {
		largest = max(largest, min(1, values[i]*float64(len(values)-rank)))
		adjusted[i] = largest
	}
	return adjusted
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
	var data []*stage.Data
	for _, seed := range slices.Sorted(maps.Keys(all)) {
		one := subtract(seed, all[seed], [2]string{g.Model, other.Model})
		if one.Value != nil {
			p.differences = append(p.differences, *one.Value)
			data = append(data, all[seed][0].data, all[seed][1].data)
		}
		p.seeds = append(p.seeds, one)
	}
	if len(p.differences) > 0 {
		p.mean = statistics.Mean(p.differences)
	}
	p.draws, p.testShare = together(data)
	return p
}

// subtract is the difference of two models' values with a seed.
func subtract(seed int, values [2]*SeedValue, labels [2]string) SeedValue {
	one := SeedValue{Seed: seed}
	var problems []string
	for side, value := range values {
		switch {
		case value == nil:
			problems = append(problems, labels[side]+": missing")
		case value.Value == nil:
			one.Status = value.Status
			problems = append(problems, labels[side]+": "+value.Problem)
		}
	}
	if len(problems) == 0 {
		difference := *values[0].Value - *values[1].Value
		one.Status = string(stage.Done)
		if one.Value = &difference; !finite(difference) {
			one.Value, problems = nil, []string{"the difference is too large"}
		}
	}
	one.Problem = strings.Join(problems, "; ")
	return one
}

// together says how the data of seeds belong together, and the test share of those that divide one data set. Nothing
// is known where they don't agree, or where a division has no test points.
func together(data []*stage.Data) (draws stage.Draws, testShare float64) {
	for _, d := range data {
		if d == nil || d.Draws != data[0].Draws {
			return "", 0
		}
		if draws = d.Draws; draws != stage.Splits {
			continue
		}
		share := d.TestShare()
		if share == 0 {
			return "", 0
		}
		testShare = max(testShare, share)
	}
	return draws, testShare
}
