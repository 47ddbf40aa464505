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

// Within is an environment in the coordinates of a subspace; the same for nil.
func Within(env train.Environment, subspace *points.Subspace) train.Environment {
	if subspace == nil {
		return env
	}
	env.Data = subspace.In(env.Data)
	env.Box = points.Around(env.Data).Padded(func(_ int, length float64) float64 { return length / 10 })
	return env
}

// names of the arrays of a subspace.
const (
	centerName = "center"
	axesName   = "axes"
)

// subspaceArrays are those of a subspace, none for nil.
func subspaceArrays(s *points.Subspace, into map[string]backend.Array) {
	if s == nil {
		return
	}
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
