package random

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/gobackend"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

var seeds = [][3]uint64{{0, 0, 0}, {1, 2, 3}, {1 << 63, ^uint64(0), 42}, {0x0123456789abcdef, 0xfedcba9876543210, 7}}

func TestJumpsAreDraws(t *testing.T) {
	for _, seed := range seeds {
		source := rand.NewPCG(seed[0], seed[1])
		drawn := 0
		for _, n := range []int{0, 1, 2, 3, 7, 64, 1000, 8192, 100_000} {
			for ; drawn < n; drawn++ {
				source.Uint64()
			}
			record, err := source.MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			want := uint128{binary.BigEndian.Uint64(record[4:]), binary.BigEndian.Uint64(record[12:])}
			if got := steps(n).from(uint128{seed[0], seed[1]}); got != want {
				t.Errorf("seed %d, %d draws: got state %x, want %x", seed, n, got, want)
			}
		}
	}
}

// instructions runs both operations for the bits of a shape.
func instructions(t *testing.T, state [3]uint64, shape shapes.Shape) (values []byte, newState [3]uint64) {
	t.Helper()
	parameter := &ir.Node{Op: compute.OpTypeParameter, Shape: compute.RNGStateShape}
	size := int(shape.ByteSize())
	for _, n := range []*ir.Node{
		{Op: compute.OpTypeRNGBitGenerator, Shape: shape, Inputs: []*ir.Node{parameter}},
		{Op: ir.OpRandomState, Shape: compute.RNGStateShape, Attributes: ir.RandomState{Bytes: size},
			Inputs: []*ir.Node{parameter}},
	} {
		instruction, err := New(n)
		if err != nil {
			t.Fatal(err)
		}
		dst := unsafe.Pointer(&newState)
		if n.Op == compute.OpTypeRNGBitGenerator {
			values = bytes.Repeat([]byte{0xa5}, size+16)
			dst = unsafe.Pointer(&values[0])
		}
		for task := range instruction.Tasks() {
			instruction.Run(task, dst, []unsafe.Pointer{unsafe.Pointer(&state)}, nil)
		}
	}
	if guard := values[size:]; !bytes.Equal(guard, bytes.Repeat([]byte{0xa5}, 16)) {
		t.Errorf("%s: wrote beyond the end: %x", shape, guard)
	}
	return values[:size], newState
}

func TestBitsAndStatesAreThePureGoBackends(t *testing.T) {
	pureGo, err := gobackend.New("ops_sequential,parallelism=0")
	if err != nil {
		t.Fatal(err)
	}
	defer pureGo.Finalize()
	for _, shape := range []shapes.Shape{
		shapes.Make(dtypes.Uint64, 3), shapes.Make(dtypes.Uint32, 5), shapes.Make(dtypes.Uint8),
		shapes.Make(dtypes.Uint8, 3, 7),
		shapes.Make(dtypes.Uint16, 9), shapes.Make(dtypes.Int32, 50, 2), shapes.Make(dtypes.Uint64, 20_001),
		shapes.Make(dtypes.Uint8, 2*taskBytes-3), shapes.Make(dtypes.Uint64, taskBytes/8),
	} {
		t.Run(fmt.Sprint(shape), func(t *testing.T) {
			builder := pureGo.Builder("bits")
			main := builder.Main()
			parameter, err := main.Parameter("state", compute.RNGStateShape, nil)
			check(t, err)
			newState, values, err := main.RNGBitGenerator(parameter, shape)
			check(t, err)
			check(t, main.Return([]compute.Value{newState, values}, nil))
			program, err := builder.Compile()
			check(t, err)
			for _, state := range seeds {
				for range 3 {
					fed, err := pureGo.BufferFromFlatData(0, state[:], compute.RNGStateShape)
					check(t, err)
					outputs, err := program.Execute([]compute.Buffer{fed}, []bool{false}, 0)
					check(t, err)
					var wantState [3]uint64
					check(t, outputs[0].ToFlatData(wantState[:]))
					flat := reflect.MakeSlice(reflect.SliceOf(shape.DType.GoType()), shape.Size(), shape.Size())
					check(t, outputs[1].ToFlatData(flat.Interface()))
					want := unsafe.Slice((*byte)(flat.UnsafePointer()), shape.ByteSize())

					got, gotState := instructions(t, state, shape)
					if !bytes.Equal(got, want) {
						t.Fatalf("state %x: other bits", state)
					}
					wantState[2] = state[2] // the pure-Go backend leaves it unset unless the state is donated
					if gotState != wantState {
						t.Fatalf("state %x: next is %x, want %x", state, gotState, wantState)
					}
					state = gotState
				}
			}
		})
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestNoBits(t *testing.T) {
	values, state := instructions(t, [3]uint64{1, 2, 3}, shapes.Make(dtypes.Uint32, 0))
	if len(values) != 0 || state != [3]uint64{1 << 56, 2 << 56, 3} {
		t.Errorf("got %d bytes and state %x", len(values), state)
	}
}

func TestBoolIsRefused(t *testing.T) {
	if _, err := New(&ir.Node{Op: compute.OpTypeRNGBitGenerator, Shape: shapes.Make(dtypes.Bool, 3)}); err == nil {
		t.Error("no error")
	}
}

func BenchmarkGenerate(b *testing.B) {
	instruction := newGenerate(taskBytes)
	values := make([]uint64, taskBytes/8)
	state := [3]uint64{1, 2, 3}
	operands := []unsafe.Pointer{unsafe.Pointer(&state)}
	b.SetBytes(taskBytes)
	b.ReportAllocs()
	for b.Loop() {
		instruction.Run(0, unsafe.Pointer(&values[0]), operands, nil)
	}
}
