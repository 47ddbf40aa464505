package history_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ebim/framework/runs/history"
)

func historyFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), history.Name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReadHistory(t *testing.T) {
	columns, err := history.Read(historyFile(t, "step,loss,validation\n0,1.5,\n1,-2,3\n"))
	if err != nil || len(columns) != 2 || columns[0].Name != "loss" || columns[1].Name != "validation" {
		t.Fatalf("columns %v, error %v", columns, err)
	}
	loss, validation := columns[0].Values, columns[1].Values
	if len(loss) != 2 || loss[0] != 1.5 || loss[1] != -2 || len(validation) != 2 || !math.IsNaN(validation[0]) ||
		validation[1] != 3 {
		t.Errorf("columns %v", columns)
	}
}

func TestDamagedHistories(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "is empty",
		"step,loss\n0,1\n1\n":     "has 1 cells, the header 2",
		"step,loss\n0,1\n1,few\n": `"few" is not a number`,
	} {
		_, err := history.Read(historyFile(t, text))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(),
			"run again with --fresh") {
			t.Errorf("%q gives %v, want %s", text, err, want)
		}
	}
}

// Whole lines are read, and from the beginning where the file is another one.
func TestReadLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.csv")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("ab\ncd\nef")
	for _, c := range []struct {
		offset    int64
		most      int
		lines     string
		next      int64
		restarted bool
	}{{0, 100, "ab\ncd\n", 6, false}, {0, 4, "ab\n", 3, false}, {3, 100, "cd\n", 6, false}, {6, 100, "", 6, false}, {8,
		100, "", 8, false},
		{9, 100, "ab\ncd\n", 6, true}, {-1, 100, "ab\ncd\n", 6, true}} {
		lines, next, restarted, err := history.Lines(path, c.offset, c.most)
		if string(lines) != c.lines || next != c.next || restarted != c.restarted || err != nil {
			t.Errorf("from %d, %d bytes: %q, %d, %v, %v", c.offset, c.most, lines, next, restarted, err)
		}
	}
	if _, _, _, err := history.Lines(path, 0, 2); err == nil {
		t.Error("no error for a line that is longer than what is read")
	}
	for _, text := range []string{"step,loss\n0,1,2\n", "step,loss\n0,x\n", "step,loss\n0\n"} {
		write(text)
		tail := history.Tail{Path: path}
		if rows, _, _, err := tail.Next(); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("%q: %v, %v", text, rows, err)
		}
	}
	write("step,loss\n0,1\n1,2\n")
	tail := history.Tail{Path: path}
	if rows, _, _, err := tail.Next(); len(rows) != 2 || err != nil {
		t.Fatal(rows, err)
	}
	write("step,a,b\n")
	if rows, _, restarted, err := tail.Next(); len(rows) != 0 || !restarted || err != nil || len(tail.Columns()) != 2 {
		t.Error(rows, restarted, err, tail.Columns())
	}
}

func TestThin(t *testing.T) {
	const rows = 10_000
	var text strings.Builder
	text.WriteString("step,loss,validation\n")
	for i := range rows {
		fmt.Fprintf(&text, "%d,%d,", i, 2*i)
		if i%1000 == 500 {
			fmt.Fprint(&text, i)
		}
		text.WriteByte('\n')
	}
	path := historyFile(t, text.String())
	thinned, err := history.Thin(path, 300)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(thinned, "\n"), "\n")
	if len(lines) != 301 || lines[0] != "step,loss,validation" || lines[1] != "0,0," || lines[300] != "9999,19998," {
		t.Errorf("%d lines from %q to %q", len(lines), lines[1], lines[len(lines)-1])
	}
	validations, last := 0, -1
	for _, line := range lines[1:] {
		var step, loss int
		if n, _ := fmt.Sscanf(line, "%d,%d,", &step, &loss); n != 2 || loss != 2*step || step <= last {
			t.Fatalf("%q after step %d", line, last)
		}
		last = step
		if !strings.HasSuffix(line, ",") {
			validations++
		}
	}
	if validations != 10 { // each of them
		t.Errorf("%d validations are left", validations)
	}
	for _, short := range []string{text.String(), "", "step,loss\n"} {
		if same, err := history.Thin(historyFile(t, short), rows); err != nil || same != short {
			t.Errorf("a short history becomes %.50q, %v", same, err)
		}
	}
}
