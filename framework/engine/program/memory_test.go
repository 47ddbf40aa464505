package program

import (
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"pgregory.net/rapid"
)

// fakeStep reads and writes what it is told to.
type fakeStep struct {
	in, out []*value
	inPlace bool
}

func (f *fakeStep) reads(visit func(*value)) {
	for _, v := range f.in {
		visit(v)
	}
}

func (f *fakeStep) writes(visit func(*value)) {
	for _, v := range f.out {
		visit(v)
	}
}
func (f *fakeStep) prepare()                  {}
func (f *fakeStep) build() (instruction, int) { return nil, 0 }
func (f *fakeStep) reuse(output, input *value) bool {
	return f.inPlace && output.size() == input.size()
}

// Values that are alive at the same time never share memory, but a result may lie where an operand ends.
func TestLiveValuesDoNotOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newSchedule(true)
		var all []*value
		for i := range rapid.IntRange(1, 40).Draw(t, "steps") {
			f := &fakeStep{inPlace: rapid.Bool().Draw(t, "in place")}
			for range rapid.IntRange(0, 3).Draw(t, "operands") {
				if len(all) > 0 {
					f.in = append(f.in, rapid.SampledFrom(all).Draw(t, "operand"))
				}
			}
			for range rapid.IntRange(1, 3).Draw(t, "results") {
				size := rapid.SampledFrom([]int{0, 1, 16, 17, 100, 1000}).Draw(t, "size")
				f.out = append(f.out, newValue(shapes.Make(dtypes.Float32, size), i))
			}
			all = append(all, f.out...)
			s.add(f)
		}
		size := s.plan().size
		for i, a := range all {
			if a.offset%64 != 0 || a.offset+int(a.shape.ByteSize()) > size {
				t.Fatalf("value %d lies at %d, with %d bytes of an arena of %d", i, a.offset,
					int(a.shape.ByteSize()), size)
			}
			for j, b := range all[:i] {
				apart := a.offset+int(a.shape.ByteSize()) <= b.offset || b.offset+int(b.shape.ByteSize()) <= a.offset
				if after := b.last < a.home || a.last < b.home; after || apart || a.size() == 0 || b.size() == 0 {
					continue
				}
				handedOver := b.last == a.home && b.home < a.home && a.offset == b.offset && s.steps[a.home].reuse(a, b)
				if !handedOver {
					t.Fatalf("values %d (steps %d to %d, offset %d) and %d (steps %d to %d, offset %d) overlap",
						i, a.home, a.last, a.offset, j, b.home, b.last, b.offset)
				}
			}
		}
	})
}
