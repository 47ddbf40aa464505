package transport

import (
	"context"
	"math"
)

const (
	// denseArcs is the number of arcs up to which all of them go on the list from the start.
	denseArcs = 1 << 16
	// startArcs is the number of arcs that each point of a larger level brings to the list.
	startArcs = 8
	// pricedArcs is the most arcs a source adds to the list in one pass over all arcs.
	pricedArcs = 8
	// computedDimensions is the largest dimension in which distances are cheaper to compute than to fetch.
	computedDimensions = 4
	// boundedDimensions is the largest dimension in which boxes around points keep any of them from being looked at.
	boundedDimensions = 8
)

// level is the transport problem between two clouds, solved with the help of a coarser one.
type level struct {
	from, to    *cloud
	squared     bool
	matrixBytes int64

	simplex  *simplex
	u, v     []float64 // optimal potentials in the clouds' order
	pricings int
	stored   []float64
}

// cost returns what a unit of mass pays from source i to sink j.
func (l *level) cost(i, j int32) float64 {
	return l.costOf(squaredDistance(l.from.at(i), l.to.at(j)))
}

func (l *level) costOf(squaredDistance float64) float64 {
	if l.squared {
		return squaredDistance
	}
	return math.Sqrt(squaredDistance)
}

func (l *level) solve(ctx context.Context) error {
	l.store()
	candidates, err := l.candidates(ctx)
	if err != nil {
		return err
	}
	first, err := l.firstTree(ctx, candidates)
	if err != nil {
		return err
	}
	l.simplex = &simplex{tree: first, sources: int32(l.from.len())}
	l.simplex.arcs = make([]arc, len(candidates))
	for k, c := range candidates {
		l.simplex.arcs[k] = c.arc
	}
	l.u, l.v = make([]float64, l.from.len()), make([]float64, l.to.len())
	for {
		l.simplex.block = max(64, int(math.Sqrt(float64(len(l.simplex.arcs)))))
		if err := l.simplex.optimize(ctx); err != nil {
			return err
		}
		added, err := l.price(ctx)
		if err != nil {
			return err
		}
		if added == 0 {
			return nil
		}
	}
}

// store keeps the squared distances of all pairs where they fit and pay.
func (l *level) store() {
	n, m := l.from.len(), l.to.len()
	if l.from.dim <= computedDimensions || int64(n) > l.matrixBytes/8/int64(m) {
		return
	}
	l.stored = make([]float64, n*m)
	for i := range n {
		l.to.squaredDistances(l.from.at(int32(i)), 0, l.stored[i*m:(i+1)*m])
	}
}

// price recomputes the potentials, goes over all arcs, and adds those of negative reduced cost to the list, the most
// negative few of each source. If there are none, the tree is optimal.
func (l *level) price(ctx context.Context) (added int, err error) {
	s := l.simplex
	s.recompute(s.sources)
	l.pricings++
	copy(l.u, s.potential[:s.sources])
	for j, p := range s.potential[s.sources:] {
		l.v[j] = -p
	}
	scan := newScan(l.to, l.squared, l.v)
	scan.stored = l.stored
	var found []priced
	for i, u := range l.u {
		if i%contextInterval == 0 {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
		}
		found = scan.nearest(int32(i), l.from.at(int32(i)), pricedArcs, u-Tolerance, found)
		for _, p := range found {
			if p.key-u < -Tolerance {
				s.arcs = append(s.arcs, arc{int32(i), p.index, p.cost})
				added++
			}
		}
	}
	return added, nil
}

// candidates returns the list that a level starts from.
func (l *level) candidates(ctx context.Context) ([]candidate, error) {
	n, m := l.from.len(), l.to.len()
	if n*m <= max(denseArcs, 2*startArcs*(n+m)) {
		return l.allCandidates(), nil
	}
	coarse := &level{from: l.from.coarsened(), to: l.to.coarsened(), squared: l.squared}
	if err := coarse.solve(ctx); err != nil {
		return nil, err
	}
	return l.nearCandidates(ctx, coarse)
}

func (l *level) allCandidates() []candidate {
	candidates := make([]candidate, 0, l.from.len()*l.to.len())
	for i := range int32(l.from.len()) {
		for j := range int32(l.to.len()) {
			cost := l.cost(i, j)
			candidates = append(candidates, candidate{arc{i, j, cost}, cost})
		}
	}
	return candidates
}

// nearCandidates extends the coarse potentials to this level (each point's is the largest that no coarse cost forbids)
// and lists every point's arcs of least reduced cost.
func (l *level) nearCandidates(ctx context.Context, coarse *level) ([]candidate, error) {
	l.v = make([]float64, l.to.len())
	extension := newScan(coarse.from, l.squared, coarse.u)
	var found []priced
	for j := range l.v {
		found = extension.nearest(0, l.to.at(int32(j)), 1, math.Inf(1), found)
		l.v[j] = found[0].key
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	candidates := make([]candidate, 0, startArcs*(l.from.len()+l.to.len()))
	l.u = make([]float64, l.from.len())
	rows := newScan(l.to, l.squared, l.v)
	rows.stored = l.stored
	for i := range l.u {
		found = rows.nearest(int32(i), l.from.at(int32(i)), startArcs, math.Inf(1), found)
		l.u[i] = found[0].key
		for _, p := range found {
			candidates = append(candidates, candidate{arc{int32(i), p.index, p.cost}, 0})
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for j, found := range l.nearestSources() {
		l.v[j] = found[0].key
		for _, p := range found {
			candidates = append(candidates, candidate{arc{p.index, int32(j), p.cost}, 0})
		}
	}
	for k := range candidates {
		c := &candidates[k]
		c.reduced = c.cost - l.u[c.from] - l.v[c.to]
	}
	return candidates, ctx.Err()
}

// nearestSources lists for each sink the sources of least cost less potential, in ascending order.
func (l *level) nearestSources() [][]priced {
	lists := make([][]priced, l.to.len())
	if l.stored == nil || l.from.dim <= boundedDimensions {
		columns := newScan(l.from, l.squared, l.u)
		for j := range lists {
			lists[j] = columns.nearest(0, l.to.at(int32(j)), startArcs, math.Inf(1), nil)
		}
		return lists
	}
	// Row by row, in the order in which distances are stored.
	worst := make([]float64, len(lists)) // key that a source must be below to be among a sink's nearest
	for j := range worst {
		worst[j] = math.Inf(1)
	}
	for i, u := range l.u {
		for j, distance := range l.stored[i*len(lists) : (i+1)*len(lists)] {
			limit := worst[j] + u
			if l.squared && distance >= limit || !l.squared && (limit < 0 || distance >= limit*limit) {
				continue
			}
			cost := l.costOf(distance)
			if lists[j] = insert(lists[j], priced{int32(i), cost, cost - u}, startArcs); len(lists[j]) == startArcs {
				worst[j] = lists[j][startArcs-1].key
			}
		}
	}
	return lists
}
