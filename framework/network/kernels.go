package network

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/config"
	"ebim/framework/kernels"
	"ebim/framework/points"
)

// Kernels is minus the logarithm of a mixture of normal kernels around the data, of clusters and of smooth densities
// (see package kernels), whose shapes and shares are found by cross-validation before a training. As an energy it is
// close to a normalized one, and calibrated to the detail that the data have.
type Kernels struct {
	Members  int     `yaml:"members" default:"3" range:"[1, 12]" draft:"1" doc:"kernels around each point: the best of 48 widths and shapes, on curves of 24"`
	Smooth   int     `yaml:"smooth" default:"1" range:"[0, 12]" doc:"smooth densities beside the kernels: the best of 15, where the manifold has a quadrature"`
	Clusters int     `yaml:"clusters" default:"1" range:"[0, 4]" draft:"0" doc:"mixtures of wider normal distributions beside the kernels, of many points each: the best of 2, in 3 dimensions and more"`
	Most     int     `yaml:"most" default:"16384" range:"[2, 1000000]" draft:"8" doc:"points with kernels, at most; drawn at random where there are more"`
	Floor    float64 `yaml:"floor" default:"0" range:"[0, 1]" doc:"least standard deviation of a kernel, as a share of the data's; 0: what the distances between different points and numbers of 32 bits allow"`
}

// CheckShape implements Shaped.
func (k *Kernels) CheckShape(_, out int) error {
	if out != 1 {
		return &config.FieldError{Field: "kernels", Found: fmt.Sprintf("kernels as a function to R^%d", out),
			Allowed: "kernels as an energy, or another network"}
	}
	return nil
}

// withoutData is the number of points that stand for data where there are none.
const withoutData = 8

// Cost implements Costed, without data.
func (k *Kernels) Cost(in, _ int) Cost {
	normals, n := float64(k.Members*min(withoutData, k.Most)+kernels.MostClusters(k.Clusters, in)), float64(in)
	parameters, activations := k.costOfSmooth(n)
	return Cost{Setting: "members", Parameters: normals*(n*n+2*n+2) + parameters,
		Activations: normals*(3*n+4) + activations}
}

// Initialize implements Network without data: kernels of width 1 around points of a normal distribution.
func (k *Kernels) Initialize(in, _ int, rng *rand.Rand) []Parameter {
	p := k.Empty(withoutData, in, in)
	k.clear(p)
	for i := range p[0].Values {
		p[0].Values[i] = float32(rng.NormFloat64())
	}
	for i := range p[3].Values {
		p[3].Values[i] = 1
	}
	clear(p[logsAt].Values)
	return p
}

// Empty implements Placed.
func (k *Kernels) Empty(count, in, dimension int) []Parameter {
	count = k.Members * k.Sees(count)
	all := append([]Parameter{zeros("centers", count, in), zeros("axes", count*dimension, in),
		zeros("along", count, dimension), zeros("across", count), zeros("logs", count)}, k.emptySmooth(in)...)
	if most := kernels.MostClusters(k.Clusters, dimension); most > 0 {
		all = append(all, zeros("cluster_centers", most, in), zeros("cluster_axes", most*dimension, in),
			zeros("cluster_along", most, dimension), zeros("cluster_across", most), zeros("cluster_logs", most))
	}
	for i := range all {
		all[i].Frozen = true
	}
	return all
}

// Work implements Placed.
func (k *Kernels) Work(count int) float64 {
	if k.Smooth == 0 {
		return 0
	}
	return kernels.SmoothWork(k.Sees(count))
}

// Sees implements Placed.
func (k *Kernels) Sees(count int) int { return min(count, k.Most) }

// Place implements Placed.
func (k *Kernels) Place(site *Site, out int, rng *rand.Rand) ([]Parameter, error) {
	data, tangents, dimension := site.Data, site.Tangents, site.Dimension
	if data.Len() > k.Most {
		panic(fmt.Sprintf("kernels around %d points, of at most %d", data.Len(), k.Most))
	}
	if err := k.CheckShape(data.Dim, out); err != nil {
		return nil, err
	}
	extent := data.Scale() * math.Sqrt(float64(data.Dim)) // the root mean squared distance from their mean
	if firsts, _ := data.Places(); len(firsts) < 2 || math.IsNaN(extent) || math.IsInf(extent, 0) {
		return nil, errors.New("kernels need data of at least two different points, all of them finite")
	}
	found, err := kernels.Fit(data, tangents, kernels.Options{Dimension: dimension, Members: k.Members,
		Floor: max(k.Floor, resolved(data.Dim)) * extent, Clusters: k.Clusters, Nearby: site.Nearby,
		Smooth: k.Smooth, Nodes: site.Nodes, Extent: extent}, rng)
	if err != nil {
		return nil, err
	}
	all := k.Empty(data.Len(), data.Dim, dimension)
	k.clear(all)
	parts := numbersOf(&found.Normals)
	if k.Smooth > 0 {
		parts = append(parts, found.Smooth.Landmarks.Data, found.Smooth.Widths, found.Smooth.Padded(),
			found.Smooth.Logs)
	}
	if len(parts) < len(all) {
		parts = append(parts, numbersOf(&found.Clusters)...)
	}
	for i, values := range parts {
		copy(all[i].Values, float32s(values))
	}
	return all, nil
}

// numbersOf are those of normal distributions, in the order of their parameters.
func numbersOf(all *kernels.Normals) [][]float64 {
	return [][]float64{all.Centers.Data, all.Axes, all.Along, all.Across, all.Logs}
}

// clear makes all densities of empty parameters 0 everywhere: where points repeat there are fewer kernels.
func (k *Kernels) clear(p []Parameter) {
	for _, at := range []int{logsAt, k.clustersAt() + logsAt} {
		if at < len(p) {
			for i := range p[at].Values {
				p[at].Values[i] = nothing
			}
		}
	}
	k.clearSmooth(p)
}

// clustersAt is where clusters are among the parameters, if there are any.
func (k *Kernels) clustersAt() int { return logsAt + 1 + len(k.emptySmooth(1)) }

// Mixture is the kernels and clusters of parameters that Place gave, without what is smooth.
func (k *Kernels) Mixture(parameters []Parameter) *kernels.Mixture {
	m := &kernels.Mixture{Normals: normalsOf(parameters)}
	if clusters := k.clustersAt(); clusters < len(parameters) {
		m.Clusters = normalsOf(parameters[clusters:])
	}
	return m
}

func normalsOf(parameters []Parameter) kernels.Normals {
	wide := func(i int) []float64 { return points.FromFloat32(parameters[i].Values, 1).Data }
	all := kernels.Normals{Centers: &points.Set{Dim: parameters[0].Dimensions[1], Data: wide(0)}, Axes: wide(1),
		Along: wide(2), Across: wide(3), Logs: wide(logsAt), Dimension: parameters[2].Dimensions[1]}
	return *all.Above(nothing / 2)
}

// Bind implements Network.
func (k *Kernels) Bind(parameters []*graph.Node) Function {
	sum := newKernelSum(parameters)
	if clusters := k.clustersAt(); clusters < len(parameters) {
		sum.clusters = newKernelSum(parameters[clusters:])
	}
	if k.Smooth > 0 {
		sum.smooth = &smoothSum{parameters[landmarksAt], parameters[widthsAt], parameters[coefficientsAt],
			parameters[smoothLogsAt]}
	}
	return sum
}

type kernelSum struct {
	centers, axes, along, across, logs *graph.Node
	clusters                           *kernelSum // nil: none
	smooth                             *smoothSum // nil: none
}

func newKernelSum(of []*graph.Node) *kernelSum {
	return &kernelSum{centers: of[0], axes: of[1], along: of[2], across: of[3], logs: of[logsAt]}
}

// mostKernelNumbers bounds the numbers that one part of the kernels makes for a batch.
const mostKernelNumbers = 1 << 22

func (s *kernelSum) Apply(x *graph.Node) *graph.Node { return s.of(x, s.parts(x)) }

// parts are the logarithms of the kernels at x, [batch, any] each.
func (s *kernelSum) parts(x *graph.Node) (parts []*graph.Node) {
	count, m := s.centers.Shape().Dimensions[0], s.along.Shape().Dimensions[1]
	size := s.partSize(x)
	for from := 0; from < count; from += size {
		to := min(from+size, count)
		centers := rows(s.centers, from, to)
		distances := s.squaredDistances(x, centers)
		axes := rows(s.axes, from*m, to*m)
		along := squaresAlong(x, axes, offsetsAlong(centers, axes, m), m)
		parts = append(parts, s.logsOf(distances, along, from, to))
	}
	return parts
}

// partSize is the number of kernels of one part.
func (s *kernelSum) partSize(x *graph.Node) int {
	n := s.centers.Shape().Dimensions[1]
	if n > manyCoordinates { // no numbers for each coordinate
		n = 1
	}
	return max(1, mostKernelNumbers/(x.Shape().Dimensions[0]*max(s.along.Shape().Dimensions[1], n)))
}

// of is the energy at x of kernels with the given logarithms, [batch, any] each, of clusters and of what is smooth.
func (s *kernelSum) of(x *graph.Node, parts []*graph.Node) *graph.Node {
	if s.clusters != nil {
		parts = append(parts, s.clusters.parts(x)...)
	}
	if s.smooth != nil {
		parts = append(parts, s.smooth.apply(x))
	}
	logs := parts[0]
	if len(parts) > 1 {
		logs = graph.Concatenate(parts, 1)
	}
	largest := graph.StopGradient(graph.ReduceAndKeep(logs, graph.ReduceMax, 1))
	sum := graph.ReduceAndKeep(graph.Exp(graph.Sub(logs, largest)), graph.ReduceSum, 1)
	return graph.Neg(graph.Add(largest, graph.Log(sum)))
}

func rows(of *graph.Node, from, to int) *graph.Node {
	return graph.SliceAxis(of, 0, graph.AxisRange(from, to))
}

// squaresAlong are the squares of what of x - z lies along the m axes of each center z, [batch, count, m], where
// offsets are what of z does.
func squaresAlong(x, axes, offsets *graph.Node, m int) *graph.Node {
	batch, count := x.Shape().Dimensions[0], axes.Shape().Dimensions[0]/m
	return graph.Square(graph.Reshape(graph.Sub(product(x, axes), graph.InsertAxes(offsets, 0)), batch, count, m))
}

// offsetsAlong are a.z of the m axes a of each center z, [count * m]. Of data of about unit size a.x - a.z is good to
// some 1e-7, against kernels of 1e-5 and more.
func offsetsAlong(centers, axes *graph.Node, m int) *graph.Node {
	count, n := centers.Shape().Dimensions[0], centers.Shape().Dimensions[1]
	repeated := graph.Reshape(graph.BroadcastToDims(graph.InsertAxes(centers, 1), count, m, n), count*m, n)
	return graph.ReduceSum(graph.Mul(axes, repeated), 1)
}

// logsOf is the logarithms of some kernels, [batch, to - from], where the squared distances of their centers and those
// along their axes are known.
func (s *kernelSum) logsOf(distances, along *graph.Node, from, to int) *graph.Node {
	across := graph.InsertAxes(rows(s.across, from, to), 0)
	squares := graph.Add(graph.Mul(distances, across),
		graph.ReduceSum(graph.Mul(along, graph.InsertAxes(rows(s.along, from, to), 0)), 2))
	return graph.Sub(graph.InsertAxes(rows(s.logs, from, to), 0), graph.MulScalar(squares, 0.5))
}

// manyCoordinates is the dimension of the space above which squared distances are found by products.
const manyCoordinates = 64

// resolved is the least standard deviation, as a share of the data's, of kernels in R^n that numbers of 32 bits resolve
// to some hundredths of a nat.
func resolved(n int) float64 {
	if n > manyCoordinates {
		return 2e-3
	}
	return 1e-5
}

// squaredDistances are those of x [batch, n] to some centers [count, n], [batch, count]: sums of squared differences,
// or in many dimensions |x|^2 + |z|^2 - 2 x.z about the mean of all centers. Rounding then leaves 1e-7 or so of the
// data's squared extent, which is some hundredths of a nat under the narrowest kernels that are resolved.
func (s *kernelSum) squaredDistances(x, centers *graph.Node) *graph.Node {
	if !s.byProducts() {
		difference := graph.Sub(graph.InsertAxes(x, 1), graph.InsertAxes(centers, 0))
		return graph.ReduceSum(graph.Square(difference), 2)
	}
	middle := s.middle()
	x, centers = graph.Sub(x, middle), graph.Sub(centers, middle)
	return squaredByProducts(x, centers, graph.ReduceSum(graph.Square(centers), 1))
}

func (s *kernelSum) byProducts() bool { return s.centers.Shape().Dimensions[1] > manyCoordinates }

// middle is the mean of all centers, [1, n].
func (s *kernelSum) middle() *graph.Node { return graph.ReduceAndKeep(s.centers, graph.ReduceMean, 0) }

// squaredByProducts are the squared distances of x from centers, [batch, count], whose squares are given.
func squaredByProducts(x, centers, squares *graph.Node) *graph.Node {
	sums := graph.Add(graph.ReduceAndKeep(graph.Square(x), graph.ReduceSum, 1), graph.InsertAxes(squares, 0))
	return graph.MaxScalar(graph.Sub(sums, graph.MulScalar(product(x, centers), 2)), 0)
}

func (s *kernelSum) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	y := s.Apply(x)
	return y, autodiff.Linearize(x, y)
}

var (
	_ Placed = (*Kernels)(nil)
	_ Shaped = (*Kernels)(nil)
	_ Costed = (*Kernels)(nil)
)
