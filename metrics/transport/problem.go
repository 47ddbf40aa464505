package transport

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"ebim/framework/points"
)

// Cost is the price of moving one unit of mass from x to y.
type Cost int

// The costs.
const (
	Euclidean        Cost = iota // |x - y|
	SquaredEuclidean             // |x - y|^2
)

// Tolerance is how far the returned potentials may exceed a cost, in units of Result.Scale.
const Tolerance = 1e-12

// DefaultMatrixBytes is the largest cost matrix kept in memory unless Problem says otherwise: 192 MiB, 5000 x 5000
// points.
const DefaultMatrixBytes = 192 << 20

// Problem is two point sets of one dimension with their masses.
type Problem struct {
	From, To *points.Set
	// Supply and Demand are the points' masses: finite, not negative, with equal positive totals (to 1e-9 of them).
	// They are divided by their total, so that the cost is per unit of mass. Nil means equal masses.
	Supply, Demand []float64
	Cost           Cost
	// MatrixBytes bounds the memory of a stored distance matrix; beyond it distances are computed when they are needed.
	// 0 means DefaultMatrixBytes, a negative value never stores. In up to 4 dimensions distances are never stored,
	// because computing them is as fast as fetching them.
	MatrixBytes int64
}

// Flow is the mass, as a share of the total, that goes from one point to another.
type Flow struct {
	From, To int
	Mass     float64
}

// Result is an optimal plan with its proof of optimality: for every pair,
//
//	FromPotential[i] + ToPotential[j] <= c(x_i, y_j) + Tolerance * Scale,
//
// so no plan costs less than Dual - Tolerance * Scale, where Dual = sum a_i FromPotential[i] + sum b_j ToPotential[j].
type Result struct {
	Cost          float64   // sum of mass times cost over the plan
	Dual          float64   // value of the potentials, equal to Cost up to rounding
	Plan          []Flow    // positive flows, at most len(From) + len(To) - 1, ordered by From, then To
	FromPotential []float64 // u_i
	ToPotential   []float64 // v_j
	Scale         float64   // a cost at least as large as every c(x_i, y_j)
	Pivots        int       // basis changes on the finest level
	Pricings      int       // passes over all arcs on the finest level
}

// result reads the plan off the tree and brings everything back to the caller's units and numbering.
func (l *level) result(p Problem, exponent int, sources, sinks merged) (*Result, error) {
	unit := math.Ldexp(1, exponent)
	if l.squared {
		unit = math.Ldexp(1, 2*exponent)
	}
	if math.IsInf(unit, 0) {
		return nil, errors.New("the points are too far apart for the costs to be numbers; rescale them")
	}
	r := &Result{Scale: unit, Pivots: l.simplex.pivots, Pricings: l.pricings}
	total := 0.0
	for _, mass := range l.from.mass {
		total += float64(mass)
	}
	flows, cost := l.flows(total)
	flows = sources.split(flows, func(f *moved) *int32 { return &f.from })
	flows = sinks.split(flows, func(f *moved) *int32 { return &f.to })
	r.Cost = cost
	for _, f := range flows {
		r.Plan = append(r.Plan, Flow{From: int(f.from), To: int(f.to), Mass: float64(f.mass) / total})
	}
	slices.SortFunc(r.Plan, func(a, b Flow) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	for i, mass := range l.from.mass {
		r.Dual += float64(mass) / total * l.u[i]
	}
	for j, mass := range l.to.mass {
		r.Dual += float64(mass) / total * l.v[j]
	}
	r.FromPotential, r.ToPotential = l.potentials(p, exponent, sources, sinks)
	r.Cost, r.Dual = r.Cost*unit, r.Dual*unit
	for _, values := range [][]float64{r.FromPotential, r.ToPotential} {
		for k := range values {
			values[k] *= unit
		}
	}
	return r, nil
}

// flows returns the positive ones in the caller's numbering, and their scaled cost.
func (l *level) flows(total float64) (flows []moved, cost float64) {
	s := l.simplex
	for child, n := range s.nodes {
		if n.parent == none || n.flow == 0 {
			continue
		}
		i, j := int32(child), n.parent-s.sources
		if i >= s.sources {
			i, j = n.parent, int32(child)-s.sources
		}
		cost += float64(n.flow) / total * n.cost
		flows = append(flows, moved{from: l.from.origin[i], to: l.to.origin[j], mass: n.flow})
	}
	return flows, cost
}

// potentials puts the scaled potentials in the caller's order. A point that was merged has that of the points it
// equals. A point without mass is in no tree: its potential is the largest that no cost forbids.
func (l *level) potentials(p Problem, exponent int, sources, sinks merged) (u, v []float64) {
	u, withoutSupply := restored(l.from, l.u, sources.first)
	v, withoutDemand := restored(l.to, l.v, sinks.first)
	if len(withoutSupply) == 0 && len(withoutDemand) == 0 {
		return u, v
	}
	from, to := points.Set{Dim: p.From.Dim, Data: scaled(p.From, exponent)},
		points.Set{Dim: p.To.Dim, Data: scaled(p.To, exponent)}
	for _, i := range withoutSupply {
		u[i] = math.Inf(1)
		for _, j := range l.to.origin {
			u[i] = min(u[i], l.costOf(squaredDistance(from.At(i), to.At(int(j))))-v[j])
		}
	}
	for _, j := range withoutDemand {
		v[j] = math.Inf(1)
		for i := range u {
			v[j] = min(v[j], l.costOf(squaredDistance(from.At(i), to.At(j)))-u[i])
		}
	}
	return u, v
}

// restored is potentials in the caller's order, and the points that have none.
func restored(c *cloud, potential []float64, first []int32) (values []float64, missing []int) {
	values = make([]float64, len(first))
	present := make([]bool, len(first))
	for k, i := range c.origin {
		values[i], present[i] = potential[k], true
	}
	for i, same := range first {
		if values[i] = values[same]; !present[same] {
			missing = append(missing, i)
		}
	}
	return values, missing
}
