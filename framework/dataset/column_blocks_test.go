package dataset

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// Blocks add up to the columns; circles and logarithms keep their own; the columns of one get one scale, whatever is
// beside them.
func TestColumnBlocks(t *testing.T) {
	names := []string{"a", "b", "c", "d"}
	format := TableFormat{Header: "auto", Comment: "#", Delimiter: "auto", Missing: "refuse"}
	for _, test := range []struct {
		sizes  []int
		blocks []int // of a plain table, and nil where it is refused
		round  []int // where d turns
	}{
		{nil, nil, []int{1, 1, 1, 2}},
		{[]int{3, 1}, []int{3, 1}, []int{3, 2}},
		{[]int{1, 2, 1}, []int{1, 2, 1}, []int{1, 2, 2}},
		{[]int{2, 2}, []int{2, 2}, nil},
		{[]int{3}, nil, nil},
		{[]int{3, 2}, nil, nil},
	} {
		blocks := ColumnBlocks{test.sizes}
		check := func(source Blocked, err error, allowed bool, want []int) {
			t.Helper()
			if (err == nil) != allowed {
				t.Errorf("%T, blocks %v: %v", source, test.sizes, err)
			}
			if err == nil && !slices.Equal(source.Blocks(), want) {
				t.Errorf("%T, blocks %v: found %v, want %v", source, test.sizes, source.Blocks(), want)
			}
		}
		csv := &CSV{Columns: names, ColumnBlocks: blocks, TableFormat: format}
		check(csv, csv.Check(), test.blocks != nil || test.sizes == nil, test.blocks)
		round := &WithAngles{Columns: names, Turning: []string{"d"}, ColumnBlocks: blocks, TableFormat: format}
		check(round, round.Check(), test.round != nil, test.round)
	}
	if err := (&Table{ColumnBlocks: ColumnBlocks{[]int{2}}, TableFormat: format}).Check(); err == nil {
		t.Error("blocks of columns that are not named are allowed")
	}
}

// A spectrum's narrow column stays narrow beside a force in a unit of its own.
func TestScaleOfColumnBlocks(t *testing.T) {
	folder := t.TempDir()
	text := "f,404 nm,408 nm\n-300,-4,0.3\n300,4,-0.3\n-300,4,0.3\n300,-4,-0.3\n"
	if err := os.WriteFile(filepath.Join(folder, "a.csv"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	source := &CSV{File: "a.csv", Columns: strings.Split("f,404 nm,408 nm", ","),
		ColumnBlocks: ColumnBlocks{[]int{1, 2}},
		TableFormat:  TableFormat{Header: "auto", Comment: "#", Delimiter: "auto", Missing: "refuse"}}
	set, err := source.Load(Env{Dir: folder}, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	choice := StandardizeAuto.Resolved(source)
	scaling, note := Standardize(set, choice, BlocksOf(source))
	one := rootMeanSquare([]float64{4, 0.3})
	want := []float64{300, one, one}
	if choice != StandardizeColumns || note != "" || !floats.EqualApprox(scaling.Scale, want, 1e-12) {
		t.Errorf("%v: scales %v, want %v; %q", choice, scaling.Scale, want, note)
	}
}
