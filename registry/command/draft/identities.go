package draft

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/dataset"
	"ebim/framework/identity"
	"ebim/framework/points"
	"ebim/registry/command/cli"
)

// identities is a search for columns that are functions of others: these put points into planes, or onto graphs, which
// say nothing of them.
type identities struct {
	*table
	of      *identity.Columns
	columns []int // of the table, by those of the points
	ranks   []int // of each of these; none is left out for one of a higher rank
	order   []int // of these, by rank
	left    []leftOut
}

// leftOut is a column of the points that is left out, and what it is, such as "Range is Max - Min".
type leftOut struct {
	column int
	what   string
}

// findIdentities leaves columns out that are functions of others, exact but for rounding. What remains has as many
// dimensions, and must have room for a manifold of fewer: as little as two columns, where one is another one in another
// unit or is named as a function of it; else three, as of shares of three things, and of a parabola, it is the plane or
// the curve that is to be seen.
func (t *table) findIdentities(p *cli.Program, s sketch, file dataset.Line) {
	const fewest = 3
	if t.wanted.columns != nil || t.Names == nil || len(t.taken) < fewest || len(t.taken) > mostColumns ||
		t.isOneThing() { // numbers without names are of one thing, too
		return
	}
	if s.source = t.plain(file); loadPoints(p, &s) != nil || oneLength(s.set) {
		return
	}
	d := &identities{table: t, of: identity.Of(s.set), columns: slices.Clone(t.taken)}
	for _, i := range d.columns {
		d.ranks = append(d.ranks, t.rank(i))
	}
	d.order = points.Range(0, len(d.columns))
	slices.SortStableFunc(d.order, func(j, k int) int { return d.ranks[j] - d.ranks[k] })
	d.leaveFunctions(true) // before copies: a logarithm of numbers that hardly differ is about one
	d.leaveCopies()
	d.leaveFunctions(false)
	d.leaveTotal(s.set)
	d.leaveSums()
	d.note()
}

// Ranks of columns.
const (
	bound   = iota // it belongs with others, and is never left out
	several        // one of several alike, which is left out only if it is one of them again
	usual
	derived // by its name it is made of others, and is the first to be left out
)

// rank is that of a column.
func (t *table) rank(i int) int {
	switch {
	case t.belongs(i):
		return bound
	case t.isOfSeveral(i):
		return several
	case t.isNamedDerived(i):
		return derived
	}
	return usual
}

// isLeftOut says that a column is left out already.
func (d *identities) isLeftOut(k int) bool { return d.isLeft(d.columns[k]) }

// leave leaves a column of the points out, unless too few remain.
func (d *identities) leave(k, fewest int, what string) {
	if len(d.taken) > fewest {
		d.left = append(d.left, leftOut{k, d.called(k) + " is " + what})
		d.withdraw(d.layers(d.columns[k]))
		d.takeOut(d.columns[k])
	}
}

// leaveCopies leaves columns out that are others, perhaps in another unit.
func (d *identities) leaveCopies() {
	for at, k := range d.order {
		for _, first := range d.order[:at] {
			if !d.isLeftOut(first) && !d.isLeftOut(k) && !d.leaveCopy(k, first) {
				d.leaveCopy(first, k) // which is written more exactly
			}
		}
	}
}

// leaveCopy leaves a column out if it is another one.
func (d *identities) leaveCopy(k, of int) bool {
	const fewest = 2
	if d.ranks[k] == bound {
		return false
	}
	a, ok := d.of.Affine(k, of)
	if ok = ok && (a.Same() || d.ranks[k] > several); ok {
		d.leave(k, fewest, d.scaled(a, of))
	}
	return ok
}

// leaveFunctions leaves columns out that are functions of one other, by their names or whatever these are.
func (d *identities) leaveFunctions(named bool) {
	fewest := map[bool]int{true: 2, false: 3}[named]
	for _, k := range slices.Backward(d.order) {
		if d.isLeftOut(k) || d.ranks[k] < usual {
			continue
		}
		for _, other := range d.order {
			if other == k || d.isLeftOut(other) {
				continue
			}
			f, ok := d.of.Function(k, other)
			if ok && named == isNamedBy(d.Columns[d.columns[k]].Name, d.Columns[d.columns[other]].Name, f.Words) {
				d.leave(k, fewest, fmt.Sprintf(f.Form, d.called(other)))
				break
			}
		}
	}
}

// leaveTotal leaves a column out that is named as a total, and is the sum of all others, but for some noise: it has
// nothing of its own, and all of theirs.
func (d *identities) leaveTotal(x *points.Set) {
	const fewest, rounded = 3, 0.02
	own, _ := dataset.Standardize(x, dataset.StandardizeColumns, nil)
	total, widest := -1, 0.0
	for k, i := range d.columns {
		if !d.isLeftOut(k) {
			widest = max(widest, own.Scale[k])
			if total < 0 && totalName.MatchString(d.Columns[i].Name) {
				total = k
			}
		}
	}
	if total < 0 {
		return
	}
	for i := range x.Len() {
		row := x.At(i)
		sum := floats.Sum(row)
		for k := range row {
			if d.isLeftOut(k) {
				sum -= row[k]
			}
		}
		if math.Abs(2*row[total]-sum) > rounded*widest {
			return
		}
	}
	d.leave(total, fewest, "the sum of the others")
}

// leaveSums leaves columns out that are sums or differences of others.
func (d *identities) leaveSums() {
	const fewest = 3
	order := slices.DeleteFunc(slices.Clone(d.order), d.isLeftOut)
	kept := slices.IndexFunc(order, func(k int) bool { return d.ranks[k] >= usual })
	if kept < 0 {
		return
	}
	for _, sum := range d.of.Sums(order, kept) {
		d.leave(sum.Column, fewest, d.summed(sum))
	}
}

// note says which columns are left out, and what they are.
func (d *identities) note() {
	slices.SortFunc(d.left, func(a, b leftOut) int { return a.column - b.column })
	var found []string
	for _, of := range d.left {
		found = append(found, of.what)
	}
	switch len(found) {
	case 0:
	case 1:
		d.notes = append(d.notes, found[0]+", so it is left out: it says nothing new; --columns keeps it.")
	default:
		d.notes = append(d.notes, listed(found)+", so they are left out: they say nothing new; --columns keeps them.")
	}
}

// called is how a formula names a column of the points.
func (d *identities) called(k int) string {
	i := d.columns[k]
	if name := d.name(i); plainName.MatchString(name) {
		return name
	}
	return d.label(i)
}

// scaled is a column of the points in another unit.
func (d *identities) scaled(a identity.Affine, k int) string {
	text := d.called(k)
	switch a.Factor {
	case 1:
	case -1:
		if a.Shift > 0 {
			return decimal(a.Shift) + " - " + text
		}
		text = "-" + text
	default:
		text = decimal(a.Factor) + " " + text
	}
	return text + shifted(a.Shift)
}

// shifted is what follows a formula to which a number is added.
func shifted(by float64) string {
	switch {
	case by > 0:
		return " + " + decimal(by)
	case by < 0:
		return " - " + decimal(-by)
	}
	return ""
}

// summed is a sum as a formula, which begins with what is added.
func (d *identities) summed(s identity.Sum) string {
	var added, subtracted []string
	for _, term := range s.Terms {
		if term.Weight > 0 {
			added = append(added, d.called(term.Column))
		} else {
			subtracted = append(subtracted, d.called(term.Column))
		}
	}
	constant := s.Constant
	text := strings.Join(added, " + ")
	if text == "" && constant > 0 {
		text, constant = decimal(constant), 0
	}
	for _, name := range subtracted {
		text += " - " + name
	}
	return strings.TrimPrefix(text, " ") + shifted(constant)
}
