package backend

import (
	"fmt"
	"slices"
	"sync"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/distributed"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

// batchAxis is the name of the only axis of the mesh of devices.
const batchAxis = "batch"

// Batch is what devices share: inputs of which this axis has so many rows are split along it.
type Batch struct{ Axis, Rows int }

// CompileSplit is Compile for a program of a batch, which the engine's devices share (see OpenWith): inputs with the
// batch's axis are split along it, the state and all other inputs are copied to each device. The graph is written as
// for one device; XLA divides it, and sums up over the devices what the graph sums up over the batch. Sums in another
// order have other last bits. Where the rows can't be split evenly, one device does it all.
func CompileSplit(engine compute.Backend, name string, batch Batch, state, inputs [][]int,
	build Build) (*Program, error) {
	return compile(engine, name, newSpread(engine, batch, inputs), state, inputs, build)
}

// Devices is the number of devices that share the programs of CompileSplit.
func Devices(engine compute.Backend) int {
	if s, ok := engine.(*sharing); ok {
		return max(s.devices, 1)
	}
	return 1 // a draft too, whose batches are of any size
}

// spread is how a program lies on several devices. Each has its rows of the inputs that are split in one array and all
// of the others in a second one, since every array that is transferred costs time.
type spread struct {
	devices int
	turns   *sync.Mutex // of the engine: devices that wait for each other must take programs in one order
	mesh    *distributed.DeviceMesh
	blocks  []int // of each input, of which a device has its rows; 0 where it has all of them
	share   int   // numbers of a device's rows of all inputs that are split
	whole   int   // numbers of the other inputs
	scratch []float32

	copied State   // what the copies are of
	copies []State // of the state, on each device but the first
}

// newSpread returns nil where one device does it all.
func newSpread(engine compute.Backend, batch Batch, inputs [][]int) *spread {
	s := &spread{devices: Devices(engine), blocks: make([]int, len(inputs))}
	if s.devices == 1 || batch.Rows%s.devices != 0 {
		return nil
	}
	s.turns = &engine.(*sharing).turns
	for i, d := range inputs {
		size := shapes.Make(dtypes.Float32, d...).Size()
		if len(d) <= batch.Axis || d[batch.Axis] != batch.Rows || size == 0 {
			s.whole += size
			continue
		}
		s.share += size / s.devices
		s.blocks[i] = shapes.Make(dtypes.Float32, d[:batch.Axis]...).Size()
	}
	if s.share == 0 {
		return nil
	}
	mesh, err := distributed.NewDeviceMesh([]int{s.devices}, []string{batchAxis})
	if err != nil {
		panic(err)
	}
	s.mesh = mesh
	return s
}

// everywhere is the sharding of an array of which each device has all; nil on one device.
func (s *spread) everywhere() *distributed.ShardingSpec {
	if s == nil {
		return nil
	}
	return distributed.NewReplicatedShardingSpec(s.mesh)
}

// rows is the sharding of an array of which each device has its rows.
func (s *spread) rows() *distributed.ShardingSpec {
	return &distributed.ShardingSpec{Mesh: s.mesh, Axes: []distributed.AxisSpec{{batchAxis}}}
}

// compile compiles a graph. Each device has all results.
func (s *spread) compile(g *graph.Graph, results []*graph.Node) error {
	if s == nil {
		return g.Compile(results...)
	}
	return g.CompileWithSharding(results, slices.Repeat([]*distributed.ShardingSpec{s.everywhere()}, len(results)))
}

// inputs takes a program's inputs out of the two arrays.
func (s *spread) inputs(g *graph.Graph, inputs [][]int) []*graph.Node {
	split := graph.ShardedParameter(g, "split", shapes.Make(dtypes.Float32, s.devices, s.share), s.rows())
	whole := split
	if s.whole > 0 {
		whole = graph.ShardedParameter(g, "whole", shapes.Make(dtypes.Float32, s.whole), s.everywhere())
	}
	nodes := make([]*graph.Node, len(inputs))
	fromSplit, fromWhole := 0, 0
	for i, d := range inputs {
		size := shapes.Make(dtypes.Float32, d...).Size()
		if s.blocks[i] == 0 {
			nodes[i] = taken(whole, fromWhole, d)
			fromWhole += size
			continue
		}
		size /= s.devices
		part := graph.Slice(split, graph.AxisRange(), graph.AxisRange(fromSplit, fromSplit+size))
		if s.blocks[i] > 1 { // the devices' rows of a block stand behind each other
			part = graph.Transpose(graph.Reshape(part, s.devices, s.blocks[i], size/s.blocks[i]), 0, 1)
		}
		nodes[i] = graph.Reshape(part, d...)
		fromSplit += size
	}
	return nodes
}

// run is Run's work on several devices.
func (s *spread) run(p *Program, state State, inputs []Array, out []Array) ([]Array, error) {
	s.turns.Lock()
	defer s.turns.Unlock()
	var buffers []compute.Buffer
	var donate []bool
	if err := s.copy(p.engine, state); err != nil {
		return nil, fmt.Errorf("%s: copies of the state: %w", p.name, err)
	}
	for device := range s.devices {
		own := state
		if device > 0 {
			own = s.copies[device-1]
		}
		if err := s.feed(p, compute.DeviceNum(device), own, inputs, &buffers, &donate); err != nil {
			return nil, fmt.Errorf("%s: device %d: %w", p.name, device, err)
		}
	}
	results := p.graph.RunWithBuffers(buffers, donate, 0)
	each := len(results) / s.devices
	kept := 0
	if p.updates {
		kept = p.state
		copy(state, results)
		copy(s.copied, results)
	}
	for device := 1; device < s.devices; device++ {
		own := results[device*each : (device+1)*each]
		if p.updates {
			copy(s.copies[device-1], own)
		}
		for _, t := range own[kept:] {
			t.MustFinalizeAll()
		}
	}
	return p.readJoined(results[kept:each], out)
}

// copy copies the state to each device, unless what the devices have is the same.
func (s *spread) copy(engine compute.Backend, state State) error {
	if slices.Equal(s.copied, state) && s.copies != nil {
		return nil
	}
	s.drop()
	for device := 1; device < s.devices; device++ {
		own := make(State, len(state))
		for i, t := range state {
			buffer, err := t.Buffer(engine, 0)
			if err == nil {
				buffer, err = buffer.CopyToDevice(compute.DeviceNum(device))
			}
			if err == nil {
				own[i], err = tensors.FromBuffer(buffer)
			}
			if err != nil {
				return err
			}
		}
		s.copies = append(s.copies, own)
	}
	s.copied = slices.Clone(state)
	return nil
}

// drop frees the copies of the state.
func (s *spread) drop() {
	for _, own := range s.copies {
		for _, t := range own {
			t.MustFinalizeAll()
		}
	}
	s.copied, s.copies = nil, nil
}

// feed places what one device takes.
func (s *spread) feed(p *Program, device compute.DeviceNum, state State, inputs []Array, buffers *[]compute.Buffer,
	donate *[]bool) error {
	if err := p.feedState(device, state, buffers, donate); err != nil {
		return err
	}
	place := func(split bool, dimensions ...int) error {
		s.scratch = s.scratch[:0]
		for i, array := range inputs {
			switch blocks := s.blocks[i]; {
			case (blocks > 0) != split:
			case split:
				size := len(array.Data) / blocks / s.devices
				for from := int(device) * size; from < len(array.Data); from += s.devices * size {
					s.scratch = append(s.scratch, array.Data[from:from+size]...)
				}
			default:
				s.scratch = append(s.scratch, array.Data...)
			}
		}
		buffer, err := p.engine.BufferFromFlatData(device, s.scratch, shapes.Make(dtypes.Float32, dimensions...))
		*buffers, *donate = append(*buffers, buffer), append(*donate, true)
		return err
	}
	if err := place(true, 1, s.share); err != nil {
		return fmt.Errorf("inputs: %w", err)
	}
	if s.whole == 0 {
		return nil
	}
	if err := place(false, s.whole); err != nil {
		return fmt.Errorf("inputs: %w", err)
	}
	return nil
}
