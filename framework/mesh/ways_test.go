package mesh

import (
	"testing"

	"ebim/framework/points"
)

// Ways reach as far as a length, whichever search was made before; and strands leave a radius if they do not end in it.
func TestWays(t *testing.T) {
	// a fork at 1 of vertices 0, 1, 2, 3 in a line and 4; 5 is alone
	m := &Mesh{Dimension: 1, Elements: []int32{0, 1, 1, 2, 2, 3, 1, 4},
		Vertices: &points.Set{Dim: 2, Data: []float64{0, 0, 1, 0, 2, 0, 3, 0, 1, 1.5, 9, 9}}}
	ways := NewWays(m)
	for _, test := range []struct {
		length  float64
		starts  []int32
		reached string
	}{
		{2, []int32{0}, "111000"}, {0.5, []int32{2, 3}, "001100"}, {2.5, []int32{4}, "111010"},
		{9, []int32{5}, "000001"},
	} {
		ways.From(test.length, test.starts...)
		got := ""
		for v := range m.Vertices.Len() {
			got += map[bool]string{true: "1", false: "0"}[ways.Reaches(int32(v))]
		}
		if got != test.reached {
			t.Errorf("within %g of %v: %s, want %s", test.length, test.starts, got, test.reached)
		}
	}
	if !ways.Isolated(5) || ways.Isolated(4) {
		t.Error("5 alone is isolated")
	}
	walks := NewWalks(m)
	if exits := walks.Exits(1, 0.9); len(exits) != 3 || exits[2].Out[1] != 1 {
		t.Errorf("exits within 0.9 of the fork: %v", exits)
	}
	if exits := walks.Exits(1, 1.2); exits != nil {
		t.Errorf("the strand to 0 ends within 1.2: %v", exits)
	}
}
