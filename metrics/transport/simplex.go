package transport

import (
	"context"
	"fmt"
	"math"
)

// simplex improves a spanning tree by the arcs of a list until none of them can lower the cost.
type simplex struct {
	*tree
	sources int32 // nodes below are sources, the others sinks
	arcs    []arc
	block   int // arcs compared before the best of them enters
	cursor  int
	pivots  int
}

// contextInterval is the number of pivots or rows between looks at the context.
const contextInterval = 256

// optimize pivots until every arc of the list has a reduced cost of at least -Tolerance.
func (s *simplex) optimize(ctx context.Context) error {
	limit := s.pivots + 10000 + 2000*len(s.nodes)
	for {
		entering, reduced := s.entering()
		if reduced >= -Tolerance {
			return nil
		}
		s.pivot(entering.from, s.sources+entering.to, entering.cost, reduced)
		s.pivots++
		if s.pivots%contextInterval == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if s.pivots > limit {
			return fmt.Errorf("the network simplex has not ended after %d pivots on %d points", s.pivots, len(s.nodes))
		}
	}
}

// entering returns the arc of least reduced cost in the next block that has a negative one; without one, the reduced
// cost returned is not below -Tolerance.
func (s *simplex) entering() (arc, float64) {
	sources, sinks := s.potential[:s.sources], s.potential[s.sources:]
	least, best := -Tolerance, -1
	for seen := 0; seen < len(s.arcs); {
		if s.cursor >= len(s.arcs) {
			s.cursor = 0
		}
		end := min(s.cursor+s.block, len(s.arcs))
		for k, a := range s.arcs[s.cursor:end] {
			if reduced := a.cost + sinks[a.to] - sources[a.from]; reduced < least {
				least, best = reduced, s.cursor+k
			}
		}
		seen += end - s.cursor
		s.cursor = end
		if best >= 0 {
			return s.arcs[best], least
		}
	}
	return arc{}, 0
}

// pivot brings the arc from i to j (node numbers) into the tree and takes the first arc out that its flow empties.
func (s *simplex) pivot(i, j int32, cost, reduced float64) {
	join, leaving, delta, underSink := s.leaving(i, j)
	if delta > 0 {
		s.push(i, j, join, delta)
	}
	bottom, parent, by := i, j, reduced
	if underSink {
		bottom, parent, by = j, i, -reduced
	}
	moved := s.nodes[leaving].size
	for at := s.nodes[leaving].parent; at != join; at = s.nodes[at].parent {
		s.nodes[at].size -= moved
	}
	for at := parent; at != join; at = s.nodes[at].parent {
		s.nodes[at].size += moved
	}
	s.unlink(leaving)
	s.reroot(leaving, bottom)
	// Only differences of potentials matter, so the smaller part is shifted.
	if 2*int(moved) <= len(s.nodes) {
		s.shift(bottom, by)
	} else {
		s.shift(s.root, -by)
	}
	s.link(bottom, parent, delta, cost)
}

// leaving finds the cycle that the arc i -> j closes: its top (join), the flow delta that can be sent around it, and
// the child end of the arc that this empties, which lies under the sink j or under the source i. Of several, it is the
// last one met going round from the top along the new arc, which keeps the tree strongly feasible.
func (s *simplex) leaving(i, j int32) (join, child int32, delta int64, underSink bool) {
	nodes := s.nodes
	source, sink := none, none
	sourceFlow, sinkFlow := int64(math.MaxInt64), int64(math.MaxInt64)
	for i != j {
		if nodes[i].size < nodes[j].size {
			if i < s.sources && nodes[i].flow < sourceFlow {
				source, sourceFlow = i, nodes[i].flow
			}
			i = nodes[i].parent
		} else {
			if j >= s.sources && nodes[j].flow <= sinkFlow {
				sink, sinkFlow = j, nodes[j].flow
			}
			j = nodes[j].parent
		}
	}
	if sinkFlow <= sourceFlow {
		return i, sink, sinkFlow, true
	}
	return i, source, sourceFlow, false
}

// push sends delta along i -> j and back through the tree.
func (s *simplex) push(i, j, join int32, delta int64) {
	for ; i != join; i = s.nodes[i].parent {
		if i < s.sources {
			s.nodes[i].flow -= delta
		} else {
			s.nodes[i].flow += delta
		}
	}
	for ; j != join; j = s.nodes[j].parent {
		if j < s.sources {
			s.nodes[j].flow += delta
		} else {
			s.nodes[j].flow -= delta
		}
	}
}
