package ridged

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/backend"
	"ebim/framework/neighbors"
	"ebim/framework/points"
	"ebim/framework/train"
)

// leastExtent is the least standard deviation, as a share of that along the wider principal components, of components
// that the ridge may bend into: half of the least noise that displacements are trained at by default.
const leastExtent = 0.01

// SubspaceOf is the span of the principal components that points extend in by more than noise, and one more, so that
// they do not fill it; nil for the whole space. In it a ridge in many dimensions costs what one in few does, and is as
// precise.
func SubspaceOf(x *points.Set, dimension int) (*points.Subspace, error) {
	const most = 20000
	all := make([]int, min(x.Len(), most))
	for i := range all {
		all[i] = i * x.Len() / len(all)
	}
	c, err := neighbors.LargestComponents(x, all, x.Dim)
	if err != nil {
		return nil, fmt.Errorf("principal components of the points: %w", err)
	}
	sum, wide := 0.0, len(c.Variances)
	for k, v := range c.Variances {
		if k >= dimension && math.Sqrt(max(v, 0)) < leastExtent*math.Sqrt(sum/float64(k)) {
			wide = k
			break
		}
		sum += v
	}
	wide = min(wide, signal(x, c, dimension))
	if wide+1 >= x.Dim || wide+1 > len(c.Variances) {
		return nil, nil
	}
	return &points.Subspace{Center: c.Mean, Axes: columns(c.Axes, wide+1)}, nil
}

// Space is where a ridge is learned: a subspace, and the data there, in its coordinates. The zero value is the whole
// space, with the data as they are.
type Space struct {
	Subspace *points.Subspace // nil for the whole space
	smoothed *points.Set      // nil where the data are as they are
	smoother *smoother        // of a space that was not saved
}

// SpaceOf is that for a ridge of a dimension: the subspace that data extend in, and if it is of many dimensions more,
// that of data without the noise that lies between them.
func SpaceOf(x *points.Set, dimension int) (space Space, err error) {
	if space.Subspace, err = SubspaceOf(x, dimension); err != nil {
		return space, err
	}
	if space.Subspace != nil && len(space.Subspace.Axes)-dimension < leastAcross {
		return space, nil
	}
	if space.smoother = smootherOf(x, dimension); space.smoother == nil {
		return space, nil
	}
	space.smoothed = space.smoother.all()
	space.Subspace, err = SubspaceOf(space.smoothed, dimension)
	if space.Subspace != nil {
		space.smoothed = space.Subspace.In(space.smoothed)
	}
	return space, err
}

// String says what was done to the data, nothing for those as they are.
func (s Space) String() string {
	if s.smoother == nil {
		return ""
	}
	return s.smoother.String()
}

// In are points of the environment, as the data are in the space.
func (s Space) In(x *points.Set) *points.Set {
	if s.smoother != nil {
		x = s.smoother.in(x)
	}
	if s.Subspace != nil {
		x = s.Subspace.In(x)
	}
	return x
}

// Within is an environment in the coordinates of the space.
func (s Space) Within(env train.Environment) train.Environment {
	switch {
	case s.smoothed != nil:
		env.Data = s.smoothed
	case s.Subspace != nil:
		env.Data = s.Subspace.In(env.Data)
	default:
		return env
	}
	env.Box = points.Around(env.Data).Padded(func(_ int, length float64) float64 { return length / 10 })
	return env
}

// names of the arrays of a space.
const (
	centerName   = "center"
	axesName     = "axes"
	smoothedName = "smoothed"
)

// save writes the arrays of a space, none for the whole one with the data as they are.
func (s Space) save(into map[string]backend.Array) {
	if x := s.smoothed; x != nil {
		into[smoothedName] = backend.Array{Dimensions: []int{x.Len(), x.Dim}, Data: x.Float32()}
	}
	if s.Subspace != nil {
		subspaceArrays(s.Subspace, into)
	}
}

// spaceIn is that of arrays.
func spaceIn(arrays map[string]backend.Array, ambient int) (space Space, err error) {
	if space.Subspace, err = subspaceIn(arrays, ambient); err != nil {
		return space, err
	}
	if space.Subspace != nil {
		ambient = len(space.Subspace.Axes)
	}
	x := arrays[smoothedName].Data
	if len(x)%max(ambient, 1) != 0 {
		return space, fmt.Errorf("%d numbers are no points of R^%d", len(x), ambient)
	}
	if len(x) > 0 {
		space.smoothed = points.FromFloat32(x, ambient)
	}
	return space, nil
}

// subspaceArrays are those of a subspace.
func subspaceArrays(s *points.Subspace, into map[string]backend.Array) {
	axes := points.New(0, len(s.Center))
	for _, axis := range s.Axes {
		axes.Data = append(axes.Data, axis...)
	}
	center := points.Set{Dim: axes.Dim, Data: s.Center}
	into[centerName] = backend.Array{Dimensions: []int{axes.Dim}, Data: center.Float32()}
	into[axesName] = backend.Array{Dimensions: []int{axes.Len(), axes.Dim}, Data: axes.Float32()}
}

// subspaceIn is that of arrays, with axes that are orthonormal in double precision; nil where they have none.
func subspaceIn(arrays map[string]backend.Array, ambient int) (*points.Subspace, error) {
	center, axes := arrays[centerName].Data, arrays[axesName].Data
	if len(center) == 0 {
		return nil, nil
	}
	count := len(axes) / ambient
	if len(center) != ambient || count == 0 || count >= ambient || len(axes) != count*ambient {
		return nil, fmt.Errorf("a center of %d numbers and axes of %d are no subspace of R^%d", len(center), len(axes),
			ambient)
	}
	rows := points.FromFloat32(axes, ambient)
	var qr mat.QR
	qr.Factorize(mat.NewDense(count, ambient, rows.Data).T())
	var q mat.Dense
	qr.QTo(&q)
	s := &points.Subspace{Center: points.FromFloat32(center, ambient).Data, Axes: columns(&q, count)}
	for k, axis := range s.Axes { // the factorization may turn an axis round
		if floats.Dot(axis, rows.At(k)) < 0 {
			floats.Scale(-1, axis)
		}
	}
	return s, nil
}
