package backends

import (
	"crypto/sha256"
	"errors"
	"slices"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/engine"
)

// counted is an engine whose compilations and ends of programs are counted.
type counted struct {
	compute.Backend
	compiled, finalized int
}

func (c *counted) Builder(name string) compute.Builder {
	return countedBuilder{c.Backend.Builder(name), c}
}

type countedBuilder struct {
	compute.Builder
	engine *counted
}

func (b countedBuilder) Compile() (compute.Executable, error) {
	b.engine.compiled++
	e, err := b.Builder.Compile()
	return countedProgram{e, b.engine}, err
}

type countedProgram struct {
	compute.Executable
	engine *counted
}

func (p countedProgram) Finalize() { p.engine.finalized++; p.Executable.Finalize() }

// sharedEngine counts the compilations of an engine that takes programs of one name for the same.
func sharedEngine(t *testing.T) (*counted, compute.Backend) {
	t.Helper()
	own, err := engine.New("")
	if err != nil {
		t.Fatal(err)
	}
	c := &counted{Backend: own}
	return c, share(c, func(b compute.Builder) ([sha256.Size]byte, error) {
		if b.Name() == "unknown" {
			return [sha256.Size]byte{}, errors.New("no text")
		}
		return sha256.Sum256([]byte(b.Name())), nil
	})
}

// doubling adds its input to its state, and returns twice the new state.
func doubling(t *testing.T, on compute.Backend, name string) *backend.Program {
	t.Helper()
	p, err := backend.Compile(on, name, [][]int{{2}}, [][]int{{2}},
		func(state, in []*graph.Node) (newState, outputs []*graph.Node) {
			next := graph.Add(state[0], in[0])
			return []*graph.Node{next}, []*graph.Node{graph.MulScalar(next, 2)}
		})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestProgramsAreCompiledOnce(t *testing.T) {
	c, on := sharedEngine(t)
	first, second, other := doubling(t, on, "a"), doubling(t, on, "a"), doubling(t, on, "b")
	if c.compiled != 2 {
		t.Errorf("two programs are compiled %d times", c.compiled)
	}
	first.Finalize()
	first.Finalize() // does not count again
	state := backend.NewState(backend.Array{Dimensions: []int{2}, Data: []float32{1, 2}})
	for i, p := range []*backend.Program{second, other} {
		out, err := p.Run(state, []backend.Array{{Data: []float32{1, 1}}}, nil)
		if want := []float32{4, 6}; i == 0 && (err != nil || !slices.Equal(out[0].Data, want)) {
			t.Errorf("got %v, %v, want %v", out, err, want)
		}
	}
	if got := state.Arrays()[0].Data; !slices.Equal(got, []float32{3, 4}) {
		t.Errorf("the state is %v", got)
	}
	second.Finalize()
	if again := doubling(t, on, "a"); c.compiled != 2 || c.finalized != 0 {
		t.Errorf("a program that nobody uses is not kept: %d compiled, %d finalized", c.compiled, c.finalized)
	} else if again.Finalize(); c.finalized != 0 {
		t.Error("it is gone")
	}
	if on.Finalize(); c.finalized != 2 {
		t.Errorf("of 2 programs %d end with their engine", c.finalized)
	}
}

// The longest unused programs go when there are many.
func TestFewUnusedProgramsAreKept(t *testing.T) {
	c, on := sharedEngine(t)
	for i := range mostKept + 3 {
		doubling(t, on, string(rune('A'+i))).Finalize()
	}
	if c.finalized != 3 {
		t.Errorf("%d programs are gone, want 3", c.finalized)
	}
	before := c.compiled
	doubling(t, on, "A").Finalize()
	doubling(t, on, string(rune('A'+mostKept+2))).Finalize()
	if c.compiled != before+1 {
		t.Errorf("%d programs are compiled again, want the oldest alone", c.compiled-before)
	}
}

// What can't be identified is compiled for each user.
func TestUnknownProgramsAreNotShared(t *testing.T) {
	c, on := sharedEngine(t)
	doubling(t, on, "unknown").Finalize()
	doubling(t, on, "unknown").Finalize()
	if c.compiled != 2 {
		t.Errorf("compiled %d times", c.compiled)
	}
}

// On XLA, programs differ in a constant alone.
func TestConstantsTellProgramsApart(t *testing.T) {
	if _, problem := locateXLA("cpu"); problem != "" {
		t.Skip("xla:cpu: " + problem)
	}
	on, err := Open("xla:cpu", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer on.Finalize()
	before := len(on.(*sharing).programs) // the canary's
	for _, factor := range []float64{2, 3, 2} {
		p, err := backend.Compile(on, "factor", nil, [][]int{{1}}, func(_, in []*graph.Node) (_, out []*graph.Node) {
			return nil, []*graph.Node{graph.MulScalar(in[0], factor)}
		})
		if err != nil {
			t.Fatal(err)
		}
		if out, err := p.Run(nil, []backend.Array{{Data: []float32{5}}}, nil); err != nil ||
			out[0].Data[0] != float32(5*factor) {
			t.Errorf("5 times %v is %v, %v", factor, out, err)
		}
		p.Finalize()
	}
	if more := len(on.(*sharing).programs) - before; more != 2 {
		t.Errorf("%d more programs are kept, want 2", more)
	}
}
