package colormap

import (
	"image/color"
	"math"
)

// toLab inverts lab.linear.
func toLab(l Linear) lab {
	cones := matrix{
		{0.4122214708, 0.5363325363, 0.0514459929},
		{0.2119034982, 0.6806995451, 0.1073969566},
		{0.0883024619, 0.2817188376, 0.6299787005},
	}.times(l)
	for i, v := range cones {
		cones[i] = math.Cbrt(v)
	}
	return matrix{
		{0.2104542553, 0.7936177850, -0.0040720468},
		{1.9779984951, -2.4285922050, 0.4505937099},
		{0.0259040371, 0.7827717662, -0.8086757660},
	}.times(cones)
}

// visions are how linear light looks to the eye: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A
// physiologically-based model for simulation of color vision deficiency", IEEE TVCG 15(6), 2009, table 1 at severity
// 1.
var visions = map[string]matrix{
	"common":       {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// seen returns a color as a vision sees it.
func seen(c color.NRGBA, vision matrix) lab {
	l := vision.times(ToLinear(c))
	for i := range l {
		l[i] = min(max(l[i], 0), 1)
	}
	return toLab(l)
}
