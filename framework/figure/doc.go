// Package figure draws trained models and the data: the components of kind "figure", and the sheets that lay them out.
//
// A component draws one subject into one canvas. It says there what it can't draw of a trained model, and
// where a color scale does not show everything; only what makes no sense for the kind of model is refused, by
// CheckSubject, when the file is validated. A sheet is a grid of panels. One that fails shows its error as text and
// does not stop the others.
//
// Figures are recorded as vector drawings and saved as PNG and as SVG. Plane curves and densities are gonum/plot's;
// surfaces in space are drawn by package raster, with the same color scales. Points are thinned where more of them
// would show no more, by a rule without randomness, so that the same runs give the same figure. Album
// keeps what is already drawn of them.
//
//   - density_2d.go, density_3d.go, relief.go, scatter.go, images.go, training_curves.go: the components
//   - plane.go, space.go, density.go: what they share: drawing in the plane and in space, color bars
//   - file.go, drawing.go, sheet.go, run.go: from a file of panels to saved figures
package figure
