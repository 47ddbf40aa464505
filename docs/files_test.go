package docs_test

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"ebim/framework/runs/live"
	"ebim/framework/runs/stage"
	"ebim/results"
)

// The page on files names every field of the records and tables that are written as JSON.
func TestFilesNamesEveryField(t *testing.T) {
	page, err := os.ReadFile("files.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, written := range []any{stage.Record{}, stage.StageRecord{}, stage.Failure{}, stage.Data{}, live.Progress{},
		results.Table{}, results.Heading{}, results.Row{}, results.Cell{},
		results.SeedValue{}, results.Comparison{}} {
		of := reflect.TypeOf(written)
		for i := range of.NumField() {
			name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
			if name == "" || name == "-" {
				continue
			}
			seen++
			if !strings.Contains(string(page), "`"+name+"`") {
				t.Errorf("docs/files.md does not say what %s of %v is", name, of)
			}
		}
	}
	if seen < 60 {
		t.Errorf("only %d fields were looked at", seen)
	}
}
