package report_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ebim/framework/mesh"
	"ebim/framework/output"
	"ebim/framework/points"
	"ebim/framework/runs/stage"
	"ebim/results"
	"ebim/results/page"
	"ebim/results/report"
)

// runs is a folder of runs made by a test.
type runs struct {
	t    *testing.T
	root string
}

func newRuns(t *testing.T) runs { return runs{t, t.TempDir()} }

func (r runs) must(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

// write writes a file below the root.
func (r runs) write(name string, data []byte) {
	r.t.Helper()
	path := filepath.Join(r.root, filepath.FromSlash(name))
	r.must(os.MkdirAll(filepath.Dir(path), 0o755))
	r.must(os.WriteFile(path, data, 0o644))
}

func (r runs) json(name string, value any) {
	r.t.Helper()
	data, err := json.Marshal(value)
	r.must(err)
	r.write(name, data)
}

// record makes a finished run's record.
func record(experiment, model string, seed int) stage.Record {
	value := 0.25 + float64(seed)/100
	return stage.Record{Format: stage.Format, Experiment: experiment, Title: "Title of " + experiment,
		Model: model, Seed: seed,
		Backend: "go", Status: stage.Done, Settings: "same", Versions: map[string]string{"ebim": "v1", "go": "go1"},
		Started: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Seconds: 75,
		Stages: []stage.StageRecord{{Name: "manifold", Seconds: 70.04, PeakMemory: 41e6},
			{Name: "energy", Seconds: 4.96, PeakMemory: 52e6}},
		Metrics: stage.Metrics{"wasserstein": {"value": &value, "points": &value}}}
}

const settings = "title: A title\ndescription: What it shows.\n" +
	"metrics:\n  wasserstein:\n    wasserstein:\n      samples: 2000\n"

// add writes a run's record and settings and returns its folder below the root.
func (r runs) add(record stage.Record) string {
	r.t.Helper()
	folder := filepath.ToSlash(filepath.Join(record.Experiment, record.Model, "seed-"+string(rune('0'+record.Seed))))
	r.json(folder+"/record.json", record)
	r.write(folder+"/config.yaml", []byte(settings))
	return folder
}

// addInSpace adds a run with points of the unit sphere, and a mesh of it or of a circle when it has a dimension.
func (r runs) addInSpace(record stage.Record, dimension int) string {
	r.t.Helper()
	folder := r.add(record)
	r.json(folder+"/data/box.json", [][2]float64{{-1.1, 1.1}, {-1.1, 1.1}, {-1.1, 1.1}})
	random := rand.New(rand.NewPCG(uint64(record.Seed), 1))
	for _, name := range []string{"data/train.npy", "samples.npy"} {
		r.points(folder+"/"+name, onSphere(random, 500))
	}
	switch dimension {
	case 1:
		r.mesh(folder, circle(200))
	case 2:
		r.mesh(folder, sphere(40-4*record.Seed, 80))
	}
	return folder
}

func (r runs) points(name string, set *points.Set) {
	r.t.Helper()
	var encoded bytes.Buffer
	r.must(points.WriteNPY(&encoded, set))
	r.write(name, encoded.Bytes())
}

func (r runs) mesh(folder string, m *mesh.Mesh) {
	r.t.Helper()
	var encoded bytes.Buffer
	r.must(mesh.WritePLY(&encoded, m))
	r.write(folder+"/mesh/mesh.ply", encoded.Bytes())
}

// page returns the report's page.
func (r runs) page(names ...string) string {
	r.t.Helper()
	var text bytes.Buffer
	r.must(report.Write(&text, report.Options{Runs: r.root, Experiments: names, Version: "v1",
		Now: time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC), Known: page.Known{
			Declared: &results.Declared{ByType: map[string]output.List{
				"wasserstein": {{Name: "value", Role: output.Main, Unit: "data units"},
					{Name: "model_points", Role: output.ModelSize}, {Name: "true_points", Role: output.TrueSize}}}}}}))
	return text.String()
}

// frozen returns the answers within a page.
func frozen(t *testing.T, text string) *page.Frozen {
	t.Helper()
	_, rest, begins := strings.Cut(text, `<script type="application/json" id="frozen">`)
	encoded, _, ends := strings.Cut(rest, "</script>")
	var f page.Frozen
	if err := json.Unmarshal([]byte(encoded), &f); err != nil || !begins || !ends {
		t.Fatalf("the page has no answers: %v", err)
	}
	return &f
}

// report returns the page's articles.
func (r runs) report(names ...string) *page.Report {
	r.t.Helper()
	return frozen(r.t, r.page(names...)).Report
}

func onSphere(random *rand.Rand, n int) *points.Set {
	set := points.New(n, 3)
	for i := range n {
		x := set.At(i)
		for j := range x {
			x[j] = random.NormFloat64()
		}
		norm := math.Sqrt(x[0]*x[0] + x[1]*x[1] + x[2]*x[2])
		for j := range x {
			x[j] /= norm
		}
	}
	return set
}

// sphere returns the unit sphere's mesh with some rings of vertices between the poles, denser where the first
// coordinate is high.
func sphere(rings, around int) *mesh.Mesh {
	m := &mesh.Mesh{Dimension: 2, Vertices: points.New(rings*around+2, 3), Values: map[string][]float64{}}
	north, south := int32(rings*around), int32(rings*around+1)
	m.Vertices.At(int(north))[2], m.Vertices.At(int(south))[2] = 1, -1
	vertex := func(ring, k int) int32 { return int32(ring*around + k%around) }
	for ring := range rings {
		sin, cos := math.Sincos(math.Pi * float64(ring+1) / float64(rings+1))
		for k := range around {
			s, c := math.Sincos(2 * math.Pi * float64(k) / float64(around))
			copy(m.Vertices.At(int(vertex(ring, k))), []float64{sin * c, sin * s, cos})
			switch ring {
			case 0:
				m.Elements = append(m.Elements, north, vertex(0, k), vertex(0, k+1))
			default:
				a, b, c, d := vertex(ring-1, k), vertex(ring-1, k+1), vertex(ring, k), vertex(ring, k+1)
				m.Elements = append(m.Elements, a, c, d, a, d, b)
			}
			if ring == rings-1 {
				m.Elements = append(m.Elements, south, vertex(ring, k+1), vertex(ring, k))
			}
		}
	}
	for i := range m.Vertices.Len() {
		m.Values[mesh.LogDensity] = append(m.Values[mesh.LogDensity], 3*m.Vertices.At(i)[0]-2)
	}
	return m
}

// circle returns a closed curve in space.
func circle(n int) *mesh.Mesh {
	m := &mesh.Mesh{Dimension: 1, Vertices: points.New(n, 3)}
	for i := range n {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		copy(m.Vertices.At(i), []float64{c, s, 0.4 * math.Sin(4*math.Pi*float64(i)/float64(n))})
		m.Elements = append(m.Elements, int32(i), int32((i+1)%n))
	}
	return m
}

func picture(t *testing.T) []byte {
	t.Helper()
	drawn := image.NewNRGBA(image.Rect(0, 0, 640, 360))
	for i := range drawn.Pix {
		drawn.Pix[i] = uint8(i / 5)
	}
	drawn.Set(3, 4, color.NRGBA{R: 200, A: 255})
	var encoded bytes.Buffer
	if err := png.Encode(&encoded, drawn); err != nil {
		t.Fatal(err)
	}
	return encoded.Bytes()
}

// everything returns a folder of runs with one of each: models with a surface, a curve and points, pictures, failures
// and notes.
func everything(t *testing.T) runs {
	r := newRuns(t)
	noted := record("sphere", "ebim", 0)
	noted.Files = []string{"energy/history.csv"}
	r.write("sphere/ebim/seed-0/energy/history.csv", []byte("step,loss\n0,2\n1,1\n"))
	noted.Notes = []string{"the zero set has 2 components"}
	r.addInSpace(noted, 2)
	r.addInSpace(record("sphere", "ebim", 1), 2)
	r.addInSpace(record("sphere", "knot", 0), 1)
	r.addInSpace(record("sphere", "points", 0), 0)
	broken := record("sphere", "points", 1)
	broken.Status, broken.Metrics = stage.Failed, nil
	broken.Failure = &stage.Failure{Stage: "energy", Step: 31, Reason: "the loss is NaN",
		Cause: "the learning rate may be too high"}
	r.add(broken)
	r.json("figures/sphere/figures.json", []map[string]any{
		{"name": "density", "title": "Densities", "seed": 0, "file": "density-seed-0.png"}})
	r.write("figures/sphere/density-seed-0.png", picture(t))
	r.add(record("circle", "ebim", 0))
	for i, status := range []stage.Status{stage.Interrupted, stage.Running} {
		unfinished := record("circle", "ebim", i+1)
		unfinished.Status, unfinished.Metrics = status, nil
		r.add(unfinished)
	}
	return r
}
