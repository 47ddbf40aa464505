package results

import (
	"strings"
	"testing"
	"unicode/utf8"

	"ebim/framework/config"
)

// Text has the width that it is given, loses no number and keeps a column beside its printed values.
func TestTablesFitAWidth(t *testing.T) {
	spec, err := OpenSpec(config.Disk, "testdata/wasserstein.yaml", known)
	if err != nil {
		t.Fatal(err)
	}
	for name, table := range map[string]*Table{"summary": Summary(examples(), known), "table": spec.Fill(examples())} {
		table.Title, table.Caption, table.Notes, table.Remarks = "", "", nil, nil // which are not broken
		var whole strings.Builder
		if err := Write(&whole, table, Text, 0); err != nil {
			t.Fatal(err)
		}
		for _, width := range []int{60, 80, 120} {
			var text strings.Builder
			if err := Write(&text, table, Text, width); err != nil {
				t.Fatal(err)
			}
			for line := range strings.SplitSeq(text.String(), "\n") {
				if n := utf8.RuneCountInString(line); n > width && strings.ContainsAny(line, "│┌") {
					t.Errorf("%s: %d characters instead of %d:\n%s", name, n, width, text.String())
					break
				}
			}
			for _, row := range table.Rows {
				for _, cell := range row.Cells {
					first, _, _ := strings.Cut(cell.Text, " ")
					if strings.Count(text.String(), first) < strings.Count(whole.String(), first) {
						t.Errorf("%s of %d lacks %q", name, width, cell.Text)
					}
				}
			}
		}
	}
}
