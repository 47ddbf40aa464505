package points

// Forest is a disjoint-set forest: the parent of each point, its own where it stands for a component. Set the parent of
// one that does to join two.
type Forest []int

// NewForest returns the forest of n points, each a component of its own.
func NewForest(n int) Forest { return Range(0, n) }

// Find is the point that stands for the component of another; it halves the path to it.
func (f Forest) Find(i int) int {
	for f[i] != i {
		f[i] = f[f[i]]
		i = f[i]
	}
	return i
}
