package dataset

import (
	"math"
	"os"
	"path/filepath"
	"testing"
)

// Of a table of poses headings become points of a circle, and come back; one beyond a turn is a mistake.
func TestWithAngles(t *testing.T) {
	folder := t.TempDir()
	text := []byte("x,heading,y\n1,90,2\n3,-180,4\n")
	if err := os.WriteFile(filepath.Join(folder, "poses.csv"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	w := &WithAngles{File: "poses.csv", Columns: []string{"x", "heading", "y"}, Turning: []string{"heading"},
		Unit: "degrees", TableFormat: TableFormat{Header: "auto", Comment: "#", Delimiter: "auto", Missing: "refuse"}}
	if err := w.Check(); err != nil {
		t.Fatal(err)
	}
	set, err := w.Load(Env{Dir: folder}, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{1, 0, 1, 2, 3, -1, 0, 4} {
		if math.Abs(set.Data[i]-want) > 1e-12 {
			t.Errorf("coordinate %d: %v, want %v", i, set.Data[i], want)
		}
	}
	if row := w.Row(set.At(0)); math.Abs(row[1]-90) > 1e-9 || row[0] != 1 || row[2] != 2 {
		t.Errorf("%v comes back as %v", set.At(0), row)
	}
	if _, err := w.Place([]float64{0, 400, 0}); err == nil {
		t.Error("400 degrees are an angle")
	}
	w.Turning = []string{"yaw"}
	if err := w.Check(); err == nil {
		t.Error("an angle that is no column is taken")
	}
}
