package dataset

import (
	"fmt"
	"math"

	"ebim/framework/config"
)

// Ellipse is center + (a cos t, b sin t), turned about the center.
type Ellipse struct {
	Axes   []float64 `yaml:"axes" length:"[2, 2]" range:"(0, inf)" doc:"half axes a and b"`
	Center []float64 `yaml:"center" default:"[0, 0]" length:"[2, 2]" doc:"center"`
	Turn   float64   `yaml:"turn" default:"0" unit:"radians" doc:"angle of the first axis, in radians"`
}

func (e *Ellipse) check() error { return nil }

func (e *Ellipse) curve() closedCurve {
	sin, cos := math.Sincos(e.Turn)
	a, b := e.Axes[0], e.Axes[1]
	return newTrigonometric(e.Center, [][]float64{{a * cos, a * sin}}, [][]float64{{-b * sin, b * cos}})
}

// LobedCurve is the curve of polar equation r = radius (1 + depth cos(lobes t)) around the origin.
type LobedCurve struct {
	Count  int     `yaml:"count" range:"[1, 100]" doc:"number of lobes"`
	Depth  float64 `yaml:"depth" range:"[0, 1)" doc:"depth of the lobes, as a share of the radius"`
	Radius float64 `yaml:"radius" default:"1" range:"(0, inf)" doc:"mean radius"`
}

func (l *LobedCurve) check() error { return nil }

// curve uses cos kt cos t = (cos (k+1)t + cos (k-1)t)/2 and its like.
func (l *LobedCurve) curve() closedCurve {
	r, half := l.Radius, l.Radius*l.Depth/2
	cosines, sines := zeroHarmonics(l.Count+1, 2), zeroHarmonics(l.Count+1, 2)
	cosines[0][0], sines[0][1] = r, r
	center := []float64{0, 0}
	add := func(harmonic int, sign float64) {
		if harmonic == 0 {
			center[0] += half
			return
		}
		cosines[harmonic-1][0] += half
		sines[harmonic-1][1] += sign * half
	}
	add(l.Count+1, 1)
	add(l.Count-1, -1)
	return newTrigonometric(center, cosines, sines)
}

// TorusKnot is ((R + r cos qt) cos pt, (R + r cos qt) sin pt, r sin qt), which goes p times around the third axis and
// q times around the core of the torus of radii R and r.
type TorusKnot struct {
	Turns       []int   `yaml:"turns" default:"[2, 3]" length:"[2, 2]" range:"[1, 100]" doc:"turns p around the axis and q around the tube, without a common divisor"`
	MajorRadius float64 `yaml:"major_radius" default:"2" range:"(0, inf)" doc:"distance R of the tube's center from the axis"`
	MinorRadius float64 `yaml:"minor_radius" default:"1" range:"(0, inf)" doc:"radius r of the tube, below the major one"`
}

func (k *TorusKnot) check() error {
	if k.MinorRadius >= k.MajorRadius {
		return &config.FieldError{Field: "minor_radius", Found: fmt.Sprint(k.MinorRadius),
			Allowed: fmt.Sprintf("a number below the major radius %v", k.MajorRadius)}
	}
	a, b := k.Turns[0], k.Turns[1]
	for b != 0 {
		a, b = b, a%b
	}
	if a != 1 {
		return &config.FieldError{Field: "turns", Found: fmt.Sprint(k.Turns),
			Allowed: "numbers without a common divisor, such as [2, 3]"}
	}
	return nil
}

func (k *TorusKnot) curve() closedCurve {
	p, q := k.Turns[0], k.Turns[1]
	cosines, sines := zeroHarmonics(p+q, 3), zeroHarmonics(p+q, 3)
	center := []float64{0, 0, 0}
	cosines[p-1][0], sines[p-1][1] = k.MajorRadius, k.MajorRadius
	sines[q-1][2] = k.MinorRadius
	cosines[p+q-1][0] += k.MinorRadius / 2
	sines[p+q-1][1] += k.MinorRadius / 2
	if p == q { // both are 1
		center[0] = k.MinorRadius / 2
		return newTrigonometric(center, cosines, sines)
	}
	difference, sign := p-q, 1.0
	if difference < 0 {
		difference, sign = -difference, -1
	}
	cosines[difference-1][0] += k.MinorRadius / 2
	sines[difference-1][1] += sign * k.MinorRadius / 2
	return newTrigonometric(center, cosines, sines)
}

// FourierCurve is center + sum over k >= 1 of cosines_k cos kt + sines_k sin kt.
type FourierCurve struct {
	Center  []float64   `yaml:"center" default:"null" doc:"point around which the curve runs; the origin unless given"`
	Cosines [][]float64 `yaml:"cosines" length:"[1, 100]" doc:"coefficients of cos t, cos 2t, ..., a vector each"`
	Sines   [][]float64 `yaml:"sines" length:"[1, 100]" doc:"coefficients of sin t, sin 2t, ..., a vector each"`
}

func (f *FourierCurve) check() error {
	n := len(f.Cosines[0])
	if n < 2 {
		return &config.FieldError{Field: "cosines[0]", Found: fmt.Sprintf("%d numbers", n),
			Allowed: "at least 2, the dimension of the space"}
	}
	if f.Center != nil && len(f.Center) != n {
		return &config.FieldError{Field: "center", Found: fmt.Sprintf("%d numbers", len(f.Center)),
			Allowed: fmt.Sprintf("%d, as in cosines[0]", n)}
	}
	size := 0.0
	for name, vectors := range map[string][][]float64{"cosines": f.Cosines, "sines": f.Sines} {
		for k, vector := range vectors {
			if len(vector) != n {
				return &config.FieldError{Field: fmt.Sprintf("%s[%d]", name, k),
					Found:   fmt.Sprintf("%d numbers", len(vector)),
					Allowed: fmt.Sprintf("%d, as in cosines[0]", n)}
			}
			size = max(size, norm(vector))
		}
	}
	if !(size > 0) {
		return &config.FieldError{Field: "cosines", Found: "zeros only, as in sines",
			Allowed: "a coefficient that is not 0"}
	}
	return nil
}

func (f *FourierCurve) curve() closedCurve {
	n := len(f.Cosines[0])
	center := f.Center
	if center == nil {
		center = make([]float64, n)
	}
	harmonics := max(len(f.Cosines), len(f.Sines))
	cosines, sines := zeroHarmonics(harmonics, n), zeroHarmonics(harmonics, n)
	for k, vector := range f.Cosines {
		copy(cosines[k], vector)
	}
	for k, vector := range f.Sines {
		copy(sines[k], vector)
	}
	return newTrigonometric(center, cosines, sines)
}

func zeroHarmonics(count, n int) [][]float64 {
	harmonics := make([][]float64, count)
	for k := range harmonics {
		harmonics[k] = make([]float64, n)
	}
	return harmonics
}
