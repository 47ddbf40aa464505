package network

import (
	"math/rand/v2"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/backend"
	"ebim/framework/kernels"
)

// ForValues is a network with the same values, bit for bit, that finds them sooner where it can: kernels around the
// same centers share their distances, those with the same axes what lies along these, and what does not depend on the
// point is found once. Gradients may be rounded otherwise.
func ForValues(engine compute.Backend, n Trained) (Trained, error) {
	kernels, ok := n.Network.(*Kernels)
	if !ok {
		return n, nil
	}
	shared := kernels.share(n.Parameters)
	if shared == nil {
		return n, nil
	}
	fixed, err := shared.fixed(engine, n.Parameters)
	if err != nil {
		return n, err
	}
	return Trained{shared, slices.Concat(fixed, n.Parameters[2:])}, nil
}

// sharedKernels are kernels of several members around the same centers.
type sharedKernels struct {
	kernels *Kernels
	all     int   // kernels, with those of no weight at the end
	centers int   // of each member
	kinds   []int // of the axes of each member
	first   []int // member of each kind
}

// share says what the kernels of parameters that Place gave have in common; nil where that is nothing.
func (k *Kernels) share(p []Parameter) *sharedKernels {
	n, m := p[0].Dimensions[1], p[2].Dimensions[1]
	s := &sharedKernels{kernels: k, all: p[0].Dimensions[0]}
	weighted := slices.IndexFunc(p[logsAt].Values, func(log float32) bool { return log <= nothing/2 })
	if weighted < 0 {
		weighted = s.all
	}
	if s.centers = period(p[0].Values[:weighted*n], n); s.centers == weighted {
		return nil
	}
	size := s.centers * m * n
	axes := func(member int) []float32 { return p[1].Values[member*size : (member+1)*size] }
	for member := range weighted / s.centers {
		kind := slices.IndexFunc(s.first, func(other int) bool { return slices.Equal(axes(other), axes(member)) })
		if kind < 0 {
			kind, s.first = len(s.first), append(s.first, member)
		}
		s.kinds = append(s.kinds, kind)
	}
	return s
}

// period is the number of rows of length n after which all rows repeat; that of all where they don't.
func period(values []float32, n int) int {
	rows := len(values) / n
	for i := 1; i <= rows/2; i++ {
		if rows%i == 0 && slices.Equal(values[i*n:(i+1)*n], values[:n]) &&
			slices.Equal(values[i*n:], values[:(rows-i)*n]) {
			return i
		}
	}
	return rows
}

// fixed is what does not depend on the point, found by the operations of kernelSum: centers and axes, each once, what
// of the centers lies along the axes, and where distances are found by products the mean of all centers, which those
// given lie around, and their squared distances from it.
func (s *sharedKernels) fixed(engine compute.Backend, p []Parameter) ([]Parameter, error) {
	m := p[2].Dimensions[1]
	build := func(_, in []*graph.Node) (_, out []*graph.Node) {
		sum := &kernelSum{centers: in[0]}
		centers := rows(in[0], 0, s.centers)
		var axes, offsets []*graph.Node
		for _, member := range s.first {
			axes = append(axes, rows(in[1], member*s.centers*m, (member+1)*s.centers*m))
			offsets = append(offsets, offsetsAlong(centers, axes[len(axes)-1], m))
		}
		out = []*graph.Node{centers, joinedRows(axes), joinedRows(offsets)}
		if sum.byProducts() {
			middle := sum.middle()
			out[0] = graph.Sub(centers, middle)
			out = append(out, middle, graph.ReduceSum(graph.Square(out[0]), 1))
		}
		return nil, out
	}
	program, err := backend.Compile(engine, "kernels", nil, [][]int{p[0].Dimensions, p[1].Dimensions}, build)
	if err != nil {
		return nil, err
	}
	found, err := program.Run(nil, []backend.Array{{Dimensions: p[0].Dimensions, Data: p[0].Values},
		{Dimensions: p[1].Dimensions, Data: p[1].Values}}, nil)
	if err != nil {
		return nil, err
	}
	fixed := make([]Parameter, len(found))
	for i, array := range found {
		fixed[i] = Parameter{Dimensions: array.Dimensions, Values: array.Data, Frozen: true}
	}
	return fixed, nil
}

func joinedRows(of []*graph.Node) *graph.Node {
	if len(of) == 1 {
		return of[0]
	}
	return graph.Concatenate(of, 0)
}

// Initialize implements Network; it is made of what is trained.
func (*sharedKernels) Initialize(int, int, *rand.Rand) []Parameter { return nil }

func (s *sharedKernels) Bind(parameters []*graph.Node) Function {
	b := &sharedSum{sharedKernels: s, axes: parameters[1], offsets: parameters[2]}
	rest := parameters[3:]
	if b.byProducts = parameters[0].Shape().Dimensions[1] > manyCoordinates; b.byProducts {
		b.middle, b.squares, rest = rest[0], rest[1], rest[2:]
	}
	unused := parameters[:2]
	b.sum = s.kernels.Bind(slices.Concat(unused, rest)).(*kernelSum)
	return b
}

type sharedSum struct {
	*sharedKernels
	sum             *kernelSum // of the centers
	axes, offsets   *graph.Node
	byProducts      bool
	middle, squares *graph.Node // by products
}

func (s *sharedSum) Apply(x *graph.Node) *graph.Node {
	m, size := s.sum.along.Shape().Dimensions[1], s.sum.partSize(x)
	members := make([][]*graph.Node, len(s.kinds))
	for from := 0; from < s.centers; from += size {
		to := min(from+size, s.centers)
		distances, along := s.distances(x, from, to), make([]*graph.Node, len(s.first))
		for kind := range along {
			first, last := (kind*s.centers+from)*m, (kind*s.centers+to)*m
			along[kind] = squaresAlong(x, rows(s.axes, first, last), rows(s.offsets, first, last), m)
		}
		for member, kind := range s.kinds {
			at := member * s.centers
			members[member] = append(members[member], s.sum.logsOf(distances, along[kind], at+from, at+to))
		}
	}
	parts := slices.Concat(members...)
	if rest := s.all - len(s.kinds)*s.centers; rest > 0 { // which has sums of all added in the same order
		parts = append(parts, graph.BroadcastToDims(graph.Scalar(x.Graph(), x.DType(), nothing),
			x.Shape().Dimensions[0], rest))
	}
	return s.sum.of(x, parts)
}

// distances are the squared ones from some centers, [batch, to - from].
func (s *sharedSum) distances(x *graph.Node, from, to int) *graph.Node {
	centers := rows(s.sum.centers, from, to)
	if s.byProducts {
		return squaredByProducts(graph.Sub(x, s.middle), centers, rows(s.squares, from, to))
	}
	return s.sum.squaredDistances(x, centers)
}

func (s *sharedSum) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	y := s.Apply(x)
	return y, autodiff.Linearize(x, y)
}

// Where the logarithms of kernels are among the parameters, and those of smooth densities after them.
const (
	logsAt = 4 + iota
	landmarksAt
	widthsAt
	coefficientsAt
	smoothLogsAt
)

// nothing is the logarithm of no density.
const nothing = -1e30

// emptySmooth is the parameters of smooth densities on R^in.
func (k *Kernels) emptySmooth(in int) []Parameter {
	if k.Smooth == 0 {
		return nil
	}
	return []Parameter{zeros("landmarks", kernels.Landmarks, in), zeros("widths", k.Smooth),
		zeros("coefficients", k.Smooth, kernels.Landmarks), zeros("smooth_logs", k.Smooth)}
}

func (k *Kernels) costOfSmooth(n float64) (parameters, activations float64) {
	smooth := float64(k.Smooth)
	if k.Smooth == 0 {
		return 0, 0
	}
	return kernels.Landmarks*(n+smooth) + 2*smooth, kernels.Landmarks * (n + 2*smooth)
}

// clearSmooth makes the smooth densities among parameters 0 everywhere.
func (k *Kernels) clearSmooth(p []Parameter) {
	for i := range k.Smooth {
		p[widthsAt].Values[i], p[smoothLogsAt].Values[i] = 1, nothing
	}
}

// smoothSum is smooth densities.
type smoothSum struct{ landmarks, widths, coefficients, logs *graph.Node }

// apply is their logarithms at x, [batch, densities].
func (s *smoothSum) apply(x *graph.Node) *graph.Node {
	difference := graph.Sub(graph.InsertAxes(x, 1), graph.InsertAxes(s.landmarks, 0))
	distance := graph.InsertAxes(graph.ReduceSum(graph.Square(difference), 2), 1)    // [batch, 1, landmarks]
	precision := graph.InsertAxes(graph.Reciprocal(graph.Square(s.widths)), 0, -1)   // [1, densities, 1]
	bumps := graph.Exp(graph.MulScalar(graph.Mul(distance, precision), -0.5))        // [batch, densities, landmarks]
	sum := graph.ReduceSum(graph.Mul(bumps, graph.InsertAxes(s.coefficients, 0)), 2) // [batch, densities]
	return graph.Add(sum, graph.InsertAxes(s.logs, 0))
}
