package model

import (
	"context"
	"fmt"

	"github.com/gomlx/gomlx/pkg/core/graph"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/train"
)

// ManifoldFunction is F(x).
func (m *learnedManifold) ManifoldFunction(ctx context.Context, x *points.Set) (*points.Set, error) {
	e, err := m.evaluator("manifold-defining function",
		func(f network.Function, x *graph.Node) []*graph.Node { return []*graph.Node{f.Apply(x)} })
	if err != nil {
		return nil, err
	}
	out, err := e.Run(ctx, x.Float32())
	if err != nil {
		return nil, err
	}
	return points.FromFloat32(out[0], m.codimension), nil
}

// EnergyFunction is E(x), on the manifold and off it.
func (m *trainedEBIM) EnergyFunction(ctx context.Context, x *points.Set) ([]float64, error) {
	return energies(ctx, m.setting, m.energy, x)
}

// EnergyFunction is E(x), in the box and out of it.
func (m *trainedEBM) EnergyFunction(ctx context.Context, x *points.Set) ([]float64, error) {
	return energies(ctx, m.setting, m.energy, x)
}

func energies(ctx context.Context, s train.Environment, energy network.Trained, x *points.Set) ([]float64, error) {
	values, err := negativeEnergy(ctx, s, energy, x)
	for i := range values {
		values[i] = -values[i]
	}
	return values, err
}

// SingularValues are those of the decoder's Jacobian at the codes of the points, [len(x), latent dimension].
func (m *trainedPushforward) SingularValues(ctx context.Context, x *points.Set) (*points.Set, error) {
	z, err := m.pair.encode(ctx, m.latent, x)
	if err != nil {
		return nil, err
	}
	image, err := m.decode(ctx, z)
	if err != nil {
		return nil, err
	}
	return singularValues(image.jacobians, x.Dim, m.settings.Dimension)
}

// SingularValues are those of the Jacobian of F at the points, [len(x), codimension].
func (m *learnedManifold) SingularValues(ctx context.Context, x *points.Set) (*points.Set, error) {
	codimension := m.codimension
	normals, err := network.NewEvaluator(m.setting.Engine, "normals", []network.Trained{m.network}, []int{x.Dim, codimension},
		func(f []network.Function, in []*graph.Node) []*graph.Node {
			_, derivative := f[0].Linearize(in[0])
			return []*graph.Node{derivative.VJP(in[1])}
		})
	if err != nil {
		return nil, err
	}
	all := points.New(0, codimension)
	const mostNumbers = 1 << 24 // in the Jacobians that are held at once
	chunk := max(1, mostNumbers/(codimension*x.Dim))
	for from := 0; from < x.Len(); from += chunk {
		at := x.Slice(from, min(from+chunk, x.Len()))
		jacobians, err := rowByRow(ctx, normals, at, codimension)
		if err != nil {
			return nil, err
		}
		values, err := singularValues(jacobians, codimension, x.Dim)
		if err != nil {
			return nil, err
		}
		all.Data = append(all.Data, values.Data...)
	}
	return all, nil
}

// rowByRow is the Jacobians of F [codimension, n] at points, one row after the other: F of images has too many outputs
// for a graph of all.
func rowByRow(ctx context.Context, normals *network.Evaluator, x *points.Set, codimension int) ([][]float64, error) {
	jacobians := make([][]float64, x.Len())
	for j := range codimension {
		unit := make([]float32, x.Len()*codimension)
		for i := range jacobians {
			unit[i*codimension+j] = 1
		}
		out, err := normals.Run(ctx, x.Float32(), unit)
		if err != nil {
			return nil, err
		}
		for i := range jacobians {
			for _, v := range out[0][i*x.Dim : (i+1)*x.Dim] {
				jacobians[i] = append(jacobians[i], float64(v))
			}
		}
	}
	return jacobians, nil
}

// singularValues of matrices [rows, columns], largest first.
func singularValues(matrices [][]float64, rows, columns int) (*points.Set, error) {
	values := points.New(len(matrices), min(rows, columns))
	for i, matrix := range matrices {
		for _, v := range matrix {
			if v-v != 0 {
				return nil, fmt.Errorf("the Jacobian at point %d holds %v, so it has no singular values", i, v)
			}
		}
		var svd mat.SVD
		if !svd.Factorize(mat.NewDense(rows, columns, matrix), mat.SVDNone) {
			return nil, fmt.Errorf("the singular values of the Jacobian at point %d could not be found", i)
		}
		svd.Values(values.At(i))
	}
	return values, nil
}

var (
	_ ManifoldFunction = (*learnedManifold)(nil)
	_ EnergyFunction   = (*trainedEBIM)(nil)
	_ EnergyFunction   = (*trainedEBM)(nil)
	_ SingularValues   = (*learnedManifold)(nil)
	_ SingularValues   = (*trainedPushforward)(nil)
)
