package transport

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"ebim/framework/points"
)

// result reads the plan off the tree and brings everything back to the caller's units and numbering.
func (l *level) result(p Problem, exponent int) (*Result, error) {
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
	r.Plan, r.Cost = l.plan(total)
	for i, mass := range l.from.mass {
		r.Dual += float64(mass) / total * l.u[i]
	}
	for j, mass := range l.to.mass {
		r.Dual += float64(mass) / total * l.v[j]
	}
	r.FromPotential, r.ToPotential = l.potentials(p, exponent)
	r.Cost, r.Dual = r.Cost*unit, r.Dual*unit
	for _, values := range [][]float64{r.FromPotential, r.ToPotential} {
		for k := range values {
			values[k] *= unit
		}
	}
	return r, nil
}

// plan is the positive flows in the caller's numbering, and their scaled cost.
func (l *level) plan(total float64) (plan []Flow, cost float64) {
	s := l.simplex
	for child, n := range s.nodes {
		if n.parent == none || n.flow == 0 {
			continue
		}
		i, j := int32(child), n.parent-s.sources
		if i >= s.sources {
			i, j = n.parent, int32(child)-s.sources
		}
		mass := float64(n.flow) / total
		cost += mass * n.cost
		plan = append(plan, Flow{From: int(l.from.origin[i]), To: int(l.to.origin[j]), Mass: mass})
	}
	slices.SortFunc(plan, func(a, b Flow) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return plan, cost
}

// potentials puts the scaled potentials in the caller's order. A point without mass is in no tree: its potential is the
// largest that no cost forbids.
func (l *level) potentials(p Problem, exponent int) (u, v []float64) {
	u, withoutSupply := restored(l.from, l.u, p.From.Len())
	v, withoutDemand := restored(l.to, l.v, p.To.Len())
	if len(withoutSupply) == 0 && len(withoutDemand) == 0 {
		return u, v
	}
	from, to := points.Set{Dim: p.From.Dim, Data: scaled(p.From, exponent)}, points.Set{Dim: p.To.Dim, Data: scaled(p.To, exponent)}
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

func restored(c *cloud, potential []float64, n int) (values []float64, missing []int) {
	values = make([]float64, n)
	present := make([]bool, n)
	for k, i := range c.origin {
		values[i], present[i] = potential[k], true
	}
	for i, here := range present {
		if !here {
			missing = append(missing, i)
		}
	}
	return values, missing
}
