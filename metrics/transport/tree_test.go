package transport

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Every pivot must leave a spanning tree with right sizes and potentials, balanced flows, and no arc without flow that
// points away from the root.
func TestPivotsKeepTheTreeStronglyFeasible(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	equal := repeated(1, 60)
	uneven := repeated(1, 60)
	for i := 0; i < 60; i += 2 {
		uneven[i]++
		uneven[i+1]--
	}
	for _, masses := range [][]int64{equal, uneven} {
		l := &level{from: newCloud(gaussian(rng, 60, 2, 0, 1), masses, 3),
			to: newCloud(gaussian(rng, 60, 2, 0, 1), masses, 3)}
		first, err := l.firstTree(t.Context(), l.allCandidates())
		if err != nil {
			t.Fatal(err)
		}
		s := &simplex{tree: first, sources: int32(l.from.len()), block: 10}
		for _, c := range l.allCandidates() {
			s.arcs = append(s.arcs, c.arc)
		}
		rng.Shuffle(len(s.arcs), func(i, j int) { s.arcs[i], s.arcs[j] = s.arcs[j], s.arcs[i] })
		checkTree(t, l, s)
		for {
			entering, reduced := s.entering()
			if reduced == 0 {
				break
			}
			s.pivot(entering.from, s.sources+entering.to, entering.cost, reduced)
			s.pivots++
			checkTree(t, l, s)
		}
		if s.pivots < 20 {
			t.Errorf("only %d pivots: the test shows little", s.pivots)
		}
	}
}

func checkTree(t *testing.T, l *level, s *simplex) {
	t.Helper()
	balance := make([]int64, len(s.nodes))
	sizes := make([]int32, len(s.nodes))
	for i := range s.nodes {
		steps := 0
		for at := int32(i); at != none; at = s.nodes[at].parent {
			sizes[at]++
			if steps++; steps > len(s.nodes) {
				t.Fatalf("pivot %d: node %d is on a cycle", s.pivots, i)
			}
		}
		n := s.nodes[i]
		if n.parent == none {
			if int32(i) != s.root {
				t.Fatalf("pivot %d: node %d is cut off", s.pivots, i)
			}
			continue
		}
		source, sink := int32(i), n.parent
		if source >= s.sources {
			source, sink = sink, source
		}
		balance[source] += n.flow
		balance[sink] += n.flow
		if n.flow < 0 || n.flow == 0 && int32(i) >= s.sources {
			t.Fatalf("pivot %d: node %d has flow %d to its parent", s.pivots, i, n.flow)
		}
		if gap := s.potential[source] - s.potential[sink] - n.cost; math.Abs(gap) > 1e-12 {
			t.Fatalf("pivot %d: potentials miss the cost above node %d by %g", s.pivots, i, gap)
		}
	}
	for i, n := range s.nodes {
		mass := l.from.mass
		at := i
		if int32(i) >= s.sources {
			mass, at = l.to.mass, i-int(s.sources)
		}
		if balance[i] != mass[at] || n.size != sizes[i] {
			t.Fatalf("pivot %d: node %d moves %d of %d, has size %d, not %d", s.pivots, i, balance[i], mass[at],
				n.size, sizes[i])
		}
	}
}
