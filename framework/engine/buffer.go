package engine

import (
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/memory"
)

// Buffer is an array: row-major values in a Go slice. Each has a header of its own, so that a second finalization is
// found out even when the storage has a new owner.
type Buffer struct {
	backend *Backend
	shape   shapes.Shape
	storage atomic.Pointer[storage] // nil once the buffer is finalized
}

var _ compute.Buffer = (*Buffer)(nil)

// newBuffer returns a buffer of a checked shape, with any contents.
func (b *Backend) newBuffer(shape shapes.Shape) *Buffer {
	buffer := &Buffer{backend: b, shape: shape}
	buffer.storage.Store(b.pools.pool(shape.DType, shape.Size()).Get().(*storage))
	return buffer
}

// finalize gives the storage back and reports whether it was there.
func (buffer *Buffer) finalize() bool {
	s := buffer.storage.Swap(nil)
	if s == nil {
		return false
	}
	s.home.Put(s)
	return true
}

// Backend implements compute.Buffer.
func (buffer *Buffer) Backend() compute.Backend { return buffer.backend }

// contents returns the storage of a buffer that is one of this backend's and is not finalized.
func (b *Backend) contents(buffer compute.Buffer) (*Buffer, *storage, error) {
	if err := b.checkAlive(); err != nil {
		return nil, nil, err
	}
	own, ok := buffer.(*Buffer)
	switch {
	case !ok:
		return nil, nil, fmt.Errorf("cpu: the buffer is a %T, of another backend", buffer)
	case own != nil && own.backend != b:
		return nil, nil, fmt.Errorf("cpu: the buffer %s belongs to another instance of the backend", own.shape)
	}
	s, err := own.contents()
	return own, s, err
}

// alive checks that a buffer exists, and its backend still.
func (buffer *Buffer) alive() error {
	if buffer == nil {
		return fmt.Errorf("cpu: the buffer is nil")
	}
	return buffer.backend.checkAlive()
}

// contents returns the storage of a buffer that is not finalized.
func (buffer *Buffer) contents() (*storage, error) {
	if err := buffer.alive(); err != nil {
		return nil, err
	}
	s := buffer.storage.Load()
	if s == nil {
		return nil, fmt.Errorf("cpu: the buffer %s is finalized", buffer.shape)
	}
	return s, nil
}

// Finalize implements compute.Buffer: the storage may be reused at once.
func (buffer *Buffer) Finalize() error {
	if err := buffer.alive(); err != nil {
		return err
	}
	if !buffer.finalize() {
		return fmt.Errorf("cpu: the buffer %s is finalized twice", buffer.shape)
	}
	return nil
}

// Shape implements compute.Buffer.
func (buffer *Buffer) Shape() (shapes.Shape, error) {
	if _, err := buffer.contents(); err != nil {
		return shapes.Invalid(), err
	}
	return buffer.shape, nil
}

// DeviceNum implements compute.Buffer.
func (buffer *Buffer) DeviceNum() (compute.DeviceNum, error) {
	_, err := buffer.contents()
	return 0, err
}

// ToFlatData implements compute.Buffer.
func (buffer *Buffer) ToFlatData(flat any) error {
	s, err := buffer.contents()
	if err != nil {
		return err
	}
	if err := checkFlat(flat, buffer.shape); err != nil {
		return err
	}
	reflect.Copy(reflect.ValueOf(flat), reflect.ValueOf(s.flat))
	return nil
}

// Data implements compute.Buffer: the slice is the buffer's own storage.
func (buffer *Buffer) Data() (any, error) {
	s, err := buffer.contents()
	if err != nil {
		return nil, err
	}
	return s.flat, nil
}

// CopyToDevice implements compute.Buffer: it always gives an error, for there is one device only.
func (buffer *Buffer) CopyToDevice(device compute.DeviceNum) (compute.Buffer, error) {
	return nil, fmt.Errorf("cpu: a buffer cannot be copied to device %d: there is only one device", device)
}

// BufferFromFlatData implements compute.DataInterface.
func (b *Backend) BufferFromFlatData(device compute.DeviceNum, flat any, shape shapes.Shape) (compute.Buffer, error) {
	buffer, target, err := b.NewSharedBuffer(device, shape)
	if err != nil {
		return nil, err
	}
	if err := checkFlat(flat, shape); err != nil {
		buffer.(*Buffer).finalize()
		return nil, err
	}
	reflect.Copy(reflect.ValueOf(target), reflect.ValueOf(flat))
	return buffer, nil
}

// checkFlat checks that flat is a slice that holds the values of an array.
func checkFlat(flat any, shape shapes.Shape) error {
	want := reflect.SliceOf(shape.DType.GoType())
	if got := reflect.TypeOf(flat); got != want {
		return fmt.Errorf("cpu: the values of an array %s are a %v; a %v is needed", shape, got, want)
	}
	if got := reflect.ValueOf(flat).Len(); got != shape.Size() {
		return fmt.Errorf("cpu: there are %d values for an array %s, which has %d", got, shape, shape.Size())
	}
	return nil
}

// HasSharedBuffers implements compute.DataInterface.
func (b *Backend) HasSharedBuffers() bool { return true }

// NewSharedBuffer implements compute.DataInterface. The contents are not cleared.
func (b *Backend) NewSharedBuffer(device compute.DeviceNum, shape shapes.Shape) (compute.Buffer, any, error) {
	if err := b.checkAlive(); err != nil {
		return nil, nil, err
	}
	if err := checkDevice(device); err != nil {
		return nil, nil, err
	}
	if err := checkShape(shape); err != nil {
		return nil, nil, fmt.Errorf("cpu: buffer %s: %w", shape, err)
	}
	buffer := b.newBuffer(shape.Clone())
	return buffer, buffer.storage.Load().flat, nil
}

// storage is the memory of a buffer.
type storage struct {
	flat any            // a slice of the data type's Go type
	at   unsafe.Pointer // of its first element
	home *sync.Pool     // where it goes when nobody uses it
}

// pools keep unused storage for each data type and length. What stays unused for two garbage collections is freed.
type pools struct {
	mutex sync.RWMutex
	of    map[poolKey]*sync.Pool
}

type poolKey struct {
	dtype  dtypes.DType
	length int
}

// pool returns the one for arrays of length elements. Its storage is not cleared.
func (p *pools) pool(dtype dtypes.DType, length int) *sync.Pool {
	key := poolKey{dtype, length}
	p.mutex.RLock()
	pool := p.of[key]
	p.mutex.RUnlock()
	if pool != nil {
		return pool
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if pool = p.of[key]; pool != nil {
		return pool
	}
	pool = &sync.Pool{}
	pool.New = func() any {
		flat, at := memory.Flat(dtype, length)
		return &storage{flat: flat, at: at, home: pool}
	}
	if p.of == nil {
		p.of = map[poolKey]*sync.Pool{}
	}
	p.of[key] = pool
	return pool
}

func (p *pools) drop() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.of = nil
}
