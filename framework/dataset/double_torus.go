package dataset

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/points"
)

// DoubleTorus is the uniform distribution, with respect to area, on the surface of genus 2
//
//	f(x, y)^2 + z^2 = thickness^2,  f = x^2 (1 - x^2) - y^2,
//
// a tube around the lemniscate f = 0, with two holes.
type DoubleTorus struct {
	OneMember
	Thickness float64 `yaml:"thickness" default:"0.1" range:"[0.01, 0.24]" doc:"half the height of the tube; the holes close at 0.25"`

	made cached[float64, *tabulatedSurface]
}

var _ Family = (*DoubleTorus)(nil)

// tabulatedSurface is what is computed once: the area, to about 1e-5, and points to search from.
type tabulatedSurface struct {
	area float64
	near *points.Set
}

// lemniscate is f with its gradient.
func lemniscate(x, y float64) (f, fx, fy float64) {
	return x*x*(1-x*x) - y*y, 2*x - 4*x*x*x, -2 * y
}

// gradient is half that of F = f^2 + z^2 - thickness^2, and value F itself.
func (d *DoubleTorus) gradient(x []float64) [3]float64 {
	f, fx, fy := lemniscate(x[0], x[1])
	return [3]float64{f * fx, f * fy, x[2]}
}

func (d *DoubleTorus) value(x []float64) float64 {
	f, _, _ := lemniscate(x[0], x[1])
	return f*f + x[2]*x[2] - d.Thickness*d.Thickness
}

// normal is the component of the unit normal along an axis, at a point of the surface.
func (d *DoubleTorus) normal(x []float64, axis int) float64 {
	g := d.gradient(x)
	return g[axis] / norm(g[:])
}

// reach is the half width of the surface along each axis.
func (d *DoubleTorus) reach() [3]float64 {
	return [3]float64{math.Sqrt((1 + math.Sqrt(1+4*d.Thickness)) / 2), math.Sqrt(0.25 + d.Thickness), d.Thickness}
}

// mostHits is how often a line along an axis meets the surface at most.
const mostHits = 8

// hits are the points of the surface on the line through x along an axis, whose coordinate of x does not count.
func (d *DoubleTorus) hits(x [3]float64, axis int) [][3]float64 {
	var squares []float64 // of the coordinate
	f, _, _ := lemniscate(x[0], x[1])
	level := math.Sqrt(max(0, d.Thickness*d.Thickness-x[2]*x[2])) // of |f|
	switch axis {
	case 0:
		for _, c := range []float64{x[1]*x[1] + level, x[1]*x[1] - level} { // u - u^2 = c for u = x^2
			root := math.Sqrt(max(0, 1-4*c))
			squares = append(squares, (1+root)/2, 2*c/(1+root))
			if 1-4*c < 0 {
				squares = squares[:len(squares)-2]
			}
		}
	case 1:
		g := x[0] * x[0] * (1 - x[0]*x[0])
		squares = []float64{g + level, g - level}
	case 2:
		squares = []float64{d.Thickness*d.Thickness - f*f}
	}
	var found [][3]float64
	for _, square := range squares {
		for _, sign := range []float64{1, -1} {
			if square > 0 {
				at := x
				at[axis] = sign * math.Sqrt(square)
				found = append(found, at)
			}
		}
	}
	return found
}

// grid calls visit with the points where the surface meets the lines of a grid of the given width along all three
// axes, and with their shares of the area: of the area dA, |n_i| dA is seen along axis i, so that hits count with
// |n_i| width^2, as the sum of n_i^2 is 1.
func (d *DoubleTorus) grid(width float64, visit func(x [3]float64, share float64)) {
	half := d.reach()
	for axis := range 3 {
		a, b := (axis+1)%3, (axis+2)%3
		na, nb := math.Ceil(2*half[a]/width), math.Ceil(2*half[b]/width)
		wa, wb := 2*half[a]/na, 2*half[b]/nb
		for i := range int(na) {
			for j := range int(nb) {
				var x [3]float64
				x[a], x[b] = -half[a]+(float64(i)+0.5)*wa, -half[b]+(float64(j)+0.5)*wb
				for _, hit := range d.hits(x, axis) {
					visit(hit, math.Abs(d.normal(hit[:], axis))*wa*wb)
				}
			}
		}
	}
}

func (d *DoubleTorus) tabulated() *tabulatedSurface {
	return d.made.get(d.Thickness, func() *tabulatedSurface {
		t := &tabulatedSurface{near: points.New(0, 3)}
		const width = 0.004
		coarse := 0.0
		d.grid(width, func(_ [3]float64, share float64) { coarse += share })
		d.grid(width/2, func(_ [3]float64, share float64) { t.area += share })
		// |n_i| grows like a root from where it is 0, so errors like width^1.5
		t.area += (t.area - coarse) / (math.Pow(2, 1.5) - 1)
		d.grid(0.03, func(x [3]float64, _ float64) { t.near.Data = append(t.near.Data, x[:]...) })
		return t
	})
}

// Load draws size points, DefaultSize if size is 0.
func (d *DoubleTorus) Load(_ Env, rng *rand.Rand, size int) (*points.Set, error) {
	return draw(d, rng, size)
}

// Dimensions are 3 and 2.
func (d *DoubleTorus) Dimensions() (ambient, manifold int) { return 3, 2 }

// Sample draws n independent points: hits of random lines along a random axis, each kept with probability |n_i|, as in
// grid.
func (d *DoubleTorus) Sample(rng *rand.Rand, n int) *points.Set {
	half := d.reach()
	var sides [3]float64
	for axis := range sides {
		sides[axis] = half[(axis+1)%3] * half[(axis+2)%3]
	}
	set := points.New(n, 3)
	for i := 0; i < n; {
		axis, at := 0, rng.Float64()*(sides[0]+sides[1]+sides[2])
		for axis < 2 && at >= sides[axis] {
			at -= sides[axis]
			axis++
		}
		var x [3]float64
		for k := range x {
			x[k] = half[k] * (2*rng.Float64() - 1)
		}
		hits, chosen := d.hits(x, axis), rng.IntN(mostHits)
		if chosen < len(hits) && rng.Float64() < math.Abs(d.normal(hits[chosen][:], axis)) {
			copy(set.At(i), hits[chosen][:])
			i++
		}
	}
	return set
}

// LogDensity is minus the logarithm of the area.
func (d *DoubleTorus) LogDensity([]float64) float64 { return -math.Log(d.tabulated().area) }

// Evenly gives about n points on lines of a grid, with their shares.
func (d *DoubleTorus) Evenly(n int) (*points.Set, []float64) {
	n = max(n, 1)
	var best [][3]float64
	var shares []float64
	const seen = 1.4 // about the mean of |n_1| + |n_2| + |n_3|, hits in each square of the grid's width
	width := math.Sqrt(seen * d.tabulated().area / float64(n))
	for range 30 { // as coarse grids miss parts
		var found [][3]float64
		var share []float64
		d.grid(width, func(x [3]float64, s float64) { found, share = append(found, x), append(share, s) })
		if len(found) > 0 && (best == nil || abs(len(found)-n) < abs(len(best)-n)) {
			best, shares = found, share
		}
		if 10*abs(len(best)-n) <= n {
			break
		}
		width *= min(max(math.Sqrt(float64(len(found))/float64(n)), 0.7), 1.2)
	}
	set := points.New(0, 3)
	for _, x := range best {
		set.Data = append(set.Data, x[:]...)
	}
	floats.Scale(d.tabulated().area/total(shares), shares)
	return set, shares
}

func abs(n int) int { return max(n, -n) }

// Nearest is found by Newton steps from the nearest of many points.
func (d *DoubleTorus) Nearest(x []float64) []float64 {
	near := d.tabulated().near
	best, least := 0, math.Inf(1)
	for i := range near.Len() {
		if p := near.At(i); points.SquaredDistance(p, x) < least {
			best, least = i, points.SquaredDistance(p, x)
		}
	}
	return d.descend(near.At(best), x)
}

// Topology is one surface of Euler characteristic -2.
func (d *DoubleTorus) Topology() (Topology, bool) {
	return Topology{Dimension: 2, Components: 1, EulerCharacteristics: []int{-2}}, true
}

// descend finds the surface's point nearest to x around p, a point of it: a zero of (p - x + lambda G, F/2) by Newton
// steps, with G half the gradient of F, each cut down until it brings p nearer to x once it is back on the surface.
// Where Newton's step does not lead down, the step is x - p along the surface.
func (d *DoubleTorus) descend(p, x []float64) []float64 {
	p = d.onto(p)
	for range 200 {
		step, tangent := d.newton(p, x), d.tangent(p, x)
		if norm(tangent) <= 1e-15 {
			break
		}
		if step == nil || floats.Dot(step, tangent) <= 0 {
			step = tangent
		}
		next := d.shortened(p, step, x)
		if next == nil {
			break
		}
		p = next
	}
	return p
}

// shortened is p plus the longest of step, step/2, ... that leads nearer to x, or nil.
func (d *DoubleTorus) shortened(p, step, x []float64) []float64 {
	for scale := 1.0; scale > 1e-12; scale /= 2 {
		next := slices.Clone(p)
		floats.AddScaled(next, scale, step)
		next = d.onto(next)
		if points.SquaredDistance(next, x) < points.SquaredDistance(p, x) {
			return next
		}
	}
	return nil
}

// onto follows the gradient to the surface.
func (d *DoubleTorus) onto(p []float64) []float64 {
	p = slices.Clone(p)
	for range 50 {
		g, f := d.gradient(p), d.value(p)/2
		floats.AddScaled(p, -f/floats.Dot(g[:], g[:]), g[:])
		if math.Abs(f) < 1e-17 {
			break
		}
	}
	return p
}

// tangent is x - p without what is normal to the surface at p.
func (d *DoubleTorus) tangent(p, x []float64) []float64 {
	g := d.gradient(p)
	tangent := slices.Clone(x)
	floats.Sub(tangent, p)
	floats.AddScaled(tangent, -floats.Dot(tangent, g[:])/floats.Dot(g[:], g[:]), g[:])
	return tangent
}

// newton is the step of p, or nil where there is none.
func (d *DoubleTorus) newton(p, x []float64) []float64 {
	g := d.gradient(p)
	offset := slices.Clone(p)
	floats.Sub(offset, x)
	lambda := -floats.Dot(offset, g[:]) / floats.Dot(g[:], g[:])
	f, fx, fy := lemniscate(p[0], p[1])
	hessian := [3][3]float64{ // half that of F
		{fx*fx + f*(2-12*p[0]*p[0]), fx * fy, 0},
		{fx * fy, fy*fy - 2*f, 0},
		{0, 0, 1},
	}
	system, right := mat.NewDense(4, 4, nil), mat.NewVecDense(4, nil)
	for i := range 3 {
		for j := range 3 {
			system.Set(i, j, lambda*hessian[i][j])
		}
		system.Set(i, i, 1+lambda*hessian[i][i])
		system.Set(i, 3, g[i])
		system.Set(3, i, g[i])
		right.SetVec(i, -offset[i]-lambda*g[i])
	}
	right.SetVec(3, -d.value(p)/2)
	var step mat.VecDense
	if err := step.SolveVec(system, right); err != nil {
		return nil
	}
	return step.RawVector().Data[:3]
}
