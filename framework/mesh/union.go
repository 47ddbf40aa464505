package mesh

// union is a partition of numbers from 0 into sets, with each member's parity relative to its set's root.
type union struct {
	parent []int32
	odd    []bool // relative to the parent
}

func newUnion(n int) *union {
	u := &union{parent: make([]int32, n), odd: make([]bool, n)}
	for i := range u.parent {
		u.parent[i] = int32(i)
	}
	return u
}

// joined has the vertices of each connected piece in one set.
func (m *Mesh) joined() *union {
	u := newUnion(m.Vertices.Len())
	for i := range m.Len() {
		corners := m.Element(i)
		for _, vertex := range corners[1:] {
			u.join(corners[0], vertex, false)
		}
	}
	return u
}

// find returns the root of i's set and i's parity relative to it, and halves the path to the root.
func (u *union) find(i int32) (root int32, odd bool) {
	for u.parent[i] != i {
		above := u.parent[i]
		u.odd[i] = u.odd[i] != u.odd[above] // a root is not odd
		odd = odd != u.odd[i]
		u.parent[i] = u.parent[above]
		i = u.parent[i]
	}
	return i, odd
}

// join makes a and b members of one set, of different parity if odd. It reports whether
// they were in two sets, and whether their parities now agree with that.
func (u *union) join(a, b int32, odd bool) (merged, agree bool) {
	rootA, oddA := u.find(a)
	rootB, oddB := u.find(b)
	if rootA == rootB {
		return false, (oddA != oddB) == odd
	}
	u.parent[rootB] = rootA
	u.odd[rootB] = (oddA != oddB) != odd
	return true, true
}
