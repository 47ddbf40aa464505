package chains

import (
	"math"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/random"
	"ebim/framework/sampler"
)

// mostResident bounds the chains of a step: their ends are put together by comparing each with each.
const mostResident = 4096

// Resident is Negatives whose chains and replay buffer stay on the engine (train.Drawing). The host draws, for as many
// steps as it likes, what is random in them: from which rows of the buffer chains start, fresh points, and the chains'
// own numbers. These are the same as without it. The rows depend on how many points are in the buffer, which is known
// ahead once it is full.
type Resident struct {
	of     *Negatives
	inner  *sampler.Inner
	buffer sampler.BufferSettings
	batch  int
	// kept are the fixed networks, the buffer [size + batch, n], and how many points are in it and where the next one
	// goes [2]. The last rows take what overlaps the end before it is moved to the beginning.
	kept   backend.State
	length int // of the buffer, as far as the host knows
}

// newResident returns nil where the host has to run the chains.
func newResident(of *Negatives, p sampler.Process) *Resident {
	inner := sampler.NewInner(p, of.Batch, len(of.Box))
	if inner == nil || of.Batch > min(p.Buffer.Size, mostResident) {
		return nil
	}
	r := &Resident{of: of, inner: inner, buffer: p.Buffer, batch: of.Batch,
		kept: append(backend.NewState(of.Fixed.Arrays()...), nil, nil)}
	r.set(nil, 0)
	return r
}

// set replaces the buffer's content.
func (r *Resident) set(content []float32, next int) {
	dim, size := len(r.of.Box), r.buffer.Size
	rows := make([]float32, (size+r.batch)*dim)
	copy(rows, content)
	if r.length = len(content) / dim; r.length < size {
		next = r.length
	}
	copy(r.kept[len(r.of.Fixed):], backend.NewState(backend.Array{Dimensions: []int{size + r.batch, dim}, Data: rows},
		backend.Array{Dimensions: []int{2}, Data: []float32{float32(r.length), float32(next)}}))
}

// counts are how many points are in the buffer and where the next one goes.
func (r *Resident) counts() (length, next int) {
	counts := r.kept[len(r.kept)-1:].Arrays()[0].Data
	return int(counts[0]), int(counts[1])
}

// Kept implements train.Drawing.
func (r *Resident) Kept() backend.State { return r.kept }

// Settled implements train.Drawing.
func (r *Resident) Settled() (bool, error) {
	if r.length < r.buffer.Size {
		r.length, _ = r.counts()
	}
	return r.length == r.buffer.Size, nil
}

// numbers is the length of a step's input: fresh points, the rows of the buffer, and what the chains take.
func (r *Resident) numbers() int { return r.batch*len(r.of.Box) + r.batch + r.inner.Numbers() }

// feed fills the input of a step.
func (r *Resident) feed(step int, input []float32) error {
	rng, dim := random.New(r.of.Seed, r.of.Purpose, step), len(r.of.Box)
	fresh, rest := input[:r.batch*dim], input[r.batch*dim:]
	rows, own := rest[:r.batch], rest[r.batch:]
	err := r.buffer.Start(r.length, r.batch, rng, func(i, row int) error {
		if rows[i] = float32(row); row == sampler.FreshPoint {
			r.of.Fresh(fresh[i*dim:(i+1)*dim], rng)
		}
		return nil
	})
	sampler.Normal(own, rng) // what Chain.Run would draw
	return err
}

// Draw implements train.Drawing.
func (r *Resident) Draw(parameters *graph.Node, kept []*graph.Node, input *graph.Node) (ends *graph.Node, next,
	statistics []*graph.Node) {
	dim, fixed := len(r.of.Box), len(r.of.Fixed)
	part := func(from, to int) *graph.Node { return graph.Slice(input, graph.AxisRange(from, to)) }
	fresh := graph.Reshape(part(0, r.batch*dim), r.batch, dim)
	rows := graph.ConvertDType(part(r.batch*dim, r.batch*dim+r.batch), dtypes.Int32)
	buffer := kept[fixed]
	replayed := graph.Gather(buffer, graph.InsertAxes(graph.MaxScalar(rows, 0), -1))
	start := sampler.Choose(graph.GreaterOrEqual(rows, graph.ScalarZero(rows.Graph(), rows.DType())), replayed, fresh)
	state := append([]*graph.Node{parameters}, kept[:fixed]...)
	ends, statistics = r.inner.Move(state, start, part(r.batch*dim+r.batch, r.numbers()))
	good := finite(ends)
	if r.of.Bounded {
		good = graph.LogicalAnd(good, r.inside(ends))
	} else {
		ends = sampler.ClampedToBox(ends, r.of.Box)
	}
	next = append(next, kept[:fixed]...)
	return ends, append(next, r.keep(buffer, kept[fixed+1], ends, good)...), statistics
}

func finite(x *graph.Node) *graph.Node { return graph.ReduceLogicalAnd(graph.IsFinite(x), 1) }

func along(g *graph.Graph, row []float32) *graph.Node {
	return graph.InsertAxes(graph.Const(g, row), 0)
}

// inside reports of each point whether it is in the box, as points.Box.Contains does: of the box's ends, which are in
// double precision, the nearest numbers within count.
func (r *Resident) inside(x *graph.Node) *graph.Node {
	low, high := make([]float32, len(r.of.Box)), make([]float32, len(r.of.Box))
	for j, side := range r.of.Box {
		low[j], high[j] = float32(side[0]), float32(side[1])
		if float64(low[j]) < side[0] {
			low[j] = math.Nextafter32(low[j], float32(math.Inf(1)))
		}
		if float64(high[j]) > side[1] {
			high[j] = math.Nextafter32(high[j], float32(math.Inf(-1)))
		}
	}
	g := x.Graph()
	return graph.ReduceLogicalAnd(graph.LogicalAnd(graph.GreaterOrEqual(x, along(g, low)),
		graph.LessOrEqual(x, along(g, high))), 1)
}

// keep is sampler.Buffer.Keep of the good ones among x [batch, n]: the buffer and its counts after it.
func (r *Resident) keep(buffer, counts, x, good *graph.Node) []*graph.Node {
	g, batch, size := x.Graph(), r.batch, r.buffer.Size
	whole := graph.ConvertDType(counts, dtypes.Int32)
	number := func(i int) *graph.Node { return graph.Reshape(graph.Slice(whole, graph.AxisElem(i))) }
	length, cursor := number(0), number(1)

	// ordinal counts the good chains up to each one. The k-th good one comes behind all whose ordinal is at most k.
	upTo := graph.LessOrEqual(graph.Iota(g, shapes.Make(dtypes.Int32, batch, batch), 1),
		graph.Iota(g, shapes.Make(dtypes.Int32, batch, batch), 0))
	ordinal := count(graph.LogicalAnd(upTo, graph.BroadcastToDims(graph.InsertAxes(good, 0), batch, batch)))
	slot := graph.Iota(g, shapes.Make(dtypes.Int32, batch, batch), 0)
	from := count(graph.LessOrEqual(graph.BroadcastToDims(graph.InsertAxes(ordinal, 0), batch, batch), slot))
	packed := graph.Gather(x, graph.InsertAxes(graph.MinScalar(from, batch-1), -1))
	fresh := graph.ReduceAllSum(graph.ConvertDType(good, dtypes.Int32))

	first := func(limit *graph.Node) *graph.Node {
		return graph.LessThan(graph.Iota(g, shapes.Make(dtypes.Int32, batch), 0), graph.BroadcastToDims(limit, batch))
	}
	zero := graph.ScalarZero(g, dtypes.Int32)
	old := graph.DynamicSlice(buffer, []*graph.Node{cursor, zero}, x.Shape().Dimensions)
	buffer = graph.DynamicUpdateSlice(buffer, sampler.Choose(first(fresh), packed, old), []*graph.Node{cursor, zero})
	over := graph.MaxScalar(graph.AddScalar(graph.Add(cursor, fresh), -size), 0)
	end := graph.SliceAxis(buffer, 0, graph.AxisRange(size, size+batch))
	begin := graph.SliceAxis(buffer, 0, graph.AxisRange(0, batch))
	buffer = graph.DynamicUpdateSlice(buffer, sampler.Choose(first(over), end, begin), []*graph.Node{zero, zero})

	length = graph.MinScalar(graph.Add(length, fresh), size)
	cursor = graph.Add(cursor, fresh)
	cursor = graph.Where(graph.GreaterOrEqual(cursor, graph.Const(g, int32(size))),
		graph.AddScalar(cursor, -size), cursor)
	return []*graph.Node{buffer, graph.ConvertDType(graph.Stack([]*graph.Node{length, cursor}, 0), dtypes.Float32)}
}

// count is how many hold in each row.
func count(conditions *graph.Node) *graph.Node {
	return graph.ReduceSum(graph.ConvertDType(conditions, dtypes.Int32), 1)
}

// Arrays implements train.Memory, with those of the host's buffer.
func (r *Resident) Arrays() map[string]backend.Array {
	length, next := r.counts()
	if length < r.buffer.Size {
		next = 0
	}
	dim := len(r.of.Box)
	content := r.kept[len(r.of.Fixed):][:1].Arrays()[0].Data[:length*dim]
	return map[string]backend.Array{
		bufferArray: {Dimensions: []int{length, dim}, Data: content},
		"next":      {Dimensions: []int{1}, Data: []float32{float32(next)}},
	}
}

// Restore implements train.Memory.
func (r *Resident) Restore(arrays map[string]backend.Array) error {
	m := NewMemory(r.buffer, len(r.of.Box))
	if err := m.Restore(arrays); err != nil {
		return err
	}
	content, next := m.Snapshot()
	r.set(content.Float32(), next)
	return nil
}
