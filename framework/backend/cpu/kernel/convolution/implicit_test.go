package convolution

import (
	"slices"
	"testing"

	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"pgregory.net/rapid"

	"ebim/framework/backend/cpu/kernel/processor"
)

func TestImplicitAgainstDirect(t *testing.T) {
	for _, level := range processor.Levels() {
		t.Run(level.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				n := drawNode(t, dtypes.Float32, 70)
				g, err := newGeometry(n)
				if err != nil {
					t.Fatal(err)
				}
				in := newImplicit(g, formatAt(level))
				x, w := converted[float32](small(n.Inputs[0].Shape.Size(), 1)), converted[float32](small(n.Inputs[1].Shape.Size(), 2))
				got, want := run(t, in, n.Shape.Size(), x, w), run(t, plain[float32](g), n.Shape.Size(), x, w)
				if !slices.Equal(got, want) {
					t.Fatalf("%s: input %s, kernel %s, result %s\n got %v\nwant %v", describe(n), n.Inputs[0].Shape, n.Inputs[1].Shape, n.Shape, got, want)
				}
			})
		})
	}
}
