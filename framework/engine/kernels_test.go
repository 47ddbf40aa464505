package engine

import (
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/kernel/elementwise"
	"ebim/framework/engine/kernel/reduce"
)

// What the builder accepts must have a kernel: otherwise the mistake shows only when the graph is compiled.
func TestAcceptedTypesHaveKernels(t *testing.T) {
	for dtype := range capabilities.DTypes {
		scalar := shapes.Make(dtype)
		for op, class := range elementwiseTypes {
			if !class.contains(dtype) {
				continue
			}
			result, err := inferElementwise(op, []shapes.Shape{scalar})
			if err != nil {
				t.Fatal(err)
			}
			if elementwise.Find(op, dtype, result.DType) == nil {
				t.Errorf("%s of %s has no kernel", op, dtype)
			}
		}
		if elementwise.Find(compute.OpTypeWhere, dtype, dtype) == nil {
			t.Errorf("Where of %s has no kernel", dtype)
		}
		for to := range capabilities.DTypes {
			if to != dtype && elementwise.Find(compute.OpTypeConvertDType, dtype, to) == nil {
				t.Errorf("the conversion of %s to %s has no kernel", dtype, to)
			}
		}
		for op, class := range reductionTypes {
			if class.contains(dtype) && (reduce.Rows(op, dtype) == nil || reduce.Columns(op, dtype) == nil) {
				t.Errorf("%s of %s has no kernel", op, dtype)
			}
		}
	}
}

// The types of numbers of GoMLX that the classes name must be those that exist here.
func TestTypeClasses(t *testing.T) {
	for _, c := range []struct {
		class typeClass
		size  int
	}{{anyType, 12}, {booleans, 1}, {integers, 8}, {floats, 3}, {numbers, 11}, {signed, 7}} {
		size := 0
		for dtype := range capabilities.DTypes {
			if c.class.contains(dtype) {
				size++
			}
		}
		if size != c.size {
			t.Errorf("%s are %d types; want %d", c.class.name, size, c.size)
		}
	}
	if signed.contains(dtypes.Uint16) || !signed.contains(dtypes.BFloat16) {
		t.Error("signs are mixed up")
	}
}
