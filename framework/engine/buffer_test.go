package engine

import (
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/gobackend"
	"github.com/gomlx/compute/shapes"
)

func TestValuesGoInAndOut(t *testing.T) {
	b := newBackend(t)
	for dtype := range b.Capabilities().DTypes {
		for _, dimensions := range [][]int{{}, {3}, {2, 0}, {2, 3}} {
			shape := shapes.Make(dtype, dimensions...)
			slice := reflect.SliceOf(dtype.GoType())
			values := reflect.MakeSlice(slice, shape.Size(), shape.Size())
			bytes := unsafe.Slice((*byte)(values.UnsafePointer()), int(shape.ByteSize()))
			for i := range bytes {
				bytes[i] = byte(i % 2) // any pattern that Bool allows
			}
			buffer, err := b.BufferFromFlatData(0, values.Interface(), shape)
			if err != nil {
				t.Fatal(err)
			}
			back := reflect.MakeSlice(slice, shape.Size(), shape.Size()).Interface()
			if err := buffer.ToFlatData(back); err != nil || !reflect.DeepEqual(back, values.Interface()) {
				t.Errorf("%s: %v came back as %v (%v)", shape, values, back, err)
			}
			data, err := buffer.Data()
			if err != nil || !reflect.DeepEqual(data, values.Interface()) {
				t.Errorf("%s: the data is %v (%v)", shape, data, err)
			}
			got, err := buffer.Shape()
			if err != nil || !got.Equal(shape) {
				t.Errorf("the shape %s is %s (%v)", shape, got, err)
			}
			if device, err := buffer.DeviceNum(); err != nil || device != 0 {
				t.Errorf("the device is %d (%v)", device, err)
			}
		}
	}
}

func TestSharedBufferIsTheStorage(t *testing.T) {
	b := newBackend(t)
	buffer, flat, err := b.NewSharedBuffer(0, shapes.Make(dtypes.Int32, 2))
	if err != nil || !b.HasSharedBuffers() {
		t.Fatalf("shared buffers: %v, %v", b.HasSharedBuffers(), err)
	}
	copy(flat.([]int32), []int32{4, 5})
	got := make([]int32, 2)
	if err := buffer.ToFlatData(got); err != nil || !slices.Equal(got, []int32{4, 5}) {
		t.Errorf("the buffer holds %v (%v)", got, err)
	}
}

func TestWrongBuffers(t *testing.T) {
	b := newBackend(t)
	shape := shapes.Make(dtypes.Float32, 2)
	other, err := gobackend.New("")
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := other.BufferFromFlatData(0, []float32{1, 2}, shape)
	if err != nil {
		t.Fatal(err)
	}
	second, _, err := newBackend(t).NewSharedBuffer(0, shape)
	if err != nil {
		t.Fatal(err)
	}
	finalized, _, err := b.NewSharedBuffer(0, shape)
	if err != nil {
		t.Fatal(err)
	}
	if err := finalized.Finalize(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		buffer compute.Buffer
		want   string
	}{
		{nil, "of another backend"}, {foreign, "of another backend"}, {(*Buffer)(nil), "is nil"},
		{second, "another instance"}, {finalized, "finalized"},
	} {
		if _, _, err := b.contents(c.buffer); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("buffer %T gives %v; want %q", c.buffer, err, c.want)
		}
	}
	for want, buffer := range map[string]compute.Buffer{"is nil": (*Buffer)(nil), "finalized": finalized} {
		_, errShape := buffer.Shape()
		_, errDevice := buffer.DeviceNum()
		_, errData := buffer.Data()
		errFlat := buffer.ToFlatData(make([]float32, 2))
		for _, err := range []error{errShape, errDevice, errData, errFlat, buffer.Finalize()} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("the buffer gives %v; want %q", err, want)
			}
		}
	}
}

func TestWrongValues(t *testing.T) {
	b := newBackend(t)
	shape := shapes.Make(dtypes.Float32, 2)
	buffer, err := b.BufferFromFlatData(0, []float32{1, 2}, shape)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		flat any
		want string
	}{
		{[]float64{1, 2}, "[]float64; a []float32 is needed"}, {[]float32{1}, "1 values"}, {nil, "[]float32 is needed"},
		{float32(1), "[]float32 is needed"},
	} {
		_, errFrom := b.BufferFromFlatData(0, c.flat, shape)
		for _, err := range []error{errFrom, buffer.ToFlatData(c.flat)} {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("values %v give %v; want %q", c.flat, err, c.want)
			}
		}
	}
	_, _, errDevice := b.NewSharedBuffer(1, shape)
	_, errCopy := buffer.CopyToDevice(1)
	_, _, errType := b.NewSharedBuffer(0, shapes.Make(dtypes.Complex64))
	for err, want := range map[error]string{errDevice: "the only one is 0", errCopy: "only one device",
		errType: "allowed are"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v; want %q", err, want)
		}
	}
}

// Filling the machine's memory many times over works only if storage comes back.
func TestStorageIsReused(t *testing.T) {
	b := newBackend(t)
	shape := shapes.Make(dtypes.Float32, 1<<18)
	const rounds = 1000
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range rounds {
		buffer, _, err := b.NewSharedBuffer(0, shape)
		if err != nil {
			t.Fatal(err)
		}
		if err := buffer.Finalize(); err != nil {
			t.Fatal(err)
		}
	}
	runtime.ReadMemStats(&after)
	// The race detector makes sync.Pool forget a quarter of what it is given.
	if used := after.TotalAlloc - before.TotalAlloc; used > rounds*uint64(shape.ByteSize())/2 {
		t.Errorf("%d MiB were allocated for %d buffers of 1 MiB", used>>20, rounds)
	}
}

func TestUnusedStorageIsFreed(t *testing.T) {
	b := newBackend(t)
	buffer, _, err := b.NewSharedBuffer(0, shapes.Make(dtypes.Float64, 1<<20))
	if err != nil {
		t.Fatal(err)
	}
	freed := make(chan struct{})
	runtime.AddCleanup(buffer.(*Buffer).storage.Load(), func(c chan struct{}) { close(c) }, freed)
	if err := buffer.Finalize(); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		runtime.GC()
	}
	<-freed
}

func TestBuffersInManyGoroutines(t *testing.T) {
	b := newBackend(t)
	var all sync.WaitGroup
	for g := range 8 {
		all.Go(func() {
			for i := range 200 {
				want := []int64{int64(g), int64(i)}
				buffer, err := b.BufferFromFlatData(0, want, shapes.Make(dtypes.Int64, 2))
				if err != nil {
					t.Error(err)
					return
				}
				got := make([]int64, 2)
				if err := buffer.ToFlatData(got); err != nil || !slices.Equal(got, want) {
					t.Errorf("%v came back as %v (%v)", want, got, err)
				}
				if err := buffer.Finalize(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}

// Of several goroutines that finalize one buffer, one succeeds.
func TestFinalizedOnce(t *testing.T) {
	b := newBackend(t)
	buffer, _, err := b.NewSharedBuffer(0, shapes.Make(dtypes.Int8, 3))
	if err != nil {
		t.Fatal(err)
	}
	results := make(chan error, 8)
	for range cap(results) {
		go func() { results <- buffer.Finalize() }()
	}
	succeeded := 0
	for range cap(results) {
		if <-results == nil {
			succeeded++
		}
	}
	if succeeded != 1 {
		t.Errorf("%d finalizations of one buffer succeeded", succeeded)
	}
}
