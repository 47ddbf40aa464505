package backends

import (
	"crypto/sha256"
	"slices"
	"sync"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"
)

// mostKept is how many programs that nobody uses are kept.
const mostKept = 100

// sharing is an engine that compiles each program once in its life: stages, seeds and trials that build the same graph
// share what was compiled. Programs count as the same when their text is.
type sharing struct {
	compute.Backend
	identify func(compute.Builder) ([sha256.Size]byte, error)

	mutex    sync.Mutex
	programs map[[sha256.Size]byte]*sharedProgram
	unused   []*sharedProgram // the longest unused first
}

// sharedProgram is compiled by the first who asks, while the others wait.
type sharedProgram struct {
	key        [sha256.Size]byte
	once       sync.Once
	executable compute.Executable
	err        error
	users      int
}

func share(engine compute.Backend, identify func(compute.Builder) ([sha256.Size]byte, error)) *sharing {
	return &sharing{Backend: engine, identify: identify, programs: map[[sha256.Size]byte]*sharedProgram{}}
}

// Builder implements compute.Backend.
func (s *sharing) Builder(name string) compute.Builder {
	return sharingBuilder{s.Backend.Builder(name), s}
}

// BufferFromFlatData implements compute.Backend.
func (s *sharing) BufferFromFlatData(device compute.DeviceNum, flat any, shape shapes.Shape) (compute.Buffer, error) {
	buffer, err := s.Backend.BufferFromFlatData(device, flat, shape)
	if err != nil {
		return nil, err
	}
	return sharingBuffer{buffer, s}, nil
}

// NewSharedBuffer implements compute.Backend.
func (s *sharing) NewSharedBuffer(device compute.DeviceNum, shape shapes.Shape) (compute.Buffer, any, error) {
	buffer, flat, err := s.Backend.NewSharedBuffer(device, shape)
	if err != nil {
		return nil, nil, err
	}
	return sharingBuffer{buffer, s}, flat, nil
}

// Finalize implements compute.Backend: programs go with their engine.
func (s *sharing) Finalize() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, p := range s.programs {
		if p.executable != nil {
			p.executable.Finalize()
		}
	}
	s.programs, s.unused = nil, nil
	s.Backend.Finalize()
}

// sharingBuffer belongs to the sharing engine, as GoMLX demands of the buffers that it takes there.
type sharingBuffer struct {
	compute.Buffer
	owner *sharing
}

// Backend implements compute.Buffer.
func (b sharingBuffer) Backend() compute.Backend { return b.owner }

// CopyToDevice implements compute.Buffer.
func (b sharingBuffer) CopyToDevice(device compute.DeviceNum) (compute.Buffer, error) {
	buffer, err := b.Buffer.CopyToDevice(device)
	if err != nil {
		return nil, err
	}
	return sharingBuffer{buffer, b.owner}, nil
}

type sharingBuilder struct {
	compute.Builder
	engine *sharing
}

// Compile implements compute.Builder.
func (b sharingBuilder) Compile() (compute.Executable, error) {
	key, err := b.engine.identify(b.Builder)
	if err != nil { // such as a program that returns nothing, which the engine explains better
		return b.engine.wrap(&sharedProgram{users: 1}, b.Builder)
	}
	p := b.engine.use(key)
	return b.engine.wrap(p, b.Builder)
}

// use counts a user of the program with a key.
func (s *sharing) use(key [sha256.Size]byte) *sharedProgram {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	p := s.programs[key]
	if p == nil {
		p = &sharedProgram{key: key}
		if s.programs != nil {
			s.programs[key] = p
		}
	}
	s.unused = slices.DeleteFunc(s.unused, func(u *sharedProgram) bool { return u == p })
	p.users++
	return p
}

// wrap compiles a program unless that was done before.
func (s *sharing) wrap(p *sharedProgram, b compute.Builder) (compute.Executable, error) {
	p.once.Do(func() { p.executable, p.err = b.Compile() })
	if p.err != nil {
		s.release(p)
		return nil, p.err
	}
	return &sharingExecutable{Executable: p.executable, engine: s, program: p}, nil
}

// release ends one use of a program. Those longest unused are dropped when there are many.
func (s *sharing) release(p *sharedProgram) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if p.users--; p.users > 0 || s.programs == nil {
		return
	}
	s.unused = append(s.unused, p)
	if p.err == nil && len(s.unused) <= mostKept {
		return
	}
	drop := s.unused[0]
	if p.err != nil {
		drop = p
	}
	s.unused = slices.DeleteFunc(s.unused, func(u *sharedProgram) bool { return u == drop })
	if s.programs[drop.key] == drop {
		delete(s.programs, drop.key)
	}
	if drop.executable != nil {
		drop.executable.Finalize()
	}
}

// sharingExecutable is one user's view of a program.
type sharingExecutable struct {
	compute.Executable
	engine   *sharing
	program  *sharedProgram
	finished sync.Once
}

// Finalize implements compute.Executable: the program stays for others.
func (e *sharingExecutable) Finalize() { e.finished.Do(func() { e.engine.release(e.program) }) }

// Execute implements compute.Executable.
func (e *sharingExecutable) Execute(inputs []compute.Buffer, donate []bool,
	device compute.DeviceNum) ([]compute.Buffer, error) {
	own := make([]compute.Buffer, len(inputs))
	for i, input := range inputs {
		own[i] = input
		if b, ok := input.(sharingBuffer); ok {
			own[i] = b.Buffer
		}
	}
	outputs, err := e.Executable.Execute(own, donate, device)
	for i, output := range outputs {
		outputs[i] = sharingBuffer{output, e.engine}
	}
	return outputs, err
}
