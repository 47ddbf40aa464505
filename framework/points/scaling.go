package points

import (
	"math"
	"slices"
)

// Scaling is the map z -> Shift + Scale z, coordinate by coordinate, from standardized points to those that a user
// knows. It is computed in double precision, so that what is small beside the shift is kept; its numbers are finite,
// and those of Scale positive.
type Scaling struct {
	Shift []float64 `json:"shift"`
	Scale []float64 `json:"scale"`
}

// Equal reports whether two are the same map; a nil one is the identity of any dimension.
func (s *Scaling) Equal(other *Scaling) bool {
	if s == nil || other == nil {
		return s == other
	}
	return slices.Equal(s.Shift, other.Shift) && slices.Equal(s.Scale, other.Scale)
}

// Uniform returns the factor of all coordinates, and whether there is one.
func (s *Scaling) Uniform() (factor float64, ok bool) {
	for _, v := range s.Scale {
		if v != s.Scale[0] {
			return 0, false
		}
	}
	return s.Scale[0], true
}

// Out returns the user's points of standardized ones.
func (s *Scaling) Out(set *Set) *Set {
	moved := New(set.Len(), set.Dim)
	for i, v := range set.Data {
		j := i % set.Dim
		moved.Data[i] = s.Shift[j] + s.Scale[j]*v
	}
	return moved
}

// In returns the standardized points of the user's.
func (s *Scaling) In(set *Set) *Set {
	moved := New(set.Len(), set.Dim)
	for i, v := range set.Data {
		j := i % set.Dim
		moved.Data[i] = (v - s.Shift[j]) / s.Scale[j]
	}
	return moved
}

// Inverse returns the map that undoes it.
func (s *Scaling) Inverse() *Scaling {
	back := &Scaling{Shift: make([]float64, len(s.Shift)), Scale: make([]float64, len(s.Scale))}
	for j, v := range s.Scale {
		back.Shift[j], back.Scale[j] = -s.Shift[j]/v, 1/v
	}
	return back
}

// InBox returns the standardized box of the user's.
func (s *Scaling) InBox(box Box) Box {
	moved := make(Box, len(box))
	for j, axis := range box {
		for k, v := range axis {
			moved[j][k] = (v - s.Shift[j]) / s.Scale[j]
		}
	}
	return moved
}

// LogVolume returns the logarithm of the factor of volume.
func (s *Scaling) LogVolume() float64 {
	sum := 0.0
	for _, v := range s.Scale {
		sum += math.Log(v)
	}
	return sum
}
