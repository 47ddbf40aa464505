package transport

import (
	"cmp"
	"context"
	"slices"
)

// start builds the first spanning tree: a greedy plan along the arcs of least reduced cost, made into a tree by arcs
// without flow.
type start struct {
	*level
	candidates []candidate // ascending by reduced cost
	supply     []int64     // what is left of the masses
	demand     []int64
	plan       []flow
}

// candidate is an arc with its reduced cost under the potentials that the level starts from.
type candidate struct {
	arc
	reduced float64
}

// flow is a positive flow along an arc.
type flow struct {
	arc
	mass int64
}

func (l *level) firstTree(ctx context.Context, candidates []candidate) (*tree, error) {
	s := &start{level: l, candidates: candidates, supply: slices.Clone(l.from.mass), demand: slices.Clone(l.to.mass)}
	s.greedy(candidates)
	if err := s.finish(ctx); err != nil {
		return nil, err
	}
	return s.grow(), nil
}

// greedy sends as much as it can along each candidate in turn. Each flow empties one of its ends, so the arcs used
// never close a cycle.
func (s *start) greedy(candidates []candidate) {
	slices.SortFunc(candidates, func(a, b candidate) int { return cmp.Compare(a.reduced, b.reduced) })
	for _, c := range candidates {
		if mass := min(s.supply[c.from], s.demand[c.to]); mass > 0 {
			s.send(c.arc, mass)
		}
	}
}

func (s *start) send(a arc, mass int64) {
	s.plan = append(s.plan, flow{a, mass})
	s.supply[a.from] -= mass
	s.demand[a.to] -= mass
}

// finish sends the mass that found no candidate, in the clouds' order.
func (s *start) finish(ctx context.Context) error {
	from, to := int32(0), int32(0)
	for int(from) < len(s.supply) && int(to) < len(s.demand) {
		if s.supply[from] == 0 {
			from++
			continue
		}
		if s.demand[to] == 0 {
			to++
			continue
		}
		s.send(arc{from, to, s.cost(from, to)}, min(s.supply[from], s.demand[to]))
	}
	return ctx.Err()
}

// grow joins the plan's connected parts, from the first source's part outwards along the candidates of least reduced
// cost. A joining arc carries no flow, so it must lead from a source of the new part to a sink of the tree.
func (s *start) grow() *tree {
	sources := int32(s.from.len())
	g := &grower{tree: newTree(s.from.len()+s.to.len(), 0), sources: sources}
	g.inTree = make([]bool, len(g.nodes))
	g.incoming = grouped(s.candidates, s.to.len(), func(c candidate) int32 { return c.to })
	g.around = neighbors(s.plan, sources, len(g.nodes))
	g.attach(0)
	for source := int32(0); ; {
		for len(g.queue) > 0 {
			c := g.queue.pop()
			if !g.inTree[c.from] {
				g.link(c.from, sources+c.to, 0, c.cost)
				g.attach(c.from)
			}
		}
		for source < sources && g.inTree[source] {
			source++
		}
		if source == sources {
			break
		}
		g.link(source, sources+g.sink, 0, s.cost(source, g.sink))
		g.attach(source)
	}
	g.recompute(sources)
	return g.tree
}

// grower holds what grow needs to know of the tree so far.
type grower struct {
	*tree
	sources  int32
	inTree   []bool
	incoming [][]candidate // by sink
	around   [][]flow      // by node
	queue    queue
	sink     int32 // the sink attached last
}

// attach adds the part of the plan around a source that is already linked (or the root).
func (g *grower) attach(top int32) {
	g.inTree[top] = true
	for pending := []int32{top}; len(pending) > 0; {
		at := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if at >= g.sources {
			g.sink = at - g.sources
			for _, c := range g.incoming[g.sink] {
				if !g.inTree[c.from] {
					g.queue.push(c)
				}
			}
		}
		for _, f := range g.around[at] {
			other := f.from
			if at < g.sources {
				other = g.sources + f.to
			}
			if !g.inTree[other] {
				g.inTree[other] = true
				g.link(other, at, f.mass, f.cost)
				pending = append(pending, other)
			}
		}
	}
}

// grouped shares values out by key, keeping their order.
func grouped[T any](values []T, groups int, key func(T) int32) [][]T {
	ends := make([]int, groups+1)
	for _, value := range values {
		ends[key(value)+1]++
	}
	for k := range groups {
		ends[k+1] += ends[k]
	}
	storage, byKey := make([]T, len(values)), make([][]T, groups)
	for k := range byKey {
		byKey[k] = storage[ends[k]:ends[k]:ends[k+1]]
	}
	for _, value := range values {
		byKey[key(value)] = append(byKey[key(value)], value)
	}
	return byKey
}

// neighbors lists every node's flows.
func neighbors(plan []flow, sources int32, nodes int) [][]flow {
	type end struct {
		node int32
		flow flow
	}
	ends := make([]end, 0, 2*len(plan))
	for _, f := range plan {
		ends = append(ends, end{f.from, f}, end{sources + f.to, f})
	}
	around := make([][]flow, nodes)
	for node, own := range grouped(ends, nodes, func(e end) int32 { return e.node }) {
		for _, e := range own {
			around[node] = append(around[node], e.flow)
		}
	}
	return around
}

// queue is a binary heap of candidates, the least reduced cost first.
type queue []candidate

func (q *queue) push(c candidate) {
	heap := append(*q, c)
	at := len(heap) - 1
	for at > 0 {
		above := (at - 1) / 2
		if heap[above].reduced <= c.reduced {
			break
		}
		heap[at], at = heap[above], above
	}
	heap[at] = c
	*q = heap
}

func (q *queue) pop() candidate {
	heap := *q
	least, last := heap[0], heap[len(heap)-1]
	heap = heap[:len(heap)-1]
	for at := 0; len(heap) > 0; {
		below := 2*at + 1
		if below+1 < len(heap) && heap[below+1].reduced < heap[below].reduced {
			below++
		}
		if below >= len(heap) || heap[below].reduced >= last.reduced {
			heap[at] = last
			break
		}
		heap[at], at = heap[below], below
	}
	*q = heap
	return least
}
