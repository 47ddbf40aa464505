package conformance_test

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/dtypes/bfloat16"
	"pgregory.net/rapid"
)

// Random graphs give the same with fusion, without it, and on the backend "go".
func TestRandomGraphs(t *testing.T) {
	fused, single, reference := open(t, ""), open(t, "nofuse"), openReference(t)
	for _, c := range []struct {
		name  string
		nodes int
		types []dtypes.DType
	}{{"single steps of all types", 3, allTypes}, {"10 steps of all types", 10, allTypes}, {"5 steps", 5, fewTypes},
		{"20 steps", 20, fewTypes}, {"60 steps", 60, fewTypes}, {"200 steps", 200, fewTypes}} {
		t.Run(c.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				compareGraphs(t, drawGraph(t, c.nodes, c.types, shortLengths, 6000), fused, single, reference)
			})
		})
	}
}

func compareGraphs(t *rapid.T, d *drawing, fused, single, reference compute.Backend) {
	want := d.evaluate(reference)
	plain, got := d.evaluate(single), d.evaluate(fused)
	for i, allowed := range d.errors() {
		if err := differ(plain[i], want[i], allowed); err != nil {
			t.Fatalf("without fusion, output %d differs from the reference: %v\n%s", i, err, d.graph)
		}
		if err := differ(got[i], want[i], allowed); err != nil {
			t.Fatalf("output %d differs from the reference, but not without fusion: %v\n%s", i, err, d.graph)
		}
	}
}

func (d *drawing) evaluate(engine compute.Backend) []any {
	outputs, err := evaluate(engine, d.graph, d.inputs)
	if err != nil {
		d.t.Fatalf("%v\n%s", err, d.graph)
	}
	return outputs
}

// differ reports the first element in which two slices differ by more than an error; NaN equals NaN.
func differ(got, want any, allowed float64) error {
	g, w := reflect.ValueOf(got), reflect.ValueOf(want)
	if g.Type() != w.Type() || g.Len() != w.Len() {
		return fmt.Errorf("it is a %T of %d, not a %T of %d", got, g.Len(), want, w.Len())
	}
	for i := range g.Len() {
		a, b := g.Index(i), w.Index(i)
		if x, ok := float(a); ok {
			y, _ := float(b)
			if x == y || x != x && y != y || math.Abs(x-y) <= allowed {
				continue
			}
		} else if a.Equal(b) {
			continue
		}
		return fmt.Errorf("element %d of %d is %v, not %v (allowed: %.3g)", i, g.Len(), a, b, allowed)
	}
	return nil
}

func float(v reflect.Value) (float64, bool) {
	if v.CanFloat() {
		return v.Float(), true
	}
	if b, ok := v.Interface().(bfloat16.BFloat16); ok {
		return float64(b.Float32()), true
	}
	return 0, false
}
