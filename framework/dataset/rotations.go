package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"ebim/framework/config"
	"ebim/framework/points"
)

// RotationTable is an own table of rotations of space as their matrices, row by row, points of R^9: so q and -q of a
// quaternion are one, and half a turn about an axis and about its opposite.
type RotationTable struct {
	File    string          `yaml:"file" doc:"path of the table, relative to the experiment file"`
	Columns []string        `yaml:"columns" length:"[3, 9]" doc:"columns, by name or by index from 0: four of a unit quaternion, scalar first; three of a rotation vector, whose length is the angle, or of rotation_angles; or nine of a matrix, row by row"`
	Unit    AngleUnit       `yaml:"unit" default:"radians" doc:"what angles, or the length of a rotation vector, are measured in"`
	Angles  *RotationAngles `yaml:"rotation_angles" doc:"what three columns are; a rotation vector unless given"`
	FilePart
	TableFormat
}

// Rotations are rotations all over SO(3), which is the manifold.
type Rotations struct{ RotationTable }

// RotationSubset are rotations on a manifold of one or two dimensions, which is to be learned.
type RotationSubset struct{ RotationTable }

var (
	_ Manifold   = (*Rotations)(nil)
	_ FileSource = (*Rotations)(nil)
	_ FileSource = (*RotationSubset)(nil)
	_ Charted    = (*Rotations)(nil)
	_ Charted    = (*RotationSubset)(nil)
)

// Check refuses other numbers of columns.
func (r *RotationTable) Check() error {
	if !slices.Contains(rotationSizes, len(r.Columns)) {
		return &config.FieldError{Field: "columns", Found: fmt.Sprintf("%d columns", len(r.Columns)),
			Allowed: rotationColumns}
	}
	if err := r.Angles.checkColumns("rotation_angles", len(r.Columns)); err != nil {
		return err
	}
	return r.TableFormat.Check()
}

// Load reads the table. What is no rotation is an error with its line.
func (r *RotationTable) Load(env Env, rng *rand.Rand, size int) (*points.Set, error) {
	options, err := r.options(r.Columns)
	if err != nil {
		return nil, err
	}
	return loadPlaced(env.Resolve(r.File), r.with(options), &r.Rounding, rng, size, r.Place)
}

// Files is the one file that is read.
func (r *RotationTable) Files(env Env) ([]string, error) { return []string{env.Resolve(r.File)}, nil }

// RowNames implements Charted.
func (r *RotationTable) RowNames() []string { return withoutIndices(r.Columns) }

// Place implements Charted.
func (r *RotationTable) Place(row []float64) ([]float64, error) {
	return matrixOf(row, r.Unit.turn(), r.Angles)
}

// Row implements Charted. A quaternion's scalar is not negative, and a rotation vector no longer than half a turn.
func (r *RotationTable) Row(point []float64) []float64 {
	return fromMatrix(point, len(r.Columns), r.Unit.turn(), r.Angles)
}

// Dimensions are 9 and 3.
func (*Rotations) Dimensions() (ambient, manifold int) { return rotationSize, 3 }

// Evenly gives n rotations of equal share of SO(3), whose volume among matrices is 16 sqrt(2) pi^2: a turn by a small
// angle a moves a matrix by a sqrt(2), and of these angles the volume is 8 pi^2. Points of a Kronecker lattice in the
// cube become unit quaternions evenly (Shoemake 1992).
func (*Rotations) Evenly(n int) (*points.Set, []float64) {
	n = max(n, 1)
	set, generators := points.New(n, rotationSize), kronecker(3)
	for i := range n {
		var u [3]float64
		for k, generator := range generators {
			u[k] = math.Mod((float64(i)+0.5)*generator, 1)
		}
		a, b := math.Sqrt(1-u[0]), math.Sqrt(u[0])
		s1, c1 := math.Sincos(2 * math.Pi * u[1])
		s2, c2 := math.Sincos(2 * math.Pi * u[2])
		matrix, _ := rotationOf([4]float64{b * c2, a * s1, a * c1, b * s2}) // of length 1
		copy(set.At(i), matrix)
	}
	return set, equalShares(n, 16*math.Sqrt2*math.Pi*math.Pi)
}

// Nearest is the rotation nearest to a matrix.
func (*Rotations) Nearest(x []float64) []float64 { return fromMatrix(x, rotationSize, 0, nil) }

// Topology is one component, of Euler characteristic 0.
func (*Rotations) Topology() (Topology, bool) {
	return Topology{Dimension: 3, Components: 1, EulerCharacteristics: []int{0}}, true
}
