package dataset

import (
	"fmt"
	"slices"
)

// Topology distinguishes compact manifolds without boundary, coarsely: of curves the number of closed loops, of
// surfaces each component's Euler characteristic. It is meant to be compared with that of a learned manifold.
type Topology struct {
	Dimension  int `json:"dimension"`  // of the manifold
	Components int `json:"components"` // connected ones
	// ClosedLoops is the number of components that are closed curves; 0 unless the dimension is 1.
	ClosedLoops int `json:"closed_loops"`
	// EulerCharacteristics are those of the components, largest first; empty if the dimension is 1, where each is 0.
	EulerCharacteristics []int `json:"euler_characteristics,omitempty"`
}

// Equal says whether the two agree in every number.
func (t Topology) Equal(other Topology) bool {
	return t.Dimension == other.Dimension && t.Components == other.Components && t.ClosedLoops == other.ClosedLoops &&
		slices.Equal(t.EulerCharacteristics, other.EulerCharacteristics)
}

// Union is the topology of the disjoint union of two manifolds of the same dimension.
func (t Topology) Union(other Topology) Topology {
	union := Topology{
		Dimension:            t.Dimension,
		Components:           t.Components + other.Components,
		ClosedLoops:          t.ClosedLoops + other.ClosedLoops,
		EulerCharacteristics: slices.Concat(t.EulerCharacteristics, other.EulerCharacteristics),
	}
	slices.SortFunc(union.EulerCharacteristics, func(a, b int) int { return b - a })
	return union
}

func (t Topology) String() string {
	parts := fmt.Sprintf("%d components", t.Components)
	if t.Components == 1 {
		parts = "1 component"
	}
	if t.Dimension == 1 {
		return fmt.Sprintf("%s, %d closed", parts, t.ClosedLoops)
	}
	return fmt.Sprintf("%s, Euler characteristic %v", parts, t.EulerCharacteristics)
}
