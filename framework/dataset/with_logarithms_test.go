package dataset

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A frequency becomes its logarithm and comes back; a number without one is a mistake with its line.
func TestWithLogarithms(t *testing.T) {
	folder := t.TempDir()
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, "bode.csv"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("f,gain\n0.01,3\n1000,-2\n")
	w := &WithLogarithms{File: "bode.csv", Columns: []string{"gain", "f"}, Logarithmic: []string{"f"},
		TableFormat: TableFormat{Header: "auto", Comment: "#", Delimiter: "auto", Missing: "refuse"}}
	if err := w.Check(); err != nil {
		t.Fatal(err)
	}
	set, err := w.Load(Env{Dir: folder}, nil, 0)
	if err != nil || !slices.Equal(set.Data, []float64{3, -2, -2, 3}) {
		t.Fatalf("%v, %v", set, err)
	}
	if row := w.Row(set.At(1)); row[0] != -2 || math.Abs(row[1]-1000) > 1e-9 {
		t.Errorf("%v comes back as %v", set.At(1), row)
	}
	if names, err := w.ColumnNames(Env{Dir: folder}); err != nil || !slices.Equal(names, []string{"gain", "log10 f"}) {
		t.Errorf("names %v, %v", names, err)
	}
	write("f,gain\n0.01,3\n0,-2\n")
	if _, err := w.Load(Env{Dir: folder}, nil, 0); err == nil || !strings.Contains(err.Error(), "line 3") ||
		!strings.Contains(err.Error(), "numbers above 0") {
		t.Errorf("the logarithm of 0 is taken: %v", err)
	}
	for _, wrong := range [][]string{{"phase"}, {"f", "f"}} {
		w.Logarithmic = wrong
		if err := w.Check(); err == nil {
			t.Errorf("%v is allowed", wrong)
		}
	}
}
