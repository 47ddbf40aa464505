package colormap

import "math"

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
