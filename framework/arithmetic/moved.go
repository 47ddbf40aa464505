package arithmetic

import (
	"fmt"
	"math"
	"slices"

	"ebim/framework/config"
	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/support"
)

// moving is what translations, rotations and scalings share: one operand, of any kind.
type moving struct {
	Of string `yaml:"of" doc:"label of the model"`
}

func (m *moving) Operands() []string { return []string{m.Of} }

func (*moving) Traits(operands []model.Traits) (model.Traits, error) { return operands[0], nil }

// Translate is a model that is moved.
type Translate struct {
	moving
	By []float64 `yaml:"by" length:"[1, inf)" doc:"displacement, one number for each coordinate of the data"`
}

// CheckDimension implements Model.
func (t *Translate) CheckDimension(ambient int) error {
	if len(t.By) != ambient {
		return coordinates("by", len(t.By), ambient)
	}
	return nil
}

// Similarity implements model.Moving.
func (t *Translate) Similarity() support.Similarity {
	return support.Similarity{Factor: 1, Shift: t.By}
}

// Box implements model.Derived.
func (t *Translate) Box(operands []points.Box) points.Box { return t.Similarity().Box(operands[0]) }

// Combine implements Derived.
func (t *Translate) Combine(operands []*model.Trained) (*model.Trained, error) {
	return operands[0].Moved(t.Similarity()), nil
}

// Scale is a model that is stretched from the origin, alike in all directions.
type Scale struct {
	moving
	By float64 `yaml:"by" range:"(0, inf)" doc:"factor of all coordinates"`
}

// CheckDimension implements Model.
func (*Scale) CheckDimension(int) error { return nil }

// Similarity implements model.Moving.
func (s *Scale) Similarity() support.Similarity { return support.Similarity{Factor: s.By} }

// Box implements model.Derived.
func (s *Scale) Box(operands []points.Box) points.Box { return s.Similarity().Box(operands[0]) }

// Combine implements Derived.
func (s *Scale) Combine(operands []*model.Trained) (*model.Trained, error) {
	return operands[0].Moved(s.Similarity()), nil
}

// Rotate is a model that is turned about the origin: in the plane, about an axis in space, or in the plane of two
// coordinates in any dimension.
type Rotate struct {
	moving
	Angle float64   `yaml:"angle" unit:"radians" doc:"angle, in radians: counterclockwise in the plane and for who looks along the axis from its tip"`
	Axis  []float64 `yaml:"axis" default:"null" length:"[3, 3]" doc:"direction of the axis, of any length; for data in R^3"`
	Plane []int     `yaml:"plane" default:"null" length:"[2, 2]" range:"[0, inf)" doc:"two coordinates, by index from 0: the first turns toward the second; [0, 1] for data in R^2"`
}

// Check implements config.Checker.
func (r *Rotate) Check() error {
	switch {
	case r.Axis != nil && r.Plane != nil:
		return &config.FieldError{Found: "an axis and a plane", Allowed: "one of them"}
	case r.Axis != nil && !(length(r.Axis) > 0):
		return &config.FieldError{Field: "axis", Found: fmt.Sprint(r.Axis),
			Allowed: "a direction: one of the numbers is not 0"}
	case r.Plane != nil && r.Plane[0] == r.Plane[1]:
		return &config.FieldError{Field: "plane", Found: fmt.Sprintf("coordinate %d twice", r.Plane[0]),
			Allowed: "two coordinates"}
	}
	return nil
}

// CheckDimension implements Model.
func (r *Rotate) CheckDimension(ambient int) error {
	switch {
	case ambient < 2:
		return &config.FieldError{Found: "a rotation of data in R^1", Allowed: "data in R^2 or more"}
	case r.Axis != nil && ambient != 3:
		return &config.FieldError{Field: "axis", Found: fmt.Sprintf("an axis for data in R^%d", ambient),
			Allowed: "data in R^3", Hint: "give two coordinates as plane instead"}
	case r.Axis == nil && r.Plane == nil && ambient > 2:
		return &config.FieldError{Found: fmt.Sprintf("a rotation in R^%d without axis or plane", ambient),
			Allowed: "axis (in R^3), or plane (in any dimension)"}
	case r.Plane != nil && slices.Max(r.Plane) >= ambient:
		return &config.FieldError{Field: "plane", Found: fmt.Sprintf("coordinate %d of data in R^%d",
			slices.Max(r.Plane), ambient), Allowed: fmt.Sprintf("0 to %d", ambient-1)}
	}
	return nil
}

// Similarity implements model.Moving.
func (r *Rotate) Similarity() support.Similarity {
	return support.Similarity{Factor: 1, Rotation: r.rotation()}
}

// Box implements model.Derived.
func (r *Rotate) Box(operands []points.Box) points.Box { return r.Similarity().Box(operands[0]) }

// Combine implements Derived.
func (r *Rotate) Combine(operands []*model.Trained) (*model.Trained, error) {
	if err := operands[0].CheckMoved(r.Similarity()); err != nil {
		return nil, err
	}
	return operands[0].Moved(r.Similarity()), nil
}

func (r *Rotate) rotation() *support.Rotation {
	if r.Axis != nil {
		u, v := across(r.Axis)
		return &support.Rotation{U: u, V: v, Angle: r.Angle}
	}
	plane := r.Plane
	if plane == nil {
		plane = []int{0, 1}
	}
	u, v := make([]float64, slices.Max(plane)+1), make([]float64, slices.Max(plane)+1)
	u[plane[0]], v[plane[1]] = 1, 1
	return &support.Rotation{U: u, V: v, Angle: r.Angle}
}

// across is two directions u and v for which u, v and the axis are orthogonal and right-handed.
func across(axis []float64) (u, v []float64) {
	a, size := slices.Clone(axis), length(axis)
	least := 0
	for j := range a {
		a[j] /= size
		if math.Abs(a[j]) < math.Abs(a[least]) {
			least = j
		}
	}
	// The coordinate direction that is farthest from the axis, less its part along it.
	u = []float64{-a[least] * a[0], -a[least] * a[1], -a[least] * a[2]}
	u[least]++
	size = length(u)
	for j := range u {
		u[j] /= size
	}
	return u, []float64{a[1]*u[2] - a[2]*u[1], a[2]*u[0] - a[0]*u[2], a[0]*u[1] - a[1]*u[0]}
}

func length(x []float64) float64 {
	largest := 0.0 // taken out, so that no square overflows
	for _, v := range x {
		largest = max(largest, math.Abs(v))
	}
	if largest == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range x {
		sum += (v / largest) * (v / largest)
	}
	return largest * math.Sqrt(sum)
}

// coordinates says that a list does not have one number for each coordinate.
func coordinates(field string, found, ambient int) error {
	return &config.FieldError{Field: field, Found: fmt.Sprintf("%d numbers for data in R^%d", found, ambient),
		Allowed: fmt.Sprintf("%d, one for each coordinate", ambient)}
}

var (
	_ model.Moving   = (*Translate)(nil)
	_ model.Moving   = (*Scale)(nil)
	_ model.Moving   = (*Rotate)(nil)
	_ config.Checker = (*Rotate)(nil)
)
