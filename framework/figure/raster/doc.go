// Package raster draws lit surfaces, points and curves of R^3 in perspective: a small z-buffer renderer in software,
// whose pictures are the same on every machine up to rounding.
//
// A Scene is a box, a camera and objects. Triangles go through clipping at the view's sides and the near plane to edge
// functions on a fixed grid of subpixels, so that triangles that share an edge leave no gap and draw no sample twice.
// Points are spheres and Segments tubes whose width is given in pixels.
//
// Light adds up linearly: colors are converted from sRGB to amounts of light, shaded by Lambert's cosine for a lamp at
// the camera and one from its upper left, averaged over the samples of a pixel, and converted back.
//
//   - scene.go, view.go: what is drawn, and from where
//   - triangles.go, spheres.go, segments.go, frame.go: the objects
//   - painter.go, fill.go: from triangles to samples and pixels
//   - paint.go: colors and light
package raster
