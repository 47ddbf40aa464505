package colormap

import (
	"image/color"
	"math"
)

// evenly resamples the smooth curve through the anchors to n colors with equal steps between neighbors.
func evenly(anchors []lab, n int) []lab {
	const fine = 64 // points of the curve for each of the n, enough for a polyline's length to be the curve's
	curve := make([]lab, fine*n)
	length := make([]float64, len(curve)) // along the curve, up to each of its points
	for i := range curve {
		curve[i] = between(anchors, float64(i)/float64(len(curve)-1))
		if i > 0 {
			length[i] = length[i-1] + curve[i].distance(curve[i-1])
		}
	}
	even := make([]lab, n)
	at := 0
	for i := range even {
		target := length[len(length)-1] * float64(i) / float64(n-1)
		for at < len(curve)-2 && length[at+1] < target {
			at++
		}
		even[i] = mix(curve[at], curve[at+1], (target-length[at])/(length[at+1]-length[at]))
	}
	return even
}

// between returns the Catmull-Rom spline through the anchors at u in [0, 1]; the ends are prolonged by reflection.
func between(anchors []lab, u float64) lab {
	last := len(anchors) - 1
	u *= float64(last)
	i := min(int(u), last-1)
	u -= float64(i)
	from, to := anchors[i], anchors[i+1]
	before, after := mix(from, to, -1), mix(from, to, 2)
	if i > 0 {
		before = anchors[i-1]
	}
	if i+1 < last {
		after = anchors[i+2]
	}
	var c lab
	for k := range c {
		slope, turn := (to[k]-before[k])/2, (after[k]-from[k])/2
		rise := to[k] - from[k]
		c[k] = from[k] + u*(slope+u*(3*rise-2*slope-turn+u*(slope+turn-2*rise)))
	}
	return c
}

func mix(a, b lab, share float64) (c lab) {
	for k := range c {
		c[k] = a[k] + share*(b[k]-a[k])
	}
	return c
}

// mirrored prolongs an arm that ends in a neutral color by its mirror image, whose hues are the arm's reflected at an
// axis (degrees).
func mirrored(arm []lab, axis float64) []lab {
	sin, cos := math.Sincos(2 * axis * math.Pi / 180)
	both := append([]lab(nil), arm...)
	for i := len(arm) - 2; i >= 0; i-- {
		c := arm[i]
		both = append(both, lab{c[0], cos*c[1] + sin*c[2], sin*c[1] - cos*c[2]})
	}
	return both
}

// Linear is a color as amounts of light in sRGB's red, green and blue primaries, each in [0, 1] within sRGB's gamut.
// Light adds up in it, so shading and averaging belong here.
type Linear [3]float64

// ToLinear undoes sRGB's transfer function (IEC 61966-2-1). Alpha is left out.
func ToLinear(c color.NRGBA) Linear { return Linear{decode(c.R), decode(c.G), decode(c.B)} }

// NRGBA returns the nearest opaque color of sRGB; what is out of gamut is clamped channel by channel.
func (l Linear) NRGBA() color.NRGBA {
	return color.NRGBA{R: Encode(l[0]), G: Encode(l[1]), B: Encode(l[2]), A: 255}
}

// Times returns the light dimmed or amplified by a factor.
func (l Linear) Times(factor float64) Linear {
	return Linear{factor * l[0], factor * l[1], factor * l[2]}
}

func decode(channel uint8) float64 {
	v := float64(channel) / 255
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// Encode returns the nearest channel value of an amount of light, clamped to [0, 1].
func Encode(v float64) uint8 {
	v = min(max(v, 0), 1)
	if v <= 0.0031308 {
		return uint8(math.Round(255 * 12.92 * v))
	}
	return uint8(math.Round(255 * (1.055*math.Pow(v, 1/2.4) - 0.055)))
}

// lab is a color in OKLab, in which distances approximate perceived differences (B. Ottosson, "A perceptual color space
// for image processing", 2020): lightness in [0, 1], then the green-red and the blue-yellow axis.
type lab [3]float64

// polar returns the color of a lightness, a chroma and a hue in degrees.
func polar(lightness, chroma, hue float64) lab {
	sin, cos := math.Sincos(hue * math.Pi / 180)
	return lab{lightness, chroma * cos, chroma * sin}
}

func (c lab) distance(d lab) float64 {
	return math.Sqrt((c[0]-d[0])*(c[0]-d[0]) + (c[1]-d[1])*(c[1]-d[1]) + (c[2]-d[2])*(c[2]-d[2]))
}

func (c lab) linear() Linear {
	cones := matrix{
		{1, 0.3963377774, 0.2158037573},
		{1, -0.1055613458, -0.0638541728},
		{1, -0.0894841775, -1.2914855480},
	}.times(c)
	for i, v := range cones {
		cones[i] = v * v * v
	}
	return Linear(matrix{
		{4.0767416621, -3.3077115913, 0.2309699292},
		{-1.2684380046, 2.6097574011, -0.3413193965},
		{-0.0041960863, -0.7034186147, 1.7076147010},
	}.times(cones))
}

type matrix [3][3]float64

func (m matrix) times(v [3]float64) (product [3]float64) {
	for i, row := range m {
		product[i] = row[0]*v[0] + row[1]*v[1] + row[2]*v[2]
	}
	return product
}
