package results

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/config"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s: %s", path, diff)
	}
}

func write(t *testing.T, table *Table, format Format) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, table, format, 0); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

var extensions = map[Format]string{Text: "txt", Markdown: "md", LaTeX: "tex", CSV: "csv", JSON: "json"}

func TestWriteGolden(t *testing.T) {
	spec, err := OpenSpec(config.Disk, "testdata/wasserstein.yaml", known)
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range Formats() {
		golden(t, "wasserstein."+extensions[format], write(t, spec.Fill(examples()), format))
	}
	if err := Write(&bytes.Buffer{}, &Table{}, "html", 0); err == nil {
		t.Error("no error for an unknown format")
	}
}

func TestSummaryGolden(t *testing.T) {
	golden(t, "summary.txt", write(t, Summary(examples(), known), Text))
	golden(t, "summary_one.txt", write(t, Summary(examples()[8:], nil), Text))
	for _, format := range Formats() {
		write(t, Summary(nil, nil), format) // must not panic
	}
}

func TestMachineFormatsParse(t *testing.T) {
	table := Summary(examples(), known)
	var back Table
	if err := json.Unmarshal(write(t, table, JSON), &back); err != nil {
		t.Fatal(err)
	}
	if back.Rows[0].Cells[0].Seeds[0].Value == nil {
		t.Error("JSON has no value of a seed")
	}
	lines, err := csv.NewReader(bytes.NewReader(write(t, table, CSV))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if want := 1 + len(table.Rows)*len(table.Columns); len(lines) != want {
		t.Errorf("%d lines of CSV, want %d", len(lines), want)
	}
}
