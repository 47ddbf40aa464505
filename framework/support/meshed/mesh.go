package meshed

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/mesh"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/support"
)

// settlingSteps are the Gauss-Newton steps that take a mesh's vertices to F = 0. They start within a small part of a
// cell from it, and each step squares their relative error.
const settlingSteps = 3

// Mesh implements support.Mesher. It is the caller's, but for its vertices and elements, which others may hold.
func (z *Set) Mesh(ctx context.Context, resolution int) (*mesh.Mesh, error) {
	d, err := z.divide(ctx, resolution)
	if err != nil {
		return nil, err
	}
	if d.kept.Len() == 0 {
		return nil, &mesh.UnmeshableError{Reason: fmt.Sprintf(
			"none of the %d pieces of F = 0 belongs to the support; pieces: all, of all operands, keeps them",
			len(d.keeps))}
	}
	made := *d.kept
	return &made, nil
}

// extract is the mesh of the whole zero set.
func (z *Set) extract(ctx context.Context, resolution int) (*mesh.Mesh, error) {
	field, err := z.Evaluator("manifold-defining function and its distance",
		func(f network.Function, x *graph.Node) []*graph.Node {
			at := sampler.NormalsAt(f, x)
			return []*graph.Node{f.Apply(x), at.Distance()}
		})
	if err != nil {
		return nil, err
	}
	reach := z.Env.Box.Diagonal() / 20
	settling, err := z.Evaluator("projection of a mesh", func(f network.Function, x *graph.Node) []*graph.Node {
		projected, residual := sampler.Project(f, x, settlingSteps, reach)
		return []*graph.Node{projected, network.Column(residual)}
	})
	if err != nil {
		return nil, err
	}
	made, err := mesh.Extract(ctx, mesh.Problem{Box: z.Env.Box, Resolution: resolution, Codimension: z.Codimension,
		Field: fieldOf(field), Project: projectOf(settling)})
	return made, advised(err)
}

// CheckMesh implements support.Mesher.
func (*Set) CheckMesh() error { return nil }

// fieldOf is an evaluator of F and the distance to F = 0 as a mesh takes it.
func fieldOf(e *network.Evaluator) mesh.Field {
	return func(ctx context.Context, x *points.Set) (*points.Set, []float64, error) {
		out, err := e.Run(ctx, x.Float32())
		if err != nil {
			return nil, nil, err
		}
		distances := make([]float64, x.Len())
		for i, d := range out[1] {
			distances[i] = float64(d)
			if math.IsNaN(distances[i]) { // the normals vanish or are parallel, so that F = 0 is far to first order
				distances[i] = math.Inf(1)
			}
		}
		return points.FromFloat32(out[0], e.OutputWidth(0)), distances, nil
	}
}

// projectOf is an evaluator of projected points and their |F| as a mesh takes it.
func projectOf(e *network.Evaluator) mesh.Project {
	return func(ctx context.Context, x *points.Set) (*points.Set, error) {
		out, err := e.Run(ctx, x.Float32())
		if err != nil {
			return nil, err
		}
		projected := points.FromFloat32(out[0], x.Dim)
		for i, residual := range out[1] {
			if !(residual <= support.OnManifold) {
				copy(projected.At(i), x.At(i))
			}
		}
		return projected, nil
	}
}

// advised says what to do about a zero set that can't be meshed.
func advised(err error) error {
	var unmeshable *mesh.UnmeshableError
	if !errors.As(err, &unmeshable) {
		return err
	}
	return &mesh.UnmeshableError{Reason: unmeshable.Reason +
		"; train the manifold-defining function longer, or with another seed or min_singular_value"}
}
