package backend

import (
	"fmt"
	"reflect"
	"slices"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"
)

// HasLoops reports whether what is done many times is written as a loop on an engine: compiled once, and run without a
// return to the host. The embedded engines take a microsecond for that return, and keep the bits that they always had.
func HasLoops(engine compute.Backend) bool {
	return engine.Capabilities().Functions && engine.String() != Reference && engine.String() != Default
}

// Body is one turn of a loop. It is given the turn's number, an Int32 scalar from 0 on, what stays as it is, and the
// state before the turn, and returns the state after it, of the same shapes.
type Body func(turn *graph.Node, fixed, state []*graph.Node) []*graph.Node

// Repeat returns the state after a number of turns: count, an Int32 scalar from 0 to most, or nil for most. The loop
// has no derivative, though the body may take some. The body uses no nodes but those that it is given, which is all
// that go-xla v0.4.1 allows; it may have loops inside.
func Repeat(count *graph.Node, most int, fixed, state []*graph.Node, body Body) []*graph.Node {
	return repeat(count, most, 1, fixed, state, body)
}

// RepeatShort is Repeat with several turns at once, where a turn is short: a GPU is asked for them together, and takes
// longer to be asked than for a turn of small networks.
func RepeatShort(count *graph.Node, most int, fixed, state []*graph.Node, body Body) []*graph.Node {
	return repeat(count, most, min(most, mostAtOnce), fixed, state, body)
}

// Turns at once are at most so many, and of so many operations together, which bounds the time to compile them
// (results/benchmarks.md, On a GPU).
const (
	mostAtOnce           = 10
	mostOperationsAtOnce = 12000
)

func repeat(count *graph.Node, most, atOnce int, fixed, state []*graph.Node, body Body) []*graph.Node {
	g, whole := state[0].Graph(), count == nil
	if whole {
		count = graph.Const(g, int32(most))
	}
	if !HasLoops(g.Backend()) {
		state = slices.Clone(state)
		for turn := range most {
			number := graph.Scalar(g, dtypes.Int32, turn)
			goes := graph.LessThan(number, count)
			for i, after := range body(number, fixed, state) {
				state[i] = graph.Where(goes, after, state[i])
			}
		}
		return state
	}
	in := slices.Concat([]*graph.Node{graph.Const(g, int32(0)), count}, fixed, state)
	if whole {
		in, _ = loop(in, len(fixed), func(bound int) int { return divisor(most, min(bound, atOnce)) }, body)
		return in[2+len(fixed):]
	}
	in, atOnce = loop(in, len(fixed), func(bound int) int { return min(bound, atOnce) }, body)
	if atOnce > 1 { // the rest
		in, _ = loop(in, len(fixed), func(int) int { return 1 }, body)
	}
	return in[2+len(fixed):]
}

// divisor is the largest one of a number up to a bound.
func divisor(of, bound int) int {
	for of%bound != 0 {
		bound--
	}
	return bound
}

// loop makes turns, as many at once as it returns, until fewer are left: the given function of how many their
// operations allow. What goes in and comes out is the number of turns made and of all, what is fixed and the state.
func loop(in []*graph.Node, fixed int, choose func(bound int) int, body Body) (out []*graph.Node, atOnce int) {
	g := in[0].Graph()
	parameters := func() []*graph.Node {
		list, loop := make([]*graph.Node, len(in)), depth(g)
		for i, node := range in { // by names that a loop around this one doesn't have
			list[i] = graph.Parameter(g, fmt.Sprintf("loop_%d_%d", loop, i), node.Shape())
		}
		return list
	}
	turns := closure(g, func() []*graph.Node {
		p := parameters()
		before := len(g.Nodes())
		next := body(p[0], p[2:2+fixed], p[2+fixed:])
		atOnce = choose(max(1, mostOperationsAtOnce/(len(g.Nodes())-before+1)))
		for i := 1; i < atOnce; i++ {
			next = body(graph.AddScalar(p[0], float64(i)), p[2:2+fixed], next)
		}
		return slices.Concat([]*graph.Node{graph.AddScalar(p[0], float64(atOnce))}, p[1:2+fixed], next)
	})
	goes := closure(g, func() []*graph.Node {
		p := parameters()
		return []*graph.Node{graph.LessOrEqual(graph.AddScalar(p[0], float64(atOnce)), p[1])}
	})
	return graph.While(goes, turns, in...), atOnce
}

// closure is graph.NewClosure with scalars of its own, within the function that is being built: GoMLX v0.28.2 keeps
// scalars that were made in a closure for the rest of the graph, where they are not defined, and makes every closure a
// child of the main function, so that XLA would refuse a loop inside a loop.
func closure(g *graph.Graph, build func() []*graph.Node) *graph.Function {
	kept := field(g, "scalars")
	before := reflect.ValueOf(kept.Interface())
	kept.Set(reflect.MakeMap(kept.Type()))
	defer kept.Set(before)
	if !g.CurrentFunc().IsMain() {
		builder := field(g, "builder")
		outer := builder.Interface().(compute.Builder)
		builder.Set(reflect.ValueOf(within{outer, backendFunction(g)}))
		defer builder.Set(reflect.ValueOf(outer))
	}
	return graph.NewClosure(g, func(*graph.Graph) []*graph.Node {
		defer ownReductions(backendFunction(g))()
		return build()
	})
}

// ownReductions lets a closure of XLA make its reductions anew, until the returned function is called: go-xla keeps
// their inner functions for the whole program, but they belong to the function in which they were first made, and no
// other may use them. XLA's functions are known by their type's name, so that this package does without XLA.
func ownReductions(closure compute.Function) (end func()) {
	if t := reflect.TypeOf(closure); t.Kind() != reflect.Pointer ||
		t.Elem().PkgPath() != "github.com/gomlx/go-xla/compute/xla" {
		return func() {}
	}
	builder := field(closure, "builder").Interface()
	var ends []func()
	for _, name := range []string{"cacheReductions", "cacheArgMinMax", "cacheSelections"} {
		cache := field(builder, name)
		before := reflect.ValueOf(cache.Interface())
		cache.Set(reflect.MakeMap(cache.Type()))
		ends = append(ends, func() { cache.Set(before) })
	}
	return func() {
		for _, end := range ends {
			end()
		}
	}
}

// backendFunction is the backend's side of the function that is being built.
func backendFunction(g *graph.Graph) compute.Function {
	return field(g.CurrentFunc(), "backendFunc").Interface().(compute.Function)
}

// depth is the number of loops around what is being built.
func depth(g *graph.Graph) int {
	count := 0
	for function := g.CurrentFunc(); function.Parent() != nil; function = function.Parent() {
		count++
	}
	return count
}

// within is a builder that takes a closure for the main function, of which GoMLX makes further ones.
type within struct {
	compute.Builder
	function compute.Function
}

// Main implements compute.Builder.
func (w within) Main() compute.Function { return w.function }

// field is a private field of what a pointer leads to. One that is renamed panics in every test of a loop.
func field(of any, name string) reflect.Value {
	private := reflect.ValueOf(of).Elem().FieldByName(name)
	return reflect.NewAt(private.Type(), unsafe.Pointer(private.UnsafeAddr())).Elem()
}

// SetTurn returns an array [turns, values] with the scalars of one turn in their place.
func SetTurn(x, turn *graph.Node, scalars []*graph.Node) *graph.Node {
	row := graph.Reshape(graph.Stack(scalars, 0), 1, len(scalars))
	return graph.DynamicUpdateSlice(x, row, []*graph.Node{turn, graph.ScalarZero(x.Graph(), turn.DType())})
}

// Turn returns part number turn of an array [parts * size, ...] that has one behind the other.
func Turn(x, turn *graph.Node, size int) *graph.Node {
	dimensions := append([]int{size}, x.Shape().Dimensions[1:]...)
	starts := make([]*graph.Node, x.Rank())
	for axis := range starts {
		starts[axis] = graph.ScalarZero(x.Graph(), turn.DType())
	}
	starts[0] = graph.MulScalar(turn, size)
	return graph.DynamicSlice(x, starts, dimensions)
}
