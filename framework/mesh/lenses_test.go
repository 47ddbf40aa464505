package mesh

import (
	"testing"

	"ebim/framework/points"
)

// Of two strands beside each other between the same branches the longer one goes, and neither where they are apart.
func TestWithoutLenses(t *testing.T) {
	// a line from 0 over 1 and 2 to 3, and from 1 over 4 back to 2
	m := &Mesh{Dimension: 1, Vertices: &points.Set{Dim: 2, Data: []float64{0, 0, 1, 0, 2, 0, 3, 0, 1.5, 0.2}},
		Elements: []int32{0, 1, 1, 2, 2, 3, 1, 4, 4, 2}}
	if found := m.WithoutLenses(0.1); found != m {
		t.Errorf("strands 0.2 apart are one within 0.1: %v", found.Elements)
	}
	found := m.WithoutLenses(0.3)
	if of := found.Topology(TopologyOptions{}); found.Len() != 3 || len(of.Components) != 1 || of.Boundary() != 2 ||
		found.Measure() != 3 {
		t.Errorf("without the lens: %v", found.Elements)
	}
	// from 1 over 4 and 5 back to 1
	tip := &Mesh{Dimension: 1, Elements: []int32{0, 1, 1, 2, 2, 3, 1, 4, 4, 5, 5, 1},
		Vertices: &points.Set{Dim: 2, Data: []float64{0, 0, 1, 0, 2, 0, 3, 0, 1.1, 0.2, 0.9, 0.2}}}
	if tip.WithoutLenses(0.1) != tip || tip.WithoutLenses(0.3).Len() != 3 {
		t.Errorf("a loop 0.2 from the rest: %d segments are left within 0.1, %d within 0.3",
			tip.WithoutLenses(0.1).Len(), tip.WithoutLenses(0.3).Len())
	}
	// from 1 over 4 to the tip 5, 2 away, and over 6 back to 1
	hairpin := &Mesh{Dimension: 1, Elements: []int32{0, 1, 1, 2, 2, 3, 1, 4, 4, 5, 5, 6, 6, 1},
		Vertices: &points.Set{Dim: 2, Data: []float64{0, 0, 1, 0, 2, 0, 3, 0, 0.9, 1, 1, 2, 1.1, 1}}}
	found = hairpin.WithoutLenses(0.3)
	if hairpin.WithoutLenses(0.1) != hairpin || found.Len() != 5 || len(found.Ends()) != 3 {
		t.Errorf("a hairpin 0.2 wide: %d segments are left within 0.1; %d, with %d ends, within 0.3",
			hairpin.WithoutLenses(0.1).Len(), found.Len(), len(found.Ends()))
	}
	loop := &Mesh{Dimension: 1, Vertices: &points.Set{Dim: 2, Data: []float64{0, 0, 1, 0, 0, 1}},
		Elements: []int32{0, 1, 1, 2, 2, 0}}
	if loop.WithoutLenses(10) != loop {
		t.Error("a loop is no lens")
	}
}
