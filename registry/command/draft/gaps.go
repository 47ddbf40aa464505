package draft

import (
	"fmt"
	"slices"

	"ebim/framework/dimension"
	"ebim/framework/plaintext"
	"ebim/framework/points"
	"ebim/framework/points/files"
)

const (
	fewestKept = 3      // columns beside which others are left out for their gaps
	mostTried  = 200    // gaps, those of most rows, that are tried
	halfEmpty  = 1 / 3. // of its numbers lacks a column that is, at least
	// moreCells is by what factor the numbers in whole rows become more, at least, without columns that are left out,
	// and moreOfHalf without half-empty ones alone.
	moreCells, moreOfHalf = 1.1, 1.05
)

// leaveGaps finds columns that lack numbers in so many rows that their own numbers are fewer than those of the others
// in these rows, which are dropped. It says so, and leaves them out where hardly a row is whole with them.
func (t *table) leaveGaps() error {
	missing := 0
	for _, i := range t.taken {
		missing += t.Columns[i].Missing
	}
	if t.wanted.columns != nil || len(t.taken) <= fewestKept || float64(missing) < (moreOfHalf-1)*float64(t.Rows) {
		return nil
	}
	gaps, err := t.gaps()
	if err != nil || gaps == nil {
		return err
	}
	kept, before := slices.Clone(t.taken), wholeRows(gaps, t.taken)
	kin := t.kin()
	for left := t.costly(gaps, kept, kin); left != nil; left = t.costly(gaps, kept, kin) {
		kept = without(kept, left)
	}
	left := without(t.taken, kept)
	after := wholeRows(gaps, kept)
	switch {
	case len(left) == 0:
	case before < dimension.Fewest:
		t.leaveMany(left, fmt.Sprintf("%d rows are whole without them, %d with them", after, before))
	default: // what has gaps may be what the others turn around
		t.notes = append(t.notes, fmt.Sprintf("Without %s %d rows are whole, instead of %d: leave out what matters "+
			"less than rows by --drop.", plaintext.Escape(t.forFlag(left...)), after, before))
	}
	return nil
}

// gaps are those of the columns that are taken, read from the file once more; those of most rows first.
func (t *table) gaps() ([]points.Gap, error) {
	opened, err := files.Open(t.file.File, t.options)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	options := t.options.TableOptions
	options.Codes, options.Marks = t.codes(), t.marks()
	for _, i := range t.taken {
		options.Columns = append(options.Columns, t.name(i))
	}
	gaps, err := opened.Gaps(options)
	slices.SortStableFunc(gaps, func(a, b points.Gap) int { return b.Rows - a.Rows })
	return gaps, err
}

// costly are the columns of a gap that are best left out of some, nil for none: the numbers in whole rows become most,
// and clearly more, without them, enough columns remain, and none is among those that have kin.
func (t *table) costly(gaps []points.Gap, columns, kin []int) (best []int) {
	before := float64(wholeRows(gaps, columns) * len(columns))
	most := before
	for _, gap := range gaps[:min(len(gaps), mostTried)] {
		left := slices.DeleteFunc(slices.Clone(gap.Columns), func(i int) bool { return !slices.Contains(columns, i) })
		kept := without(columns, left)
		if len(left) == 0 || len(kept) < fewestKept || len(without(left, kin)) < len(left) {
			continue
		}
		more := moreCells
		if !slices.ContainsFunc(left, func(i int) bool { return !t.isHalfEmpty(i) }) {
			more = moreOfHalf
		}
		if cells := float64(wholeRows(gaps, kept) * len(kept)); cells > most && cells >= more*before {
			best, most = left, cells
		}
	}
	return best
}

func (t *table) isHalfEmpty(i int) bool {
	return float64(t.Columns[i].Missing) > halfEmpty*float64(t.Rows)
}

// wholeRows counts the rows in which no number of some columns is missing.
func wholeRows(gaps []points.Gap, columns []int) (rows int) {
	among := make([]bool, slices.Max(columns)+1)
	for _, i := range columns {
		among[i] = true
	}
	for _, gap := range gaps {
		if !slices.ContainsFunc(gap.Columns, func(i int) bool { return i < len(among) && among[i] }) {
			rows += gap.Rows
		}
	}
	return rows
}

// kin are the columns that are parts of a place, a direction, a rotation, a mark or a profile, which they belong to, or
// angles.
func (t *table) kin() []int {
	latitude, longitude, _ := t.coordinatesOfPlaces()
	vector, _ := t.vector()
	attitude, _ := t.attitude()
	found := slices.Concat(latitude, longitude, t.quaternion(), t.matrix(), vector, attitude, t.profile())
	if up, factor := t.elevation(); factor != 0 && len(latitude) > 0 {
		found = append(found, up)
	}
	places := t.hasPlaces()
	for _, i := range t.taken {
		h := t.header(i)
		mark, _ := markOf(h.name)
		if mark != "" || places && (h.has(onGrid...) || h.is("z")) || period(h, &t.Columns[i]) > 0 {
			found = append(found, i)
		}
	}
	return found
}
