package dataset

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"ebim/framework/config"
	"ebim/framework/points"
)

// WithAngles is an own table of which some columns close on themselves, such as the poses of a vehicle. An angle a, or
// whatever else begins anew after a period, becomes (cos a, sin a), in its column's place, so that its ends are one. At
// the end come the point of the unit sphere at a latitude and a longitude, whose poles are points, and the matrix of a
// rotation, so that q and -q are one, and half a turn about an axis and about its opposite. The others are coordinates.
type WithAngles struct {
	File     string          `yaml:"file" doc:"path of the table, relative to the experiment file"`
	Columns  []string        `yaml:"columns" length:"[1, inf)" doc:"columns to take, in this order, by name or by index from 0"`
	Turning  []string        `yaml:"turning" default:"null" doc:"those of them that are angles, or begin anew after a period"`
	Unit     AngleUnit       `yaml:"unit" default:"degrees" doc:"what the angles are measured in"`
	Periods  []float64       `yaml:"periods" default:"null" range:"(0, inf)" doc:"how much a turn is, for each of turning, in its own unit, such as 24 for hours and 4096 for an encoder; a turn of unit unless given; all numbers lie within one turn of 0"`
	Places   []string        `yaml:"places" default:"null" doc:"two of columns that are latitude and longitude, or what place_angles says: a point of the unit sphere"`
	Polar    *Polar          `yaml:"place_angles" doc:"what places are; latitude and longitude, in degrees, unless given"`
	Rotation []string        `yaml:"rotation" default:"null" doc:"those of columns that are a rotation: four of a unit quaternion, scalar first; three of a rotation vector, as long as its angle in unit, or of rotation_angles; or nine of a matrix"`
	Angles   *RotationAngles `yaml:"rotation_angles" doc:"what three columns of a rotation are, in unit; a rotation vector unless given"`
	ColumnBlocks
	FilePart
	TableFormat
}

// Polar says that places are given by spherical coordinates.
type Polar string

// Choices implements config.Enumeration.
func (Polar) Choices() []config.Choice {
	return []config.Choice{{Name: "polar",
		Doc: "the angle from an axis, up to half a turn, and the azimuth around it, both in unit"}}
}

var (
	_ FileSource = (*WithAngles)(nil)
	_ Charted    = (*WithAngles)(nil)
	_ Blocked    = (*WithAngles)(nil)
)

// Check refuses angles, places and rotations that are not taken.
func (w *WithAngles) Check() error {
	refuse := func(field, found, allowed string) error {
		return &config.FieldError{Field: field, Found: found, Allowed: allowed}
	}
	named := slices.Concat(w.Turning, w.Places, w.Rotation)
	for i, name := range named {
		field := "turning"
		switch {
		case i >= len(w.Turning)+len(w.Places):
			field = "rotation"
		case i >= len(w.Turning):
			field = "places"
		}
		if !slices.Contains(w.Columns, name) {
			return refuse(field, fmt.Sprintf("%q", name), "some of columns")
		}
		if slices.Contains(named[:i], name) {
			return refuse(field, fmt.Sprintf("%q twice", name), "each column once")
		}
	}
	switch {
	case len(named) == 0:
		return refuse("turning", "nothing", "at least one of columns, places, or a rotation")
	case len(w.Places) != 0 && len(w.Places) != 2:
		return refuse("places", fmt.Sprintf("%d columns", len(w.Places)), "two")
	case w.Polar != nil && len(w.Places) == 0:
		return refuse("place_angles", "no places that have any", "two of columns as places, or none of this")
	case len(w.Rotation) != 0 && !slices.Contains(rotationSizes, len(w.Rotation)):
		return refuse("rotation", fmt.Sprintf("%d columns", len(w.Rotation)), rotationColumns)
	case w.Periods != nil && len(w.Periods) != len(w.Turning):
		return refuse("periods", fmt.Sprintf("%d numbers", len(w.Periods)),
			fmt.Sprintf("one for each of turning: %d", len(w.Turning)))
	}
	if err := w.Angles.checkColumns("rotation_angles", len(w.Rotation)); err != nil {
		return err
	}
	if err := w.checkBlocks(w.Columns, named); err != nil {
		return err
	}
	return w.TableFormat.Check()
}

// Load reads the table. A number more than a turn away from 0, which may be in another unit, and what is no rotation,
// as a quaternion that is not of length 1, are errors with their line.
func (w *WithAngles) Load(env Env, rng *rand.Rand, size int) (*points.Set, error) {
	return tableOf(w.File, w.Columns, w.FilePart, w.TableFormat).placed(env, rng, size, w.Place)
}

// turn is how much a turn of a column is, 0 where it does not turn.
func (w *WithAngles) turn(name string) float64 {
	switch i := slices.Index(w.Turning, name); {
	case i < 0:
		return 0
	case i < len(w.Periods):
		return w.Periods[i]
	}
	return w.Unit.turn()
}

// Files is the one file that is read.
func (w *WithAngles) Files(env Env) ([]string, error) { return []string{env.Resolve(w.File)}, nil }

// RowNames implements Charted.
func (w *WithAngles) RowNames() []string { return withoutIndices(w.Columns) }

// Blocks implements Blocked: a circle has one scale, a sphere, and a rotation's matrix.
func (w *WithAngles) Blocks() (blocks []int) {
	columns := w.Columns
	for _, size := range w.sizes(columns) {
		name := columns[0]
		switch columns = columns[size:]; {
		case w.turn(name) > 0:
			blocks = append(blocks, 2)
		case !slices.Contains(w.Rotation, name) && !slices.Contains(w.Places, name):
			blocks = append(blocks, size)
		}
	}
	if len(w.Places) > 0 {
		blocks = append(blocks, 3)
	}
	if len(w.Rotation) > 0 {
		blocks = append(blocks, rotationSize)
	}
	return blocks
}

// FullDimension is that of the manifold of all points that rows can become, along which noise spreads: rotations have
// three dimensions.
func (w *WithAngles) FullDimension() int {
	if len(w.Rotation) > 0 {
		return len(w.Columns) - len(w.Rotation) + 3
	}
	return len(w.Columns)
}

// Place implements Charted.
func (w *WithAngles) Place(row []float64) (point []float64, err error) {
	rotation := make([]float64, len(w.Rotation))
	var at [2]float64
	for i, v := range row {
		name := w.Columns[i]
		if k := slices.Index(w.Places, name); k >= 0 {
			at[k] = v
			continue
		}
		if k := slices.Index(w.Rotation, name); k >= 0 {
			rotation[k] = v
			continue
		}
		turn := w.turn(name)
		if turn == 0 {
			point = append(point, v)
			continue
		}
		unit := string(w.Unit)
		if w.Periods != nil {
			unit = "numbers"
		}
		on, err := onCircle(v, turn, name, unit)
		if err != nil {
			return nil, err
		}
		point = append(point, on...)
	}
	if len(w.Places) > 0 {
		if w.Polar != nil {
			degree := w.Unit.turn() / 360
			at = [2]float64{90 - at[0]/degree, at[1] / degree}
		}
		if err := checkDegrees(at[:]); err != nil {
			return nil, err
		}
		point = append(point, onEarth(at[0], at[1])...)
	}
	if len(w.Rotation) == 0 {
		return point, nil
	}
	matrix, err := matrixOf(rotation, w.Unit.turn(), w.Angles)
	return append(point, matrix...), err
}

// Row implements Charted. Angles and longitudes lie within half a turn of 0, a quaternion's scalar is not negative, and
// a rotation vector no longer than half a turn.
func (w *WithAngles) Row(point []float64) (row []float64) {
	var rotation []float64
	if len(w.Rotation) > 0 {
		end := len(point) - rotationSize
		point, rotation = point[:end], fromMatrix(point[end:], len(w.Rotation), w.Unit.turn(), w.Angles)
	}
	var at []float64
	if len(w.Places) > 0 {
		at = degreesOf(point[len(point)-3:])
		if w.Polar != nil {
			degree := w.Unit.turn() / 360
			at = []float64{(90 - at[0]) * degree, at[1] * degree}
		}
	}
	for _, name := range w.Columns {
		if k := slices.Index(w.Places, name); k >= 0 {
			row = append(row, at[k])
		} else if k := slices.Index(w.Rotation, name); k >= 0 {
			row = append(row, rotation[k])
		} else if turn := w.turn(name); turn > 0 {
			row, point = append(row, angleOf(point, turn)), point[2:]
		} else {
			row, point = append(row, point[0]), point[1:]
		}
	}
	return row
}
