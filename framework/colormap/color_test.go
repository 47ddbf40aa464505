package colormap

import (
	"image/color"
	"math"
	"testing"
)

// shades are n colors of a map as they reach the screen.
func shades(m *Map, n int) []color.NRGBA {
	colors := make([]color.NRGBA, n)
	for i := range colors {
		colors[i] = m.At(float64(i) / float64(n-1))
	}
	return colors
}

func TestLinearLightReturnsEveryColor(t *testing.T) {
	for v := range 256 {
		c := color.NRGBA{R: uint8(v), G: uint8(255 - v), B: uint8(v / 2), A: 255}
		if back := ToLinear(c).NRGBA(); back != c {
			t.Errorf("%v came back as %v", c, back)
		}
	}
	if mid := ToLinear(color.NRGBA{R: 188}); math.Abs(mid[0]-0.5) > 0.005 {
		t.Errorf("sRGB 188 is half the light of white, got %g", mid[0])
	}
}

func TestOKLabOfKnownColors(t *testing.T) {
	// White has lightness 1 and no chroma; red's coordinates are those of Ottosson's article.
	for c, want := range map[color.NRGBA]lab{
		{R: 255, G: 255, B: 255}: {1, 0, 0},
		{}:                       {0, 0, 0},
		{R: 255}:                 {0.628, 0.225, 0.126},
	} {
		if got := toLab(ToLinear(c)); got.distance(want) > 1e-3 {
			t.Errorf("%v: %v, want %v", c, got, want)
		}
	}
	c := polar(0.6, 0.1, 200)
	if back := toLab(c.linear()); back.distance(c) > 1e-6 {
		t.Errorf("%v came back as %v", c, back)
	}
}

func TestMapsStayInGamut(t *testing.T) {
	for name, m := range map[string]*Map{"sequential": Sequential(), "diverging": Diverging()} {
		for i, c := range m.path {
			for _, v := range c.linear() {
				if v < 0 || v > 1 {
					t.Errorf("%s: color %d has a channel of %g", name, i, v)
				}
			}
		}
	}
}

func TestMapsWalkInEqualSteps(t *testing.T) {
	for name, m := range map[string]*Map{"sequential": Sequential(), "diverging": Diverging()} {
		onScreen := make([]lab, 17) // long steps, since rounding to 8 bits moves a dark color by 0.002
		for i, c := range shades(m, len(onScreen)) {
			onScreen[i] = toLab(ToLinear(c))
		}
		for _, walk := range []struct {
			path      []lab
			tolerance float64
		}{{m.path, 0.01}, {onScreen, 0.12}} {
			least, most := math.Inf(1), 0.0
			for i := range len(walk.path) - 1 {
				step := walk.path[i].distance(walk.path[i+1])
				least, most = min(least, step), max(most, step)
			}
			if most/least > 1+walk.tolerance {
				t.Errorf("%s: %d steps from %.4f to %.4f", name, len(walk.path)-1, least, most)
			}
		}
	}
}

// lightnesses of a map's n colors as a vision sees them.
func lightnesses(m *Map, n int, vision matrix) []float64 {
	ls := make([]float64, n)
	for i, c := range shades(m, n) {
		ls[i] = seen(c, vision)[0]
	}
	return ls
}

func TestSequentialGetsLighterForEveryVision(t *testing.T) {
	for name, vision := range visions {
		ls := lightnesses(Sequential(), 65, vision)
		for i := range len(ls) - 1 {
			if ls[i+1] <= ls[i] {
				t.Errorf("%s: step %d goes from lightness %.4f to %.4f", name, i, ls[i], ls[i+1])
			}
		}
		if rise := ls[len(ls)-1] - ls[0]; rise < 0.55 {
			t.Errorf("%s: lightness rises by only %.2f", name, rise)
		}
	}
}

func TestDivergingPeaksInTheMiddleForEveryVision(t *testing.T) {
	const n, middle = 65, 32
	for name, vision := range visions {
		ls := lightnesses(Diverging(), n, vision)
		for i := range n - 1 {
			if (ls[i+1] > ls[i]) != (i < middle) {
				t.Errorf("%s: step %d of %d goes from lightness %.4f to %.4f", name, i, n, ls[i], ls[i+1])
			}
		}
		ends := shades(Diverging(), n)
		if gap := seen(ends[0], vision).distance(seen(ends[n-1], vision)); gap < 0.15 {
			t.Errorf("%s: the ends differ by %.3f", name, gap)
		}
	}
}

func TestDivergingTreatsSignsAlike(t *testing.T) {
	m := Diverging()
	neutral := toLab(ToLinear(m.At(0.5)))
	if chroma := math.Hypot(neutral[1], neutral[2]); chroma > 0.005 || neutral[0] < 0.95 {
		t.Errorf("the middle is %v", neutral)
	}
	for _, s := range []float64{0.1, 0.25, 0.4, 0.5} {
		below, above := toLab(ToLinear(m.At(0.5-s))), toLab(ToLinear(m.At(0.5+s)))
		if math.Abs(below[0]-above[0]) > 0.005 || math.Abs(neutral.distance(below)-neutral.distance(above)) > 0.006 {
			t.Errorf("at %g from the middle: %v and %v", s, below, above)
		}
	}
}

func TestCategoricalStaysApartForEveryVision(t *testing.T) {
	colors := Categorical()
	white := color.NRGBA{R: 255, G: 255, B: 255}
	for name, vision := range visions {
		for i, c := range colors {
			if gap := seen(c, vision).distance(seen(white, vision)); gap < 0.14 {
				t.Errorf("%s: color %d differs from white by %.3f", name, i, gap)
			}
			for j := range i {
				// 0.02 is just noticeable side by side; five times that can be told apart at a distance.
				if gap := seen(c, vision).distance(seen(colors[j], vision)); gap < 0.1 {
					t.Errorf("%s: colors %d and %d differ by %.3f", name, j, i, gap)
				}
			}
		}
	}
}

func TestAtOutsideAndNaN(t *testing.T) {
	m := Sequential()
	if m.At(-3) != m.At(0) || m.At(math.Inf(1)) != m.At(1) {
		t.Error("values outside [0, 1] are not clamped")
	}
	if m.At(math.NaN()) != Missing() {
		t.Error("NaN is not Missing")
	}
}
