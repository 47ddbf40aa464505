package transport

// none is the absent node.
const none = int32(-1)

// node is a point in the spanning tree: sources are numbered 0..n-1, sinks n..n+m-1. The arc to its parent always leads
// from the source to the sink of the two, so a source's arc points to the root and a sink's away from it.
type node struct {
	parent, child, next, previous int32 // child is the first one; next and previous are siblings
	size                          int32 // nodes in the subtree, itself included
	flow                          int64 // on the arc to the parent
	cost                          float64
}

// tree is a spanning tree with its potentials p, signed so that every arc i -> j of the tree has cost = p_i - p_j: for
// sources p is the dual u, for sinks -v.
//
// It is kept strongly feasible: an arc without flow points to the root, so every sink but the root has flow above it.
type tree struct {
	nodes     []node
	potential []float64
	root      int32
}

func newTree(nodes int, root int32) *tree {
	t := &tree{nodes: make([]node, nodes), potential: make([]float64, nodes), root: root}
	for i := range t.nodes {
		t.nodes[i] = node{parent: none, child: none, next: none, previous: none, size: 1}
	}
	return t
}

// link makes child (the root of a detached subtree) a child of parent; sizes above are left alone.
func (t *tree) link(child, parent int32, flow int64, cost float64) {
	above := &t.nodes[parent]
	n := &t.nodes[child]
	n.parent, n.flow, n.cost = parent, flow, cost
	n.previous, n.next = none, above.child
	if n.next != none {
		t.nodes[n.next].previous = child
	}
	above.child = child
}

// unlink detaches child from its parent; sizes above are left alone.
func (t *tree) unlink(child int32) {
	n := &t.nodes[child]
	if n.previous != none {
		t.nodes[n.previous].next = n.next
	} else {
		t.nodes[n.parent].child = n.next
	}
	if n.next != none {
		t.nodes[n.next].previous = n.previous
	}
	n.parent, n.next, n.previous = none, none, none
}

// reroot turns the detached subtree that hangs from top upside down, so that it hangs from bottom.
func (t *tree) reroot(top, bottom int32) {
	whole := t.nodes[top].size
	below, sizeBelow := none, int32(0)
	var flow int64
	var cost float64
	for at := bottom; at != none; {
		n := &t.nodes[at]
		above, aboveFlow, aboveCost := n.parent, n.flow, n.cost
		if above != none {
			t.unlink(at)
		}
		if below != none {
			t.link(at, below, flow, cost)
		}
		flow, cost = aboveFlow, aboveCost
		n.size, sizeBelow = whole-sizeBelow, n.size
		below, at = at, above
	}
}

// shift adds by to the potentials of the subtree under top.
func (t *tree) shift(top int32, by float64) {
	nodes, potential := t.nodes, t.potential
	at := top
	for {
		potential[at] += by
		if child := nodes[at].child; child != none {
			at = child
			continue
		}
		for at != top && nodes[at].next == none {
			at = nodes[at].parent
		}
		if at == top {
			return
		}
		at = nodes[at].next
	}
}

// recompute sets the potentials and subtree sizes afresh from the tree's shape and costs, with potential 0 at the root.
func (t *tree) recompute(sources int32) {
	order := make([]int32, 1, len(t.nodes))
	order[0] = t.root
	t.potential[t.root] = 0
	for k := 0; k < len(order); k++ {
		at := order[k]
		t.nodes[at].size = 1
		for child := t.nodes[at].child; child != none; child = t.nodes[child].next {
			if child < sources {
				t.potential[child] = t.potential[at] + t.nodes[child].cost
			} else {
				t.potential[child] = t.potential[at] - t.nodes[child].cost
			}
			order = append(order, child)
		}
	}
	for k := len(order) - 1; k > 0; k-- {
		t.nodes[t.nodes[order[k]].parent].size += t.nodes[order[k]].size
	}
}
