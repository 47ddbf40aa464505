package mesh

import (
	"context"
)

// Extract meshes F = 0 in the box: by marching squares in R^2, by marching cubes in R^3 (Lorensen and Cline, "Marching
// cubes: a high resolution 3D surface construction algorithm", SIGGRAPH 1987) and, where F has two components, by
// marching triangles for F2 = 0 on the surface F1 = 0. The mesh is a manifold without boundary but where it leaves the
// box. Surfaces' normals point to where F > 0; curves in R^2 have F > 0 to their left.
//
// The grid is refined where F changes sign or the estimated distances say that F = 0 may be near, so that the field is
// evaluated at far fewer points than the grid has; features smaller than a cell of the coarsest grid may be missed
// where the estimates are far too large. Vertices on the box's boundary stay there: they are projected within it.
//
// The error is an *UnmeshableError where F has no zero in the box or F = 0 fills it.
func Extract(ctx context.Context, p Problem) (*Mesh, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	return extract(ctx, &p, standard())
}

func extract(ctx context.Context, p *Problem, most limits) (*Mesh, error) {
	grid, cells, err := refine(ctx, p, most)
	if err != nil {
		return nil, err
	}
	var mesh *Mesh
	if len(p.Box) == 2 {
		mesh = contour(grid, cells)
	} else {
		surface, second := isosurface(grid, cells)
		mesh = surface
		if p.Codimension == 2 {
			mesh = zeroCurve(surface, second)
		}
	}
	if mesh.Len() == 0 {
		return nil, grid.seen.empty()
	}
	if p.Project != nil {
		if err := settle(ctx, mesh, p, grid.diagonal()); err != nil {
			return nil, err
		}
	}
	return mesh, nil
}
