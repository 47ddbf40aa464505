package page

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestThinnedHistories(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.csv")
	const rows = 10_000
	var text strings.Builder
	text.WriteString("step,loss,validation\n")
	for i := range rows {
		fmt.Fprintf(&text, "%d,%d,", i, 2*i)
		if i%1000 == 500 {
			fmt.Fprintf(&text, "%d", i)
		}
		text.WriteByte('\n')
	}
	if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	h, err := thinnedHistory(path, 300)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(h.Text, "\n"), "\n")
	if len(lines) != 301 || lines[0] != "step,loss,validation" || lines[1] != "0,0," || lines[300] != "9999,19998," || h.Every != 34 {
		t.Errorf("%d lines from %q to %q, every %d", len(lines), lines[1], lines[len(lines)-1], h.Every)
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
	whole, err := thinnedHistory(path, rows)
	if err != nil || whole.Text != text.String() || whole.Every != 1 {
		t.Errorf("a history that is short enough is changed (%v)", err)
	}
	for name, content := range map[string]string{"empty": "", "header": "step,loss\n"} {
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		if h, err := thinnedHistory(path, 10); err != nil || h.Text != content {
			t.Errorf("%s: %q, %v", name, h.Text, err)
		}
	}
}
