package convolution

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"ebim/framework/engine/kernel/processor"
)

// tileCase is one call of a tileKernel.
type tileCase struct {
	tiles, runs, length, columns, width int // columns of the result, and of the panel
	add                                 bool
}

var (
	// Products with these weights are exact, so that fused and separate roundings agree.
	specialWeights = []float32{0, float32(math.Copysign(0, -1)), 1, -1, 2, -2, 1, -1, 2, 1, -1, float32(math.Inf(1)),
		float32(math.NaN())}
	specialElements = []float32{0, float32(math.Copysign(0, -1)), math.SmallestNonzeroFloat32,
		-math.SmallestNonzeroFloat32, 1, -1,
		3, 1 << 126, -1 << 126, 0x1p-126, float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN())}
	finite = []float32{-3, -2, -1, 0, 1, 2, 3}
)

func draw(random *rand.Rand, n int, from []float32) []float32 {
	values := make([]float32, n)
	for i := range values {
		values[i] = from[random.IntN(len(from))]
	}
	return values
}

// check compares a kernel with the formula of tileKernel's documentation, and what lies between the results.
func (c tileCase) check(t *testing.T, f *format, kernel tileKernel, random *rand.Rand, elements, weights []float32) {
	t.Helper()
	const gap = 3
	positions := c.tiles * f.rows
	x := draw(random, 4*c.length+64, elements)
	w := draw(random, max(c.runs*c.length, 1)*c.width, weights)
	got := draw(random, (positions+2)*(c.columns+gap), elements)
	want := append([]float32(nil), got...)
	runs, rows, outRows := make([]int, max(c.runs, 1)), make([]int, positions), make([]int, positions)
	for i := range runs {
		runs[i] = size * random.IntN(2*c.length+20)
	}
	for i, place := range random.Perm(positions) {
		rows[i], outRows[i] = size*random.IntN(c.length+40), size*(place+1)*(c.columns+gap)
	}
	for i := range rows {
		for column := range c.columns {
			sum := &want[outRows[i]/size+column]
			if !c.add {
				*sum = 0
			}
			for r := range c.runs {
				for k := range c.length {
					*sum += x[(rows[i]+runs[r])/size+k] * w[(r*c.length+k)*c.width+column]
				}
			}
		}
	}
	lanes := c.columns - (c.width/f.lanes-1)*f.lanes
	kernel(&got[0], &outRows[0], &x[0], &rows[0], c.tiles, &runs[0], c.runs, c.length, &w[0], mask(lanes), c.add)
	for i := range want {
		if math.Float32bits(got[i]) != math.Float32bits(want[i]) && !(got[i] != got[i] && want[i] != want[i]) {
			t.Fatalf("%+v: element %d is %v, want %v", c, i, got[i], want[i])
		}
	}
}

func TestTiles(t *testing.T) {
	for _, level := range processor.Levels() {
		f := formatAt(level)
		for i, kernel := range f.tiles {
			width := (i + 1) * f.lanes
			t.Run(fmt.Sprintf("%s/%d", level, width), func(t *testing.T) {
				random := rand.New(rand.NewPCG(1, 2))
				for length := range 68 {
					for _, columns := range []int{width - f.lanes + 1, width - random.IntN(f.lanes), width} {
						c := tileCase{tiles: 1 + random.IntN(3), runs: random.IntN(4), length: length,
							columns: columns, width: width, add: random.IntN(2) == 0}
						c.check(t, f, kernel, random, finite, finite)
						c.check(t, f, kernel, random, specialElements, specialWeights)
					}
				}
			})
		}
	}
}

// TestDots has elements whose sums don't depend on the order of the terms.
func TestDots(t *testing.T) {
	infinite := []float32{0, 1, -1, 3, float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN())}
	subnormal := []float32{0, math.SmallestNonzeroFloat32, -3 * math.SmallestNonzeroFloat32}
	for _, level := range processor.Levels() {
		f := formatAt(level).narrow
		if f == nil {
			continue
		}
		t.Run(level.String(), func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 2))
			for length := range 68 {
				for runs := range 4 {
					c := tileCase{tiles: 1 + random.IntN(3), runs: runs, length: length, columns: 1, width: 1,
						add: random.IntN(2) == 0}
					c.check(t, f, f.tiles[0], random, finite, finite)
					c.check(t, f, f.tiles[0], random, infinite, specialWeights)
					c.check(t, f, f.tiles[0], random, subnormal, finite)
				}
			}
		})
	}
}

func pointer(x []float32) unsafe.Pointer { return unsafe.Pointer(&x[0]) }
