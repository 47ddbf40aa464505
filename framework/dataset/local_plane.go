package dataset

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"

	"ebim/framework/config"
	"ebim/framework/points"
)

// LocalPlane are places on Earth within some hundred kilometers, such as a track of GPS, as points of a plane in
// meters: the orthographic projection along the vertical of a center, x to the east and y to the north of it, and z the
// elevation if there is one. Distances from the center are short by about d^3 / (6 R^2): 2 mm at 8 km, 4 m at 100 km.
type LocalPlane struct {
	File    string    `yaml:"file" doc:"path of the file, relative to the experiment file"`
	Columns []string  `yaml:"columns" length:"[2, 3]" doc:"columns of latitude and longitude, in degrees, and of elevation if wanted, by name or by index from 0"`
	Center  []float64 `yaml:"center" length:"[2, 2]" doc:"latitude and longitude of the point where the plane touches the Earth, in degrees"`
	Factor  float64   `yaml:"elevation_factor" default:"1" doc:"meters up in a unit of the third column: 0.3048 of feet, -1 of depths in meters"`
	FilePart
	TableFormat
}

var (
	_ FileSource = (*LocalPlane)(nil)
	_ Named      = (*LocalPlane)(nil)
	_ Charted    = (*LocalPlane)(nil)
)

// Check refuses centers that are none.
func (l *LocalPlane) Check() error {
	if err := checkDegrees(l.Center); err != nil {
		return &config.FieldError{Field: "center", Found: fmt.Sprint(l.Center),
			Allowed: "a latitude in [-90, 90] and a longitude in [-180, 360]"}
	}
	if l.Factor == 0 {
		return &config.FieldError{Field: "elevation_factor", Found: "0", Allowed: "another number, such as 1 or -1"}
	}
	return l.TableFormat.Check()
}

// Load reads the file. A place that is none, or farther from the center than a quarter of the Earth, is an error with
// its line.
func (l *LocalPlane) Load(env Env, rng *rand.Rand, size int) (*points.Set, error) {
	return tableOf(l.File, l.Columns, l.FilePart, l.TableFormat).placed(env, rng, size, l.Place)
}

// Files is the one file that is read.
func (l *LocalPlane) Files(env Env) ([]string, error) { return []string{env.Resolve(l.File)}, nil }

// ColumnNames are those of the coordinates.
func (l *LocalPlane) ColumnNames(Env) ([]string, error) {
	return []string{"east [m]", "north [m]", "elevation [m]"}[:len(l.Columns)], nil
}

// RowNames implements Charted.
func (l *LocalPlane) RowNames() []string {
	names := withoutIndices(l.Columns)
	for i, unless := range []string{"latitude", "longitude", "elevation"}[:len(names)] {
		names[i] = cmp.Or(names[i], unless)
	}
	return names
}

// The ellipsoid WGS 84: its half axis in the plane of the equator, in meters, and its flattening.
const (
	earthAxis       = 6378137
	earthFlattening = 1 / 298.257223563
	// earthSquash is the square of the ratio of the polar axis to the other.
	earthSquash = (1 - earthFlattening) * (1 - earthFlattening)
)

// onEllipsoid is the point of the ellipsoid at a latitude and longitude, from the Earth's center.
func onEllipsoid(latitude, longitude float64) [3]float64 {
	sinLat, cosLat := math.Sincos(latitude * math.Pi / 180)
	sinLong, cosLong := math.Sincos(longitude * math.Pi / 180)
	normal := earthAxis / math.Sqrt(cosLat*cosLat+earthSquash*sinLat*sinLat)
	return [3]float64{normal * cosLat * cosLong, normal * cosLat * sinLong, normal * earthSquash * sinLat}
}

// frame are the directions to the east, north and up at the center.
func (l *LocalPlane) frame() [3][3]float64 {
	sinLat, cosLat := math.Sincos(l.Center[0] * math.Pi / 180)
	sinLong, cosLong := math.Sincos(l.Center[1] * math.Pi / 180)
	return [3][3]float64{{-sinLong, cosLong, 0}, {-sinLat * cosLong, -sinLat * sinLong, cosLat},
		{cosLat * cosLong, cosLat * sinLong, sinLat}}
}

// Place implements Charted.
func (l *LocalPlane) Place(row []float64) ([]float64, error) {
	if err := checkDegrees(row[:2]); err != nil {
		return nil, err
	}
	at, center, frame := onEllipsoid(row[0], row[1]), onEllipsoid(l.Center[0], l.Center[1]), l.frame()
	point := make([]float64, len(row))
	up := 0.0
	for k := range at {
		point[0] += frame[0][k] * (at[k] - center[k])
		point[1] += frame[1][k] * (at[k] - center[k])
		up += frame[2][k] * (at[k] - center[k])
	}
	if up < -earthAxis/2 {
		return nil, fmt.Errorf("the place %.6g, %.6g is far from the center %v of the plane; write earth: to place "+
			"it on a sphere", row[0], row[1], l.Center)
	}
	if len(row) > 2 {
		point[2] = row[2] * l.Factor
	}
	return point, nil
}

// Row implements Charted: a line along the center's vertical meets the ellipsoid, above or at its horizon.
func (l *LocalPlane) Row(point []float64) []float64 {
	center, frame := onEllipsoid(l.Center[0], l.Center[1]), l.frame()
	// Of q + u up with x^2 + y^2 + z^2 / s = a^2, s = earthSquash: A u^2 + 2 B u + C = 0, the larger u.
	weights := [3]float64{1, 1, 1 / earthSquash}
	var q [3]float64
	a, b, c := 0.0, 0.0, -float64(earthAxis)*earthAxis
	for k := range q {
		q[k] = center[k] + point[0]*frame[0][k] + point[1]*frame[1][k]
		a += weights[k] * frame[2][k] * frame[2][k]
		b += weights[k] * frame[2][k] * q[k]
		c += weights[k] * q[k] * q[k]
	}
	up := -c / (b + math.Sqrt(max(0, b*b-a*c)))
	for k := range q {
		q[k] += up * frame[2][k]
	}
	row := append([]float64{}, point...)
	if len(row) > 2 {
		row[2] /= l.Factor
	}
	row[0] = math.Atan2(q[2]/earthSquash, math.Hypot(q[0], q[1])) * 180 / math.Pi
	row[1] = math.Atan2(q[1], q[0]) * 180 / math.Pi
	if l.Center[1] > 180 && row[1] < 0 {
		row[1] += 360
	}
	return row
}
