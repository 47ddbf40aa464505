package points

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// npyFile returns a file of format version 1 with the given description and body.
func npyFile(descriptor, fortran, shape string, body any) []byte {
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }", descriptor, fortran, shape)
	header += strings.Repeat(" ", 63-(10+len(header))%64) + "\n"
	var file bytes.Buffer
	file.WriteString("\x93NUMPY\x01\x00")
	order := binary.ByteOrder(binary.LittleEndian)
	_ = binary.Write(&file, order, uint16(len(header)))
	file.WriteString(header)
	if strings.HasPrefix(descriptor, ">") {
		order = binary.BigEndian
	}
	_ = binary.Write(&file, order, body)
	return file.Bytes()
}

func TestReadNPY(t *testing.T) {
	want := &Set{3, []float64{1, 2, 3, 4, 5, 6}}
	tests := []struct {
		name string
		file []byte
		want *Set
	}{
		{"float64", npyFile("<f8", "False", "(2, 3)", []float64{1, 2, 3, 4, 5, 6}), want},
		{"float32", npyFile("<f4", "False", "(2, 3)", []float32{1, 2, 3, 4, 5, 6}), want},
		{"big-endian", npyFile(">f4", "False", "(2, 3)", []float32{1, 2, 3, 4, 5, 6}), want},
		{"int8", npyFile("|i1", "False", "(2, 3)", []int8{1, 2, 3, 4, 5, 6}), want},
		{"uint8", npyFile("|u1", "False", "(2, 3)", []uint8{1, 2, 3, 4, 5, 6}), want},
		{"int16", npyFile("<i2", "False", "(2, 3)", []int16{1, 2, 3, 4, 5, 6}), want},
		{"uint16", npyFile("<u2", "False", "(2, 3)", []uint16{1, 2, 3, 4, 5, 6}), want},
		{"int32", npyFile("<i4", "False", "(2, 3)", []int32{1, 2, 3, 4, 5, 6}), want},
		{"uint32", npyFile("<u4", "False", "(2, 3)", []uint32{1, 2, 3, 4, 5, 6}), want},
		{"int64", npyFile("<i8", "False", "(2, 3)", []int64{1, 2, 3, 4, 5, 6}), want},
		{"uint64", npyFile("<u8", "False", "(2, 3)", []uint64{1, 2, 3, 4, 5, 6}), want},
		{"Fortran order", npyFile("<f8", "True", "(2, 3)", []float64{1, 4, 2, 5, 3, 6}), want},
		{"native", npyFile("f4", "False", "(2, 3)", []float32{1, 2, 3, 4, 5, 6}), want},
		{"long name", npyFile("int16", "False", "(2, 3)", []int16{1, 2, 3, 4, 5, 6}), want},
		{"signs", npyFile(">i2", "False", "(2,)", []int16{-1, -1 << 15}), &Set{1, []float64{-1, -1 << 15}}},
		{"no sign", npyFile("<u8", "False", "(1,)", []uint64{1 << 63}), &Set{1, []float64{1 << 63}}},
		{"one axis", npyFile("<f8", "False", "(2,)", []float64{1, 2}), &Set{1, []float64{1, 2}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := ReadNPY(bytes.NewReader(test.file))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadNPYErrors(t *testing.T) {
	good := npyFile("<f8", "False", "(2, 1)", []float64{1, 2})
	huge := append([]byte("\x93NUMPY\x02\x00"), 0xff, 0xff, 0xff, 0x7f)
	tests := []struct {
		name string
		file []byte
		want string
	}{
		{"empty", nil, "this is not an npy file: it doesn't start with the format's magic string"},
		{"text", []byte("1,2,3,4,5\n"), "this is not an npy file: it doesn't start with the format's magic string"},
		{"version", []byte("\x93NUMPY\x07\x00"), "npy format version 7 is unknown; versions 1 and 2 can be read"},
		{"huge header", huge, "the npy header claims 2147483647 bytes; at most 65536 are allowed"},
		{"cut in the header", good[:40], "the npy file ends within its header"},
		{"cut in the body", good[:len(good)-3],
			"the npy file, of shape [2 1]: it ends after 13 of 16 bytes of numbers"},
		{"too long", append(bytes.Clone(good), 0),
			"the npy file, of shape [2 1]: more follows the 16 bytes of numbers that it should have"},
		{"huge shape", npyFile("<f8", "False", "(1000000000, 1000)", []float64{1}),
			"the npy file, of shape [1000000000 1000]: it ends after 8 of 8000000000000 bytes of numbers"},
		{"impossible shape", npyFile("<f8", "False", "(4611686018427387904, 8)", []float64{1}),
			"the npy header claims the impossible shape [4611686018427387904 8]"},
		{"negative shape", npyFile("<f8", "False", "(-2, 3)", []float64{1}),
			"the npy array has the negative shape [-2 3]"},
		{"three axes", npyFile("<f8", "False", "(1, 1, 1)", []float64{1}),
			"the npy array has shape [1 1 1]; [rows, columns] or [rows] is needed"},
		{"scalar", npyFile("<f8", "False", "()", []float64{1}),
			"the npy array has shape []; [rows, columns] or [rows] is needed"},
		{"no rows", npyFile("<f8", "False", "(0, 3)", []float64{}),
			"the npy array has shape [0 3]: there are no rows of data"},
		{"complex", npyFile("<c16", "False", "(1,)", []float64{1, 1}),
			`the npy array's type is "<c16"; floats of 32 or 64 bits or integers are needed`},
		{"unknown type", npyFile("<f2", "False", "(1,)", []uint16{1}),
			`the npy array's type is "<f2"; floats of 32 or 64 bits or integers are needed`},
		{"no length", npyFile("<f8", "False", "(2L, 1)", []float64{1, 2}),
			`the npy header is damaged: "2L" is not the length of an axis`},
		{"NaN", npyFile("<f8", "False", "(2, 2)", []float64{1, 2, math.NaN(), 4}),
			"row 1, column 0 (both from 0): found NaN; a finite number is needed"},
		{"infinity", npyFile("<f4", "False", "(2, 2)", []float32{1, 2, 3, float32(math.Inf(-1))}),
			"row 1, column 1 (both from 0): found -Inf; a finite number is needed"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := ReadNPY(bytes.NewReader(test.file))
			if err == nil || err.Error() != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

func TestReadNPYDamagedDictionary(t *testing.T) {
	for _, header := range []string{"", "\n", "{}\n", "'shape': 'fortran_order': 'descr': \n",
		"'descr': 'fortran_order': 'shape': }\n"} {
		file := append([]byte("\x93NUMPY\x01\x00"), byte(len(header)), 0)
		_, err := ReadNPY(bytes.NewReader(append(file, header...)))
		if err == nil || !strings.HasPrefix(err.Error(), "the npy header is damaged") {
			t.Errorf("header %q: got %v", header, err)
		}
	}
}

// Other programs write the keys of a header in another order, and without blanks.
func TestReadNPYOfOtherPrograms(t *testing.T) {
	header := `{"shape":(2,1),"fortran_order":False,"descr":"<f4"}` + "\n"
	file := append([]byte("\x93NUMPY\x01\x00"), byte(len(header)), 0)
	file = binary.LittleEndian.AppendUint64(append(file, header...), 0x400000003fc00000)
	if set, err := ReadNPY(bytes.NewReader(file)); err != nil || !slices.Equal(set.Data, []float64{1.5, 2}) {
		t.Errorf("%v, %v", set, err)
	}
}

func TestNPYGivesBackWhatWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := New(rapid.IntRange(1, 20).Draw(t, "rows"), rapid.IntRange(1, 5).Draw(t, "dim"))
		for i := range set.Data {
			set.Data[i] = rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64).Draw(t, "value")
		}
		var file bytes.Buffer
		if err := WriteNPY(&file, set); err != nil {
			t.Fatal(err)
		}
		got, err := ReadNPY(&file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(set, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

// Files that other programs have read stay the same to the byte.
func TestWriteNPYKeepsItsBytes(t *testing.T) {
	var file bytes.Buffer
	if err := WriteNPY(&file, &Set{2, []float64{0.5, 1.5, 2.5, 3.5, 4.5, 5.5}}); err != nil {
		t.Fatal(err)
	}
	want := "\x93NUMPY\x02\x00D\x00\x00\x00{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }        \n" +
		"\x00\x00\x00\x00\x00\x00\xe0?\x00\x00\x00\x00\x00\x00\xf8?\x00\x00\x00\x00\x00\x00\x04@" +
		"\x00\x00\x00\x00\x00\x00\f@\x00\x00\x00\x00\x00\x00\x12@\x00\x00\x00\x00\x00\x00\x16@"
	if file.String() != want {
		t.Errorf("%q", file.String())
	}
}

func TestWriteNPYRefusesAnEmptySet(t *testing.T) {
	if err := WriteNPY(&bytes.Buffer{}, New(0, 2)); err == nil {
		t.Error("no error")
	}
}

func FuzzReadNPY(f *testing.F) {
	f.Add(npyFile("<f8", "False", "(2, 3)", []float64{1, 2, 3, 4, 5, 6}))
	f.Add(npyFile(">i2", "True", "(1, 2)", []int16{1, 2}))
	f.Add(npyFile("<f8", "False", "(1000000000, 1000)", []float64{1}))
	f.Fuzz(func(t *testing.T, file []byte) {
		if len(file) > 192 { // longer ones take Go seconds each to minimize, in which it tries nothing new
			return
		}
		set, err := ReadNPY(bytes.NewReader(file))
		if err == nil && (set.Len() == 0 || set.Len()*set.Dim != len(set.Data)) {
			t.Fatalf("a set of %d numbers in R^%d", len(set.Data), set.Dim)
		}
	})
}
