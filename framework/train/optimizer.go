package train

import (
	"math"

	"github.com/gomlx/gomlx/core/graph"
)

// Optimizer turns gradients into updates of one flat vector of parameters (kind "optimizer").
type Optimizer interface {
	// Moments is the number of vectors, of the parameters' size and 0 at first, that it keeps between steps.
	Moments() int
	// LearningRate is the rate before a schedule changes it.
	LearningRate() float64
	// Scalars are numbers of one step (counted from 0) that Update takes, for the scheduled rate.
	Scalars(step int, rate float64) []float32
	// Update is one step; scalars [len(Scalars)] are passed in as separate scalar nodes.
	Update(parameters, gradient *graph.Node, moments, scalars []*graph.Node) (next *graph.Node,
		nextMoments []*graph.Node)
}

// Adam is the method of Kingma and Ba (2015), with PyTorch's defaults.
type Adam struct {
	Rate    float64 `yaml:"rate" default:"0.001" range:"(0, inf)" doc:"learning rate"`
	Beta1   float64 `yaml:"beta1" default:"0.9" range:"[0, 1)" doc:"decay of the gradient's mean"`
	Beta2   float64 `yaml:"beta2" default:"0.999" range:"[0, 1)" doc:"decay of the squared gradient's mean"`
	Epsilon float64 `yaml:"epsilon" default:"1e-8" range:"(0, inf)" doc:"added to the root of the squared gradient's mean"`
}

// Moments implements Optimizer.
func (*Adam) Moments() int { return 2 }

// LearningRate implements Optimizer.
func (a *Adam) LearningRate() float64 { return a.Rate }

// Scalars returns the step size corrected for the first mean's start at 0, and the correction of the second.
func (a *Adam) Scalars(step int, rate float64) []float32 {
	t := float64(step + 1)
	return []float32{float32(rate / (1 - math.Pow(a.Beta1, t))), float32(1 / math.Sqrt(1-math.Pow(a.Beta2, t)))}
}

// Update implements Optimizer.
func (a *Adam) Update(parameters, gradient *graph.Node, moments, scalars []*graph.Node) (*graph.Node, []*graph.Node) {
	mean := graph.Add(graph.MulScalar(moments[0], a.Beta1), graph.MulScalar(gradient, 1-a.Beta1))
	square := graph.Add(graph.MulScalar(moments[1], a.Beta2), graph.MulScalar(graph.Mul(gradient, gradient), 1-a.Beta2))
	root := graph.AddScalar(graph.Mul(graph.Sqrt(square), scalars[1]), a.Epsilon)
	return graph.Sub(parameters, graph.Mul(graph.Div(mean, root), scalars[0])), []*graph.Node{mean, square}
}

// AdamW is Adam with decoupled weight decay (Loshchilov and Hutter 2019), with PyTorch's defaults: each step also
// takes the rate times the decay off every parameter, relative to its size, and not through the moments.
type AdamW struct {
	Adam
	WeightDecay float64 `yaml:"weight_decay" default:"0.01" range:"[0, inf)" doc:"what is taken off a parameter each step, as a multiple of the learning rate and of its size"`
}

// Scalars returns Adam's, and the fraction that is taken off the parameters.
func (a *AdamW) Scalars(step int, rate float64) []float32 {
	return append(a.Adam.Scalars(step, rate), float32(rate*a.WeightDecay))
}

// Update implements Optimizer.
func (a *AdamW) Update(parameters, gradient *graph.Node, moments, scalars []*graph.Node) (*graph.Node, []*graph.Node) {
	kept := graph.Sub(parameters, graph.Mul(parameters, scalars[2]))
	return a.Adam.Update(kept, gradient, moments, scalars)
}

// SGD is gradient descent, with momentum if given.
type SGD struct {
	Rate     float64 `yaml:"rate" default:"0.01" range:"(0, inf)" doc:"learning rate"`
	Momentum float64 `yaml:"momentum" default:"0" range:"[0, 1)" doc:"decay of the sum of past gradients"`
}

// Moments implements Optimizer.
func (*SGD) Moments() int { return 1 }

// LearningRate implements Optimizer.
func (s *SGD) LearningRate() float64 { return s.Rate }

// Scalars returns the rate.
func (s *SGD) Scalars(_ int, rate float64) []float32 { return []float32{float32(rate)} }

// Update implements Optimizer.
func (s *SGD) Update(parameters, gradient *graph.Node, moments, scalars []*graph.Node) (*graph.Node, []*graph.Node) {
	velocity := graph.Add(graph.MulScalar(moments[0], s.Momentum), gradient)
	return graph.Sub(parameters, graph.Mul(velocity, scalars[0])), []*graph.Node{velocity}
}

// clip bounds a gradient as the training says: each coordinate first, then the norm of the whole.
func (t *Training) clip(gradient *graph.Node) *graph.Node {
	if t.ClipValue != nil {
		gradient = graph.MaxScalar(graph.MinScalar(gradient, *t.ClipValue), -*t.ClipValue)
	}
	if t.ClipNorm != nil {
		norm := graph.Sqrt(graph.ReduceAllSum(graph.Mul(gradient, gradient)))
		gradient = graph.Mul(gradient, graph.MinScalar(graph.Div(
			graph.Scalar(norm.Graph(), norm.DType(), *t.ClipNorm), graph.AddScalar(norm, 1e-6)), 1))
	}
	return gradient
}

var (
	_ Optimizer = (*Adam)(nil)
	_ Optimizer = (*AdamW)(nil)
	_ Optimizer = (*SGD)(nil)
)

// average moves a mean of parameters toward the next ones. Parameters that don't change are averaged to their own bits.
func average(mean, next, weight *graph.Node) *graph.Node {
	return graph.Add(mean, graph.Mul(graph.Sub(next, mean), weight))
}

// averageWeight returns the weight of the parameters after a step (from 0) against the mean of those after earlier
// steps, such that the mean after t steps is
//
//	sum_{s <= t} decay^(t-s) parameters_s / sum_{s <= t} decay^(t-s),
//
// the exponential moving average that starts at 0 with its bias corrected (as Adam's moments, Kingma and Ba 2015).
func averageWeight(decay float64, step int) float32 {
	return float32((1 - decay) / (1 - math.Pow(decay, float64(step+1))))
}

// Schedule changes the learning rate over a training (kind "schedule").
type Schedule interface {
	// Factor of the optimizer's rate at a step (from 0) of total steps.
	Factor(step, total int) float64
}

// Constant keeps the rate.
type Constant struct{}

// Factor implements Schedule.
func (*Constant) Factor(int, int) float64 { return 1 }

// Cosine lowers the rate along half a cosine (Loshchilov and Hutter 2017), after a linear rise.
type Cosine struct {
	Warmup float64 `yaml:"warmup" default:"0" range:"[0, 1)" doc:"fraction of the training over which the rate rises from 0"`
	End    float64 `yaml:"end" default:"0" range:"[0, 1]" doc:"factor of the rate at the end"`
}

// Factor implements Schedule.
func (c *Cosine) Factor(step, total int) float64 {
	progress := float64(step) / float64(max(total-1, 1))
	if progress < c.Warmup {
		return (float64(step) + 1) / (c.Warmup*float64(total) + 1)
	}
	done := (progress - c.Warmup) / (1 - c.Warmup)
	return c.End + (1-c.End)*(1+math.Cos(math.Pi*done))/2
}

// Exponential lowers the rate by the same factor each step, to a factor at the end.
type Exponential struct {
	End float64 `yaml:"end" default:"0.01" range:"(0, 1]" doc:"factor of the rate at the end"`
}

// Factor implements Schedule.
func (e *Exponential) Factor(step, total int) float64 {
	return math.Pow(e.End, float64(step)/float64(max(total-1, 1)))
}

// Steps lowers the rate at given points of the training.
type Steps struct {
	At []float64 `yaml:"at" default:"[0.5, 0.75]" range:"(0, 1)" doc:"fractions of the training at which the rate is lowered"`
	By float64   `yaml:"by" default:"0.1" range:"(0, 1]" doc:"what the rate is multiplied with each time"`
}

// Factor implements Schedule.
func (s *Steps) Factor(step, total int) float64 {
	factor := 1.0
	for _, at := range s.At {
		if float64(step) >= at*float64(total) {
			factor *= s.By
		}
	}
	return factor
}

var _ = []Schedule{(*Constant)(nil), (*Cosine)(nil), (*Exponential)(nil), (*Steps)(nil)}
