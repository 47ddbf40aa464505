package product

import (
	"math/rand/v2"
	"syscall"
	"testing"
	"unsafe"
)

// atPageEnd is storage for n numbers before a page that cannot be read.
func atPageEnd(t *testing.T, n int) []float32 {
	page := syscall.Getpagesize()
	length := (size*n + page - 1) / page * page
	pages, err := syscall.Mmap(-1, 0, length+page, syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Munmap(pages) })
	if err := syscall.Mprotect(pages[length:], syscall.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	return unsafe.Slice((*float32)(unsafe.Pointer(&pages[length-size*n])), n)
}

// TestReadsStayInside has operands that end where memory ends: a load beyond them is a fault.
func TestReadsStayInside(t *testing.T) {
	eachFormat(t, func(t *testing.T, f *format, random *rand.Rand) {
		const m = 19
		a, b, c := atPageEnd(t, m*17), atPageEnd(t, 17*67), atPageEnd(t, m*67)
		for k := 1; k <= 17; k += 4 {
			for n := 1; n <= 67; n++ {
				left := Left{at(a, len(a)-m*k), k, 1}
				packed := atPageEnd(t, f.packedSize(k, n))
				f.pack(at(packed, 0), at(b, len(b)-k*n), k, n, n, 1)
				z := addend{at(b, len(b)-n), 0}
				f.multiply(at(c, len(c)-m*n), n, z, left, at(packed, 0), 0, m, k, n, nil)
				f.multiply(at(c, len(c)-m*n), n, addend{at(c, len(c)-m*n), n}, left, at(packed, 0), 0, m, k, n, nil)
			}
		}
	})
}
