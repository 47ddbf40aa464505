package points

import (
	"errors"
	"io"
	"strconv"
	"strings"
)

// Gap is some columns that have no number in rows in which all others have one.
type Gap struct {
	Columns []int // in increasing order
	Rows    int
}

// MostGaps bounds the gaps that are told apart.
const MostGaps = 10000

// Gaps counts the rows that are left by the columns, of those that the options choose, in which their numbers are
// missing, or hold codes or marks; rows without such columns are the gap of none. They are in the order of their first
// rows. It is nil where there are more than MostGaps.
func (t *Table) Gaps(o TableOptions) ([]Gap, error) {
	o.Drop = true
	reader, err := t.reader(o)
	if err != nil {
		return nil, t.located(err)
	}
	var gaps []Gap
	found := map[string]int{} // by columns
	one := *reader
	for {
		row, err := t.next()
		if errors.Is(err, io.EOF) {
			return gaps, nil
		}
		if err != nil {
			return nil, t.located(err)
		}
		var columns []int
		var key strings.Builder
		for _, column := range reader.columns {
			if one.columns = []int{column}; one.leaveOut(&row) {
				columns = append(columns, column)
				key.WriteString(strconv.Itoa(column) + " ")
			}
		}
		at, known := found[key.String()]
		if !known {
			if at = len(gaps); at == MostGaps {
				return nil, nil
			}
			found[key.String()] = at
			gaps = append(gaps, Gap{Columns: columns})
		}
		gaps[at].Rows++
	}
}
