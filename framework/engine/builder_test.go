package engine

import (
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

// recorder is a builder whose mistakes end the test.
type recorder struct {
	*Function
	t *testing.T
}

// Compile returns the outputs from the main function and compiles it.
func (r recorder) Compile(outputs []compute.Value, shardings []*compute.ShardingSpec) (compute.Executable, error) {
	if err := r.Return(outputs, shardings); err != nil {
		return nil, err
	}
	return r.builder.Compile()
}

func newRecorder(t *testing.T) recorder {
	t.Helper()
	return newRecorderOf(t, newBackend(t), "test")
}

// newRecorderOf is newRecorder with a given backend and the name of the graph.
func newRecorderOf(t *testing.T, b *Backend, name string) recorder {
	t.Helper()
	return recorder{Function: b.Builder(name).(*Builder).main, t: t}
}

func newBackend(t *testing.T) *Backend {
	t.Helper()
	b, err := New("")
	if err != nil {
		t.Fatal(err)
	}
	return b.(*Backend)
}

// must returns the result of an operation that has to be right.
func (r recorder) must(op compute.Value, err error) compute.Value {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
	return op
}

// product is DotGeneral in the operands' own type.
func (r recorder) product(lhs compute.Value, lhsContracting, lhsBatch []int, rhs compute.Value, rhsContracting,
	rhsBatch []int) (compute.Value, error) {
	return r.DotGeneral(lhs, lhsContracting, lhsBatch, rhs, rhsContracting, rhsBatch, compute.DotGeneralConfig{})
}

// in returns a new parameter.
func (r recorder) in(dtype dtypes.DType, dimensions ...int) compute.Value {
	r.t.Helper()
	return r.must(r.Parameter("", shapes.Make(dtype, dimensions...), nil))
}

// float returns a new parameter of type float32.
func (r recorder) float(dimensions ...int) compute.Value {
	r.t.Helper()
	return r.in(dtypes.Float32, dimensions...)
}

// text returns what is recorded beside parameters, with spaces at the ends of lines cut off.
func (r recorder) text() string {
	var lines []string
	for line := range strings.Lines(r.graph.String()) {
		if !strings.Contains(line, "= Parameter(") && !strings.HasPrefix(line, "outputs") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return strings.Join(lines, "\n")
}

// fake is a program that fills each output with the least byte of its position.
type fake struct{ sizes []int }

func (f fake) Run(_, outputs []unsafe.Pointer) {
	for i, output := range outputs {
		bytes := unsafe.Slice((*byte)(output), f.sizes[i])
		for j := range bytes {
			bytes[j] = byte(i)
		}
	}
}

func (f fake) Donors() []int {
	donors := make([]int, len(f.sizes))
	for i := range donors {
		donors[i] = -1
	}
	return donors
}

func compileFake(g *ir.Graph) (runner, error) {
	f := fake{}
	for _, n := range g.Outputs {
		f.sizes = append(f.sizes, int(n.Shape.ByteSize()))
	}
	return f, nil
}

func TestOperandsMustBeOfTheGraph(t *testing.T) {
	r, other := newRecorder(t), newRecorder(t)
	x, foreign := r.float(2), other.float(2)
	for _, c := range []struct {
		operand compute.Value
		want    string
	}{
		{nil, "operation 1 is nil"},
		{(*ir.Node)(nil), "operation 1 is nil"},
		{"x", "of another backend"},
		{foreign, "another graph"},
	} {
		if _, err := r.Add(x, c.operand); err == nil || !strings.Contains(err.Error(), c.want) ||
			!strings.Contains(err.Error(), `"test"`) {
			t.Errorf("Add with %v gives %v; want the graph and %q", c.operand, err, c.want)
		}
		if _, err := r.Compile([]compute.Value{x, c.operand}, nil); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("Compile with %v gives %v; want %q", c.operand, err, c.want)
		}
	}
	if _, err := r.builder.OpShape("x"); err == nil {
		t.Error("a string has a shape")
	}
	if shape, err := r.builder.OpShape(x); err != nil || !shape.Equal(shapes.Make(dtypes.Float32, 2)) {
		t.Errorf("the parameter's shape is %s (%v)", shape, err)
	}
}

func TestNothingIsAddedAfterCompile(t *testing.T) {
	r := newRecorder(t)
	r.builder.backend.compile = compileFake
	x := r.float(2)
	if _, err := r.Compile(nil, nil); err == nil || !strings.Contains(err.Error(), "no outputs") {
		t.Errorf("a graph without outputs is compiled: %v", err)
	}
	if _, err := r.Compile([]compute.Value{x}, nil); err != nil {
		t.Fatal(err)
	}
	recorded := len(r.graph.Nodes)
	_, errAdd := r.Add(x, x)
	_, errConstant := r.Constant([]float32{1})
	_, errCompile := r.Compile([]compute.Value{x}, nil)
	for _, err := range []error{errAdd, errConstant, errCompile} {
		if err == nil || !strings.Contains(err.Error(), "complete already") {
			t.Errorf("after Compile: %v", err)
		}
	}
	if len(r.graph.Nodes) != recorded {
		t.Error("the compiled graph grew")
	}
}

func TestConstantsAreCopied(t *testing.T) {
	r := newRecorder(t)
	values := []float32{1, 2, 3, 4}
	n := r.must(r.Constant(values, 2, 2)).(*ir.Node)
	values[0] = 9
	if got := n.Attributes.(ir.Constant).Flat; !reflect.DeepEqual(got, []float32{1, 2, 3, 4}) {
		t.Errorf("the constant is %v", got)
	}
	n = r.must(r.Constant([]int{-1, 5}, 2)).(*ir.Node)
	if got := n.Attributes.(ir.Constant).Flat; !reflect.DeepEqual(got, []int64{-1, 5}) {
		t.Errorf("the constant is %T %v; want int64", got, got)
	}
	n = r.must(r.Constant([]bool{}, 0, 3)).(*ir.Node)
	if got := n.Attributes.(ir.Constant).Flat.([]bool); len(got) != 0 {
		t.Errorf("the empty constant is %v", got)
	}
}

func TestOneDeviceOnly(t *testing.T) {
	r := newRecorder(t)
	x := r.float()
	if err := r.builder.DeviceAssignment(0); err != nil {
		t.Error(err)
	}
	_, errParameter := r.Parameter("p", shapes.Make(dtypes.Float32), &compute.ShardingSpec{})
	_, errCompile := r.Compile([]compute.Value{x}, []*compute.ShardingSpec{{}})
	for name, err := range map[string]error{
		"no device": r.builder.DeviceAssignment(), "device 1": r.builder.DeviceAssignment(1),
		"SPMD":               r.builder.DistributedSPMD(2),
		"automatic sharding": r.builder.DistributedAutoSharding(), "sharded parameter": errParameter,
		"sharded output": errCompile,
	} {
		if err == nil || !strings.Contains(err.Error(), "only one") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
