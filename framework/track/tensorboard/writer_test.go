package tensorboard

import (
	"bytes"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

func drawn(t *testing.T, width int) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewRGBA(image.Rect(0, 0, width, 2))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func open(t *testing.T, folder string) *Writer {
	t.Helper()
	w, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func flush(t *testing.T, w *Writer) {
	t.Helper()
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
}

func scalars(t *testing.T, folder string) []Point {
	t.Helper()
	found, err := Scalars(folder)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func eventFiles(t *testing.T, folder string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, filePrefix+"*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestChecksum: the check value of CRC-32C is 0xe3069283, which TFRecord rotates by 15 bits and adds 0xa282ead8 to.
func TestChecksum(t *testing.T) {
	const sum = 0xe3069283
	want := uint32((uint64(sum)>>15|uint64(sum)<<17)&math.MaxUint32) + 0xa282ead8
	if got := masked([]byte("123456789")); got != want {
		t.Errorf("the checksum is %#x, want %#x", got, want)
	}
}

// TestResumedRunHasEachStepOnce: a second writer adds a file with what the first has not written.
func TestResumedRunHasEachStepOnce(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a", "run")
	first := open(t, folder)
	first.Begin(noon, &HParams{Values: map[string]any{"rate": 0.1}})
	for step := range 3 {
		first.Scalar(noon, "manifold/value", step, float64(step))
	}
	flush(t, first)
	first.Scalar(noon, "manifold/value", 3, 3)
	flush(t, first)
	second := open(t, folder)
	if last, ok := second.Last("manifold/value"); last != 3 || !ok {
		t.Errorf("the last step is %d (%v), want 3", last, ok)
	}
	second.Begin(noon, &HParams{})
	for step := range 5 {
		second.Scalar(noon, "manifold/value", step, float64(step))
	}
	second.Scalar(noon, "energy/value", 0, math.Inf(1))
	flush(t, second)
	want := []Point{{"manifold/value", 0, 0}, {"manifold/value", 1, 1}, {"manifold/value", 2, 2}, {"manifold/value", 3, 3},
		{"manifold/value", 4, 4}, {"energy/value", 0, math.Inf(1)}}
	if diff := cmp.Diff(want, scalars(t, folder)); diff != "" {
		t.Error(diff)
	}
	if n := len(eventFiles(t, folder)); n != 2 {
		t.Errorf("two writers have written %d files", n)
	}
	second.End(noon, Success)
	flush(t, second)
	before := len(eventFiles(t, folder))
	third := open(t, folder)
	third.Begin(noon, &HParams{})
	third.End(noon, Success)
	third.Scalar(noon, "energy/value", 0, 7)
	flush(t, third)
	if after := len(eventFiles(t, folder)); after != before {
		t.Error("a writer without news has made a file")
	}
	third.End(noon, Failure)
	flush(t, third)
	if got := open(t, folder).known.status; got != Failure {
		t.Errorf("the run's status is %d, want %d", got, Failure)
	}
}

// TestCutShortFile: of a file that a killed process has left, the whole records count, and what it lost is written again.
func TestCutShortFile(t *testing.T) {
	folder := t.TempDir()
	w := open(t, folder)
	w.Scalar(noon, "x", 0, 1)
	w.Scalar(noon, "x", 1, 2)
	flush(t, w)
	file := eventFiles(t, folder)[0]
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	second := appendRecord(nil, event(noon, 1, scalarValue("x", 2)))
	for cut := 1; cut <= len(second); cut++ {
		if err := os.WriteFile(file, whole[:len(whole)-cut], 0o644); err != nil {
			t.Fatal(err)
		}
		if last, _ := open(t, folder).Last("x"); last != 0 {
			t.Fatalf("with %d bytes less the last step is %d, want 0", cut, last)
		}
	}
	flipped := bytes.Clone(whole)
	flipped[len(flipped)-6] ^= 1
	if err := os.WriteFile(file, flipped, 0o644); err != nil {
		t.Fatal(err)
	}
	again := open(t, folder)
	if last, _ := again.Last("x"); last != 0 {
		t.Errorf("a record with a wrong checksum counts")
	}
	again.Scalar(noon, "x", 1, 2)
	flush(t, again)
	if diff := cmp.Diff([]Point{{"x", 0, 1}, {"x", 1, 2}}, scalars(t, folder)); diff != "" {
		t.Error(diff)
	}
}

// TestUnwritableFolder: what could not be written is written later, once, into a new file.
func TestUnwritableFolder(t *testing.T) {
	parent := t.TempDir()
	folder := filepath.Join(parent, "run")
	if err := os.WriteFile(folder, nil, 0o644); err != nil { // a file, where the folder should be
		t.Fatal(err)
	}
	w := &Writer{folder: folder, known: &content{last: map[string]int{}, pictures: map[string]uint64{}}}
	w.Scalar(noon, "x", 0, 1)
	for range 2 {
		if w.Flush() == nil {
			t.Fatal("a file was taken for a folder")
		}
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	flush(t, w)
	flush(t, w)
	if diff := cmp.Diff([]Point{{"x", 0, 1}}, scalars(t, folder)); diff != "" {
		t.Error(diff)
	}
}

func TestPictures(t *testing.T) {
	folder := t.TempDir()
	w := open(t, folder)
	if err := w.Picture(noon, "p", 5, drawn(t, 3)); err != nil {
		t.Fatal(err)
	}
	if w.Picture(noon, "p", 6, []byte("no picture")) == nil {
		t.Error("a text was taken for a picture")
	}
	redraw := func(width, want int) {
		t.Helper()
		w := open(t, folder)
		if err := w.Redrawn(noon, "figure", drawn(t, width)); err != nil {
			t.Fatal(err)
		}
		flush(t, w)
		if last, ok := open(t, folder).Last("figure"); last != want || !ok {
			t.Errorf("the last step is %d (%v), want %d", last, ok, want)
		}
	}
	flush(t, w)
	redraw(3, 0)
	redraw(3, 0)
	redraw(4, 1)
	if last, _ := open(t, folder).Last("p"); last != 5 {
		t.Errorf("the picture's last step is %d, want 5", last)
	}
}

// FuzzScan: files of any content are read without panics or large allocations.
func FuzzScan(f *testing.F) {
	f.Add([]byte{}, true)
	f.Add([]byte(event(noon, 3, scalarValue("x", 1), sessionEnd(Success, noon))), true)
	f.Add(appendRecord(nil, event(noon, 3, scalarValue("x", 1))), false)
	f.Fuzz(func(t *testing.T, data []byte, one bool) {
		if len(data) > 200 {
			return
		}
		c := &content{last: map[string]int{}, pictures: map[string]uint64{}}
		if one {
			c.event(data, func(Point) {})
			return
		}
		from := bytes.NewReader(data)
		for {
			record, err := readRecord(from)
			if err != nil {
				return
			}
			c.event(record, func(Point) {})
		}
	})
}
