// Package shape says what points look like before a model is chosen for them: their dimension and noise at each scale,
// and whether they end, have one side, or cross themselves. It trains a displacement for that in a second, whose
// spectrum and ridge are read (package support/ridged); package dimension gives a second opinion by neighbors.
//
//	look.go      trains the displacement
//	dimension.go what it says at one scale; the dimension, of both opinions
//	form.go      ends, sides and crossings, by a mesh
package shape
