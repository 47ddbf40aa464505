package implicit

import (
	"context"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/support"
)

// Values are F(x), [len(x), codimension].
func (z *Function) Values(ctx context.Context, x *points.Set) (*points.Set, error) {
	return network.Evaluate(ctx, z.Env.Engine, "manifold-defining function", []network.Trained{z.F}, x,
		func(f []network.Function, x *graph.Node) *graph.Node { return f[0].Apply(x) })
}

// SingularValues implements support.Support: they are those of the Jacobian of F, [len(x), codimension].
func (z *Function) SingularValues(ctx context.Context, x *points.Set) (*points.Set, error) {
	all := points.New(0, z.Codimension)
	err := z.eachJacobians(ctx, x, func(jacobians [][]float64) error {
		values, err := support.SingularValues(jacobians, z.Codimension, x.Dim)
		if err != nil {
			return err
		}
		all.Data = append(all.Data, values.Data...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

// LogStretch implements support.Stretcher.
func (z *Function) LogStretch(ctx context.Context, x *points.Set, scale []float64) ([]float64, error) {
	if even := support.EvenStretch(scale, z.Dimension(), x.Len()); even != nil {
		return even, nil
	}
	var all []float64
	err := z.eachJacobians(ctx, x, func(jacobians [][]float64) error {
		for _, jacobian := range jacobians {
			all = append(all, support.StretchByNormals(jacobian, scale))
		}
		return nil
	})
	return all, err
}

// eachJacobians gives the Jacobians of F [codimension, n] at points, in order, some at a time.
func (z *Function) eachJacobians(ctx context.Context, x *points.Set, do func(jacobians [][]float64) error) error {
	normals, err := z.NewNormals()
	if err != nil {
		return err
	}
	const mostNumbers = 1 << 24 // in the Jacobians that are held at once
	chunk := max(1, mostNumbers/(z.Codimension*x.Dim))
	for from := 0; from < x.Len(); from += chunk {
		jacobians, err := RowByRow(ctx, normals, x.Slice(from, min(from+chunk, x.Len())), z.Codimension)
		if err != nil {
			return err
		}
		if err := do(jacobians); err != nil {
			return err
		}
	}
	return nil
}

// NewNormals evaluates J(x)^T v at points x, for coefficients v.
func (z *Function) NewNormals() (*network.Evaluator, error) {
	return network.NewEvaluator(z.Env.Engine, "normals", []network.Trained{z.F}, []int{z.Ambient(), z.Codimension},
		func(f []network.Function, in []*graph.Node) []*graph.Node {
			_, derivative := f[0].Linearize(in[0])
			return []*graph.Node{derivative.VJP(in[1])}
		})
}

// RowByRow is the Jacobians of F [codimension, n] at points, row by row: F of images has too many outputs for a graph
// of all. Rows of several points, and several of a point, are evaluated together, since an evaluation of few takes as
// long as one of network.EvaluationBatch.
func RowByRow(ctx context.Context, normals *network.Evaluator, x *points.Set, codimension int) ([][]float64, error) {
	jacobians, from := make([][]float64, x.Len()), x.Float32()
	for first, all := 0, x.Len()*codimension; first < all; first += network.EvaluationBatch {
		count := min(network.EvaluationBatch, all-first)
		at, units := make([]float32, 0, count*x.Dim), make([]float32, count*codimension)
		for k := range count {
			i, j := (first+k)/codimension, (first+k)%codimension
			at = append(at, from[i*x.Dim:(i+1)*x.Dim]...)
			units[k*codimension+j] = 1
		}
		out, err := normals.Run(ctx, at, units)
		if err != nil {
			return nil, err
		}
		for k := range count {
			i := (first + k) / codimension
			for _, v := range out[0][k*x.Dim : (k+1)*x.Dim] {
				jacobians[i] = append(jacobians[i], float64(v))
			}
		}
	}
	return jacobians, nil
}

// Evaluator compiles a graph over the manifold-defining function at points of its space.
func (z *Function) Evaluator(name string, build func(f network.Function,
	x *graph.Node) []*graph.Node) (*network.Evaluator, error) {
	return network.NewEvaluator(z.Env.Engine, name, []network.Trained{z.F}, []int{len(z.Env.Box)},
		func(f []network.Function, in []*graph.Node) []*graph.Node { return build(f[0], in[0]) })
}
