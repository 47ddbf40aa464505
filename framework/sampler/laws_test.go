package sampler_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/stat/distuv"

	"ebim/framework/network/networktest"
	"ebim/framework/sampler"
)

// law is a density exp(-E) with respect to the surface measure of a manifold that coordinates (u, v) in [0, 1)^2 cover.
type law struct {
	manifold networktest.Manifold
	energy   networktest.Formula
	point    func(u, v float64) []float64
	inverse  func(x []float64) (u, v float64)
	area     func(u, v float64) float64 // element of the surface, up to a factor
	log      func(x []float64) float64  // -E
	cells    [2]int                     // along u and v, for frequencies
}

// turn is the angle of (x, y) as a part of a whole turn.
func turn(x, y float64) float64 {
	part := math.Atan2(y, x) / (2 * math.Pi)
	return part - math.Floor(part)
}

// linear is the energy -slope.x.
func linear(slope ...float64) networktest.Formula {
	return func(x *graph.Node) *graph.Node { return graph.Neg(networktest.Combination(x, slope)) }
}

func product(a, b []float64) float64 {
	sum := 0.0
	for j := range a {
		sum += a[j] * b[j]
	}
	return sum
}

// angle is the first coordinate's circle of the unit circle above which a curve lies.
func angle(u float64) (cos, sin float64) {
	sin, cos = math.Sincos(2 * math.Pi * u)
	return cos, sin
}

func constantArea(float64, float64) float64 { return 1 }

// vonMisesLaw is that of concentration 2 on the unit circle.
func vonMisesLaw() law {
	slope := []float64{1.6, 1.2}
	return law{manifold: circle, energy: linear(slope...), cells: [2]int{20, 1}, area: constantArea,
		point:   func(u, _ float64) []float64 { c, s := angle(u); return []float64{c, s} },
		inverse: func(x []float64) (float64, float64) { return turn(x[0], x[1]), 0 },
		log:     func(x []float64) float64 { return product(slope, x) }}
}

// fisherLaw is the von Mises-Fisher law of concentration 2 on the unit sphere.
func fisherLaw() law {
	slope := []float64{0, 1.2, 1.6}
	return law{manifold: networktest.Sphere(3, 1), energy: linear(slope...), cells: [2]int{5, 4}, area: constantArea,
		point: func(u, v float64) []float64 {
			c, s := angle(u)
			height := 2*v - 1
			radius := math.Sqrt(1 - height*height)
			return []float64{radius * c, radius * s, height}
		},
		inverse: func(x []float64) (float64, float64) { return turn(x[0], x[1]), (x[2] + 1) / 2 },
		log:     func(x []float64) float64 { return product(slope, x) }}
}

// sineLaw is the sine von Mises law k1 cos(phi) + k2 cos(psi) + lambda sin(phi) sin(psi) on the torus (its density with
// respect to the surface).
func sineLaw() law {
	const major, minor, k1, k2, lambda = 2.0, 1.0, 1.0, 0.5, 1.2
	m := networktest.Torus(major, minor)
	return law{manifold: m, cells: [2]int{5, 4},
		energy: func(x *graph.Node) *graph.Node {
			ring := graph.Sqrt(graph.Add(graph.Square(networktest.Coordinate(x, 0)),
				graph.Square(networktest.Coordinate(x, 1))))
			cosPhi, sinPhi := graph.Div(networktest.Coordinate(x, 0), ring),
				graph.Div(networktest.Coordinate(x, 1), ring)
			cosPsi, sinPsi := graph.AddScalar(ring, -major), networktest.Coordinate(x, 2) // minor is 1
			sum := graph.Add(graph.MulScalar(cosPhi, k1), graph.MulScalar(cosPsi, k2))
			return graph.Neg(graph.Add(sum, graph.MulScalar(graph.Mul(sinPhi, sinPsi), lambda)))
		},
		point: func(u, v float64) []float64 {
			cosPhi, sinPhi := angle(u)
			cosPsi, sinPsi := angle(v)
			ring := major + minor*cosPsi
			return []float64{ring * cosPhi, ring * sinPhi, minor * sinPsi}
		},
		inverse: func(x []float64) (float64, float64) {
			return turn(x[0], x[1]), turn(math.Hypot(x[0], x[1])-major, x[2])
		},
		area: func(_, v float64) float64 { c, _ := angle(v); return major + minor*c },
		log: func(x []float64) float64 {
			ring := math.Hypot(x[0], x[1])
			return k1*x[0]/ring + k2*(ring-major) + lambda*x[1]/ring*x[2]
		}}
}

// ellipseLaw is on the surface of codimension 2 in R^4 that is a circle times an ellipse of half axes 1 and 1/2, where
// the Gram determinant of the Jacobian varies, whose rows are not orthogonal.
func ellipseLaw() law {
	first, second := []float64{0.8, 0, 0.5, 0}, []float64{0, 1, 0, 1.5}
	m := networktest.Manifold{Name: "circle times ellipse", Ambient: 4, Codimension: 2,
		Formula: func(x *graph.Node) *graph.Node {
			square := func(j int, factor float64) *graph.Node {
				return graph.MulScalar(graph.Square(networktest.Coordinate(x, j)), factor)
			}
			circle := graph.AddScalar(graph.Add(square(0, 1), square(1, 1)), -1)
			ellipse := graph.AddScalar(graph.Add(square(2, 1), square(3, 4)), -1)
			return networktest.Join(circle, graph.Add(ellipse, graph.MulScalar(circle, 0.3)))
		}}
	log := func(x []float64) float64 {
		return product(first, x) + product(second[:2], x[:2])*product(second[2:], x[2:])
	}
	return law{manifold: m, cells: [2]int{5, 4}, log: log,
		energy: func(x *graph.Node) *graph.Node {
			coupling := graph.Mul(networktest.Combination(x, []float64{0, 1, 0, 0}),
				networktest.Combination(x, []float64{0, 0, 0, 1.5}))
			return graph.Neg(graph.Add(networktest.Combination(x, first), coupling))
		},
		point: func(u, v float64) []float64 {
			c, s := angle(u)
			d, t := angle(v)
			return []float64{c, s, d, t / 2}
		},
		inverse: func(x []float64) (float64, float64) { return turn(x[0], x[1]), turn(x[2], 2*x[3]) },
		area:    func(_, v float64) float64 { c, s := angle(v); return math.Hypot(s, c/2) }}
}

// waveLaw is on a closed curve of codimension 3 in R^4 whose speed varies.
func waveLaw() law {
	const height = 0.8
	slope := []float64{1, 0, 0.5, 0}
	return law{manifold: networktest.Wave(4, height), energy: linear(slope...), cells: [2]int{20, 1},
		point: func(u, _ float64) []float64 {
			c, s := angle(u)
			return []float64{c, s, height * c * s, height * c * s}
		},
		inverse: func(x []float64) (float64, float64) { return turn(x[0], x[1]), 0 },
		area: func(u, _ float64) float64 {
			c, _ := angle(2 * u)
			return math.Sqrt(1 + 2*height*height*c*c)
		},
		log: func(x []float64) float64 { return product(slope, x) }}
}

// system is the law's energy and constraint.
func (l law) system() sampler.System {
	return sampler.System{Energy: l.energy, Constraint: l.manifold.Formula}
}

// cell is the number of the cell that x lies in.
func (l law) cell(x []float64) int {
	u, v := l.inverse(x)
	along := func(part float64, cells int) int { return min(max(int(part*float64(cells)), 0), cells-1) }
	return along(u, l.cells[0])*l.cells[1] + along(v, l.cells[1])
}

// expected are the cells' probabilities and the mean and variance of each coordinate, by the midpoint rule on cells
// that divide the grid.
func (l law) expected() (cells, mean, variance []float64) {
	const grid = 200
	n := l.manifold.Ambient
	cells, mean, variance = make([]float64, l.cells[0]*l.cells[1]), make([]float64, n), make([]float64, n)
	total := 0.0
	for i := range grid {
		for k := range grid {
			u, v := (float64(i)+0.5)/grid, (float64(k)+0.5)/grid
			x := l.point(u, v)
			weight := l.area(u, v) * math.Exp(l.log(x))
			total += weight
			cells[l.cell(x)] += weight
			for j, value := range x {
				mean[j] += weight * value
				variance[j] += weight * value * value
			}
		}
	}
	for i := range cells {
		cells[i] /= total
	}
	for j := range mean {
		mean[j] /= total
		variance[j] = variance[j]/total - mean[j]*mean[j]
	}
	return cells, mean, variance
}

// The false-alarm rate of agreement is at most chiSquareRate for the frequencies, and momentRate for each coordinate's
// mean (4.5 standard errors).
const (
	chiSquareRate = 1e-4
	momentLimit   = 4.5
	momentRate    = 7e-6
)

// disagreement says where independent points x [count * n] differ from the law, in frequencies or moments; empty where
// they don't.
func (l law) disagreement(x []float64) (complaints []disagreed) {
	n := l.manifold.Ambient
	count := float64(len(x) / n)
	cells, mean, variance := l.expected()
	counts, found := make([]float64, len(cells)), make([]float64, n)
	for i := 0; i < len(x); i += n {
		counts[l.cell(x[i:i+n])]++
		for j := range n {
			found[j] += x[i+j] / count
		}
	}
	chiSquare := 0.0
	for i, p := range cells {
		chiSquare += (counts[i] - p*count) * (counts[i] - p*count) / (p * count)
	}
	if limit := (distuv.ChiSquared{K: float64(len(cells) - 1)}).Quantile(1 - chiSquareRate); !(chiSquare <= limit) {
		complaints = append(complaints, disagreed{"chi-square", chiSquare, limit})
	}
	for j := range n {
		if deviations := math.Abs(found[j]-mean[j]) / math.Sqrt(variance[j]/count); !(deviations <= momentLimit) {
			complaints = append(complaints, disagreed{"standard errors of a coordinate's mean",
				deviations, momentLimit})
		}
	}
	return complaints
}

type disagreed struct {
	what         string
	found, limit float64
}

// The law's coordinates, cells and measure fit its formula: points are on the manifold, the coordinates come back, and
// the measure is the norm of the wedge of the coordinates' derivatives.
func TestLawsAreWhatTheySay(t *testing.T) {
	for _, l := range []law{vonMisesLaw(), fisherLaw(), sineLaw(), ellipseLaw(), waveLaw()} {
		rng := rand.New(rand.NewPCG(12, 1))
		var rows [][]float64
		var logs, ratios []float64
		for range 30 {
			u, v := 0.01+0.98*rng.Float64(), 0.01+0.98*rng.Float64()
			x := l.point(u, v)
			rows, logs = append(rows, x), append(logs, -l.log(x))
			if l.cells[1] > 1 {
				again, too := l.inverse(x)
				near(t, l.manifold.Name+": coordinates", []float64{again, too}, []float64{u, v}, 1e-12)
			}
			ratios = append(ratios, l.wedge(u, v)/l.area(u, v))
		}
		for i := range ratios {
			near(t, l.manifold.Name+": surface element", []float64{ratios[i] / ratios[0]}, []float64{1}, 1e-6)
		}
		points := networktest.Matrix(rows...)
		if size := residual(t, l.manifold, points.Data); size > 1e-12 {
			t.Errorf("%s: |F| is up to %v", l.manifold.Name, size)
		}
		energies := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
			return []*graph.Node{l.energy(in[0])}
		}, points)
		near(t, l.manifold.Name+": energy", energies[0].Data, logs, 1e-12)
	}
}

// wedge is the surface element by central differences.
func (l law) wedge(u, v float64) float64 {
	const step = 1e-5
	difference := func(a, b []float64) []float64 {
		d := make([]float64, len(a))
		for j := range a {
			d[j] = (a[j] - b[j]) / (2 * step)
		}
		return d
	}
	first := difference(l.point(u+step, v), l.point(u-step, v))
	if l.cells[1] == 1 {
		return math.Sqrt(product(first, first))
	}
	second := difference(l.point(u, v+step), l.point(u, v-step))
	mixed := product(first, second)
	return math.Sqrt(product(first, first)*product(second, second) - mixed*mixed)
}
