package dataset

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ebim/framework/dataset/download"
	"ebim/framework/points"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

var about = cmpopts.EquateApprox(0, 1e-12)

// folder holds the given text files and square.npy.
func folder(t *testing.T, files map[string]string) Env {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	array, err := os.Create(filepath.Join(dir, "square.npy"))
	if err != nil {
		t.Fatal(err)
	}
	defer array.Close()
	if err := points.WriteNPY(array, &points.Set{Dim: 2, Data: []float64{0, 0, 1, 0, 1, 1, 0, 1}}); err != nil {
		t.Fatal(err)
	}
	return Env{Dir: dir, Folders: []string{filepath.Join(dir, "downloads")}}
}

func own(path string) *string { return &path }

// places are a table's, of the columns of latitude and longitude.
func places(path, latitude, longitude string) *Earth {
	return &Earth{PlaceTable{File: &path, Columns: []string{latitude, longitude}}}
}

// published are events of a file that is fetched.
func published(events Events) *Earth {
	return &Earth{PlaceTable{Events: events, Columns: []string{"0", "1"}}}
}

var tables = map[string]string{
	"places.csv":  "# made up\nid,lat,long\n1,0,0\n2,90,12\n3,0,-90\n4,-30,360\n",
	"north.csv":   "lat,long\n0,0\n90.5,0\n",
	"east.csv":    "0,0\n10,361\n",
	"hole.csv":    "# made up\nlat,long\n1,2\n3,\n",
	"angles.csv":  "# made up\nresidue,phi,psi\nA,1,1\nG,0,0\nG,1.5707963267948966,3.141592653589793\n",
	"another.pkl": "\x80\x04}.",
	"degrees.csv": "residue,phi,psi\nG,-60,120\n",
	"turns.csv":   "name,a,b\nx,0,90\ny,NA,0\nz,-60,180\n",
	"gaps.csv":    "a,b\n1,\n,2\n",
	"table.csv":   "a;b;c\n1;2;x\n3;4;y\n5;6;z\n",
}

func TestFilesLoad(t *testing.T) {
	env := folder(t, tables)
	torus := TorusShape{3, 1}
	tests := []struct {
		name   string
		source Source
		want   [][]float64
	}{
		{"earth", places("places.csv", "lat", "long"),
			[][]float64{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}, {math.Sqrt(0.75), 0, -0.5}}},
		{"absolute path", places(filepath.Join(env.Dir, "places.csv"), "1", "2"),
			[][]float64{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}, {math.Sqrt(0.75), 0, -0.5}}},
		{"amino acids, table", &AminoAcids{Residue: "G", File: own("angles.csv"), TorusShape: torus},
			[][]float64{{4, 0, 0}, {0, 2, 0}}},
		{"table", &CSV{File: "table.csv", Columns: []string{"b", "a"},
			TableFormat: TableFormat{Header: "auto", Delimiter: "auto"}}, [][]float64{{2, 1}, {4, 3}, {6, 5}}},
		{"delimiter by name", &CSV{File: "table.csv", Columns: []string{"1"},
			TableFormat: TableFormat{Header: "yes", Delimiter: "semicolon"}}, [][]float64{{2}, {4}, {6}}},
		{"rows with missing fields dropped", &CSV{File: "turns.csv", Columns: []string{"a", "b"},
			TableFormat: TableFormat{Missing: "drop", Delimiter: "auto"}}, [][]float64{{0, 90}, {-60, 180}}},
		{"angles in degrees", &Angles{AngleTable{File: "turns.csv", Columns: []string{"a", "b"}, Unit: "degrees",
			TableFormat: TableFormat{Missing: "drop", Delimiter: "auto"}}},
			[][]float64{{1, 0, 0, 1}, {0.5, -math.Sqrt(0.75), -1, 0}}},
		{"angles in radians", &Angles{AngleTable{File: "angles.csv", Columns: []string{"psi"}, Unit: "radians",
			TableFormat: TableFormat{Comment: "#", Delimiter: "auto"}}},
			[][]float64{{math.Cos(1), math.Sin(1)}, {1, 0}, {-1, 0}}},
		{"array", &NPY{File: "square.npy"}, [][]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}}},
		{"array's column", &NPY{File: "square.npy", Columns: []int{1}}, [][]float64{{0}, {0}, {1}, {1}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			want, _ := points.FromRows(test.want)
			got, err := test.source.Load(env, newRand(1), 0)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, about); diff != "" {
				t.Error(diff)
			}
			if manifold, known := test.source.(Manifold); known {
				for i := range got.Len() {
					if off := distance(got.At(i), manifold.Nearest(got.At(i))); off > 1e-12 {
						t.Errorf("point %d is %g off the manifold", i, off)
					}
				}
			}
			files, err := test.source.(FileSource).Files(env)
			if err != nil || len(files) != 1 || !filepath.IsAbs(files[0]) {
				t.Errorf("files %v: %v", files, err)
			}
			if _, err := test.source.Load(env, newRand(1), 5); err == nil ||
				!strings.Contains(err.Error(), "size is 5, but there are only") {
				t.Errorf("size 5: %v", err)
			}
		})
	}
}

func TestFilesSubset(t *testing.T) {
	env := folder(t, tables)
	got, err := (&NPY{File: "square.npy"}).Load(env, newRand(3), 3)
	if err != nil || got.Len() != 3 {
		t.Fatal(err)
	}
	whole, _ := points.FromRows([][]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}})
	next := 0
	for i := range got.Len() { // in the file's order, each at most once
		for next < whole.Len() && !cmp.Equal(whole.At(next), got.At(i)) {
			next++
		}
		if next == whole.Len() {
			t.Fatalf("%v", got.Data)
		}
		next++
	}
}

func TestFilesErrors(t *testing.T) {
	env := folder(t, tables)
	tests := []struct {
		name   string
		source Source
		want   string
	}{
		{"latitude", places("north.csv", "0", "1"),
			"north.csv: line 3: the latitude is 90.5; degrees in [-90, 90] are needed"},
		{"longitude", places("east.csv", "0", "1"),
			"east.csv: line 2: the longitude is 361; degrees in [-180, 360] are needed"},
		{"missing field", places("hole.csv", "0", "1"),
			"hole.csv: line 4, column 1 (long): the field is empty"},
		{"no such file", places("none.csv", "0", "1"),
			"none.csv; a relative path starts at the experiment file's folder"},
		{"not downloaded", published("earthquakes"), "quakes_all.csv is in none of the data folders"},
		{"command", published("earthquakes"), "get it with `ebim data get earthquakes`, or set EBIM_DATA"},
		{"nothing downloaded", &AminoAcids{Residue: "G"}, "`ebim data get amino_acids`"},
		{"another pickle", &AminoAcids{Residue: "W", File: own("another.pkl")}, "it is not the published file"},
		{"residue in a table", &AminoAcids{Residue: "W", File: own("angles.csv")},
			`no row has "W" in column 0 (residue)`},
		{"degrees", &AminoAcids{Residue: "G", File: own("degrees.csv")},
			"line 2: phi is -60; radians in [-2 pi, 2 pi] are needed"},
		{"a missing field", &CSV{File: "turns.csv", Columns: []string{"a", "b"},
			TableFormat: TableFormat{Delimiter: "auto"}}, `line 3, column 1 (a): found "NA": this is not a number`},
		{"nothing but missing fields", &CSV{File: "gaps.csv",
			TableFormat: TableFormat{Missing: "drop", Delimiter: "auto"}},
			"each of the 2 rows has a missing field; take fewer columns"},
		{"degrees for radians", &Angles{AngleTable{File: "turns.csv", Columns: []string{"b"}, Unit: "radians",
			TableFormat: TableFormat{Delimiter: "auto"}}},
			"line 2: the angle in column b is 90; radians in [-6.28319, 6.28319] are needed"},
		{"text column", &CSV{File: "table.csv", TableFormat: TableFormat{Delimiter: "auto"}},
			`line 2, column 2 (c): found "x": this is not a number`},
		{"no such column", &NPY{File: "square.npy", Columns: []int{2}},
			"square.npy: there is no column 2; the columns are 0 to 1"},
		{"not an array", &NPY{File: "table.csv"}, "table.csv: this is not an npy file"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, err := test.source.Load(env, newRand(1), 0); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got  %v\nwant ... %s", err, test.want)
			}
		})
	}
}

// TestPublishedFiles reads the real files, where EBIM_DATA names a folder that has them.
func TestPublishedFiles(t *testing.T) {
	if os.Getenv(download.Variable) == "" {
		t.Skip(download.Variable + " is not set")
	}
	folders, err := download.Folders(os.Getenv, os.UserCacheDir)
	if err != nil {
		t.Fatal(err)
	}
	glycine := &AminoAcids{Residue: "G", TorusShape: TorusShape{3, 1}}
	tests := map[Manifold]int{
		published("floods"): 4875, published("earthquakes"): 6120,
		published("fires"): 12809, published("eruptions"): 827,
		glycine: 1000,
	}
	for source, count := range tests {
		set, err := source.Load(Env{Folders: folders}, newRand(1), 0)
		if err != nil {
			t.Error(err)
			continue
		}
		if set.Len() != count || Check(set) != nil {
			t.Errorf("%+v: %d points instead of %d: %v", source, set.Len(), count, Check(set))
		}
		for i := range set.Len() {
			if off := distance(set.At(i), source.Nearest(set.At(i))); off > 1e-12 {
				t.Fatalf("%+v: point %d is %g off the manifold", source, i, off)
			}
		}
	}
}

// The published pickle has the same numbers as the table that was made of it in Python.
func TestPublishedAminoAcids(t *testing.T) {
	folders, err := download.Folders(os.Getenv, os.UserCacheDir)
	if err != nil {
		t.Fatal(err)
	}
	env := Env{Folders: folders}
	path, err := (&AminoAcids{}).path(env)
	if err != nil {
		t.Skip(err)
	}
	table := filepath.Join(filepath.Dir(path), "amino_acids.csv")
	if _, err := os.Stat(table); err != nil {
		t.Skip(err)
	}
	for _, residue := range Residue("").Choices() {
		published, err := (&AminoAcids{Residue: Residue(residue.Name), TorusShape: TorusShape{3, 1}}).Load(env,
			newRand(1), 0)
		if err != nil {
			t.Fatal(err)
		}
		own, err := (&AminoAcids{Residue: Residue(residue.Name), File: &table, TorusShape: TorusShape{3, 1}}).Load(env,
			newRand(1), 0)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(own.Data, published.Data); diff != "" {
			t.Errorf("%s: %s", residue.Name, diff)
		}
	}
}
