package dataset

import (
	"fmt"
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
	return loadPlaced(env.Resolve(w.File), w.with(options), rng, size, w.Place)
}

// turns says that a column is an angle.
func (w *WithAngles) turns(i int) bool { return slices.Contains(w.Turning, w.Columns[i]) }

// Files is the one file that is read.
func (w *WithAngles) Files(env Env) ([]string, error) { return []string{env.Resolve(w.File)}, nil }

// RowNames implements Charted.
func (w *WithAngles) RowNames() []string { return withoutIndices(w.Columns) }

// Place implements Charted.
func (w *WithAngles) Place(row []float64) (point []float64, err error) {
	for i, v := range row {
		if !w.turns(i) {
			point = append(point, v)
			continue
		}
		on, err := w.Unit.onCircle(v, w.Columns[i])
		if err != nil {
			return nil, err
		}
		point = append(point, on...)
	}
	return point, nil
}

// Row implements Charted. Angles lie within half a turn of 0.
func (w *WithAngles) Row(point []float64) (row []float64) {
	for i := range w.Columns {
		if !w.turns(i) {
			row, point = append(row, point[0]), point[1:]
			continue
		}
		row, point = append(row, w.Unit.angle(point)), point[2:]
	}
	return row
}
