package draft

import (
	"fmt"
	"math"
	"slices"

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
	if t.wanted.columns != nil || closed > 0 || t.rounding != nil || t.angles() != "" {
		return
	}
	if s.source = t.plain(file); loadPoints(p, &s) != nil {
		return
	}
	for k, i := range t.taken {
		if evenByLogarithm(s.set, k) {
			t.logarithmic = append(t.logarithmic, i)
		}
	}
	if t.logarithmic != nil {
		t.notes = append(t.notes, fmt.Sprintf("Logarithms are taken of what is spread evenly by them, over decades: "+
			"%s; --columns %s takes the numbers.", t.forFlag(t.logarithmic...), t.forFlag(t.taken...)))
	}
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
