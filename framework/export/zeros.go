package export

import (
	"math"
	"slices"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/sampler"
)

const (
	// mostProjected is the largest codimension in which systems with J J^T are solved by operations that files have.
	mostProjected = 4
	// mostRows bounds the rows of an exported Jacobian, each of which is a pass through the network.
	mostRows = 64
	// projectSteps lead from a point to its foot; by half as many most have arrived.
	projectSteps = 20
)

// ofZeros are the functions that are made of F for points of its manifold, of a codimension, in a box: its Jacobian and
// the projection to F = 0, where files can have them.
func ofZeros(f network.Trained, ambient, codimension int, units *points.Scaling, box points.Box) (all []*Function) {
	if codimension <= mostRows {
		all = append(all, &Function{Name: "jacobian", In: ambient, Out: codimension * ambient, Derived: true,
			network: f, build: jacobian, before: units, after: repeated(slopes(units), codimension)})
	}
	if codimension <= mostProjected {
		reach := box.Diagonal() / 20
		project := func(f network.Function, x *graph.Node) *graph.Node {
			y, _ := sampler.Approach(sampler.NormalsAt, f, x, x, projectSteps, reach)
			y, _ = sampler.Project(f, y, 2, reach)
			return y
		}
		all = append(all, &Function{Name: "project", In: ambient, Out: ambient, Derived: true, network: f,
			build: project, before: units, after: units})
	}
	return all
}

// jacobian is the rows of that of a function, one after the other.
func jacobian(f network.Function, x *graph.Node) *graph.Node {
	rows := autodiff.Rows(f.Linearize(x))
	if len(rows) == 1 {
		return rows[0]
	}
	return graph.Concatenate(rows, 1)
}

// repeated is a scaling of several points side by side.
func repeated(s *points.Scaling, times int) *points.Scaling {
	if s == nil {
		return nil
	}
	return &points.Scaling{Shift: slices.Repeat(s.Shift, times), Scale: slices.Repeat(s.Scale, times)}
}

// logVolume is the logarithm of the factor by which lengths, areas or volumes of a dimension grow from standardized
// points to the data's; false where it depends on their direction.
func logVolume(units *points.Scaling, dimension int) (log float64, known bool) {
	if units == nil {
		return 0, true
	}
	if dimension == len(units.Scale) {
		return units.LogVolume(), true
	}
	factor, alike := units.Uniform()
	return float64(dimension) * math.Log(factor), alike
}
