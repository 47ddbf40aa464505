package colormap

import "image/color"

// Categorical are eight colors for groups, the most different first. They differ in lightness as well as in hue, so
// that they stay apart with protanopia, deuteranopia and tritanopia, and each stands out against white.
func Categorical() []color.NRGBA {
	shades := []lab{
		polar(0.46, 0.150, 263), // blue
		polar(0.74, 0.150, 60),  // orange
		polar(0.57, 0.120, 161), // green
		polar(0.65, 0.160, 336), // magenta
		polar(0.82, 0.100, 226), // sky
		polar(0.39, 0.140, 25),  // wine
		polar(0.87, 0.165, 101), // yellow
		polar(0.29, 0.125, 302), // dark violet
	}
	colors := make([]color.NRGBA, len(shades))
	for i, c := range shades {
		colors[i] = c.linear().NRGBA()
	}
	return colors
}
