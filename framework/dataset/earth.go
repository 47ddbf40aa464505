package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"

	"ebim/framework/config"
	"ebim/framework/points"
)

// Events names one of the published files of places on Earth.
type Events string

// Choices are the names of the catalog of known files.
func (Events) Choices() []config.Choice {
	return []config.Choice{
		{Name: "floods", Doc: "floods of the Dartmouth Flood Observatory"},
		{Name: "earthquakes", Doc: "significant earthquakes of NOAA"},
		{Name: "fires", Doc: "active fires of NASA"},
		{Name: "eruptions", Doc: "significant volcanic eruptions of NOAA"},
	}
}

// LongitudeUnit is what longitudes are measured in.
type LongitudeUnit string

// Choices are degrees and hours.
func (LongitudeUnit) Choices() []config.Choice {
	return []config.Choice{{Name: "degrees", Doc: "in [-180, 360]"},
		{Name: "hours", Doc: "of right ascension, in [0, 24]: 15 degrees each"}}
}

func (u *LongitudeUnit) hours() bool { return u != nil && *u == "hours" }

// degrees is a longitude in degrees.
func (u *LongitudeUnit) degrees(longitude float64) (float64, error) {
	switch {
	case !u.hours():
		return longitude, nil
	case longitude < 0 || longitude > 24:
		return 0, fmt.Errorf("the right ascension is %v; hours in [0, 24] are needed", longitude)
	}
	return 15 * longitude, nil
}

// PlaceTable is a table of places on Earth, or in the sky, as points of the unit sphere: latitude t and longitude l
// become (cos t cos l, cos t sin l, sin t).
type PlaceTable struct {
	Events  Events         `yaml:"events" default:"floods" doc:"which of the published files, unless a file is given"`
	File    *string        `yaml:"file" doc:"path of an own text table, relative to the experiment file, instead of a published one"`
	Columns []string       `yaml:"columns" default:"[0, 1]" length:"[2, 2]" doc:"columns of latitude and longitude, or of declination and right ascension, by name or by index from 0; latitudes are in degrees"`
	Unit    *LongitudeUnit `yaml:"longitude_unit" doc:"what longitudes are measured in; degrees unless given"`
	FilePart
}

// Earth are places all over the sphere, which is the manifold.
type Earth struct{ PlaceTable }

// EarthSubset are places along curves, such as tracks and faults, which are to be learned.
type EarthSubset struct{ PlaceTable }

var (
	_ OnUnitSpheres = (*Earth)(nil)
	_ FileSource    = (*Earth)(nil)
	_ FileSource    = (*EarthSubset)(nil)
)

// Load reads the file. A latitude outside [-90, 90] or a longitude outside [-180, 360] is an error with its line.
func (p *PlaceTable) Load(env Env, rng *rand.Rand, size int) (*points.Set, error) {
	path, err := env.Find(p.File, string(p.Events))
	if err != nil {
		return nil, err
	}
	options := p.with(points.TableOptions{Comment: '#', Columns: p.Columns})
	return loadPlaced(path, options, &Rounding{}, rng, size, p.Place)
}

// onEarth is the point of the unit sphere at a latitude and a longitude, in degrees.
func onEarth(latitude, longitude float64) []float64 {
	sinLat, cosLat := math.Sincos(latitude * math.Pi / 180)
	sinLong, cosLong := math.Sincos(longitude * math.Pi / 180)
	return []float64{cosLat * cosLong, cosLat * sinLong, sinLat}
}

// degreesOf are the latitude and the longitude, in [-180, 180], of the nearest point of the sphere.
func degreesOf(x []float64) []float64 {
	return []float64{math.Atan2(x[2], math.Hypot(x[0], x[1])) * 180 / math.Pi, math.Atan2(x[1], x[0]) * 180 / math.Pi}
}

func checkDegrees(row []float64) error {
	if latitude := row[0]; latitude < -90 || latitude > 90 {
		return fmt.Errorf("the latitude is %v; degrees in [-90, 90] are needed", latitude)
	}
	if longitude := row[1]; longitude < -180 || longitude > 360 {
		return fmt.Errorf("the longitude is %v; degrees in [-180, 360] are needed", longitude)
	}
	return nil
}

// Files is the one file that is read.
func (p *PlaceTable) Files(env Env) ([]string, error) {
	path, err := env.Find(p.File, string(p.Events))
	return []string{path}, err
}

// Dimensions are 3 and 2.
func (e *Earth) Dimensions() (ambient, manifold int) { return 3, 2 }

// UnitSpheres is one.
func (e *Earth) UnitSpheres() []int { return []int{3} }

// Evenly gives n points of equal share.
func (e *Earth) Evenly(n int) (*points.Set, []float64) { return unitSphere(3).evenly(n) }

// Nearest is the radial projection.
func (e *Earth) Nearest(x []float64) []float64 { return unitSphere(3).nearest(x) }

// Topology is that of the sphere.
func (e *Earth) Topology() (Topology, bool) { return unitSphere(3).topology(), true }
