package engine

import (
	"fmt"
	"reflect"
	"sync/atomic"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/shapes"
)

// Buffer is an array: row-major values in a Go slice. Each has a header of its own, so that a second finalization is
// found out even when the storage has a new owner.
type Buffer struct {
	backend *Backend
	shape   shapes.Shape
	storage atomic.Pointer[storage] // nil once the buffer is finalized
}

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
	s.release()
	return true
}

// own checks that a buffer is one of this backend's.
func (b *Backend) own(buffer backends.Buffer) (*Buffer, error) {
	if err := b.checkAlive(); err != nil {
		return nil, err
	}
	own, ok := buffer.(*Buffer)
	switch {
	case !ok:
		return nil, fmt.Errorf("cpu: the buffer is a %T, of another backend", buffer)
	case own == nil:
		return nil, fmt.Errorf("cpu: the buffer is nil")
	case own.backend != b:
		return nil, fmt.Errorf("cpu: the buffer %s belongs to another instance of the backend", own.shape)
	}
	return own, nil
}

// contents returns the storage of a buffer that is one of this backend's and is not finalized.
func (b *Backend) contents(buffer backends.Buffer) (*Buffer, *storage, error) {
	own, err := b.own(buffer)
	if err != nil {
		return nil, nil, err
	}
	s := own.storage.Load()
	if s == nil {
		return nil, nil, fmt.Errorf("cpu: the buffer %s is finalized", own.shape)
	}
	return own, s, nil
}

// BufferFinalize implements backends.DataInterface: the storage may be reused at once.
func (b *Backend) BufferFinalize(buffer backends.Buffer) error {
	own, err := b.own(buffer)
	if err != nil {
		return err
	}
	if !own.finalize() {
		return fmt.Errorf("cpu: the buffer %s is finalized twice", own.shape)
	}
	return nil
}

// BufferShape implements backends.DataInterface.
func (b *Backend) BufferShape(buffer backends.Buffer) (shapes.Shape, error) {
	own, _, err := b.contents(buffer)
	if err != nil {
		return shapes.Invalid(), err
	}
	return own.shape, nil
}

// BufferDeviceNum implements backends.DataInterface.
func (b *Backend) BufferDeviceNum(buffer backends.Buffer) (backends.DeviceNum, error) {
	_, _, err := b.contents(buffer)
	return 0, err
}

// BufferToFlatData implements backends.DataInterface.
func (b *Backend) BufferToFlatData(buffer backends.Buffer, flat any) error {
	own, s, err := b.contents(buffer)
	if err != nil {
		return err
	}
	if err := checkFlat(flat, own.shape); err != nil {
		return err
	}
	reflect.Copy(reflect.ValueOf(flat), reflect.ValueOf(s.flat))
	return nil
}

// BufferFromFlatData implements backends.DataInterface.
func (b *Backend) BufferFromFlatData(device backends.DeviceNum, flat any, shape shapes.Shape) (backends.Buffer, error) {
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

// HasSharedBuffers implements backends.DataInterface.
func (b *Backend) HasSharedBuffers() bool { return true }

// NewSharedBuffer implements backends.DataInterface. The contents are not cleared.
func (b *Backend) NewSharedBuffer(device backends.DeviceNum, shape shapes.Shape) (backends.Buffer, any, error) {
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

// BufferData implements backends.DataInterface: the slice is the buffer's own storage.
func (b *Backend) BufferData(buffer backends.Buffer) (any, error) {
	_, s, err := b.contents(buffer)
	if err != nil {
		return nil, err
	}
	return s.flat, nil
}

// BufferCopyToDevice implements backends.DataInterface: it always gives an error, for there is one device only.
func (b *Backend) BufferCopyToDevice(_ backends.Buffer, device backends.DeviceNum) (backends.Buffer, error) {
	return nil, fmt.Errorf("cpu: a buffer cannot be copied to device %d: there is only one device", device)
}
