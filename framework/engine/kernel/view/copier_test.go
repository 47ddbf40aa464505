package view

import (
	"fmt"
	"slices"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"ebim/framework/engine/kernel/processor"
)

type failer interface{ Fatalf(string, ...any) }

// checkCopier compares Read and Write of elements from, from+1, ... of a view, in the type T, with a loop over indices.
func checkCopier[T uint8 | uint16 | uint32 | uint64](t failer, v View, storageSize, from, n int) {
	for _, level := range processor.Levels() {
		checkCopierAt[T](t, level, v, storageSize, from, n)
	}
}

func checkCopierAt[T uint8 | uint16 | uint32 | uint64](t failer, level processor.Level, v View, storageSize,
	from, n int) {
	const guard = 17
	storage := make([]T, storageSize+1)
	for i := range storage {
		storage[i] = T(i*167 + 13)
	}
	at := offsets(v)
	c := NewCopierAt(level, v, int(unsafe.Sizeof(T(0))))

	dst := make([]T, n+guard)
	for i := range dst {
		dst[i] = T(251)
	}
	c.Read(unsafe.Pointer(&dst[0]), unsafe.Pointer(&storage[0]), from, n)
	for i, got := range dst {
		want := T(251)
		if i < n {
			want = storage[at[from+i]]
		}
		if got != want {
			t.Fatalf("%s, %T: read %v from %d: element %d of %d is %d, want %d", level, got, v, from, i, n, got, want)
		}
	}

	src := make([]T, n+1)
	want := append([]T(nil), storage...)
	for i := range n {
		src[i] = T(i*91 + 5)
	}
	// Where elements share storage, the order of writes is not promised: all of them get the value of the last.
	for i := range n {
		want[at[from+i]] = src[i]
	}
	for i := range n {
		src[i] = want[at[from+i]]
	}
	c.Write(unsafe.Pointer(&storage[0]), unsafe.Pointer(&src[0]), from, n)
	for i, got := range storage {
		if got != want[i] {
			t.Fatalf("%s, %T: wrote %v from %d, %d elements: storage %d is %d, want %d", level, got, v, from, n,
				i, got, want[i])
		}
	}
}

func TestCopier(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, storage := drawView(t, 40)
		if v.Size() > 200_000 {
			t.Skip("large")
		}
		from := rapid.IntRange(0, v.Size()).Draw(t, "from")
		n := rapid.OneOf(rapid.IntRange(0, v.Size()-from), rapid.Just(v.Size()-from)).Draw(t, "n")
		checkCopier[uint8](t, v, storage, from, n)
		checkCopier[uint16](t, v, storage, from, n)
		checkCopier[uint32](t, v, storage, from, n)
		checkCopier[uint64](t, v, storage, from, n)
	})
}

// TestTails runs the vector kernels with all numbers of rows and columns that they treat differently.
func TestTails(t *testing.T) {
	for rows := 1; rows <= 18; rows++ {
		for columns := 0; columns <= 67; columns++ {
			n := rows * columns
			checkCopier[uint32](t, Contiguous([]int{rows}).Broadcast([]int{rows, columns}, []int{0}), rows, 0, n)
			checkCopier[uint32](t, Contiguous([]int{rows}).Reverse([]int{0}).Broadcast([]int{rows, columns},
				[]int{0}), rows, 0, n)
			checkCopier[uint32](t, Contiguous([]int{columns, rows}).Transpose([]int{1, 0}), n, 0, n)
			checkCopier[uint32](t, Contiguous([]int{rows, columns}).Transpose([]int{1, 0}), n, 0, n)
		}
	}
}

// TestLargeTransposition has several blocks on both axes.
func TestLargeTransposition(t *testing.T) {
	v := Contiguous([]int{301, 203}).Transpose([]int{1, 0})
	checkCopier[uint32](t, v, v.Size(), 5, v.Size()-9)
	checkCopier[uint64](t, v, v.Size(), 5, v.Size()-9)
	checkCopier[uint32](t, v.Reverse([]int{1}), v.Size(), 0, v.Size())
}

func TestCopierDoesNotAllocate(t *testing.T) {
	var src, dst [240]float32
	c := NewCopier(Contiguous([]int{2, 3, 4, 5, 2}).Transpose([]int{4, 2, 0, 1, 3}), 4)
	if allocations := testing.AllocsPerRun(20, func() {
		c.Read(unsafe.Pointer(&dst), unsafe.Pointer(&src), 7, 200)
		c.Write(unsafe.Pointer(&src), unsafe.Pointer(&dst), 7, 200)
	}); allocations != 0 {
		t.Errorf("%v allocations", allocations)
	}
}

func BenchmarkRead(b *testing.B) {
	for _, bench := range []struct {
		name string
		view View
		n    int
	}{
		{"contiguous", Contiguous([]int{256}), 256},
		{"fill", Contiguous(nil).Broadcast([]int{256}, nil), 256},
		{"row of 2", Contiguous([]int{2}).Broadcast([]int{128, 2}, []int{1}), 256},
		{"row of 8", Contiguous([]int{8}).Broadcast([]int{50, 8}, []int{1}), 256},
		{"row of 32", Contiguous([]int{32}).Broadcast([]int{50, 32}, []int{1}), 256},
		{"each 2 times", Contiguous([]int{128}).Broadcast([]int{128, 2}, []int{0}), 256},
		{"each 8 times", Contiguous([]int{50}).Broadcast([]int{50, 8}, []int{0}), 256},
		{"each 32 times", Contiguous([]int{50}).Broadcast([]int{50, 32}, []int{0}), 256},
		{"column of 2", Contiguous([]int{256, 2}).Slice([]int{0, 0}, []int{256, 1}, []int{1, 1}), 256},
		{"2 of 3 columns", Contiguous([]int{128, 3}).Slice([]int{0, 0}, []int{128, 2}, []int{1, 1}), 256},
		{"transposed 8x50", Contiguous([]int{50, 8}).Transpose([]int{1, 0}), 256},
		{"transposed 50x8", Contiguous([]int{8, 50}).Transpose([]int{1, 0}), 256},
		{"transposed 64x64", Contiguous([]int{64, 64}).Transpose([]int{1, 0}), 4096},
		{"transposed 1000x1000", Contiguous([]int{1000, 1000}).Transpose([]int{1, 0}), 1000000},
	} {
		b.Run(fmt.Sprintf("%s/%d", bench.name, bench.n), func(b *testing.B) {
			storage, dst := make([]float32, 1000000), make([]float32, 1000000)
			c := NewCopier(bench.view, 4)
			for b.Loop() {
				c.Read(unsafe.Pointer(&dst[0]), unsafe.Pointer(&storage[0]), 0, bench.n)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(bench.n), "ns/element")
		})
	}
}

func TestCopyTransposed(t *testing.T) {
	const mostGap = 3
	for rows := range 35 {
		for columns := range 35 {
			dstStride, srcStride := columns+rows%mostGap, rows+columns%mostGap
			src, got := make([]uint32, (columns+1)*(srcStride+1)), make([]uint32, (rows+1)*(dstStride+1))
			for i := range src {
				src[i] = uint32(i + 1)
			}
			want := slices.Clone(got)
			for row := range rows {
				for column := range columns {
					want[row*dstStride+column] = src[column*srcStride+row]
				}
			}
			CopyTransposed(unsafe.Pointer(&got[0]), unsafe.Pointer(&src[0]), rows, columns, dstStride, srcStride)
			if !slices.Equal(got, want) {
				t.Fatalf("%d rows, %d columns: got %v, want %v", rows, columns, got, want)
			}
		}
	}
}
