package backends

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
)

func TestCheckFindsTheEmbeddedBackendsRight(t *testing.T) {
	for _, name := range []string{backend.Default, backend.Reference} {
		engine, err := backend.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer engine.Finalize()
		if err := Check(engine); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Garbage in one product is found, be it a number or none. (.ci/xla tries a build of XLA that computes garbage.)
func TestCheckFindsGarbage(t *testing.T) {
	engine, err := backend.Open(backend.Default)
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Finalize()
	kept := canaries
	defer func() { canaries = kept }()
	for _, garbage := range []float64{math.NaN(), 0, 1.02} {
		canaries = append(kept[:len(kept):len(kept)], canary{"garbage", same, func(x *graph.Node) *graph.Node {
			return graph.MulScalar(x, garbage)
		}, sums, func(s, n float64) float64 { return n * n * s * s }})
		err := Check(engine)
		if wrong := new(WrongError); !errors.As(err, &wrong) || wrong.Product != "garbage" ||
			wrong.Size != canarySizes[0] {
			t.Errorf("%v times as much: %v", garbage, err)
		}
		if text := wrongPlugin("xla:cpu", "plugin.so", err).Error(); !strings.Contains(text, remedy) ||
			!strings.Contains(text, "garbage of 64 x 64 matrices") {
			t.Error(text)
		}
	}
}
