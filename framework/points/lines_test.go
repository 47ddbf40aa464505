package points

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A carriage return alone ends lines where no newline does, and is a character of a field elsewhere.
func TestLineEnds(t *testing.T) {
	rows := func(end string) string { // more than are looked at
		var text strings.Builder
		for i := range 20000 {
			fmt.Fprintf(&text, "%d,b%s", i, end)
		}
		return text.String()
	}
	for name, test := range map[string]struct {
		text  string
		texts []string // the third row's
		rows  int
	}{
		"newlines":                  {"1,a\n2,b\n3,c\rd\n4,e\r\n", []string{"3", "c\rd"}, 4},
		"quotes":                    {"1,a\r\n2,b\r\n3,\"c\rd\"\r\n", []string{"3", "c\rd"}, 3},
		"old Macs":                  {"1,a\r2,b\r3,c\r4,e", []string{"3", "c"}, 4},
		"old, a newline at the end": {"1,a\r2,b\r3,c\r4,e\n", []string{"3", "c"}, 4},
		"of both kinds":             {"1,a\r\n2,b\r3,c\r\n4,e\r", []string{"3", "c"}, 4},
		"twice":                     {"1,a\r\r\n2,b\r\r\n3,\"c\"\r\r\n", []string{"3", "c"}, 3},
		"late":                      {rows("\n") + "1,a\rb\n", []string{"2", "b"}, 20001},
		"many old":                  {rows("\r"), []string{"2", "b"}, 20000},
		"a long title":              {strings.Repeat("x", 1<<17) + ",a\n2,b\n3,c\rd\n", []string{"3", "c\rd"}, 3},
	} {
		table, err := OpenCSV(strings.NewReader(test.text), TableOptions{Delimiter: ',', Header: HeaderNo})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		count := 0
		row, err := table.Next()
		for ; err == nil; row, err = table.Next() {
			if count++; count == 3 && !slices.Equal(row.Texts, test.texts) {
				t.Errorf("%s: the third row is %q", name, row.Texts)
			}
		}
		if count != test.rows {
			t.Errorf("%s: %d rows, then %v", name, count, err)
		}
	}
}
