package draft

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"ebim/framework/dataset"
	"ebim/framework/points"
	"ebim/registry/command/cli"
)

// findLogarithms finds columns that were chosen evenly by their logarithms, as concentrations and frequencies are: as
// numbers, nearly all of their points lie at one end. Beside what closes on itself they are taken as they are.
func (t *table) findLogarithms(p *cli.Program, s sketch, file dataset.Line) {
	turning, _ := t.turning()
	latitude, longitude, _ := t.coordinatesOfPlaces()
	closed := len(turning) + len(latitude) + len(longitude) + len(t.placed) + len(t.rotation)
	if t.wanted.columns != nil || closed > 0 || t.rounding != nil || t.angles() != "" || t.unit() != "" {
		return
	}
	if s.source = t.plain(file); loadPoints(p, &s) != nil {
		return
	}
	even := map[string][]int{} // columns by what they have in common
	count := map[string]int{}
	for k, i := range t.taken {
		of := t.kindred(i)
		if count[of]++; evenByLogarithm(s.set, k) {
			even[of] = append(even[of], i)
		}
	}
	for _, of := range slices.Sorted(maps.Keys(even)) {
		if len(even[of]) == count[of] {
			t.logarithmic = append(t.logarithmic, even[of]...)
		}
	}
	slices.Sort(t.logarithmic)
	if t.logarithmic != nil {
		t.notes = append(t.notes, fmt.Sprintf("Logarithms are taken of what is spread evenly by them, over decades: "+
			"%s; --columns %s takes the numbers.", t.forFlag(t.logarithmic...), t.forFlag(t.taken...)))
	}
}

// kindred is what a column has in common with others, so that logarithms are taken of all of them or none: a unit, or
// a name but for a number or the letter of a coordinate.
func (t *table) kindred(i int) string {
	h := t.header(i)
	if h.unit != "" {
		return "in " + h.unit
	}
	name := strings.TrimRight(strings.ToLower(h.name), "0123456789 _.")
	if len(h.words) > 0 && slices.Contains([]string{"x", "y", "z"}, h.words[len(h.words)-1]) {
		return "a place"
	}
	return cmp.Or(name, strconv.Itoa(i))
}

// evenByLogarithm says that a column's numbers are above 0, go over decades, and are spread over these about evenly: in
// no eighth of them are more than twice as many as in all eighths on average, or less than half.
func evenByLogarithm(x *points.Set, column int) bool {
	const (
		decades = 2.5
		parts   = 8
		uneven  = 2
		fewest  = 10 // in each part
	)
	low, high := math.Inf(1), math.Inf(-1)
	for i := range x.Len() {
		low, high = min(low, x.At(i)[column]), max(high, x.At(i)[column])
	}
	if !(low > 0) || math.Log10(high/low) < decades || x.Len() < fewest*parts {
		return false
	}
	var counts [parts]int
	for i := range x.Len() {
		part := int(parts * math.Log(x.At(i)[column]/low) / math.Log(high/low))
		counts[min(part, parts-1)]++
	}
	return parts*slices.Max(counts[:]) <= uneven*x.Len() && uneven*parts*slices.Min(counts[:]) >= x.Len()
}

// logarithms is the source of a table with logarithms of some columns; nil where there are none.
func (t *table) logarithms(file dataset.Line) []dataset.Line {
	if t.logarithmic == nil {
		return nil
	}
	lines := []dataset.Line{{Text: "with_logarithms:", Comment: "some columns become their decadic logarithms; write " +
		t.kind() + ": without logarithmic to take them as they are"}, file, t.columns(),
		{Text: "  logarithmic: " + t.names(t.logarithmic)}}
	return append(append(lines, t.part()...), t.format()...)
}
