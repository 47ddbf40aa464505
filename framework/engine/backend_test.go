package engine

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/gobackend"
	"github.com/gomlx/compute/notimplemented"
)

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		config string
		want   options
		err    string
	}{
		{"", options{fuse: true}, ""},
		{"threads=3", options{fuse: true, threads: 3}, ""},
		{"nofuse,threads=1", options{threads: 1}, ""},
		{"threads", options{}, "allowed are threads=N and nofuse"},
		{"threads=0", options{}, "from 1 on"},
		{"threads=many", options{}, "many"},
		{"fast", options{}, `"fast" is not known; allowed are threads=N and nofuse`},
		{"nofuse=1", options{}, "not known"},
		{"nofuse,", options{}, "not known"},
	} {
		got, err := parseOptions(c.config)
		switch {
		case c.err == "" && (err != nil || got != c.want):
			t.Errorf("%q gives %+v (%v); want %+v", c.config, got, err, c.want)
		case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
			t.Errorf("%q gives the error %v; want %q", c.config, err, c.err)
		}
	}
}

func TestBackendIsRegistered(t *testing.T) {
	b, err := compute.NewWithConfig("cpu:threads=1")
	if err != nil {
		t.Fatal(err)
	}
	if b.Name() != Name || b.String() != Name || b.Description() == "" || b.NumDevices() != 1 {
		t.Errorf("the backend is %s, %s, %q with %d devices", b.Name(), b, b.Description(), b.NumDevices())
	}
	if got := b.DeviceDescription(0); !strings.Contains(got, "1 threads") {
		t.Errorf("device 0 is %q", got)
	}
	if _, err := compute.NewWithConfig("cpu:fast"); err == nil {
		t.Error("an unknown option is accepted")
	}
}

// notAsGo are what GoMLX's own backend has and this one lacks: dynamic shapes, fusions that its users name, numbers of
// fewer than 8 bits and of 16 bits that processors don't compute with, functions other than loops' bodies, and what no
// graph of the program has.
var notAsGo = struct {
	types      []dtypes.DType
	operations []compute.OpType
}{
	types: []dtypes.DType{dtypes.Int2, dtypes.Uint2, dtypes.Int4, dtypes.Uint4, dtypes.Float16},
	operations: []compute.OpType{
		compute.OpTypeDynamicShape, compute.OpTypeDynamicReshape, compute.OpTypeDynamicDimensionSize,
		compute.OpTypeFusedSoftmax, compute.OpTypeFusedGelu, compute.OpTypeFusedDense, compute.OpTypeFusedLayerNorm,
		compute.OpTypeFusedScaledDotProductAttention, compute.OpTypeFusedAttentionQKVProjection,
		compute.OpTypeFusedQuantizedDense, compute.OpTypeQuantizedEmbeddingLookup,
		compute.OpTypeCall, compute.OpTypeSort, compute.OpTypeIf,
		compute.OpTypeBitCount, compute.OpTypeBitwiseAnd, compute.OpTypeBitwiseNot, compute.OpTypeBitwiseOr,
		compute.OpTypeBitwiseXor, compute.OpTypeClz, compute.OpTypeShiftLeft, compute.OpTypeShiftRightArithmetic,
		compute.OpTypeShiftRightLogical, compute.OpTypeLogicalXor, compute.OpTypeReduceBitwiseAnd,
		compute.OpTypeReduceBitwiseOr, compute.OpTypeReduceBitwiseXor, compute.OpTypeReduceLogicalXor,
		compute.OpTypeDot, // no operation of the interface any more
	},
}

func TestCapabilitiesContainThoseOfGo(t *testing.T) {
	own := newBackend(t).Capabilities()
	reference, err := gobackend.New("")
	if err != nil {
		t.Fatal(err)
	}
	for dtype := range reference.Capabilities().DTypes {
		if own.DTypes[dtype] == slices.Contains(notAsGo.types, dtype) {
			t.Errorf("the data type %s is missing, or listed as missing: %v", dtype, own.DTypes[dtype])
		}
	}
	for op := range reference.Capabilities().Operations {
		if own.Operations[op] == slices.Contains(notAsGo.operations, op) {
			t.Errorf("the operation %s is missing, or listed as missing: %v", op, own.Operations[op])
		}
	}
	own.Operations[compute.OpTypeFFT] = true
	if newBackend(t).Capabilities().Operations[compute.OpTypeFFT] {
		t.Error("a caller can change the capabilities of later ones")
	}
}

// Every operation, called with nothing, complains about the operands if the backend has it, and otherwise says that the
// operation is missing and who may have it.
func TestCapabilitiesAreThoseOfTheBuilder(t *testing.T) {
	b := newBackend(t)
	for op := compute.OpTypeInvalid + 1; op < compute.OpTypeLast; op++ {
		r := newRecorder(t)
		method := reflect.ValueOf(r.Function).MethodByName(op.String())
		if !method.IsValid() {
			if b.Capabilities().Operations[op] {
				t.Errorf("%s is a capability, but no operation of the builder", op)
			}
			continue
		}
		results := call(method)
		err, _ := results[len(results)-1].Interface().(error)
		missing := errors.Is(err, notimplemented.NotImplementedError)
		switch {
		case err == nil:
			t.Errorf("%s of nothing is recorded", op)
		case b.Capabilities().Operations[op] == missing:
			t.Errorf("the capability of %s is %v, but it gives: %v", op, b.Capabilities().Operations[op], err)
		case !strings.Contains(err.Error(), op.String()):
			t.Errorf("the error does not name %s: %v", op, err)
		case missing && !strings.Contains(err.Error(), `"xla:cpu"`):
			t.Errorf("the error does not say who may have %s: %v", op, err)
		}
	}
}

// call calls a method with the zero values of its parameters.
func call(method reflect.Value) []reflect.Value {
	var arguments []reflect.Value
	for i := range method.Type().NumIn() {
		arguments = append(arguments, reflect.Zero(method.Type().In(i)))
	}
	if method.Type().IsVariadic() {
		return method.CallSlice(arguments)
	}
	return method.Call(arguments)
}

func TestFinalizedBackendGivesErrors(t *testing.T) {
	b := newBackend(t)
	b.compile = compileFake
	r := newRecorderOf(t, b, "late")
	x := r.float(2)
	buffer, _, err := b.NewSharedBuffer(0, r.graph.Parameters[0].Shape)
	if err != nil || b.IsFinalized() {
		t.Fatalf("a fresh backend gives %v and is finalized: %v", err, b.IsFinalized())
	}
	b.Finalize()
	if !b.IsFinalized() {
		t.Error("the backend is not finalized")
	}
	_, errCompile := r.Compile([]compute.Value{x}, nil)
	_, _, errNew := b.NewSharedBuffer(0, r.graph.Parameters[0].Shape)
	_, errData := buffer.Data()
	for _, err := range []error{errCompile, errNew, errData, buffer.Finalize()} {
		if err == nil || !strings.Contains(err.Error(), "backend is finalized") {
			t.Errorf("after Finalize: %v", err)
		}
	}
}
