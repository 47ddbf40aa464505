package engine

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/backends/notimplemented"
	"github.com/gomlx/gomlx/backends/simplego"
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
	b, err := backends.NewWithConfig("cpu:threads=1")
	if err != nil {
		t.Fatal(err)
	}
	if b.Name() != Name || b.String() != Name || b.Description() == "" || b.NumDevices() != 1 {
		t.Errorf("the backend is %s, %s, %q with %d devices", b.Name(), b, b.Description(), b.NumDevices())
	}
	if got := b.DeviceDescription(0); !strings.Contains(got, "1 threads") {
		t.Errorf("device 0 is %q", got)
	}
	if _, err := backends.NewWithConfig("cpu:fast"); err == nil {
		t.Error("an unknown option is accepted")
	}
}

func TestCapabilitiesContainThoseOfGo(t *testing.T) {
	own := newBackend(t).Capabilities()
	for dtype := range simplego.Capabilities.DTypes {
		if !own.DTypes[dtype] {
			t.Errorf("the data type %s is missing", dtype)
		}
	}
	for op := range simplego.Capabilities.Operations {
		if !own.Operations[op] && op != backends.OpTypeBroadcast { // no builder operation any more
			t.Errorf("the operation %s is missing", op)
		}
	}
	own.Operations[backends.OpTypeFFT] = true
	if newBackend(t).Capabilities().Operations[backends.OpTypeFFT] {
		t.Error("a caller can change the capabilities of later ones")
	}
}

// Every operation, called with nothing, complains about the operands if the backend has it, and otherwise says that the
// operation is missing and who has it.
func TestCapabilitiesAreThoseOfTheBuilder(t *testing.T) {
	b := newBackend(t)
	for op := backends.OpTypeInvalid + 1; op < backends.OpTypeLast; op++ {
		r := newRecorder(t)
		method := reflect.ValueOf(r.Builder).MethodByName(op.String())
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
		case missing && !strings.Contains(err.Error(), `"xla"`):
			t.Errorf("the error does not say who has %s: %v", op, err)
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
	r := recorder{Builder: b.Builder("late").(*Builder), t: t}
	x := r.float(2)
	buffer, _, err := b.NewSharedBuffer(0, r.graph.Parameters[0].Shape)
	if err != nil || b.IsFinalized() {
		t.Fatalf("a fresh backend gives %v and is finalized: %v", err, b.IsFinalized())
	}
	b.Finalize()
	if !b.IsFinalized() {
		t.Error("the backend is not finalized")
	}
	_, errCompile := r.Compile([]backends.Op{x}, nil)
	_, _, errNew := b.NewSharedBuffer(0, r.graph.Parameters[0].Shape)
	_, errData := b.BufferData(buffer)
	for _, err := range []error{errCompile, errNew, errData, b.BufferFinalize(buffer)} {
		if err == nil || !strings.Contains(err.Error(), "backend is finalized") {
			t.Errorf("after Finalize: %v", err)
		}
	}
}
