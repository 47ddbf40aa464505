package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"ebim/framework/config"
	"ebim/framework/points"
)

// AngleUnit is what angles are measured in.
type AngleUnit string

// Choices are degrees and radians.
func (AngleUnit) Choices() []config.Choice {
	return []config.Choice{{Name: "degrees", Doc: "a turn is 360"}, {Name: "radians", Doc: "a turn is 2 pi"}}
}

// turn is the angle all the way round.
func (u AngleUnit) turn() float64 {
	if u == "radians" {
		return 2 * math.Pi
	}
	return 360
}

// mostTurn is the most turns of an angle, which may be rounded or noisy beyond one.
const mostTurn = 1.001

// onCircle is the point of the unit circle at an angle of a column, of which a turn has so much. One more than a turn
// away from 0, which may be in another unit than is meant, is an error.
func onCircle(angle, turn float64, column, unit string) ([]float64, error) {
	if math.Abs(angle) > mostTurn*turn {
		return nil, fmt.Errorf("the angle in column %s is %v; %s in [-%.6g, %.6g] are needed", column, angle, unit,
			turn, turn)
	}
	sin, cos := math.Sincos(angle / turn * 2 * math.Pi)
	return []float64{cos, sin}, nil
}

// angleOf is the angle of a point about the circle, within half a turn of 0.
func angleOf(point []float64, turn float64) float64 {
	return math.Atan2(point[1], point[0]) / (2 * math.Pi) * turn
}

// AngleTable is an own table of angles as points of the product of m unit circles in R^2m, m the number of columns: an
// angle a becomes (cos a, sin a), one column after the other. So an angle's ends are one, which a model of the angles
// themselves does not know.
type AngleTable struct {
	File    string    `yaml:"file" doc:"path of the table, relative to the experiment file"`
	Columns []string  `yaml:"columns" length:"[1, inf)" doc:"columns of the angles, in this order, by name or by index from 0"`
	Unit    AngleUnit `yaml:"unit" default:"degrees" doc:"what the angles are measured in; all lie within one turn of 0"`
	FilePart
	TableFormat
}

// Angles are points all over the product of circles, which is the manifold.
type Angles struct{ AngleTable }

// TorusSubset are points on a manifold within the product of circles, of fewer dimensions, which is to be learned.
type TorusSubset struct{ AngleTable }

var (
	_ OnUnitSpheres = (*Angles)(nil)
	_ FileSource    = (*Angles)(nil)
	_ FileSource    = (*TorusSubset)(nil)
)

// Load reads the table. An angle more than a turn away from 0, which may be in another unit, is an error with its line.
func (a *AngleTable) Load(env Env, rng *rand.Rand, size int) (*points.Set, error) {
	return tableOf(a.File, a.Columns, a.FilePart, a.TableFormat).placed(env, rng, size, a.Place)
}

// Files is the one file that is read.
func (a *AngleTable) Files(env Env) ([]string, error) { return []string{env.Resolve(a.File)}, nil }

// Dimensions are 2m and m.
func (a *Angles) Dimensions() (ambient, manifold int) { return 2 * len(a.Columns), len(a.Columns) }

// UnitSpheres is a circle for each angle.
func (a *Angles) UnitSpheres() []int { return slices.Repeat([]int{2}, len(a.Columns)) }

// Evenly places n points of equal share at the angles of a Kronecker lattice.
func (a *Angles) Evenly(n int) (*points.Set, []float64) {
	n = max(n, 1)
	m := len(a.Columns)
	set, generators := points.New(n, 2*m), kronecker(m)
	for i := range n {
		for k, generator := range generators {
			if k == 0 {
				generator = 1 / float64(n)
			}
			set.At(i)[2*k+1], set.At(i)[2*k] = math.Sincos(2 * math.Pi * (float64(i) + 0.5) * generator)
		}
	}
	return set, equalShares(n, math.Pow(2*math.Pi, float64(m)))
}

// Nearest is the radial projection in each of the planes; the center of a circle goes to the angle 0.
func (a *Angles) Nearest(x []float64) []float64 {
	nearest := make([]float64, len(x))
	circle := unitSphere(2)
	for k := 0; k+1 < len(x); k += 2 {
		copy(nearest[k:], circle.nearest(x[k:k+2]))
	}
	return nearest
}

// Topology is one component, with Euler characteristic 0.
func (a *Angles) Topology() (Topology, bool) {
	if len(a.Columns) == 1 {
		return unitSphere(2).topology(), true
	}
	return Topology{Dimension: len(a.Columns), Components: 1, EulerCharacteristics: []int{0}}, true
}
