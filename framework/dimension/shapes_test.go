package dimension_test

import (
	"math"
	"math/rand/v2"

	"ebim/framework/points"
)

type shape struct {
	name string
	want int
	x    *points.Set
}

// made places n points by a function of a source of chance.
func made(n, dim int, place func(x []float64)) *points.Set {
	x := points.New(n, dim)
	for i := range n {
		place(x.At(i))
	}
	return x
}

func shapes(rng *rand.Rand) []shape {
	angle := func() float64 { return 2 * math.Pi * rng.Float64() }
	onCircle := func(x []float64, r, t float64) { x[1], x[0] = math.Sincos(t); x[0] *= r; x[1] *= r }
	onSphere := func(x []float64, scale ...float64) {
		length := 0.0
		for i := range x {
			x[i] = rng.NormFloat64()
			length += x[i] * x[i]
		}
		for i := range x {
			x[i] /= math.Sqrt(length)
			if i < len(scale) {
				x[i] *= scale[i]
			}
		}
	}
	noisy := func(x *points.Set, s float64) *points.Set {
		for i := range x.Data {
			x.Data[i] += s * rng.NormFloat64()
		}
		return x
	}
	turned := func(x *points.Set, n int) *points.Set {
		q := points.New(x.Dim, n) // nearly orthogonal is enough
		for i := range q.Data {
			q.Data[i] = rng.NormFloat64() / math.Sqrt(float64(n))
		}
		y := points.New(x.Len(), n)
		for i := range x.Len() {
			for j := range x.Dim {
				for a := range n {
					y.At(i)[a] += x.At(i)[j] * q.At(j)[a]
				}
			}
		}
		return y
	}
	circles := func(n, m int) *points.Set {
		return made(n, 2*m, func(x []float64) {
			for j := range m {
				onCircle(x[2*j:2*j+2], 1, angle())
			}
		})
	}
	sphere := func(n, dim int, scale ...float64) *points.Set {
		return made(n, dim, func(x []float64) { onSphere(x, scale...) })
	}
	torus := func(n int, R, r, empty float64) *points.Set {
		return made(n, 3, func(x []float64) {
			a, b := angle(), angle()
			if rng.Float64() < empty {
				a = math.Pi * rng.Float64()
			}
			out := R + r*math.Cos(b)
			x[0], x[1], x[2] = out*math.Cos(a), out*math.Sin(a), r*math.Sin(b)
		})
	}
	uneven := func(k float64) *points.Set {
		return made(1000, 2, func(x []float64) {
			for {
				t := angle()
				if math.Log(rng.Float64()) < k*(math.Cos(t)-1) {
					onCircle(x, 1, t)
					return
				}
			}
		})
	}
	gauss := func(n, dim int) *points.Set { return noisy(points.New(n, dim), 1) }
	return []shape{
		{"circle", 1, circles(1000, 1)}, {"circle 200", 1, circles(200, 1)}, {"circle 60", 1, circles(60, 1)},
		{"circle 2 %", 1, noisy(circles(1000, 1), 0.02)}, {"circle 5 %", 1, noisy(circles(1000, 1), 0.05)},
		{"circle 2 % 5000", 1, noisy(circles(5000, 1), 0.02)},
		{"uneven 4", 1, uneven(4)}, {"uneven 20", 1, uneven(20)},
		{"8 circles", 1, made(1000, 2, func(x []float64) {
			i := rng.IntN(8)
			onCircle(x, 0.15, angle())
			x[0] += float64(i % 4)
			x[1] += float64(i / 4)
		})},
		{"lobes", 1, made(1000, 2, func(x []float64) { t := angle(); onCircle(x, 1+0.5*math.Cos(7*t), t) })},
		{"thin ellipse", 1, made(1000, 2, func(x []float64) { onCircle(x, 1, angle()); x[1] *= 0.1 })},
		{"plane", 2, gauss(1000, 2)}, {"plane 200", 2, gauss(200, 2)},
		{"square", 2, made(1000, 2, func(x []float64) { x[0], x[1] = rng.Float64(), rng.Float64() })},
		{"knot", 1, made(1000, 3, func(x []float64) {
			t := angle()
			x[0], x[1], x[2] = math.Sin(t)+2*math.Sin(2*t), math.Cos(t)-2*math.Cos(2*t), -math.Sin(3*t)
		})},
		{"knot 3 %", 1, noisy(made(1000, 3, func(x []float64) {
			t := angle()
			x[0], x[1], x[2] = math.Sin(t)+2*math.Sin(2*t), math.Cos(t)-2*math.Cos(2*t), -math.Sin(3*t)
		}), 0.05)},
		{"sphere", 2, sphere(1000, 3)}, {"sphere 200", 2, sphere(200, 3)},
		{"sphere 2 %", 2, noisy(sphere(1000, 3), 0.02)}, {"sphere 5 %", 2, noisy(sphere(1000, 3), 0.05)},
		{"ellipsoid", 2, sphere(1000, 3, 5)}, {"torus", 2, torus(1000, 3, 1, 0)},
		{"thin torus", 2, torus(1000, 3, 0.3, 0)}, {"half torus", 2, torus(1000, 2, 1, 0.95)},
		{"space", 3, gauss(1000, 3)}, {"Clifford", 2, circles(1000, 2)}, {"3-sphere", 3, sphere(1000, 4)},
		{"3-sphere R8", 3, turned(sphere(1000, 4), 8)},
		{"sphere R10", 2, turned(sphere(1000, 3), 10)}, {"3 circles", 3, circles(1000, 3)},
		{"7 circles", 7, circles(2000, 7)},
		{"5-sphere", 5, sphere(1000, 6)}, {"9-sphere", 9, sphere(2000, 10)},
		{"circle R30", 1, turned(circles(1000, 1), 30)},
		{"circle R30 2 %", 1, noisy(turned(circles(1000, 1), 30), 0.02)}, {"R10", 10, gauss(2000, 10)},
		{"R5", 5, gauss(1000, 5)}, {"R20", 20, gauss(1000, 20)},
	}
}
