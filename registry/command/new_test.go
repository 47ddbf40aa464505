package command

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ebim/framework/points"
)

// circleTable is a table of points on a circle, in rows `number<delimiter>x<delimiter>y`.
func circleTable(n int, delimiter string) string {
	var text strings.Builder
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * math.Mod(float64(i)*math.Phi, 1))
		fmt.Fprintf(&text, "%d%s%.6f%s%.6f\n", i, delimiter, cos, delimiter, sin)
	}
	return text.String()
}

// inFolder makes files in a new folder, which becomes the working one.
func inFolder(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

const newGolden = `title: points
seeds: 0-2                                   # one run each, with other initial parameters and other held-out points
data:
  source:
    csv:
      file: points.csv                       # a relative path starts at this file's folder
      columns: [x, y]                        # coordinates, in this order, by name or by index from 0
      delimiter: comma
      header: yes                            # whether the first row holds names
      missing: drop                          # rows with missing numbers are left out
  holdout: 0.1                               # share of the points that is kept from training, to measure models by
  validation: 0.1                            # share that chooses among trainings and says when they end
  standardize: auto                          # networks see points with mean 0 and scale 1; all results are in the units of the data
  # topology: {components: 1}                # what you know of the shape, for the metric topology to compare with: components, closed, euler, genus, boundary, orientable
models:
  ebim:                                      # a learned manifold of dimension 1 in R^2, F = 0, with a density on it
    dimension: 1                             # the rest follows from the data; see ` + "`ebim describe model ebim`" + `
    manifold: {drop_after: 0.33}             # of three trainings only the one ahead goes on after a third of its steps; without this all do, and the best is kept, for 1.8 times the time
  # ridge: {dimension: 1}                    # for shapes that end, have one side, cross themselves, or are noisy; see ` +
	"`ebim describe model ridge`" + `
  pushforward:                               # the baseline: a density on the image of a box, whose topology can't be that of closed shapes
    dimension: 1
    autoencoder: {training: {steps: 5000, shuffle: true, optimizer: {adam: {rate: 0.003}}, schedule: cosine}}
    energy: {loss: mesh_likelihood}
metrics:
  wasserstein: {reference: held_out}         # distance of samples to held-out points, and its floor
  likelihood: {reference: held_out}          # mean log density of held-out points on the model's manifold: compare models whose manifolds are near the data
  manifold_distance: {reference: held_out}   # distance of held-out points to the learned manifold
  trust: {}                                  # where the learned manifold is not to be trusted, and what to change
  topology: {}                               # components, closed curves, Euler characteristic and genus of the learned manifold
`

func TestNewWritesAnExperiment(t *testing.T) {
	inFolder(t, map[string]string{"points.csv": "# made up\nid,x,y,kind\n" + strings.ReplaceAll(circleTable(200, ","),
		"\n", ",a\n") + "200,,1,a\n201,1,nan,a\n"})
	code, out, messages := ebim(t, "new", "points.csv")
	if code != 0 {
		t.Fatal(messages)
	}
	_, body, _ := strings.Cut(out, "\ntitle: ")
	if body = "title: " + body; body != newGolden {
		t.Errorf("got\n%s", body)
	}
	for _, want := range []string{`Column "id" is left out: it numbers the rows.`,
		`Column "kind" is left out: "a" in line 3 is not a number.`,
		`Column "x" lacks 1 of 202 numbers; rows without are dropped.`, "200 points in R^2", "Dimension 1: estimated.",
		"Two nearest neighbors", "8 points within "} {
		if !strings.Contains(messages, want) || !strings.Contains(out, want) {
			t.Errorf("%q is not told of:\n%s", want, messages)
		}
	}
	if err := os.WriteFile("experiment.yaml", []byte(out), 0o644); err != nil {
		t.Fatal(err)
	}
	if valid := must(t, "validate", "experiment.yaml"); !strings.Contains(valid, "models ebim, pushforward") {
		t.Error(valid)
	}
}

// An experiment in another folder finds the data from there, and replaces nothing.
func TestNewIntoAFile(t *testing.T) {
	inFolder(t, map[string]string{"points.csv": circleTable(200, ",") + "200,900,900\n"})
	for _, folder := range []string{"data", "experiments"} {
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Rename("points.csv", "data/points.csv"); err != nil {
		t.Fatal(err)
	}
	code, out, messages := ebim(t, "new", "data/points.csv", "--output", "experiments/points.yaml", "--dimension", "1",
		"--model", "ebim")
	if code != 0 || out != "" || !strings.Contains(messages,
		"1 of the 201 points lies far from all others and is left out") ||
		!strings.Contains(messages, "200 points in R^2") {
		t.Fatal(code, out, messages)
	}
	text, err := os.ReadFile("experiments/points.yaml")
	if err != nil || !strings.Contains(string(text), "file: ../data/points.csv") {
		t.Fatalf("%s, %v", text, err)
	}
	must(t, "validate", "experiments/points.yaml")
	if code, _, messages := ebim(t, "new", "data/points.csv", "--output", "experiments/points.yaml", "--dimension", "1",
		"--model", "ebim"); code == 0 ||
		!strings.Contains(messages, "is not replaced") {
		t.Error(code, messages)
	}
}

func TestNewReadsTables(t *testing.T) {
	const ends = "-180\t179\t-30.5\n-179.5\t-180\t12.25\n180\t180\t60.125\n"
	known := []string{"--dimension", "1", "--model", "ebim"} // of circles, which need no look then
	tests := []struct {
		file, text string
		given      []string
		want       []string // parts of the experiment
	}{
		{"points.csv", "n;x;y\n" + circleTable(60, ";"), known, []string{"columns: [x, y]", "delimiter: semicolon",
			"header: yes"}},
		{"points.tsv", circleTable(60, "\t"), known, []string{"columns: [1, 2]", "delimiter: tab", "header: no"}},
		{"points.txt", "# c\n" + circleTable(60, "  "), known,
			[]string{"columns: [1, 2]", "delimiter: blanks", "header: no"}},
		{"a: b, c.csv", "n,\"yes, #\",2\n" + circleTable(60, ","), known,
			[]string{`file: 'a: b, c.csv'`, "columns: ['yes, #', 2]", `title: 'a: b, c'`}},
		{"twice.csv", "n,x,x\n" + circleTable(60, ","), known, []string{"columns: [1, 2]", "header: yes"}},
		{"events.csv", "Latitude,LONG\n10,20\n-30,350\n12.5,-1\n", nil,
			[]string{"earth:", "columns: [Latitude, LONG]", "  given_manifold: {}", "# ebim: {dimension: 2} "}},
		{"events.csv", "LON,LAT\n20,10\n350,-30\n-1,12.5\n", nil, []string{"earth:", "columns: [LAT, LON]"}},
		{"places.csv", "10,20\n-30,-170\n80,175\n" + strings.Repeat(
			"1,2\n3,4.5\n5.5,6\n7,8\n9.25,10\n-4,5\n-50,90\n", 2), known,
			[]string{"csv:", "# If the columns are latitude and longitude, write earth: {file: ..., columns: [0, 1]}"}},
		{"quakes.csv",
			"lat,lon,depth\n79,-40,37.1\n55,-156,42.0\n-17,162,2.6\n-40,-113,18.6\n-17,24,27.2\n" +
				"66,-43,0.7\n-25,38,14.0\n19,-89,38.1\n-62,-99,30.9\n33,-106,6.6\n" +
				"-79,-63,38.7\n-38,-85,14.5\n" +
				"-30,106,43.8\n80,-66,9.1\n-30,26,14.9\n12,42,8.3\n-43,-35,3.3\n-3,138,29.3\n72,3,3.3\n10,-14,24.0\n",
			[]string{"--dimension", "2", "--model", "ebim"},
			[]string{"with_angles:", "columns: [lat, lon, depth]", "places: [lat, lon]",
				"# Latitude and longitude are placed on a sphere, where the poles are points and the ends of " +
					"longitude are one. For places alone write earth: {file: ..., columns: [lat, lon]}"}},
		{"region.csv",
			"lat,lon,depth\n" + strings.Repeat("41,12,3\n44,13.5,7\n39,16,2.5\n47,9,8\n36,14,1\n43,18,6\n", 4),
			[]string{"--dimension", "2", "--model", "ebim"},
			[]string{"csv:", "# Latitude and longitude are taken as numbers, as there are further columns. For " +
				"places alone write earth: {file: ..., columns: [lat, lon]} in place of csv:"}},
		{"turns.tsv", ends, nil, []string{"angles:", "unit: degrees", "columns: [0, 1, 2]", "dimension: 3"}},
		{"turns.csv", "name,phi,psi\na,-3.1,3.1\nb,3.1,-3\nc,0.5,0.25\n", nil,
			[]string{"angles:", "unit: radians", "columns: [phi, psi]", `Column "name" is left out`}},
	}
	for _, test := range tests {
		t.Run(test.file, func(t *testing.T) {
			inFolder(t, map[string]string{test.file: test.text})
			out := must(t, append([]string{"new", test.file}, test.given...)...)
			for _, want := range test.want {
				if !strings.Contains(out, want) {
					t.Errorf("%q is missing in\n%s", want, out)
				}
			}
			if err := os.WriteFile("experiment.yaml", []byte(out), 0o644); err != nil {
				t.Fatal(err)
			}
			must(t, "resolve", "experiment.yaml")
		})
	}
}

func TestNewOfOtherData(t *testing.T) {
	inFolder(t, nil)
	x := points.New(300, 5) // a sphere of 2 dimensions
	for i := range x.Len() {
		z, turn := 1-2*(float64(i)+0.5)/300, 2*math.Pi*math.Mod(float64(i*i)*math.Sqrt2, 1)
		sin, cos := math.Sincos(turn)
		r := math.Sqrt(1 - z*z)
		copy(x.At(i), []float64{r * cos, r * sin, z, r*cos + z, z - r*sin})
	}
	file, err := os.Create("array.npy")
	if err != nil {
		t.Fatal(err)
	}
	if err := points.WriteNPY(file, x); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	for line, wants := range map[string][]string{
		"new array.npy": {"npy:", "file: array.npy", "Dimension 2: estimated.",
			"Model ridge: the points seem to lie on a closed, two-sided surface; in R^5 it has a mesh", "  ridge:",
			"    dimension: 2 ", "# ebim: {dimension: 2}", "topology: {}"},
		"new array.npy --model ebim --dimension 2": {"Model ebim: as given.", "  ebim:", "# ridge: {dimension: 2}"},
		"new array.npy --dimension 3 --model ebim": {"Dimension 3: as given.", "    dimension: 3 ",
			"loss: mesh_likelihood"},
		"new array.npy --dimension 4 --model ebim": {"Dimension 4: as given.", "    dimension: 4 ",
			"loss: noise_contrastive"},
		"new von_mises": {"von_mises: {", "manifold is known and has dimension 1", "topology: {}"},
	} {
		writesValid(t, strings.Fields(line), wants)
	}
}

// writesValid runs new, looks for texts in what it writes, and validates that.
func writesValid(t *testing.T, arguments, wants []string) {
	t.Helper()
	out := must(t, arguments...)
	for _, want := range wants {
		if !strings.Contains(out, want) {
			t.Errorf("%q: %q is missing in\n%s", arguments, want, out)
		}
	}
	if err := os.WriteFile("experiment.yaml", []byte(out), 0o600); err != nil {
		t.Fatal(err)
	}
	must(t, "validate", "experiment.yaml")
}

// The baseline's training is bounded, however many the points are.
func TestNewOfManyPoints(t *testing.T) {
	inFolder(t, map[string]string{"few.csv": circleTable(200, ","), "many.csv": circleTable(10001, ",")})
	const bound = "loss: mesh_likelihood, training: {steps: 8000"
	for name, want := range map[string]bool{"few.csv": false, "many.csv": true} {
		out := must(t, "new", name, "--dimension", "1", "--model", "ebim", "--output", name+".yaml") +
			must(t, "validate", name+".yaml")
		text, err := os.ReadFile(name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), bound) != want {
			t.Errorf("%s: %s\n%s", name, text, out)
		}
	}
}

// A square's points fill the plane, also where one column is a ten-thousandth of the other.
func TestNewWithoutAManifold(t *testing.T) {
	var text strings.Builder
	for i := range 400 {
		fmt.Fprintf(&text, "%.8f,%.5f\n", 1e-3*math.Mod(float64(i)*math.Sqrt2, 1),
			10*math.Mod(float64(i*i)*math.Phi/7, 1))
	}
	inFolder(t, map[string]string{"narrow.csv": text.String()})
	out := must(t, "new", "narrow.csv")
	for _, want := range []string{"Dimension 2: the points seem to fill R^2", "ebm:", "Coordinates: 0, 1 (2 columns).",
		"lengths below are in standard deviations of each", "standardize: auto",
		"energy: {loss: mesh_likelihood}"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	if strings.Contains(out, "ebim:") {
		t.Errorf("a manifold of no codimension:\n%s", out)
	}
}

// Times of day and directions all around fill their torus, which is known.
func TestNewOfATorus(t *testing.T) {
	text := strings.Builder{}
	text.WriteString("time of day,direction [deg],seen\n")
	for i := range 600 {
		fmt.Fprintf(&text, "%.4f,%.3f,%d\n", 24*fraction(i, math.Phi), 360*fraction(i*i, math.Sqrt2), 7)
	}
	inFolder(t, map[string]string{"birds.csv": text.String()})
	out := must(t, "new", "birds.csv")
	for _, want := range []string{"manifold is known and has dimension 2", "  spheres:", "periods: [24, 360]",
		"given_manifold: {}"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	if strings.Contains(out, "no manifold") {
		t.Errorf("a torus is none:\n%s", out)
	}
}

// Two arcs with noise are a ridge, which is said, and three clusters are no manifold.
func TestNewChoosesTheModel(t *testing.T) {
	lookLonger(t)
	var arcs, clusters strings.Builder
	for i := range 600 {
		sine, cosine := math.Sincos(math.Pi * fraction(i, math.Phi))
		x, y := cosine, sine
		if i%2 == 0 {
			x, y = 1-cosine, 0.5-sine
		}
		around, across := math.Sincos(2 * math.Pi * fraction(i, math.Sqrt2))
		r := 0.06 * math.Sqrt(-2*math.Log(1-fraction(i, math.Sqrt(3))))
		fmt.Fprintf(&arcs, "%.5f,%.5f\n", x+r*around, y+r*across)
		fmt.Fprintf(&clusters, "%.5f,%.5f\n", float64(i%3)+r*around, float64(i%3*(i%3))+r*across)
	}
	inFolder(t, map[string]string{"arcs.csv": arcs.String(), "clusters.csv": clusters.String()})
	for file, wants := range map[string][]string{
		"arcs.csv": {"Dimension 1: estimated, with noise of 0.0", ": dimension 2\n", ": dimension 1, noise 0.0",
			"Model ridge: the points seem to have 4 ends and noise of ", "  ridge: ", "# ebim: {dimension: 1}"},
		"clusters.csv": {"Dimension 2: the points seem to lie in clusters",
			": dimension 0 (clusters), noise 0.05", "  ebm: "},
	} {
		writesValid(t, []string{"new", file}, wants)
	}
}

func TestNewErrors(t *testing.T) {
	inFolder(t, map[string]string{
		"empty.csv": "", "header.csv": "x,y\n", "two.csv": "x,y\n1,2\n3,4\n",
		"line.csv": "x\n" + strings.Repeat("1\n2.5\n4\n5\n7\n8\n9\n11\n12\n13\n14\n", 1),
		"text.csv": "a,b\nx,y\n", "comma.csv": "x;y\n1,5;2\n2,5;3\n", "ragged.csv": "1,2\n3\n", "one.csv": "1,2\n",
		"same.csv": strings.Repeat("1,2\n3,4\n", 20), "data.json": "{}",
	})
	for line, want := range map[string]string{
		"new":                            "usage: ebim new FILE|FOLDER|NAME",
		"new empty.csv":                  "empty.csv: the file is empty",
		"new header.csv":                 "header.csv: there are no rows of data",
		"new two.csv":                    "two.csv: 2 different points are too few to learn from; at least 10",
		"new same.csv":                   "same.csv: 2 different points are too few to learn from; at least 10",
		"new one.csv":                    "one.csv: the data set has one point only",
		"new text.csv":                   `text.csv: no column is left as a coordinate. Column "a" is left out: "x" in line 2 is not a number.`,
		"new comma.csv":                  "comma.csv: 2 different points are too few to learn from; at least 10",
		"new ragged.csv":                 "ragged.csv: line 2: this row has 1 fields, the first has 2; it begins with",
		"new line.csv --model ridge":     "--model: ridge for images, or data without a manifold",
		"new two.csv --model ebm":        `unknown model of --model "ebm"`,
		"new line.csv --dimension 1":     "--dimension: 1 for data in R^1; allowed: none",
		"new two.csv --dimension 2":      "--dimension: 2 for data in R^2; allowed: 1",
		"new two.csv --dimension 0":      "--dimension: 0; allowed: 1 or more",
		"new data.json":                  "data.json: the first row of the JSON file has no values",
		"new nowhere.csv":                "there is no file nowhere.csv",
		"new floodz":                     "did you mean floods?",
		"new csv":                        `unknown file or data set "csv"`,
		"new " + filepath.Join(".", "."): "has no images; files .png, .jpg or .jpeg are needed",
	} {
		code, out, messages := ebim(t, strings.Fields(line)...)
		if code == 0 || code == ExitBroken || out != "" || !strings.Contains(messages, want) {
			t.Errorf("%s: code %d, %s%s\nwant %s", line, code, out, messages, want)
		}
	}
	if out := must(t, "new", "line.csv"); !strings.Contains(out, "ebm:") ||
		!strings.Contains(out, "a line has no manifolds") {
		t.Errorf("points on a line:\n%s", out)
	}
	if out := must(t, "new", "two.csv", "--dimension", "1"); !strings.Contains(out, "    dimension: 1 ") {
		t.Errorf("two points:\n%s", out)
	}
}

// A header in Latin-1, lines that end as on old Macs, and an array with a constant column.
func TestNewOfOddFiles(t *testing.T) {
	var latin, mac strings.Builder
	set := points.New(60, 3)
	latin.WriteString("H\xf6he,Breite\n")
	mac.WriteString("x,y\r")
	for i := range set.Len() {
		x, y := math.Cos(float64(i)), math.Sin(float64(i))
		fmt.Fprintf(&latin, "%v,%v\n", x, y)
		fmt.Fprintf(&mac, "%v,%v\r", x, y)
		copy(set.At(i), []float64{x, 7, y})
	}
	inFolder(t, map[string]string{"latin.csv": latin.String(), "mac.csv": mac.String()})
	file, err := os.Create("constant.npy")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(points.WriteNPY(file, set), file.Close()); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"latin.csv": "columns: [Höhe, Breite]",
		"mac.csv": "columns: [x, y]", "constant.npy": "columns: [0, 2]"} {
		writesValid(t, []string{"new", name, "--dimension", "1", "--model", "ebim"},
			[]string{"60 points in R^2", want})
	}
}
