package dataset

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/config"
	"ebim/framework/points"
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
	// Blocks are the numbers of coordinates that belong together, one after the other; nil where each coordinate is
	// one.
	Blocks() []int
}

// BlocksOf are a source's blocks; nil where each coordinate is one.
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

// Rounding says which columns of a table are rounded to wide steps.
type Rounding struct {
	Rounded []string  `yaml:"rounded" default:"null" doc:"those of columns that are rounded to steps wider than the points lie apart, which then lie in layers: a number from within half a step is added to each (uniform dequantization)"`
	Steps   []float64 `yaml:"steps" default:"null" range:"(0, inf)" doc:"the steps, for each of rounded"`
}

// check refuses steps without columns, columns without, and a column twice.
func (r *Rounding) check() error {
	if len(r.Steps) != len(r.Rounded) {
		return &config.FieldError{Field: "steps", Found: fmt.Sprintf("%d numbers", len(r.Steps)),
			Allowed: fmt.Sprintf("one for each of rounded: %d", len(r.Rounded))}
	}
	for i, name := range r.Rounded {
		if slices.Contains(r.Rounded[:i], name) {
			return &config.FieldError{Field: "rounded", Found: fmt.Sprintf("%q twice", name),
				Allowed: "each column once"}
		}
	}
	return nil
}

// of are the steps of each of some columns, 0 for none; without names of columns they are known by their indices.
func (r *Rounding) of(columns []string, count int) ([]float64, error) {
	if columns == nil {
		for i := range count {
			columns = append(columns, strconv.Itoa(i))
		}
	}
	steps := make([]float64, count)
	for k, name := range r.Rounded {
		i := slices.Index(columns, name)
		if i < 0 {
			return nil, &config.FieldError{Field: "rounded", Found: fmt.Sprintf("%q", name),
				Allowed: "some of columns"}
		}
		steps[i] = r.Steps[k]
	}
	return steps, nil
}

// spread adds a number from within half a step, where there is one, to those of rows: uniform dequantization (Uria
// et al. 2013; Theis et al. 2016). Rows that repeat others get the same, so that they go on to do so, but where all
// columns are rounded, as equal rows are different points then. Rows that aren't allowed so, such as one beyond a
// pole, are moved the other way.
func (r *Rounding) spread(rows *points.Set, columns []string, rng *rand.Rand,
	allowed func(row []float64) bool) error {
	if len(r.Rounded) == 0 {
		return nil
	}
	steps, err := r.of(columns, rows.Dim)
	if err != nil {
		return err
	}
	all, shift := !slices.Contains(steps, 0), make([]float64, rows.Dim)
	first := rows.FirstEqual()
	for i := range rows.Len() {
		row := rows.At(i)
		for j, step := range steps {
			shift[j] = step * (rng.Float64() - 0.5)
		}
		if first[i] != i && !all {
			copy(row, rows.At(first[i]))
			continue
		}
		if floats.Add(row, shift); !allowed(row) {
			floats.AddScaled(row, -2, shift)
		}
	}
	return nil
}
