package homology

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"ebim/framework/points"
)

// ripser.py 0.6.15 (with thresh the enclosing radius) wrote the intervals, longer than 1e-6, of the files of points in
// testdata.
func TestIntervalsAreThoseOfRipser(t *testing.T) {
	files, err := filepath.Glob("testdata/*.points.csv")
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			rows := read(t, file)
			x := points.New(0, len(rows[0]))
			for _, row := range rows {
				x.Data = append(x.Data, row...)
			}
			want := [3][]Interval{}
			for _, row := range read(t, file[:len(file)-len("points.csv")]+"intervals.csv") {
				want[int(row[0])] = append(want[int(row[0])], Interval{row[1], row[2]})
			}
			for k, found := range Rips(x, 2, math.Inf(1)) {
				var long []Interval
				for _, one := range found {
					if one.Length() > 1e-6 {
						long = append(long, one)
					}
				}
				if err := same(long, want[k]); err != nil {
					t.Errorf("dimension %d: %v", k, err)
				}
			}
		})
	}
}

// same compares intervals, both longest first, as far as single precision goes.
func same(got, want []Interval) error {
	if len(got) != len(want) {
		return fmt.Errorf("%d intervals, want %d", len(got), len(want))
	}
	for i := range got {
		if math.Abs(got[i].Birth-want[i].Birth) > 1e-5 ||
			got[i].Death != want[i].Death && math.Abs(got[i].Death-want[i].Death) > 1e-5 {
			return fmt.Errorf("interval %d is %v, want %v", i, got[i], want[i])
		}
	}
	return nil
}

func read(t *testing.T, file string) (rows [][]float64) {
	t.Helper()
	opened, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	texts, err := csv.NewReader(opened).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range texts {
		var row []float64
		for _, cell := range text {
			v, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				t.Fatal(err)
			}
			row = append(row, v)
		}
		rows = append(rows, row)
	}
	return rows
}
