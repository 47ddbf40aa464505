// Package mesh holds curves and surfaces as meshes: it extracts the zero set of a function, measures and samples it,
// determines its topology, reads and writes PLY, and writes OBJ. It knows nothing of networks: functions are given as
// Field.
//
// # Extraction
//
// Extract finds F = 0 in a box of R^2 or R^3, for F with one component or, for curves in R^3, two. It evaluates F on a
// grid that it refines only where F changes sign, or where the distances that Field estimates say that a zero may be
// near; from there it follows the zero set from cell to cell. Vertices lie on the grid's edges, where the linear
// interpolant of F is 0. On a face whose corners alternate in sign, the value of the bilinear interpolant at its
// saddle decides which corners are connected (Nielson and Hamann 1991). Both cells at the face decide alike, so that
// the mesh is a manifold without cracks; it ends only where it leaves the box. A curve in R^3 is where F2 = 0 on the
// surface F1 = 0. At the end Project may move each vertex to the zero set, but not farther than a cell, and never so
// that an element turns over.
//
// # Measures
//
// A function that is linear on each element, with values f_0, ..., f_m at its vertices, has over an element of measure
// A the integral
//
//	A (f_0 + ... + f_m)/(m + 1),
//
// and Integrate sums these. Sampler draws an element by weight and then a uniform point in it.
//
// # Topology
//
// Components, boundary loops and orientability come from joining elements that share a side. With V vertices, E edges
// and T triangles of a component, b boundary loops and genus g, an orientable surface has
//
//	V - E + T = 2 - 2g - b.
//
// What ends on a face of the box is cut, not open: the manifold may go on outside.
//
// # Files
//
//   - problem.go: the problem; level.go, table.go, refine.go: the grid, evaluated sparsely, from coarse to fine
//   - contour.go, isosurface.go, settle.go: elements from cells, vertices moved to the zero set
//   - mesh.go, measure.go, pieces.go, components.go, topology.go: what is asked of a mesh
//   - crossings.go: where a surface in R^3 passes through itself; passages.go, passed.go: in R^n;
//     ways.go: which crossings are folds, and ways along curves
//   - strands.go, gaps.go: stretches of curves that have no data, and where data go on; exchanges.go: where data go
//     otherwise; voids.go, star.go: junctions that data don't reach; lenses.go: strands that are one
//   - ply*.go: files
package mesh
