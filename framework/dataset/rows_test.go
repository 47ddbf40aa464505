package dataset_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ebim/framework/config"
	"ebim/framework/dataset"
)

// Rows become points as the source's own file does, and back.
func TestRowsOfChartedSources(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "rows.csv")
	if err := os.WriteFile(path, []byte("residue,phi,psi\nG,-1.25,0.5\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	angles, earth, acids := config.Default[dataset.Angles](), config.Default[dataset.Earth](),
		config.Default[dataset.AminoAcids]()
	angles.File, angles.Columns, earth.File, earth.Columns, acids.File = path, []string{"phi", "2"}, &path,
		[]string{"1", "2"}, &path
	for _, test := range []struct {
		source dataset.Charted
		names  []string
		wrong  []float64
	}{
		{angles, []string{"phi", ""}, []float64{361, 0}},
		{earth, []string{"latitude", "longitude"}, []float64{91, 0}},
		{acids, []string{"phi", "psi"}, []float64{7, 0}},
	} {
		row := []float64{-1.25, 0.5}
		loaded, err := test.source.Load(dataset.Env{}, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		placed, err := test.source.Place(row)
		if err != nil || !slices.Equal(placed, loaded.At(0)) {
			t.Errorf("%T: %v is placed at %v (%v), and loaded at %v", test.source, row, placed, err, loaded.At(0))
		}
		for j, v := range test.source.Row(placed) {
			if math.Abs(v-row[j]) > 1e-12 {
				t.Errorf("%T: %v comes back as %v", test.source, row, test.source.Row(placed))
			}
		}
		if !slices.Equal(test.source.RowNames(), test.names) {
			t.Errorf("%T: names %q, want %q", test.source, test.source.RowNames(), test.names)
		}
		if _, err := test.source.Place(test.wrong); err == nil {
			t.Errorf("%T takes %v", test.source, test.wrong)
		}
	}
}
