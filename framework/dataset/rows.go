package dataset

import (
	"cmp"
	"math"
	"strconv"
)

// Charted is a Source whose file has other columns than its points have coordinates, such as angles. It says how a row
// becomes a point and back, for rows that are not the file's.
type Charted interface {
	Source
	// RowNames are those of the file's columns that are taken, empty for one that is known by its place.
	RowNames() []string
	// Place is the point of a row; the error says what in the row is not allowed.
	Place(row []float64) (point []float64, err error)
	// Row is that of the point of the source's manifold that is nearest to a point.
	Row(point []float64) []float64
}

// Blocked is a Source some of whose coordinates belong together, such as a circle's two: they are in one unit.
type Blocked interface {
	Source
	// Blocks are the numbers of coordinates that belong together, one after the other.
	Blocks() []int
	// FullDimension is that of the manifold of all points that rows can become: noise spreads along it.
	FullDimension() int
}

// BlocksOf are a source's blocks, nil where each coordinate is one.
func BlocksOf(source Source) []int {
	if blocked, ok := source.(Blocked); ok {
		return blocked.Blocks()
	}
	return nil
}

var (
	_ Charted = (*Angles)(nil)
	_ Charted = (*TorusSubset)(nil)
	_ Charted = (*Earth)(nil)
	_ Charted = (*EarthSubset)(nil)
	_ Charted = (*AminoAcids)(nil)
)

// RowNames implements Charted.
func (a *AngleTable) RowNames() []string { return withoutIndices(a.Columns) }

// Place implements Charted.
func (a *AngleTable) Place(row []float64) (point []float64, err error) {
	for i, angle := range row {
		on, err := onCircle(angle, a.Unit.turn(), a.Columns[i], string(a.Unit))
		if err != nil {
			return nil, err
		}
		point = append(point, on...)
	}
	return point, nil
}

// Row implements Charted. Angles lie within half a turn of 0.
func (a *AngleTable) Row(point []float64) []float64 {
	row := make([]float64, len(point)/2)
	for k := range row {
		row[k] = angleOf(point[2*k:], a.Unit.turn())
	}
	return row
}

// RowNames implements Charted.
func (p *PlaceTable) RowNames() []string {
	names := withoutIndices(p.Columns)
	for i, unless := range []string{"latitude", "longitude"} {
		names[i] = cmp.Or(names[i], unless)
	}
	return names
}

// Place implements Charted.
func (p *PlaceTable) Place(row []float64) ([]float64, error) {
	longitude, err := p.Unit.degrees(row[1])
	if err != nil {
		return nil, err
	}
	if err := checkDegrees([]float64{row[0], longitude}); err != nil {
		return nil, err
	}
	return onEarth(row[0], longitude), nil
}

// Row implements Charted. Longitudes lie in [-180, 180], right ascensions in [0, 24].
func (p *PlaceTable) Row(point []float64) []float64 {
	row := degreesOf(point)
	if p.Unit.hours() {
		row[1] = math.Mod(row[1]+360, 360) / 15
	}
	return row
}

// RowNames implements Charted.
func (a *AminoAcids) RowNames() []string { return []string{"phi", "psi"} }

// Place implements Charted.
func (a *AminoAcids) Place(row []float64) ([]float64, error) {
	if err := checkAngles(row); err != nil {
		return nil, err
	}
	point := make([]float64, 3)
	a.torus().place(point, row[0], row[1])
	return point, nil
}

// Row implements Charted. Angles lie in [-pi, pi].
func (a *AminoAcids) Row(point []float64) []float64 {
	phi, psi := a.torus().angles(point)
	return []float64{phi, psi}
}

// withoutIndices empties what is a column's index and not its name.
func withoutIndices(columns []string) []string {
	names := make([]string, len(columns))
	for i, column := range columns {
		if _, err := strconv.Atoi(column); err != nil {
			names[i] = column
		}
	}
	return names
}
