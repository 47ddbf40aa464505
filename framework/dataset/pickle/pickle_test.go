package pickle

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ebim/framework/points"

	"github.com/google/go-cmp/cmp"
)

// The files in testdata were pickled by Python with NumPy 2.4; in two_residues.pkl the module's name is that of NumPy 1,
// as in the published file.
func fixture(t testing.TB, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

var glycine = &points.Set{Dim: 2, Data: []float64{-1.5, 2.25, 3, -0.5, 0.25, 1}}

func TestReadArrays(t *testing.T) {
	alanine := &points.Set{Dim: 2, Data: []float64{0.5, -3, -2, 1.5}}
	tests := map[string]map[string]*points.Set{
		"two_residues.pkl":       {"G": glycine, "A": alanine},
		"numpy2.pkl":             {"G": glycine, "A": alanine},
		"fortran_big_endian.pkl": {"G": glycine, "F": glycine},
	}
	for _, protocol := range []string{"2", "3", "4", "5"} { // F is in Fortran order, B big-endian
		tests["protocol_"+protocol+".pkl"] = map[string]*points.Set{"G": glycine, "A": alanine, "F": glycine, "B": glycine}
	}
	for name, want := range tests {
		got, err := ReadArrays(bytes.NewReader(fixture(t, name)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestReadArraysErrors(t *testing.T) {
	huge := func(size uint64) []byte { // a byte string of that length
		return append(binary.LittleEndian.AppendUint64([]byte{0x80, 4, 0x8e}, size), "abc"...)
	}
	tests := []struct {
		name   string
		stream []byte
		want   string
	}{
		{"empty", nil, "ends too early"},
		{"text", []byte("residue,phi,psi\n"), "has no use for"},
		{"huge byte string", huge(1 << 40), "ends too early"},
		{"impossible byte string", huge(math.MaxUint64), "ends too early"},
		{"huge frame", binary.LittleEndian.AppendUint64([]byte{0x80, 4, 0x95}, 1<<40), "ends too early"},
		{"many marks", bytes.Repeat([]byte{'('}, maxOperations+1), "operations"},
		{"list", fixture(t, "list.pkl"), "has no use for"},
		{"number", fixture(t, "number.pkl"), `entry "G" is a int`},
		{"one axis", fixture(t, "one_axis.pkl"), "an array with 1 axes; [rows, columns] is needed"},
		{"integers", fixture(t, "integers.pkl"), `elements of type "i4"; f4 and f8 are read`},
		{"NaN", fixture(t, "nan.pkl"), `array "G" of the pickle: row 1, column 0 (both from 0) is NaN`},
		{"a call", fixture(t, "system.pkl"), `system", which a dictionary of NumPy arrays has no use for`},
		{"None", []byte{0x80, 4, 'N', '.'}, "the pickle holds a <nil>"},
		{"odd dict", []byte{0x80, 4, '}', '(', 'K', 1, 'u', '.'}, "the pickle is damaged"},
		{"text as bytes, again and again", again(), "texts of more than 16 MiB that stand for bytes"},
		{"text that is no bytes", append([]byte{0x80, 2, 'c'}, "_codecs\nencode\nX\x02\x00\x00\x00\xc4\x80X\x06\x00\x00\x00latin1\x86R."...), "stands for no byte"},
		{"integer key", []byte{0x80, 4, '}', 'K', 1, 'K', 2, 's', '.'}, "key of type int"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			arrays, err := ReadArrays(bytes.NewReader(test.stream))
			if err == nil || arrays != nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v\nwant ... %s ...", err, test.want)
			}
		})
	}
}

// again encodes one text of 1 MiB seventeen times.
func again() []byte {
	stream := append([]byte{0x80, 2, 'c'}, "_codecs\nencode\nq\x00X\x00\x00\x10\x00"...)
	stream = append(stream, bytes.Repeat([]byte{'a'}, 1<<20)...)
	stream = append(stream, "q\x01X\x06\x00\x00\x00latin1q\x02"...)
	return append(append(stream, bytes.Repeat([]byte("h\x00h\x01h\x02\x86R"), 17)...), '.')
}

// TestEveryTruncationIsAnError cuts a good file at every place.
func TestEveryTruncationIsAnError(t *testing.T) {
	whole := fixture(t, "two_residues.pkl")
	for length := range whole {
		if _, err := ReadArrays(bytes.NewReader(whole[:length])); err == nil {
			t.Errorf("no error with %d of %d bytes", length, len(whole))
		}
	}
}

// TestDamagedShape: an array that claims another shape than its bytes fill.
func TestDamagedShape(t *testing.T) {
	stream := fixture(t, "two_residues.pkl")
	shape := []byte{'K', 3, 'K', 2, 0x86} // (3, 2)
	if bytes.Count(stream, shape) != 1 {
		t.Fatal("the fixture has changed")
	}
	damaged := bytes.Replace(stream, shape, []byte{'K', 4, 'K', 2, 0x86}, 1)
	_, err := ReadArrays(bytes.NewReader(damaged))
	if err == nil || !strings.Contains(err.Error(), "an array of shape [4, 2] with 24 bytes instead of 32") {
		t.Errorf("got %v", err)
	}
}

func FuzzReadArrays(f *testing.F) {
	files, err := filepath.Glob("testdata/*.pkl")
	if err != nil || len(files) == 0 {
		f.Fatal("no fixtures", err)
	}
	for _, file := range files {
		f.Add(fixture(f, filepath.Base(file)))
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		if len(stream) > 240 { // longer ones take Go seconds each to minimize, in which it tries nothing new
			return
		}
		arrays, err := ReadArrays(bytes.NewReader(stream))
		if err != nil {
			return
		}
		for name, set := range arrays {
			if set.Len() == 0 {
				t.Fatalf("array %q is empty", name)
			}
		}
	})
}
