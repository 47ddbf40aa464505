package model

import (
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/train"
)

// similarity is the map x -> factor rotation(x) + shift, which keeps angles and scales all lengths alike.
type similarity struct {
	factor   float64
	rotation *rotation // nil for the identity
	shift    []float64 // nil for none
}

// rotation turns u towards v by the angle, in radians, and leaves what is orthogonal to both. These are orthogonal
// directions of length 1, and may leave out coordinates at their end that are 0.
type rotation struct {
	u, v  []float64
	angle float64
}

// images of u and v, less u and v themselves.
func (r *rotation) changes() (ofU, ofV []float64) {
	sine, cosine := math.Sincos(r.angle)
	for j := range r.u {
		ofU = append(ofU, (cosine-1)*r.u[j]+sine*r.v[j])
		ofV = append(ofV, (cosine-1)*r.v[j]-sine*r.u[j])
	}
	return ofU, ofV
}

// turn rotates a point in place.
func (r *rotation) turn(x []float64) {
	alongU, alongV := 0.0, 0.0
	for j := range r.u {
		alongU += r.u[j] * x[j]
		alongV += r.v[j] * x[j]
	}
	ofU, ofV := r.changes()
	for j := range r.u {
		x[j] += alongU*ofU[j] + alongV*ofV[j]
	}
}

// inverse is the similarity that undoes it: y -> rotation^-1(y - shift) / factor.
func (s similarity) inverse() similarity {
	back := similarity{factor: 1 / s.factor}
	if s.rotation != nil {
		back.rotation = &rotation{s.rotation.u, s.rotation.v, -s.rotation.angle}
	}
	if s.shift != nil {
		back.shift = back.at(s.shift)
		for j := range back.shift {
			back.shift[j] = -back.shift[j]
		}
	}
	return back
}

// at is the image of one point.
func (s similarity) at(x []float64) []float64 {
	y := slices.Clone(x)
	if s.rotation != nil {
		s.rotation.turn(y)
	}
	for j := range y {
		y[j] *= s.factor
		if s.shift != nil {
			y[j] += s.shift[j]
		}
	}
	return y
}

// points is the image of each point.
func (s similarity) points(set *points.Set) *points.Set {
	moved := points.New(set.Len(), set.Dim)
	for i := range set.Len() {
		copy(moved.At(i), s.at(set.At(i)))
	}
	return moved
}

// box is the least box that holds the image of a box.
func (s similarity) box(box [][2]float64) [][2]float64 {
	centre := make([]float64, len(box))
	for j, axis := range box {
		centre[j] = (axis[0] + axis[1]) / 2
	}
	middle := s.at(centre)
	moved := make([][2]float64, len(box))
	for j := range box {
		moved[j] = [2]float64{middle[j], middle[j]}
	}
	linear := similarity{factor: s.factor, rotation: s.rotation}
	for i, axis := range box {
		half := make([]float64, len(box))
		half[i] = (axis[1] - axis[0]) / 2
		for j, reach := range linear.at(half) {
			moved[j][0] -= math.Abs(reach)
			moved[j][1] += math.Abs(reach)
		}
	}
	return moved
}

// Apply implements network.Function.
func (s similarity) Apply(x *graph.Node) *graph.Node {
	y := s.linear(x)
	if s.shift != nil {
		y = graph.Add(y, graph.ConstAsDType(y.Graph(), y.DType(), [][]float64{s.shift}))
	}
	return y
}

// Linearize implements network.Function. A rotation's transpose is its inverse.
func (s similarity) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	transposed := s
	if s.rotation != nil {
		transposed.rotation = &rotation{s.rotation.u, s.rotation.v, -s.rotation.angle}
	}
	return s.Apply(x), autodiff.Linear{JVP: s.linear, VJP: transposed.linear}
}

// linear is factor rotation(x) for each row of x [batch, n].
func (s similarity) linear(x *graph.Node) *graph.Node {
	if s.rotation != nil {
		ofU, ofV := s.rotation.changes()
		constant := func(rows ...[]float64) *graph.Node {
			whole := make([][]float64, len(rows))
			for i, row := range rows {
				whole[i] = make([]float64, x.Shape().Dimensions[1])
				copy(whole[i], row)
			}
			return graph.ConstAsDType(x.Graph(), x.DType(), whole)
		}
		along := graph.DotGeneral(x, []int{1}, nil, constant(s.rotation.u, s.rotation.v), []int{1}, nil)
		x = graph.Add(x, graph.DotGeneral(along, []int{1}, nil, constant(ofU, ofV), []int{0}, nil))
	}
	if s.factor != 1 {
		x = graph.MulScalar(x, s.factor)
	}
	return x
}

// movable is a trained model that a similarity can be applied to.
type movable interface {
	moved(s similarity) (Trained, error)
}

func move(trained Trained, s similarity) (Trained, error) {
	if m, ok := trained.(movable); ok {
		return m.moved(s)
	}
	return nil, fmt.Errorf("a %T can't be moved", trained)
}

// setting is the world of a moved model: its data and box are moved with it.
func (s similarity) setting(old train.Environment) train.Environment {
	old.Data, old.Box = s.points(old.Data), s.box(old.Box)
	return old
}

// before is a network that first undoes the similarity: f(s^-1(x)).
func (s similarity) before(f network.Trained) network.Trained {
	back := s.inverse()
	return compose(func(functions []network.Function) network.Function { return inTurn{back, functions[0]} }, f)
}

// after is a network whose output is moved: s(f(z)).
func (s similarity) after(f network.Trained) network.Trained {
	return compose(func(functions []network.Function) network.Function { return inTurn{functions[0], s} }, f)
}

// moved is the zero set of F(s^-1(x)).
func (m *learnedManifold) moved(s similarity) (Trained, error) { return m.movedManifold(s), nil }

func (m *learnedManifold) movedManifold(s similarity) *learnedManifold {
	moved := &learnedManifold{setting: s.setting(m.setting), network: s.before(m.network), codimension: m.codimension}
	for _, piece := range m.pieces {
		moved.pieces = append(moved.pieces, piece.movedManifold(s))
	}
	return moved
}

// moved has the energy E(s^-1(x)) on the moved manifold: all of it is scaled alike, so the density is the moved one.
func (m *trainedEBIM) moved(s similarity) (Trained, error) {
	return &trainedEBIM{learnedManifold: m.movedManifold(s), energy: s.before(m.energy), sampler: m.sampler, sampling: m.sampling}, nil
}

func (m *trainedEBM) moved(s similarity) (Trained, error) {
	return &trainedEBM{setting: s.setting(m.setting), energy: s.before(m.energy), settings: m.settings}, nil
}

// moved has the same latent space, between an encoder from the moved space and a decoder to it.
func (m *trainedPushforward) moved(s similarity) (Trained, error) {
	return &trainedPushforward{latent: m.latent, box: s.box(m.box), energy: m.energy, settings: m.settings, sheetDistance: s.factor * m.sheetDistance,
		pair: pair{encoder: s.before(m.pair.encoder), decoder: s.after(m.pair.decoder), loss: m.pair.loss}}, nil
}

var (
	_ network.Function = similarity{}
	_ movable          = (*learnedManifold)(nil)
	_ movable          = (*trainedEBIM)(nil)
	_ movable          = (*trainedEBM)(nil)
	_ movable          = (*trainedPushforward)(nil)
)
