package support

import (
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/train"
)

// Similarity is the map x -> factor rotation(x) + shift, which keeps angles and scales all lengths alike.
type Similarity struct {
	Factor   float64
	Rotation *Rotation // nil for the identity
	Shift    []float64 // nil for none
}

// Rotation turns u toward v by the angle, in radians, and leaves what is orthogonal to both. These are orthogonal
// directions of length 1, and may leave out coordinates at their end that are 0.
type Rotation struct {
	U, V  []float64
	Angle float64
}

// changes are the images of u and v, less u and v themselves.
func (r *Rotation) changes() (ofU, ofV []float64) {
	sine, cosine := math.Sincos(r.Angle)
	for j := range r.U {
		ofU = append(ofU, (cosine-1)*r.U[j]+sine*r.V[j])
		ofV = append(ofV, (cosine-1)*r.V[j]-sine*r.U[j])
	}
	return ofU, ofV
}

// turn rotates a point in place.
func (r *Rotation) turn(x []float64) {
	alongU, alongV := 0.0, 0.0
	for j := range r.U {
		alongU += r.U[j] * x[j]
		alongV += r.V[j] * x[j]
	}
	ofU, ofV := r.changes()
	for j := range r.U {
		x[j] += alongU*ofU[j] + alongV*ofV[j]
	}
}

// Inverse is the similarity that undoes it: y -> rotation^-1(y - shift) / factor.
func (s Similarity) Inverse() Similarity {
	back := Similarity{Factor: 1 / s.Factor}
	if s.Rotation != nil {
		back.Rotation = &Rotation{s.Rotation.U, s.Rotation.V, -s.Rotation.Angle}
	}
	if s.Shift != nil {
		back.Shift = back.At(s.Shift)
		for j := range back.Shift {
			back.Shift[j] = -back.Shift[j]
		}
	}
	return back
}

// Over takes a similarity of the user's points past a scaling: s . in = out . turn, where turn, of standardized
// points, is a rotation about their origin, so that it takes none of them far away. The error says that axes of
// different scales are turned toward each other.
func (s Similarity) Over(in *points.Scaling) (turn Similarity, out *points.Scaling, err error) {
	turn, out = Similarity{Factor: 1, Rotation: s.Rotation},
		&points.Scaling{Shift: s.At(in.Shift), Scale: slices.Clone(in.Scale)}
	for j := range out.Scale {
		out.Scale[j] *= s.Factor
	}
	if s.Rotation == nil {
		return turn, out, nil
	}
	first := -1
	for j := range s.Rotation.U {
		switch {
		case s.Rotation.U[j] == 0 && s.Rotation.V[j] == 0:
		case first < 0:
			first = j
		case in.Scale[j] != in.Scale[first]:
			return turn, out,
				fmt.Errorf("a model is turned from column %d of the data to column %d (from 0), which networks see "+
					"by different scales "+
					"(%.3g and %.3g); set data.standardize to scale", first, j, in.Scale[first], in.Scale[j])
		}
	}
	return turn, out, nil
}

// Between is the similarity of standardized points for which from = to . Between, and whether there is one.
func Between(from, to *points.Scaling) (Similarity, bool) {
	s := Similarity{Factor: from.Scale[0] / to.Scale[0]}
	for j, v := range from.Scale {
		if math.Abs(v/to.Scale[j]-s.Factor) > 1e-12*s.Factor {
			return s, false
		}
		s.Shift = append(s.Shift, (from.Shift[j]-to.Shift[j])/to.Scale[j])
	}
	return s, true
}

// At is the image of one point.
func (s Similarity) At(x []float64) []float64 {
	y := slices.Clone(x)
	if s.Rotation != nil {
		s.Rotation.turn(y)
	}
	for j := range y {
		y[j] *= s.Factor
		if s.Shift != nil {
			y[j] += s.Shift[j]
		}
	}
	return y
}

// Points is the image of each point.
func (s Similarity) Points(set *points.Set) *points.Set {
	moved := points.New(set.Len(), set.Dim)
	for i := range set.Len() {
		copy(moved.At(i), s.At(set.At(i)))
	}
	return moved
}

// Box is the least box that holds the image of a box.
func (s Similarity) Box(box points.Box) points.Box {
	center := make([]float64, len(box))
	for j, axis := range box {
		center[j] = (axis[0] + axis[1]) / 2
	}
	middle := s.At(center)
	moved := make(points.Box, len(box))
	for j := range box {
		moved[j] = [2]float64{middle[j], middle[j]}
	}
	linear := Similarity{Factor: s.Factor, Rotation: s.Rotation}
	for i, axis := range box {
		half := make([]float64, len(box))
		half[i] = (axis[1] - axis[0]) / 2
		for j, reach := range linear.At(half) {
			moved[j][0] -= math.Abs(reach)
			moved[j][1] += math.Abs(reach)
		}
	}
	return moved
}

// Apply implements network.Function.
func (s Similarity) Apply(x *graph.Node) *graph.Node {
	y := s.linear(x)
	if s.Shift != nil {
		y = graph.Add(y, graph.ConstAsDType(y.Graph(), y.DType(), [][]float64{s.Shift}))
	}
	return y
}

// Linearize implements network.Function. A rotation's transpose is its inverse.
func (s Similarity) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	transposed := s
	if s.Rotation != nil {
		transposed.Rotation = &Rotation{s.Rotation.U, s.Rotation.V, -s.Rotation.Angle}
	}
	return s.Apply(x), autodiff.Linear{JVP: s.linear, VJP: transposed.linear}
}

// linear is factor rotation(x) for each row of x [batch, n].
func (s Similarity) linear(x *graph.Node) *graph.Node {
	if s.Rotation != nil {
		ofU, ofV := s.Rotation.changes()
		constant := func(rows ...[]float64) *graph.Node {
			whole := make([][]float64, len(rows))
			for i, row := range rows {
				whole[i] = make([]float64, x.Shape().Dimensions[1])
				copy(whole[i], row)
			}
			return graph.ConstAsDType(x.Graph(), x.DType(), whole)
		}
		along := graph.DotGeneral(x, []int{1}, nil, constant(s.Rotation.U, s.Rotation.V), []int{1}, nil)
		x = graph.Add(x, graph.DotGeneral(along, []int{1}, nil, constant(ofU, ofV), []int{0}, nil))
	}
	if s.Factor != 1 {
		x = graph.MulScalar(x, s.Factor)
	}
	return x
}

// Environment is that of a moved support: its data and box are moved with it.
func (s Similarity) Environment(old train.Environment) train.Environment {
	old.Data, old.Box = s.Points(old.Data), s.Box(old.Box)
	return old
}

// Before is a network that first undoes the similarity: f(s^-1(x)).
func (s Similarity) Before(f network.Trained) network.Trained {
	back := s.Inverse()
	return network.Compose(func(functions []network.Function) network.Function {
		return moved{network.InTurn{First: back, Second: functions[0]}, s.Factor}
	}, f)
}

// moved is f(s^-1(x)).
type moved struct {
	network.InTurn
	factor float64 // of s
}

// Noise implements network.NoiseEstimator: noise is enlarged with what it is in, while the chain rule makes
// derivatives smaller.
func (m moved) Noise(x *graph.Node) (noise, value *graph.Node) {
	noise, value = m.InTurn.Noise(x)
	if m.factor != 1 {
		noise = graph.MulScalar(noise, m.factor*m.factor)
	}
	return noise, value
}

// After is a network whose output is moved: s(f(z)).
func (s Similarity) After(f network.Trained) network.Trained {
	return network.Compose(func(functions []network.Function) network.Function {
		return network.InTurn{First: functions[0], Second: s}
	}, f)
}

var _ network.Function = Similarity{}
