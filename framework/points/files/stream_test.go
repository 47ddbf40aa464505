package files_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ebim/framework/points"
	"ebim/framework/points/files"
)

// o are the options of the commands.
var o = files.Options{TableOptions: points.TableOptions{Comment: '#'}}

// parts reads a stream in parts of some rows.
func parts(t *testing.T, s *points.Stream, most int) ([]float64, error) {
	t.Helper()
	var all []float64
	for {
		part, err := s.Next(most)
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		if part.Len() > most || part.Len() == 0 {
			t.Fatalf("a part has %d rows of at most %d", part.Len(), most)
		}
		all = append(all, part.Data...)
	}
}

// A stream gives what the whole file holds, in parts of any size.
func TestStreamsGiveTheWhole(t *testing.T) {
	set := points.New(7, 3)
	for i := range set.Data {
		set.Data[i] = float64(i)/3 - 2
	}
	text := "# a comment\na,b,c\n"
	for i := range set.Len() {
		text += fmt.Sprintf("%v,%v,%v\n", set.At(i)[0], set.At(i)[1], set.At(i)[2])
	}
	var array bytes.Buffer
	if err := points.WriteNPY(&array, set); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"t.csv": []byte(text), "a.npy": array.Bytes(),
		"f.npy": inColumns(t, set)} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
		for _, most := range []int{1, 3, 7, 100} {
			file, err := files.Open(path, o)
			if err != nil {
				t.Fatal(err)
			}
			s := file.Stream()
			if got, err := parts(t, s, most); err != nil || !slices.Equal(got, set.Data) {
				t.Errorf("%s in parts of %d: %v, %v", name, most, got, err)
			}
			file.Close()
			table, err := files.From(bytes.NewReader(content), o)
			if err != nil || table.Width != 3 {
				t.Fatal(err)
			}
			s = table.Stream()
			s.Take([]int{2, 0})
			got, err := parts(t, s, most)
			if err != nil || len(got) != 14 || got[2] != set.At(1)[2] || got[3] != set.At(1)[0] {
				t.Errorf("%s, two columns: %v, %v", name, got, err)
			}
		}
	}
}

// inColumns is an array in Fortran order.
func inColumns(t *testing.T, set *points.Set) []byte {
	t.Helper()
	turned := points.New(set.Dim, set.Len())
	for i := range set.Len() {
		for j, v := range set.At(i) {
			turned.At(j)[i] = v
		}
	}
	var array bytes.Buffer
	if err := points.WriteNPY(&array, turned); err != nil {
		t.Fatal(err)
	}
	header := strings.NewReplacer("False, 'shape': (3, 7), }", "True, 'shape': (7, 3), } ")
	return []byte(header.Replace(array.String()))
}

// Mistakes are found where they stand, and texts in columns that are not taken are none.
func TestStreamsRefuse(t *testing.T) {
	var array bytes.Buffer
	if err := points.WriteNPY(&array, points.New(4, 2)); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ content, want string }{
		{"x,y\n1,2\n3,north\n", "line 3, column 1 (y)"},
		{"1,2\n3\n", "line 2: this row has 1 fields, the first has 2"},
		{"", "the file is empty"},
		{string(array.Bytes()[:array.Len()-9]), "ends in row 3"},
		{array.String() + "x", "more follows the 4 rows"},
	} {
		table, err := files.From(strings.NewReader(test.content), o)
		if err == nil {
			_, err = parts(t, table.Stream(), 2)
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.20q: %v, want %s", test.content, err, test.want)
		}
	}
	table, err := files.From(strings.NewReader("name,x\nhere,1\nthere,2\n"), o)
	if err != nil {
		t.Fatal(err)
	}
	s := table.Stream()
	s.Take([]int{1})
	if got, err := parts(t, s, 5); err != nil || !slices.Equal(got, []float64{1, 2}) {
		t.Errorf("%v, %v", got, err)
	}
}

// An array that is written row by row is read again, and has its numbers at a multiple of 64 bytes.
func TestArraysRowByRow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.npy")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w, err := points.NewNPYRows(file, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, rows := range [][]float64{{1, 2, 3, 4}, {5, 6}} {
		if err := w.Write(rows); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
	got, err := files.ReadFile(path)
	if err != nil || got.Dim != 2 || !slices.Equal(got.Data, []float64{1, 2, 3, 4, 5, 6}) {
		t.Errorf("%v, %v", got, err)
	}
	if info, err := os.Stat(path); err != nil || info.Size()%64 != 6*8 {
		t.Errorf("%v, %v", info, err)
	}
}
