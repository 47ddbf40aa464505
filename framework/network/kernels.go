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

// Placed is a network whose parameters are made from data, which is what sees them before a training.
type Placed interface {
	Network
	// Place returns the parameters for data on a manifold of a dimension m, with orthonormal bases of its tangent spaces there,
	// [len(data), m, n].
	Place(data *points.Set, tangents []float64, dimension, out int, rng *rand.Rand) ([]Parameter, error)
	// Empty is parameters of the dimensions that Place gives for so many points in R^in.
	Empty(count, in, dimension int) []Parameter
}

// Kernels is minus the logarithm of a mixture of normal kernels around the data (see package kernels), whose shapes are found by
// cross-validation before a training; nothing of it is trained. As an energy it is close to a normalized one, and calibrated to the
// detail that the data have: on the Earth's floods, earthquakes and fires and on the torsions of RNA no network of ours, alone or
// added to it, had a likelihood that was higher by more than 0.03 nats.
type Kernels struct {
	Members int     `yaml:"members" default:"3" range:"[1, 12]" draft:"1" doc:"kernels around each point: the best so many of 16 widths and shapes"`
	Most    int     `yaml:"most" default:"16384" range:"[2, 1000000]" draft:"8" doc:"most points with kernels, drawn at random where there are more"`
	Floor   float64 `yaml:"floor" default:"0.002" range:"(0, 1]" doc:"least standard deviation of a kernel, as a share of the data's root mean squared distance from their mean: repeated points would have none"`
}

// CheckShape implements Shaped.
func (k *Kernels) CheckShape(_, out int) error {
	if out != 1 {
		return &config.FieldError{Field: "kernels", Found: fmt.Sprintf("kernels as a function to R^%d", out), Allowed: "kernels as an energy, or another network"}
	}
	return nil
}

// withoutData is the number of points that stand for data where there are none.
const withoutData = 8

// Cost implements Costed, without data.
func (k *Kernels) Cost(in, _ int) Cost {
	kernels, n := float64(k.Members)*float64(min(withoutData, k.Most)), float64(in)
	return Cost{Setting: "members", Parameters: kernels * (n*n + 2*n + 2), Activations: kernels * (3*n + 4)}
}

// Initialize implements Network without data: kernels of width 1 around points of a normal distribution.
func (k *Kernels) Initialize(in, _ int, rng *rand.Rand) []Parameter {
	p := k.Empty(withoutData, in, in)
	for i := range p[0].Values {
		p[0].Values[i] = float32(rng.NormFloat64())
	}
	for i := range p[3].Values {
		p[3].Values[i] = 1
	}
	return p
}

// Empty implements Placed.
func (k *Kernels) Empty(count, in, dimension int) []Parameter {
	count = k.Members * min(count, k.Most)
	var all []Parameter
	for _, p := range []struct {
		name       string
		dimensions []int
	}{{"centers", []int{count, in}}, {"axes", []int{count * dimension, in}}, {"along", []int{count, dimension}}, {"across", []int{count}}, {"logs", []int{count}}} {
		size := 1
		for _, d := range p.dimensions {
			size *= d
		}
		all = append(all, Parameter{Name: p.name, Dimensions: p.dimensions, Values: make([]float32, size), Frozen: true})
	}
	return all
}

// Place implements Placed.
func (k *Kernels) Place(data *points.Set, tangents []float64, dimension, out int, rng *rand.Rand) ([]Parameter, error) {
	if err := k.CheckShape(data.Dim, out); err != nil {
		return nil, err
	}
	if data.Len() > k.Most {
		chosen, size := rng.Perm(data.Len())[:k.Most], dimension*data.Dim
		var theirs []float64
		for _, i := range chosen {
			theirs = append(theirs, tangents[i*size:(i+1)*size]...)
		}
		data, tangents = data.Select(chosen), theirs
	}
	extent := extentOf(data)
	if !(extent > 0) || math.IsInf(extent, 0) {
		return nil, errors.New("kernels need data of at least two different points, all of them finite")
	}
	found, err := kernels.Fit(data, tangents, kernels.Options{Dimension: dimension, Members: k.Members, Floor: k.Floor * extent}, rng)
	if err != nil {
		return nil, err
	}
	all := k.Empty(data.Len(), data.Dim, dimension)
	for i, values := range [][]float64{found.Centers.Data, found.Axes, found.Along, found.Across, found.Logs} {
		all[i].Values = (&points.Set{Dim: 1, Data: values}).Float32()
	}
	return all, nil
}

// extentOf is the root mean squared distance of points from their mean.
func extentOf(x *points.Set) float64 {
	square := 0.0
	for j := range x.Dim {
		mean := 0.0
		for i := range x.Len() {
			mean += x.At(i)[j] / float64(x.Len())
		}
		for i := range x.Len() {
			square += (x.At(i)[j] - mean) * (x.At(i)[j] - mean) / float64(x.Len())
		}
	}
	return math.Sqrt(square)
}

// Bind implements Network.
func (k *Kernels) Bind(parameters []*graph.Node) Function {
	return &kernelSum{centers: parameters[0], axes: parameters[1], along: parameters[2], across: parameters[3], logs: parameters[4]}
}

type kernelSum struct{ centers, axes, along, across, logs *graph.Node }

// mostKernelNumbers bounds the numbers that one part of the kernels makes for a batch.
const mostKernelNumbers = 1 << 22

// Apply implements Function.
func (s *kernelSum) Apply(x *graph.Node) *graph.Node {
	count, n := s.centers.Shape().Dimensions[0], s.centers.Shape().Dimensions[1]
	m := s.along.Shape().Dimensions[1]
	size := max(1, mostKernelNumbers/(x.Shape().Dimensions[0]*max(m, n)))
	var parts []*graph.Node
	for from := 0; from < count; from += size {
		parts = append(parts, s.part(x, from, min(from+size, count), m))
	}
	logs := parts[0]
	if len(parts) > 1 {
		logs = graph.Concatenate(parts, 1)
	}
	largest := graph.StopGradient(graph.ReduceAndKeep(logs, graph.ReduceMax, 1))
	sum := graph.ReduceAndKeep(graph.Exp(graph.Sub(logs, largest)), graph.ReduceSum, 1)
	return graph.Neg(graph.Add(largest, graph.Log(sum)))
}

// part is the logarithms of some kernels at x, [batch, to - from].
func (s *kernelSum) part(x *graph.Node, from, to, m int) *graph.Node {
	rows := func(of *graph.Node, from, to int) *graph.Node {
		return graph.SliceAxis(of, 0, graph.AxisRange(from, to))
	}
	batch, count := x.Shape().Dimensions[0], to-from
	centers, across := rows(s.centers, from, to), graph.InsertAxes(rows(s.across, from, to), 0)
	axes := rows(s.axes, from*m, to*m)
	difference := graph.Sub(graph.InsertAxes(x, 1), graph.InsertAxes(centers, 0))
	distance := graph.ReduceSum(graph.Square(difference), 2)
	// a.x - a.z; of data of about unit size the difference is good to 1e-6 or so, against kernels of 2e-3 and more.
	n := x.Shape().Dimensions[1]
	repeated := graph.Reshape(graph.BroadcastToDims(graph.InsertAxes(centers, 1), count, m, n), count*m, n)
	offset := graph.ReduceSum(graph.Mul(axes, repeated), 1)
	along := graph.Reshape(graph.Sub(product(x, axes), graph.InsertAxes(offset, 0)), batch, count, m)
	squares := graph.Add(graph.Mul(distance, across),
		graph.ReduceSum(graph.Mul(graph.Square(along), graph.InsertAxes(rows(s.along, from, to), 0)), 2))
	return graph.Sub(graph.InsertAxes(rows(s.logs, from, to), 0), graph.MulScalar(squares, 0.5))
}

// Linearize implements Function.
func (s *kernelSum) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	y := s.Apply(x)
	return y, autodiff.Linearize(x, y)
}

var (
	_ Placed = (*Kernels)(nil)
	_ Shaped = (*Kernels)(nil)
	_ Costed = (*Kernels)(nil)
)
