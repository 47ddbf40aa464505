package product

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"ebim/framework/engine/kernel/processor"
)

const guard = float32(-12345)

// at returns the address of an element, which may be the one after the last.
func at(x []float32, i int) unsafe.Pointer {
	return unsafe.Add(unsafe.Pointer(unsafe.SliceData(x)), size*i)
}

// matrix is a strided matrix inside guarded storage.
type matrix struct {
	storage                                []float32
	rows, columns, first, rowStep, colStep int
}

func (m matrix) index(i, j int) int     { return m.first + i*m.rowStep + j*m.colStep }
func (m matrix) value(i, j int) float32 { return m.storage[m.index(i, j)] }
func (m matrix) left() Left             { return Left{at(m.storage, m.first), m.rowStep, m.colStep} }

// layouts are ways to store a matrix; each is filled with normal numbers.
var layouts = map[string]func(rows, columns int) matrix{
	"row-major":  func(r, c int) matrix { return matrix{nil, r, c, 0, c, 1} },
	"transposed": func(r, c int) matrix { return matrix{nil, r, c, 0, 1, r} },
	"gaps":       func(r, c int) matrix { return matrix{nil, r, c, 2, 3*c + 5, 3} },
	"negative":   func(r, c int) matrix { return matrix{nil, r, c, max(0, r*c-1), -c, -1} },
	"repeated":   func(r, c int) matrix { return matrix{nil, r, c, 1, 0, 1} },
}

func fill(random *rand.Rand, m matrix) matrix {
	length := 1
	for _, i := range []int{0, m.rows} {
		for _, j := range []int{0, m.columns} {
			length = max(length, m.index(i, j)+1)
		}
	}
	m.storage = make([]float32, length)
	for i := range m.storage {
		m.storage[i] = float32(random.NormFloat64())
	}
	return m
}

func packed(f *format, b matrix) []float32 {
	p := make([]float32, f.packedSize(b.rows, b.columns)+1)
	p[len(p)-1] = guard
	f.pack(at(p, 0), at(b.storage, b.first), b.rows, b.columns, b.rowStep, b.colStep)
	if p[len(p)-1] != guard {
		panic("packing writes beyond the end")
	}
	return p[:len(p)-1]
}

// expect compares rows [from, to) of c, which has guards between its rows, with the product in float64.
func expect(t *testing.T, c []float32, stride int, a, b matrix, from, to int, addend func(i, j int) float32) {
	t.Helper()
	for at, x := range c {
		i, j := at/stride, at%stride
		if i < from || i >= to || j >= b.columns {
			if x != guard {
				t.Fatalf("element [%d,%d] outside of the result was overwritten", i, j)
			}
			continue
		}
		sum := float64(addend(i, j))
		magnitude := math.Abs(sum)
		for p := range a.columns {
			term := float64(a.value(i, p)) * float64(b.value(p, j))
			sum, magnitude = sum+term, magnitude+math.Abs(term)
		}
		if math.IsNaN(sum) || math.IsInf(sum, 0) {
			if float32(sum) != x && !(math.IsNaN(sum) && x != x) {
				t.Fatalf("element [%d,%d] is %g, want %g", i, j, x, sum)
			}
		} else if !(math.Abs(float64(x)-sum) <= float64(a.columns+2)*(magnitude*0x1p-24+0x1p-149)) {
			t.Fatalf("element [%d,%d] is %g, want %g", i, j, x, sum)
		}
	}
}

func nothing(int, int) float32 { return 0 }

func filled(n int, value float32) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = value
	}
	return x
}

// eachFormat runs a test for all levels of this processor.
func eachFormat(t *testing.T, test func(t *testing.T, f *format, random *rand.Rand)) {
	for _, level := range processor.Levels() {
		t.Run(level.String(), func(t *testing.T) { test(t, formatOf(level), rand.New(rand.NewPCG(1, 2))) })
	}
}

func TestMultiply(t *testing.T) {
	eachFormat(t, func(t *testing.T, f *format, random *rand.Rand) {
		sizes := [][3]int{{0, 3, 4}, {3, 0, 4}, {3, 4, 0}, {1, 1, 1}, {50, 2, 8}, {50, 8, 8}, {50, 8, 1}, {100, 32, 32},
			{40, depth, 130}, {40, depth + 1, 131}, {300, 2*depth + 3, 129}, {9, 3 * depth, 5}, {600, 1, 200},
			{20, depth + 5, 2*blockColumns + 40}}
		for range 30 {
			sizes = append(sizes, [3]int{random.IntN(71), random.IntN(71), random.IntN(71)})
		}
		for _, s := range sizes {
			for left, layoutA := range layouts {
				for right, layoutB := range layouts {
					if s[0]*s[1]*s[2] > 100_000 && (left == "gaps" || right != "row-major") {
						continue
					}
					t.Run(fmt.Sprint(s, left, right), func(t *testing.T) {
						a, b := fill(random, layoutA(s[0], s[1])), fill(random, layoutB(s[1], s[2]))
						stride := b.columns + 3*random.IntN(2)
						from := random.IntN(a.rows + 1)
						to := from + random.IntN(a.rows-from+1)
						c := filled(a.rows*stride, guard)
						scratch := filled(f.scratch(to-from, a.columns, b.columns)/size+1, guard)
						f.multiply(at(c, 0), stride, addend{}, a.left(), at(packed(f, b), 0), from, to, a.columns,
							b.columns, at(scratch, 0))
						expect(t, c, stride, a, b, from, to, nothing)
						if scratch[len(scratch)-1] != guard {
							t.Fatal("the product writes beyond its scratch")
						}
					})
				}
			}
		}
	})
}

// TestPackedLeft has operands with rows so far apart that they are packed.
func TestPackedLeft(t *testing.T) {
	eachFormat(t, func(t *testing.T, f *format, random *rand.Rand) {
		for _, step := range []int{strideToPack, -strideToPack - 3, strideToPack + 1} {
			m, k, n := 40, depth+20, columnsToPack+random.IntN(40)
			if step > strideToPack { // and are packed before all blocks of columns
				k, n = 2*depth+20, blockColumns+random.IntN(40)
			}
			a, b := fill(random, matrix{nil, m, k, max(0, -step*m), step, 1}), fill(random, layouts["row-major"](k, n))
			c, scratch := filled(m*n, guard), filled(f.scratch(m, k, n)/size+1, guard)
			f.multiply(at(c, 0), n, addend{}, a.left(), at(packed(f, b), 0), 3, 38, k, n, at(scratch, 0))
			expect(t, c, n, a, b, 3, 38, nothing)
			if scratch[0] == guard || scratch[len(scratch)-1] != guard {
				t.Fatal("the product leaves its scratch as it was, or writes beyond it")
			}
		}
	})
}

// TestIsPacked multiplies by operands as they lie where they are said to be packed already.
func TestIsPacked(t *testing.T) {
	eachFormat(t, func(t *testing.T, f *format, random *rand.Rand) {
		inPlace := 0
		for n := range 70 {
			for left, layout := range layouts {
				a, b := fill(random, layouts["row-major"](5, 9)), fill(random, layout(9, n))
				if !f.isPacked(9, n, b.rowStep, b.colStep) {
					continue
				}
				inPlace++
				c := filled(5*n, guard)
				f.multiply(at(c, 0), n, addend{}, a.left(), at(b.storage, b.first), 0, 5, 9, n, nil)
				t.Run(left, func(t *testing.T) { expect(t, c, n, a, b, 0, 5, nothing) })
			}
		}
		if inPlace < len(f.widths) {
			t.Errorf("only %d operands are packed as they lie", inPlace)
		}
	})
}

// TestRowsAreIndependent splits the rows of products in all ways, which must not change a bit.
func TestRowsAreIndependent(t *testing.T) {
	eachFormat(t, func(t *testing.T, f *format, random *rand.Rand) {
		for _, s := range [][3]int{{33, 2, 8}, {33, 40, 1}, {33, 19, 33}, {33, depth + 7, 150}} {
			a, b := fill(random, layouts["row-major"](s[0], s[1])), fill(random, layouts["row-major"](s[1], s[2]))
			p, scratch := packed(f, b), make([]float32, f.scratch(s[0], s[1], s[2])/size+1)
			whole := make([]float32, s[0]*s[2])
			f.multiply(at(whole, 0), s[2], addend{}, a.left(), at(p, 0), 0, s[0], s[1], s[2], at(scratch, 0))
			for middle := range s[0] {
				parts := make([]float32, s[0]*s[2])
				for _, r := range [][2]int{{0, middle}, {middle, s[0]}} {
					f.multiply(at(parts, 0), s[2], addend{}, a.left(), at(p, 0), r[0], r[1], s[1], s[2], at(scratch, 0))
				}
				for i := range whole {
					if parts[i] != whole[i] {
						t.Fatalf("%v split at row %d: element %d is %g, and %g in one part", s, middle, i,
							parts[i], whole[i])
					}
				}
			}
		}
	})
}

// TestSpecialValues has NaN, infinities, zeros and huge and tiny numbers in all lanes; 0 times infinity is NaN.
func TestSpecialValues(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	values := []float32{0, float32(math.Copysign(0, -1)), 1, -1, inf, -inf, nan, 0x1p-149, 0x1p-126, 0x1p60, -0x1p60}
	eachFormat(t, func(t *testing.T, f *format, random *rand.Rand) {
		for k := range 68 {
			for n := range 68 {
				if k >= 5 && n != 1 {
					continue
				}
				m := 1 + (n+k)%31 // all heights of register blocks
				a, b := fill(random, layouts["row-major"](m, k)), fill(random, layouts["row-major"](k, n))
				for _, x := range [][]float32{a.storage, b.storage} {
					for i := range x {
						x[i] = 1
						if random.IntN(4) == 0 {
							x[i] = values[random.IntN(len(values))]
						}
					}
				}
				for _, gap := range []int{0, 2} {
					c := filled(m*(n+gap)+1, guard)
					f.multiply(at(c, 0), n+gap, addend{}, a.left(), at(packed(f, b), 0), 0, m, k, n, nil)
					if c[len(c)-1] != guard {
						t.Fatal("the product writes beyond the end")
					}
					expect(t, c[:len(c)-1], n+gap, a, b, 0, m, nothing)
				}
			}
		}
	})
}

// TestSlices takes the left operand in pieces, in place and from panels, and adds the products up.
func TestSlices(t *testing.T) {
	eachFormat(t, func(t *testing.T, f *format, random *rand.Rand) {
		for range 100 {
			m, k, n := random.IntN(40), 1+random.IntN(40), random.IntN(70)
			a, b := fill(random, layouts["row-major"](m, k)), fill(random, layouts["transposed"](k, n))
			p, stride, middle := packed(f, b), n+1, random.IntN(k+1)
			for _, panels := range []bool{false, true} {
				c := filled(m*stride, guard)
				for row := range m {
					copy(c[row*stride:row*stride+n], filled(n, 2))
				}
				for _, r := range [][2]int{{0, middle}, {middle, k}} {
					part, blockStride := a.left().at(0, r[0]), f.rows*a.rowStep
					if panels {
						packedLeft := filled(f.panelsSize(m, r[1]-r[0])+1, guard)
						f.packPanels(at(packedLeft, 0), part, m, r[1]-r[0])
						if packedLeft[len(packedLeft)-1] != guard {
							t.Fatal("packing writes beyond the end")
						}
						part, blockStride = Left{at(packedLeft, 0), 1, f.rows}, f.rows*(r[1]-r[0])
					}
					f.slice(at(c, 0), stride, addend{at(c, 0), stride}, part, blockStride, at(p, 0), m, k,
						n, r[0], r[1])
				}
				expect(t, c, stride, a, b, 0, m, func(int, int) float32 { return 2 })
			}
		}
	})
}

// TestMultiplyAdd adds a matrix, a bias, and numbers in the place of the result.
func TestMultiplyAdd(t *testing.T) {
	eachFormat(t, func(t *testing.T, f *format, random *rand.Rand) {
		for i := range 200 {
			m, k, n := random.IntN(40), random.IntN(40), random.IntN(70)
			if i < 50 {
				n = 1
			} else if i < 60 {
				k += depth
			}
			a, b := fill(random, layouts["row-major"](m, k)), fill(random, layouts["row-major"](k, n))
			for _, zStride := range []int{0, n, n + 2} {
				z := fill(random, matrix{nil, m, n, 0, zStride, 1})
				c, p, stride, from := filled(m*n, guard), packed(f, b), n, random.IntN(m+1)
				f.multiply(at(c, 0), stride, addend{at(z.storage, 0), zStride}, a.left(), at(p, 0), from, m, k, n, nil)
				expect(t, c, stride, a, b, from, m, z.value)
				if zStride == n+2 {
					f.multiply(at(z.storage, 0), zStride, addend{at(z.storage, 0), zStride}, a.left(), at(p, 0),
						from, m, k, n, nil)
					for i := from; i < m; i++ {
						for j := range n {
							if z.value(i, j) != c[i*n+j] {
								t.Fatalf("in place, element [%d,%d] is %g, not %g", i, j, z.value(i, j), c[i*n+j])
							}
						}
					}
				}
			}
		}
	})
}

func TestNothingIsAllocated(t *testing.T) {
	a, b, c := make([]float32, 50*8), make([]float32, PackedSize(8, 8)), make([]float32, 50*8)
	if n := testing.AllocsPerRun(20, func() {
		Multiply(at(c, 0), 8, Left{at(a, 0), 8, 1}, at(b, 0), 0, 50, 8, 8, nil)
	}); n != 0 {
		t.Errorf("%v allocations a product", n)
	}
}
