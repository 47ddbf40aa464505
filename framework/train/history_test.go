package train_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ebim/framework/train"
)

func historyFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), train.HistoryFile)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReadHistory(t *testing.T) {
	columns, err := train.ReadHistory(historyFile(t, "step,loss,validation\n0,1.5,\n1,-2,3\n"))
	if err != nil || len(columns) != 2 || columns[0].Name != "loss" || columns[1].Name != "validation" {
		t.Fatalf("columns %v, error %v", columns, err)
	}
	loss, validation := columns[0].Values, columns[1].Values
	if len(loss) != 2 || loss[0] != 1.5 || loss[1] != -2 || len(validation) != 2 || !math.IsNaN(validation[0]) || validation[1] != 3 {
		t.Errorf("columns %v", columns)
	}
}

func TestDamagedHistories(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "is empty",
		"step,loss\n0,1\n1\n":     "line 3 has 1 cells, the header 2",
		"step,loss\n0,1\n1,few\n": `line 3: "few" is not a number`,
	} {
		_, err := train.ReadHistory(historyFile(t, text))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "run again with --fresh") {
			t.Errorf("%q gives %v, want %s", text, err, want)
		}
	}
}
