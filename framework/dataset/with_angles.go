package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"ebim/framework/config"
	"ebim/framework/points"
)

// WithAngles is an own table of which some columns are angles, such as the poses of a vehicle: an angle a becomes
// (cos a, sin a), in its column's place, so that its ends are one. The other columns are coordinates as they are.
type WithAngles struct {
	File    string    `yaml:"file" doc:"path of the table, relative to the experiment file"`
	Columns []string  `yaml:"columns" length:"[1, inf)" doc:"columns to take, in this order, by name or by index from 0"`
	Turning []string  `yaml:"turning" length:"[1, inf)" doc:"those of them that are angles"`
	Unit    AngleUnit `yaml:"unit" default:"degrees" doc:"what the angles are measured in; all lie within one turn of 0"`
	FilePart
	TableFormat
}

var (
	_ FileSource = (*WithAngles)(nil)
	_ Charted    = (*WithAngles)(nil)
)

// Check refuses angles that are not taken.
func (w *WithAngles) Check() error {
	for _, name := range w.Turning {
		if !slices.Contains(w.Columns, name) {
			return &config.FieldError{Field: "turning", Found: fmt.Sprintf("%q", name), Allowed: "some of columns"}
		}
	}
	return w.TableFormat.Check()
}

// Load reads the table. An angle more than a turn away from 0, which may be in another unit, is an error with its line.
func (w *WithAngles) Load(env Env, rng *rand.Rand, size int) (*points.Set, error) {
	options, err := w.options(w.Columns)
	if err != nil {
		return nil, err
	}
	options.Check = w.check
	rows, err := readTable(env.Resolve(w.File), w.with(options))
	if err != nil {
		return nil, err
	}
	set := points.New(0, w.ambient())
	for i := range rows.Len() {
		set.Data = append(set.Data, w.point(rows.At(i))...)
	}
	return subset(set, rng, size)
}

// ambient is the dimension of the points.
func (w *WithAngles) ambient() (n int) {
	for i := range w.Columns {
		if n++; w.turns(i) {
			n++
		}
	}
	return n
}

// turns says that a column is an angle.
func (w *WithAngles) turns(i int) bool { return slices.Contains(w.Turning, w.Columns[i]) }

// check refuses an angle more than a turn away from 0.
func (w *WithAngles) check(row []float64) error {
	for i, v := range row {
		if w.turns(i) {
			one := AngleTable{Columns: w.Columns[i : i+1], Unit: w.Unit}
			if err := one.check([]float64{v}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *WithAngles) point(row []float64) (point []float64) {
	for i, v := range row {
		if !w.turns(i) {
			point = append(point, v)
			continue
		}
		sin, cos := math.Sincos(v / w.Unit.turn() * 2 * math.Pi)
		point = append(point, cos, sin)
	}
	return point
}

// Files is the one file that is read.
func (w *WithAngles) Files(env Env) ([]string, error) { return []string{env.Resolve(w.File)}, nil }

// RowNames implements Charted.
func (w *WithAngles) RowNames() []string { return withoutIndices(w.Columns) }

// Place implements Charted.
func (w *WithAngles) Place(row []float64) ([]float64, error) {
	if err := w.check(row); err != nil {
		return nil, err
	}
	return w.point(row), nil
}

// Row implements Charted. Angles lie within half a turn of 0.
func (w *WithAngles) Row(point []float64) (row []float64) {
	for i := range w.Columns {
		if !w.turns(i) {
			row, point = append(row, point[0]), point[1:]
			continue
		}
		row, point = append(row, math.Atan2(point[1], point[0])/(2*math.Pi)*w.Unit.turn()), point[2:]
	}
	return row
}
