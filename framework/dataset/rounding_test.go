package dataset

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Rounded numbers are spread over their steps, rows that repeat go on to do so but where all columns are rounded, and
// none is moved beyond what its place allows.
func TestRounding(t *testing.T) {
	folder := t.TempDir()
	var text strings.Builder
	for range 200 {
		text.WriteString("90,1.5,20\n-90,1.5,25\n")
	}
	if err := os.WriteFile(filepath.Join(folder, "t.csv"), []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	format := TableFormat{Header: "no", Comment: "#", Delimiter: "auto", Missing: "refuse"}
	format.Rounding = Rounding{Rounded: []string{"2"}, Steps: []float64{5}}
	load := func(source Source) [][]float64 {
		set, err := source.Load(Env{Dir: folder}, rand.New(rand.NewPCG(1, 2)), 0)
		if err != nil {
			t.Fatal(err)
		}
		var rows [][]float64
		for i := range set.Len() {
			rows = append(rows, set.At(i))
		}
		return rows
	}
	rows := load(&CSV{File: "t.csv", TableFormat: format})
	for i, row := range rows {
		if row[1] != 1.5 || math.Abs(row[2]-[]float64{20, 25}[i%2]) > 2.5 || row[2] != rows[i%2][2] {
			t.Fatalf("row %d is %v, the first %v", i, row, rows[i%2])
		}
	}
	format.Rounding = Rounding{Rounded: []string{"2", "0"}, Steps: []float64{5, 4}}
	low, high, square := math.Inf(1), math.Inf(-1), 0.0
	for i, row := range load(&CSV{File: "t.csv", Columns: []string{"0", "2"}, TableFormat: format}) {
		moved := row[1] - []float64{20, 25}[i%2]
		low, high, square = min(low, moved), max(high, moved), square+moved*moved/400
	}
	if low < -2.5 || low > -2.3 || high > 2.5 || high < 2.3 || math.Abs(square-25./12) > 0.3 {
		t.Errorf("numbers are moved by %v to %v, %v squared", low, high, square)
	}
	load(&WithAngles{File: "t.csv", Columns: []string{"0", "2"}, Turning: []string{"0"}, Periods: []float64{90},
		TableFormat: format}) // no number is moved beyond a turn
	for _, wrong := range []Rounding{{Rounded: []string{"2"}}, {Rounded: []string{"7"}, Steps: []float64{1}},
		{Rounded: []string{"2", "2"}, Steps: []float64{1, 5}}} {
		format.Rounding = wrong
		source := &CSV{File: "t.csv", TableFormat: format}
		err := source.Check()
		if err == nil {
			_, err = source.Load(Env{Dir: folder}, rand.New(rand.NewPCG(1, 2)), 0)
		}
		if err == nil {
			t.Errorf("%v is taken", wrong)
		}
	}
}
