package draft

import (
	"slices"

	"ebim/framework/dataset"
	"ebim/framework/points"
	"ebim/registry/command/cli"
)

// findIndicators leaves columns out that group the rows, as indicator (dummy) variables and codes of factors do: points
// lie in a layer for each of their numbers, which no manifold does. Two columns or more of many numbers must remain.
func (t *table) findIndicators(p *cli.Program, s sketch, file dataset.Line) {
	const fewest = 2
	many := 0
	for _, i := range t.taken {
		if t.Columns[i].Different() >= points.FewSteps {
			many++
		}
	}
	if t.wanted.columns != nil || many < fewest {
		return
	}
	sorting := slices.DeleteFunc(slices.Clone(t.taken), func(i int) bool { return !t.isIndicator(i) })
	t.takeOut(sorting...)
	factors := slices.DeleteFunc(slices.Clone(t.taken), func(i int) bool { return !t.sortsRows(i) })
	if len(factors) > 0 && len(factors) < many { // more may be answers, or pixels
		if within := t.standardized(p, s, file); within != nil {
			sorting = append(sorting, slices.DeleteFunc(factors, func(i int) bool {
				return isBound(within, slices.Index(t.taken, i))
			})...)
		}
	}
	t.leaveSorting(sorting)
}

// leaveSorting leaves some columns out, with a note on each, or on all where they are many.
func (t *table) leaveSorting(columns []int) {
	if len(columns) > mostAlike {
		t.leaveMany(columns, "the few numbers of each group the rows, as labels do, and points would lie in layers; "+
			"--columns keeps them")
		return
	}
	for _, i := range columns {
		t.leave(i, "its %d different numbers group the rows, as labels do, and points would lie in layers; --columns "+
			"keeps it", t.Columns[i].Different())
	}
}

// isIndicator says that a column has two numbers only, as indicators do: 0 and 1, 1 and 2, or -1 and 1; and a word for
// a name that is none of a quantity or a place.
func (t *table) isIndicator(i int) bool {
	c := &t.Columns[i]
	pair := [2]float64{c.Low, c.High}
	coded := pair == [2]float64{0, 1} || pair == [2]float64{1, 2} || pair == [2]float64{-1, 1}
	return c.Different() == 2 && coded && wordName.MatchString(c.Name) && !t.isNamedAsCoordinate(i)
}
