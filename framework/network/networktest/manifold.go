package networktest

import (
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/network"
	"ebim/framework/points"
)

// Formula is a function of x [batch, n] to [batch, out] written as a graph. Its derivative is GoMLX's.
type Formula func(x *graph.Node) *graph.Node

// Apply implements network.Function.
func (f Formula) Apply(x *graph.Node) *graph.Node { return f(x) }

// Linearize implements network.Function.
func (f Formula) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	y := f(x)
	return y, autodiff.Linearize(x, y)
}

// Coordinate is coordinate j of x [batch, n] as [batch, 1]. (Slices have no derivative on the pure-Go backend.)
func Coordinate(x *graph.Node, j int) *graph.Node {
	unit := make([]float64, x.Shape().Dimensions[1])
	unit[j] = 1
	return Combination(x, unit)
}

// Combination is x [batch, n] times a constant vector, as [batch, 1].
func Combination(x *graph.Node, coefficients []float64) *graph.Node {
	constant := graph.ConstAsDType(x.Graph(), x.DType(), [][]float64{coefficients})
	return graph.DotGeneral(x, []int{1}, nil, constant, []int{1}, nil)
}

// Join puts columns [batch, 1] side by side. (Concatenation has no second derivative on the pure-Go backend.)
func Join(columns ...*graph.Node) *graph.Node {
	var joined *graph.Node
	for j, column := range columns {
		unit := make([]float64, len(columns))
		unit[j] = 1
		term := graph.Mul(column, graph.ConstAsDType(column.Graph(), column.DType(), [][]float64{unit}))
		if joined == nil {
			joined = term
		} else {
			joined = graph.Add(joined, term)
		}
	}
	return joined
}

// Square is |x|^2 of each row, [batch, 1].
func Square(x *graph.Node) *graph.Node {
	return graph.InsertAxes(graph.ReduceSum(graph.Mul(x, x), 1), -1)
}

// Manifold is the zero set of a formula, with what is known of it.
type Manifold struct {
	Name                 string
	Formula              Formula
	Ambient, Codimension int
	Box                  points.Box
	// Draw is a point of the manifold (uniform on those that say so).
	Draw func(rng *rand.Rand) []float64
	// Nearest is the point of the manifold nearest to x.
	Nearest func(x []float64) []float64
}

// Sphere is |x|^2 = radius^2 in R^n (n = 2: a circle). Draw is uniform.
func Sphere(n int, radius float64) Manifold {
	nearest := func(x []float64) []float64 { return scaled(x, radius/norm(x)) }
	return Manifold{Name: "sphere", Ambient: n, Codimension: 1, Box: points.Cube(n, -(1.5 * radius), 1.5*radius),
		Nearest: nearest,
		Formula: func(x *graph.Node) *graph.Node { return graph.AddScalar(Square(x), -radius*radius) },
		Draw:    func(rng *rand.Rand) []float64 { return nearest(normals(rng, n)) }}
}

// Torus is (|(x, y)| - major)^2 + z^2 = minor^2 in R^3. Draw is uniform in the two angles, not in area.
func Torus(major, minor float64) Manifold {
	return Manifold{Name: "torus", Ambient: 3, Codimension: 1,
		Box: points.Cube(3, -1.3*(major+minor), 1.3*(major+minor)), Formula: func(x *graph.Node) *graph.Node {
			ring := graph.Sqrt(graph.Add(graph.Square(Coordinate(x, 0)), graph.Square(Coordinate(x, 1))))
			tube := graph.Add(graph.Square(graph.AddScalar(ring, -major)), graph.Square(Coordinate(x, 2)))
			return graph.AddScalar(tube, -minor*minor)
		},
		Draw: func(rng *rand.Rand) []float64 {
			u, v := 2*math.Pi*rng.Float64(), 2*math.Pi*rng.Float64()
			ring := major + minor*math.Cos(v)
			return []float64{ring * math.Cos(u), ring * math.Sin(u), minor * math.Sin(v)}
		},
		Nearest: func(x []float64) []float64 {
			ring := math.Hypot(x[0], x[1])
			across, up := ring-major, x[2]
			factor := minor / math.Hypot(across, up)
			to := (major + across*factor) / ring
			return []float64{x[0] * to, x[1] * to, up * factor}
		}}
}

// Ring returns a circle in R^3 of codimension 2, the unit sphere cut by the plane a.x = 1/2 with a of length 1, its
// radius sqrt(3)/2. The rows of its Jacobian are far from orthogonal. Draw is uniform.
func Ring() Manifold {
	axis := []float64{0.6, 0, 0.8}
	nearest := func(x []float64) []float64 {
		along := dot(axis, x)
		in := make([]float64, 3)
		for j := range in {
			in[j] = x[j] - along*axis[j]
		}
		in = scaled(in, math.Sqrt(0.75)/norm(in))
		for j := range in {
			in[j] += axis[j] / 2
		}
		return in
	}
	return Manifold{Name: "ring", Ambient: 3, Codimension: 2, Box: points.Cube(3, -1.5, 1.5), Nearest: nearest,
		Formula: func(x *graph.Node) *graph.Node {
			sphere := graph.AddScalar(Square(x), -1)
			plane := graph.AddScalar(Combination(x, axis), -0.5)
			return Join(sphere, graph.Add(plane, graph.MulScalar(sphere, 0.3)))
		},
		Draw: func(rng *rand.Rand) []float64 { return nearest(normals(rng, 3)) }}
}

// Wave returns a closed curve in R^n above the unit circle: x_k = height x_0 x_1 for every k above 1. Its codimension
// n - 1 may be larger than what dense solvers take.
func Wave(n int, height float64) Manifold {
	return Manifold{Name: "wave", Ambient: n, Codimension: n - 1, Box: points.Cube(n, -1.5, 1.5),
		Formula: func(x *graph.Node) *graph.Node {
			first, second := Coordinate(x, 0), Coordinate(x, 1)
			rows := []*graph.Node{graph.AddScalar(graph.Add(graph.Square(first), graph.Square(second)), -1)}
			for k := 2; k < n; k++ {
				rows = append(rows, graph.Sub(Coordinate(x, k), graph.MulScalar(graph.Mul(first, second), height)))
			}
			return Join(rows...)
		},
		Draw: func(rng *rand.Rand) []float64 {
			angle := 2 * math.Pi * rng.Float64()
			x := []float64{math.Cos(angle), math.Sin(angle)}
			for len(x) < n {
				x = append(x, height*x[0]*x[1])
			}
			return x
		}}
}

// Fixed is a network that is one formula, plus a parameter that starts at 0.
type Fixed struct{ Formula Formula }

// Initialize implements network.Network.
func (Fixed) Initialize(_, _ int, _ *rand.Rand) []network.Parameter {
	return []network.Parameter{{Name: "offset", Dimensions: []int{1, 1}, Values: []float32{0}}}
}

// Bind implements network.Network.
func (f Fixed) Bind(parameters []*graph.Node) network.Function {
	return Formula(func(x *graph.Node) *graph.Node { return graph.Add(f.Formula(x), parameters[0]) })
}

func normals(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for j := range x {
		x[j] = rng.NormFloat64()
	}
	return x
}

func scaled(x []float64, factor float64) []float64 {
	y := make([]float64, len(x))
	for j, v := range x {
		y[j] = v * factor
	}
	return y
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for j := range a {
		sum += a[j] * b[j]
	}
	return sum
}

func norm(x []float64) float64 { return math.Sqrt(dot(x, x)) }
