package files

import (
	"bytes"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"ebim/framework/points"
)

// Files of PyArrow 26 (the numbers below as its types, in its encodings and compressions) hold what was written.
func TestParquetOfPyArrow(t *testing.T) {
	columns := []string{"x", "y [mm]", "k", "flag", "price", "u", "h", "pair.a"}
	for _, name := range []string{"snappy", "zstd2", "gzip", "none"} {
		path := "testdata/" + name + ".parquet"
		set, err := Read(path, Options{TableOptions: points.TableOptions{Columns: columns}})
		if err != nil || set.Len() != 20 {
			t.Fatalf("%s: %v, %v", name, set, err)
		}
		for i := range set.Len() {
			k := float64(i)
			sin, cos := math.Sincos(0.7 * k)
			want := []float64{cos, sin, math.Mod(k, 5), math.Mod(k, 2), (k - 30) / 4, 1<<63 + 4096*k, cos / 2, k}
			for j, within := range []float64{1e-15, 1e-7, 0, 0, 0, 0, 1e-3, 0} {
				if got := set.At(i)[j]; math.Abs(got-want[j]) > within {
					t.Errorf("%s: row %d, %s: %v, want %v", name, i, columns[j], got, want[j])
				}
			}
		}
		gaps := points.TableOptions{Columns: []string{"gap", "pair.b"}, Drop: true, Only: &points.Match{Column: "name",
			Text: "p1"}}
		if set, err = Read(path, Options{TableOptions: gaps}); err != nil ||
			!slices.Equal(set.Data, []float64{1, -4, 4, -16}) { // 10 is a gap
			t.Errorf("%s: %v, %v", name, set, err)
		}
		for column, want := range map[string]string{"when": `found "2026-11-01T00:00:00Z"`, "day": `found "2026-11-01"`,
			"list.list.element": `found "(a list)"`, "gap": "row 3, column 4 (gap) (both from 0): found NaN"} {
			_, err := Read(path, Options{TableOptions: points.TableOptions{Columns: []string{column}}})
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s, %s: %v", name, column, err)
			}
		}
	}
	_, err := Read("testdata/delta.parquet", o)
	if err == nil || !strings.Contains(err.Error(), "column k of the Parquet file: the encoding DELTA_BINARY_PACKED") {
		t.Error(err)
	}
}

// What is cut off is refused, and what is changed anywhere neither panics nor takes much memory.
func TestParquetDamaged(t *testing.T) {
	for _, name := range []string{"snappy", "zstd2", "gzip", "none"} {
		content, err := os.ReadFile("testdata/" + name + ".parquet")
		if err != nil {
			t.Fatal(err)
		}
		for cut := 0; cut < len(content); cut += 7 {
			if _, _, err := readBytes("a.parquet", string(content[:cut]), o); err == nil {
				t.Fatalf("%s: cut off at %d", name, cut)
			}
		}
		for at := 0; at < len(content); at += 3 {
			damaged := bytes.Clone(content)
			damaged[at] ^= byte(1 + at*37%255)
			if file, err := open(inMemory("a.parquet", string(damaged)), o); err == nil {
				_, _ = file.Survey()
			}
		}
	}
}

// FuzzParquet tries garbage in place of pages and metadata.
func FuzzParquet(f *testing.F) {
	f.Add([]byte("\x15\x00\x15\x10\x15\x10\x2c\x15\x02"),
		[]byte("\x19\x2c\x48\x01a\x15\x02\x00\x15\x0a\x25\x00\x18\x01x\x00"))
	f.Fuzz(func(t *testing.T, pages, metadata []byte) {
		if len(pages)+len(metadata) > 200 {
			return
		}
		content := parquetMagic + string(pages) + string(metadata) +
			string([]byte{byte(len(metadata)), byte(len(metadata) >> 8), 0, 0}) + parquetMagic
		if file, err := open(inMemory("a.parquet", content), o); err == nil {
			_, _ = file.Survey()
		}
	})
}
