package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

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
	return tableOf(r.File, r.Columns, r.FilePart, r.TableFormat).placed(env, rng, size, r.Place)
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

// rotationSize is the number of a rotation's coordinates, the entries of its matrix row by row.
const rotationSize = 9

// rotationSizes are of how many numbers a rotation may be given: three of a vector along its axis, whose length is its
// angle, four of a unit quaternion, nine of its matrix.
var rotationSizes = []int{3, 4, rotationSize}

const rotationColumns = "four of a quaternion, three of a rotation vector or of angles, or nine of a matrix"

// checkColumns refuses a number of columns other than three, as their kind of angles.
func (a *RotationAngles) checkColumns(field string, columns int) error {
	if a == nil || columns == 3 {
		return nil
	}
	return &config.FieldError{Field: field, Found: fmt.Sprintf("%s for %d columns of a rotation", *a, columns),
		Allowed: "three columns, or none of this"}
}

// mostOffUnit is how far a quaternion's length may be from 1, and an entry of a matrix from that of a rotation, as by
// rounding.
const mostOffUnit = 0.01

// matrixOf is that of a rotation given by numbers; turn is a turn in the unit of a rotation vector's length, or of what
// angles says that three numbers are.
func matrixOf(numbers []float64, turn float64, angles *RotationAngles) ([]float64, error) {
	switch len(numbers) {
	case 3:
		if angles != nil {
			return fromRollPitchYaw(numbers, turn)
		}
		length := floats.Norm(numbers, 2)
		if !(length <= turn) {
			return nil, fmt.Errorf("the rotation vector %.6g has length %.6g; at most a turn, %.6g, is allowed",
				numbers, length, turn)
		}
		half := math.Pi * length / turn
		along := math.Sin(half) / max(length, math.SmallestNonzeroFloat64)
		return rotationOf([4]float64{math.Cos(half), along * numbers[0], along * numbers[1], along * numbers[2]})
	case rotationSize:
		matrix, err := rotationOf(quaternionOf(numbers))
		if err == nil && !(floats.Distance(matrix, numbers, math.Inf(1)) <= mostOffUnit) {
			err = fmt.Errorf("the matrix %.6g is that of no rotation: rows of length 1 are needed, at right angles to "+
				"each other and right-handed", numbers)
		}
		return matrix, err
	}
	return rotationOf([4]float64(numbers))
}

// fromMatrix is matrixOf the other way around, for the rotation nearest to a matrix.
func fromMatrix(matrix []float64, size int, turn float64, angles *RotationAngles) []float64 {
	q := quaternionOf(matrix)
	switch size {
	case 3:
		if angles != nil {
			return rollPitchYaw(q, turn)
		}
		sine := floats.Norm(q[1:], 2)
		along := math.Atan2(sine, q[0]) / math.Pi * turn / max(sine, math.SmallestNonzeroFloat64)
		return []float64{along * q[1], along * q[2], along * q[3]}
	case rotationSize:
		nearest, _ := rotationOf(q) // of length 1
		return nearest
	}
	return q[:]
}

// RotationAngles says that a rotation is given by three angles.
type RotationAngles string

// Choices implements config.Enumeration.
func (RotationAngles) Choices() []config.Choice {
	return []config.Choice{{Name: "roll_pitch_yaw",
		Doc: "of a vehicle: it turns by the first about x, its way ahead, by the second about y, by the third about z"}}
}

// fromRollPitchYaw is the matrix of angles of which a turn is so much, none larger.
func fromRollPitchYaw(angles []float64, turn float64) ([]float64, error) {
	var half [3]struct{ sin, cos float64 }
	for k, angle := range angles {
		if !(math.Abs(angle) <= mostTurn*turn) {
			return nil, fmt.Errorf("an angle of %.6g of roll, pitch and yaw is above a turn, %.6g", angle, turn)
		}
		half[k].sin, half[k].cos = math.Sincos(math.Pi * angle / turn)
	}
	roll, pitch, yaw := half[0], half[1], half[2]
	return rotationOf([4]float64{
		roll.cos*pitch.cos*yaw.cos + roll.sin*pitch.sin*yaw.sin,
		roll.sin*pitch.cos*yaw.cos - roll.cos*pitch.sin*yaw.sin,
		roll.cos*pitch.sin*yaw.cos + roll.sin*pitch.cos*yaw.sin,
		roll.cos*pitch.cos*yaw.sin - roll.sin*pitch.sin*yaw.cos,
	})
}

// rollPitchYaw are the angles of a unit quaternion, with a pitch of a quarter of a turn at most.
func rollPitchYaw(q [4]float64, turn float64) []float64 {
	m, _ := rotationOf(q) // of length 1
	degree := turn / (2 * math.Pi)
	return []float64{degree * math.Atan2(m[7], m[8]), -degree * math.Asin(max(-1, min(m[6], 1))),
		degree * math.Atan2(m[3], m[0])}
}

// rotationOf is the matrix of the rotation x -> q x q^-1 of a unit quaternion (scalar, i, j, k), row by row.
func rotationOf(q [4]float64) ([]float64, error) {
	length := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
	if !(math.Abs(length-1) <= mostOffUnit) {
		return nil, fmt.Errorf("the quaternion %.6g has length %.6g; 1 is needed", q, length)
	}
	w, x, y, z := q[0]/length, q[1]/length, q[2]/length, q[3]/length
	return []float64{
		1 - 2*(y*y+z*z), 2 * (x*y - w*z), 2 * (x*z + w*y),
		2 * (x*y + w*z), 1 - 2*(x*x+z*z), 2 * (y*z - w*x),
		2 * (x*z - w*y), 2 * (y*z + w*x), 1 - 2*(x*x+y*y),
	}, nil
}

// quaternionOf is the unit quaternion of the rotation nearest to a matrix in the mean square of its entries, with a
// scalar that is not negative: the main eigenvector of the symmetric K with q^T K q = sum of the entries' products
// (Bar-Itzhack 2000).
func quaternionOf(m []float64) [4]float64 {
	k := mat.NewSymDense(4, []float64{
		m[0] + m[4] + m[8], m[7] - m[5], m[2] - m[6], m[3] - m[1],
		0, m[0] - m[4] - m[8], m[1] + m[3], m[2] + m[6],
		0, 0, m[4] - m[0] - m[8], m[5] + m[7],
		0, 0, 0, m[8] - m[0] - m[4],
	})
	var eigen mat.EigenSym
	if !eigen.Factorize(k, true) { // of a symmetric matrix of finite numbers it succeeds
		return [4]float64{1}
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	sign := math.Copysign(1, vectors.At(0, 3))
	var q [4]float64
	for i := range q {
		q[i] = sign * vectors.At(i, 3)
	}
	return q
}
