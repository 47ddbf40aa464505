package command

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ebim/framework/mesh"
	"ebim/framework/points/files"
	"ebim/registry"
)

// used is an experiment whose models train in an instant: on a table with named columns, or on a circle whose
// distribution is known.
const used = `
seeds: [3, 4]
data: {source: %s, holdout: 0.2}
models:
  ebim:
    manifold: {dimension: 1, starts: 1, network: {mlp: {hidden: [16]}}, training: {epochs: 100, batch: 50, optimizer: {adam: {rate: 0.01}}}}
  implicit: {implicit_manifold: {manifold: {dimension: 1, starts: 1, loss: implicit, network: {mlp: {hidden: [8]}}, training: {epochs: 20, batch: 50}}}}
  ebm:
    energy: {network: {mlp: {hidden: [4]}}, sampler: {langevin: {steps: 1}}, training: {epochs: 2, batch: 50}}
samples: 10
metrics: {wasserstein: {samples: 10, repeats: 1}}
`

// onRing is a table of points on an ellipse around (10, -3).
func onRing(count int) string {
	text := "y [mm],label,x [mm]\n"
	for i := range count {
		s, c := math.Sincos(2.399963 * float64(i))
		text += fmt.Sprintf("%v,p%d,%v\n", -3+2*s, i, 10+3*c)
	}
	return text
}

// cells are the numbers of a table by its columns.
func cells(t *testing.T, text string) map[string][]float64 {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatalf("%v in %q", err, text)
	}
	found := map[string][]float64{}
	for _, row := range rows[1:] {
		for j, cell := range row {
			v, err := strconv.ParseFloat(cell, 64)
			if yes, isFlag := strconv.ParseBool(cell); isFlag == nil && len(cell) > 1 {
				v, err = 0, nil
				if yes {
					v = 1
				}
			}
			if err != nil {
				t.Fatal(err)
			}
			found[rows[0][j]] = append(found[rows[0][j]], v)
		}
	}
	return found
}

// piped runs a command line with a standard input.
func piped(t *testing.T, input string, arguments ...string) (code int, out, messages string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = (&Program{Registry: registry.Standard(), Out: &stdout, Messages: &stderr, In: strings.NewReader(input),
		Now: time.Now}).Run(t.Context(), arguments)
	return code, stdout.String(), stderr.String()
}

func TestUse(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	put := func(name, text string) string {
		if err := os.WriteFile(at(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return at(name)
	}
	put("ring.csv", onRing(200))
	file := put("ring.yaml", fmt.Sprintf(used, `{csv: {file: ring.csv, columns: ["x [mm]", "y [mm]"]}}`))
	runs := at("runs")
	must(t, "run", file, "--runs", runs, "--quiet", "--figures=false", "--seeds", "4")
	with := func(line ...string) string {
		t.Helper()
		return must(t, append(line, "--runs", runs)...)
	}
	plain := put("plain.csv", "13.5,-3\n10,-1.2\n7.3,-3.5\n10,-3\n")
	projected := cells(t, with("project", file, plain))
	t.Run("feet lie on the manifold", func(t *testing.T) {
		for i, x := range projected["x [mm]"] {
			if far := math.Abs(math.Hypot((x-10)/3, (projected["y [mm]"][i]+3)/2) - 1); far > 0.2 {
				t.Errorf("foot %d lies %v off the ellipse", i, far)
			}
		}
		if got := with("distance", file, plain); cells(t, got)["distance"][0] != projected["distance"][0] {
			t.Error("project and distance differ")
		}
		again := cells(t, with("project", file, put("feet.csv", with("project", file, plain))))
		if most := slices.Max(again["distance"]); most > 1e-5 {
			t.Errorf("feet move by %v", most)
		}
	})
	t.Run("columns", func(t *testing.T) {
		whole := with("score", file, plain)
		named := put("named.csv", "y [mm];id;x [mm]\n-3;a;13.5\n-1.2;b;10\n-3.5;c;7.3\n-3;d;10\n")
		if got := with("score", file, named); got != whole {
			t.Errorf("by name:\n%s\nin order:\n%s", got, whole)
		}
		if code, got, messages := piped(t, "13.5,-3\n10,-1.2\n7.3,-3.5\n10,-3\n", "score", file, "-", "--runs",
			runs); code != 0 || got != whole {
			t.Errorf("standard input: %d, %s%s", code, got, messages)
		}
		run := folderOf(t, runs, "ring", "ebim", 4)
		os.Rename(at("ring.csv"), at("gone.csv"))
		if got := must(t, "score", run, plain); got != whole {
			t.Errorf("in the run's folder: %s", got)
		}
		os.Rename(at("gone.csv"), at("ring.csv"))
	})
	t.Run("one by one", func(t *testing.T) {
		long := "x [mm],y [mm]\n"
		for i := range 20000 { // more than a chunk
			long += fmt.Sprintf("%v,%v\n", 10+float64(i%200-100)/20, -3+float64(i/200-50)/15)
		}
		whole := strings.Split(with("project", file, put("long.csv", long)), "\n")
		lines := strings.Split(long, "\n")
		for _, i := range []int{1, 777, 16384, 16385, 20000} {
			alone := strings.Split(with("project", file, put("one.csv", lines[i]+"\n")), "\n")[1]
			if alone != whole[i] {
				t.Errorf("point %d: alone %s, among others %s", i, alone, whole[i])
			}
		}
	})
	t.Run("inspect", func(t *testing.T) {
		run := folderOf(t, runs, "ring", "ebim", 4)
		said := with("inspect", file)
		for _, want := range []string{run, "ebim of ring, seed 4", "1 in R^2", "2: x [mm], y [mm]", "40 held out"} {
			if !strings.Contains(said, want) {
				t.Errorf("%s lacks %s", said, want)
			}
		}
		var found struct {
			Folder             string
			Dimension, Ambient int
			Columns            []string
		}
		if err := json.Unmarshal([]byte(must(t, "inspect", run, "--format", "json")), &found); err != nil ||
			found.Folder != run || found.Dimension != 1 || found.Ambient != 2 ||
			!slices.Equal(found.Columns, []string{"x [mm]", "y [mm]"}) {
			t.Errorf("%v, %+v", err, found)
		}
	})
	t.Run("draws", func(t *testing.T) {
		drawn := with("sample", file, "-n", "300", "--random-seed", "5")
		scored := cells(t, with("score", file, put("drawn.csv", drawn)))
		if !slices.Equal(scored["log_density"], cells(t, drawn)["log_density"]) {
			t.Error("the log densities of draws and of scores differ")
		}
		if with("sample", file, "-n", "300", "--random-seed", "5") != drawn ||
			with("sample", file, "-n", "300") == drawn {
			t.Error("draws do not follow from their seed")
		}
		if most := slices.Max(scored["distance"]); most > 1e-4 {
			t.Errorf("draws lie %v off the manifold", most)
		}
	})
	t.Run("formats", func(t *testing.T) {
		want := cells(t, with("score", file, plain))
		with("score", file, plain, "--output", at("new/s.npy"))
		got, err := files.ReadFile(at("new/s.npy"))
		if err == nil || !strings.Contains(err.Error(), "found +Inf") { // of a closed curve's edge
			t.Errorf("%v, %v", got, err)
		}
		with("project", file, plain, "--output", at("p.npy"))
		if got, err = files.ReadFile(at("p.npy")); err != nil || got.Dim != 4 ||
			got.At(2)[2] != projected["distance"][2] {
			t.Errorf("%v, %v", got, err)
		}
		with("score", file, plain, "--output", at("s.json"))
		encoded, err := os.ReadFile(at("s.json"))
		if err != nil {
			t.Fatal(err)
		}
		var list []map[string]any
		if err = json.Unmarshal(encoded, &list); err != nil || len(list) != 4 ||
			list[1]["log_density"] != want["log_density"][1] || list[1]["edge_distance"] != nil ||
			list[3]["anomaly"] != true {
			t.Errorf("%v in %s", err, encoded)
		}
		for _, name := range []string{"m.ply", "m.obj", "m.npz"} {
			with("mesh", file, "--output", at(name))
			if info, err := os.Stat(at(name)); err != nil || info.Size() < 500 {
				t.Errorf("%v, %v", info, err)
			}
		}
	})
	t.Run("the density integrates to one", func(t *testing.T) {
		encoded, err := os.ReadFile(at("m.ply"))
		if err != nil {
			t.Fatal(err)
		}
		made, err := mesh.ReadPLY(bytes.NewReader(encoded))
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for i := range made.Vertices.Len() {
			text += fmt.Sprintf("%v,%v\n", made.Vertices.At(i)[0], made.Vertices.At(i)[1])
		}
		scores := cells(t, with("score", file, put("vertices.csv", text)))
		if log := made.LogIntegrateExp(scores["log_density"]); math.Abs(log) > 0.01 {
			t.Errorf("the logarithm of the integral is %v", log)
		}
	})
	t.Run("other models", func(t *testing.T) {
		code, out, messages := ebim(t, "score", file, plain, "--model", "implicit", "--runs", runs)
		if scores := cells(t, out); code != 0 || !math.IsNaN(scores["log_density"][0]) ||
			!strings.Contains(messages, "implicit has no density: log_density is nan") ||
			!strings.Contains(messages, "implicit of "+filepath.ToSlash(file)+" with seed 4") ||
			!strings.Contains(messages, "quantiles are among the distances of 40 held-out points") {
			t.Error(code, out, messages)
		}
		out = with("score", file, plain, "--model", "ebm", "--seed", "4")
		if scores := cells(t, out); scores["distance"][0] != 0 || math.IsNaN(scores["log_density"][0]) {
			t.Error(out)
		}
	})
	t.Run("mistakes", func(t *testing.T) {
		three := put("three.csv", "1,2,3\n")
		for _, test := range []struct {
			line, want string
			code       int
		}{
			{"score " + file + " " + three,
				three + ": found 3 columns; allowed: 2, x [mm], y [mm], by name or in this order", ExitFailed},
			{"score " + file + " " + put("half.csv", "x [mm],z\n1,2\n"),
				"found the columns x [mm], z; allowed: x [mm], y [mm]: y [mm] is missing", ExitFailed},
			{"score " + file + " " + put("bad.csv", "1,2\n3,north\n"), "line 2, column 1: found \"north\"", ExitFailed},
			{"score " + file + " " + at("plian.csv"), "did you mean " + plain + "?", ExitFailed},
			{"score " + file + " " + put("a.xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), "save it as .xlsx or .csv",
				ExitFailed},
			{"score " + file, "there is no standard input to read points from", ExitFailed},
			{"score " + file + " " + plain + " --rate 2", "--rate 2; allowed: above 0 and below 1", ExitUsage},
			{"score " + file + " " + plain + " --output s.txt", "a name that ends in .csv, .npy or .json is needed",
				ExitUsage},
			{"mesh " + file, "a name that ends in .ply, .obj or .npz is needed", ExitUsage},
			{"mesh " + file + " --model ebm --output " + at("e.ply"), "ebm has no mesh: a box of R^2 can't be meshed",
				ExitFailed},
			{"sample " + file + " -n 0", "--number 0; allowed: 1 or more", ExitUsage},
			{"sample " + file + " --seed 3", "not computed with seed 3", ExitFailed},
			{"sample " + file + " --model ebin", "did you mean ebim?", ExitUsage},
			{"sample " + folderOf(t, runs, "ring", "ebim", 4) + " --seed 4", "--seed beside ", ExitUsage},
			{"sample " + filepath.Join(runs, "ring"), "is not a run's folder", ExitFailed},
		} {
			code, out, messages := ebim(t, append(strings.Fields(test.line), "--runs", runs)...)
			if code != test.code || strings.Count(out, "\n") > 1 || !strings.Contains(messages, test.want) {
				t.Errorf("%s: code %d, %q, %s\nwant code %d and %s", test.line, code, out, messages, test.code,
					test.want)
			}
		}
	})
}

// The image of a box, there to be compared with, is used where nothing else has finished, whatever its label.
func TestUseOfBaselinesLast(t *testing.T) {
	file, runs := write(t, "two.yaml", `
data: {source: {von_mises: {concentration: 2}}, size: 100}
seeds: 0
models:
  box:
    pushforward:
      dimension: 1
      autoencoder: {encoder: {mlp: {hidden: [4]}}, decoder: {mlp: {hidden: [4]}}, training: {epochs: 2, batch: 50}}
      energy: {network: {mlp: {hidden: [4]}}, loss: mesh_likelihood, training: {epochs: 2, batch: 50}}
  curve:
    ridge: {dimension: 1, displacement: {training: {steps: 300, batch: 50, optimizer: {adam: {rate: 0.01}}}}}
samples: 10
metrics: {}
`), t.TempDir()
	for _, label := range []string{"box", "curve"} {
		must(t, "run", file, "--runs", runs, "--quiet", "--figures=false", "--only", label)
		code, _, messages := ebim(t, "sample", file, "-n", "3", "--runs", runs)
		if code != 0 || !strings.Contains(messages, label+" of ") {
			t.Errorf("after %s has finished: code %d, %s", label, code, messages)
		}
	}
}

// The family of a circle's distribution is known in closed form.
func TestUseOfAKnownCircle(t *testing.T) {
	file, runs := write(t, "circle.yaml", `
data: {source: {von_mises: {concentration: 2}}, size: 100}
seeds: 0
models: {family: {true_family: {}}}
samples: 10
metrics: {wasserstein: {samples: 10, repeats: 1}}
`), t.TempDir()
	must(t, "run", file, "--runs", runs, "--quiet", "--figures=false")
	text := ""
	const count = 500
	for i := range count {
		s, c := math.Sincos(2 * math.Pi * float64(i) / count)
		radius := 0.5 + float64(i)/count
		text += fmt.Sprintf("%v,%v\n", radius*c, radius*s)
	}
	scores := cells(t, must(t, "score", file, write(t, "x.csv", text), "--runs", runs))
	integral := 0.0
	for i, distance := range scores["distance"] {
		if want := math.Abs(float64(i)/count - 0.5); math.Abs(distance-want) > 1e-12 {
			t.Errorf("distance %v of point %d, want %v", distance, i, want)
		}
		integral += math.Exp(scores["log_density"][i]) * 2 * math.Pi / count
		if wants := distance > 1e-9; (scores["anomaly"][i] == 1) != wants {
			t.Errorf("point %d, %v away, is an anomaly: %v", i, distance, scores["anomaly"][i])
		}
	}
	if math.Abs(integral-1) > 1e-9 {
		t.Errorf("the density's integral is %v", integral)
	}
}

// A manifold of images has no nearest points and no mesh, but draws.
func TestUseOfImages(t *testing.T) {
	file, runs := write(t, "images.yaml", `
data: {source: {uniform_sphere: {dimension: 259}}, size: 20}
seeds: 0
models:
  images: {implicit_manifold: {manifold: {dimension: 2, starts: 1, network: {mlp: {hidden: [4]}}, training: {steps: 2, batch: 10}}, annealing: {steps: 2}}}
samples: 2
metrics: {}
`), t.TempDir()
	must(t, "run", file, "--runs", runs, "--quiet", "--figures=false")
	drawn := must(t, "sample", file, "-n", "3", "--runs", runs)
	if found := cells(t, drawn); len(found) != 261 || len(found["x260"]) != 3 || !math.IsNaN(found["log_density"][0]) {
		t.Errorf("%d columns", len(found))
	}
	points := write(t, "drawn.csv", drawn)
	for _, test := range []struct{ line, want string }{
		{"project " + file + " " + points, "can't project points: a learned manifold of codimension 258 (points are " +
			"searched for up to 256) has no nearest points that could be searched for; `ebim sample` draws from it"},
		{"score " + file + " " + points, "images can't project points: "},
		{"mesh " + file + " --output " + filepath.Join(runs, "m.ply"), "in three can; a model `ridge` has one"},
	} {
		code, out, messages := ebim(t, append(strings.Fields(test.line), "--runs", runs)...)
		if code != ExitFailed || out != "" || !strings.Contains(messages, test.want) {
			t.Errorf("%s: code %d, %q, %s", test.line, code, out, messages)
		}
	}
}
