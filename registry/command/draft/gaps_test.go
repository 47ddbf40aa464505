package draft

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// Columns for whose gaps more numbers of others are dropped than they have are named, but for parts of what belongs
// together, where few would remain, and where others have these gaps, too; they are left out where no row is whole.
func TestGaps(t *testing.T) {
	const rows = 400
	empty := func(from, to int) func(int) bool { return func(row int) bool { return row >= from && row < to } }
	half := empty(0, rows/2)
	for name, test := range map[string]struct {
		columns string
		gaps    map[int]func(row int) bool // by column
		taken   string
		note    string
	}{
		"half empty": {"a b c d e", map[int]func(int) bool{1: empty(0, 160), 2: empty(0, 4)}, "[a, b, c, d, e]",
			"Without b 396 rows are whole, instead of 240: leave out what matters less than rows by --drop"},
		"together": {"a b c d e f g h i", map[int]func(int) bool{5: empty(0, 150), 6: empty(0, 150), 7: empty(0, 152)},
			"[a, b, c, d, e, f, g, h, i]", "Without f,g,h 400 rows are whole, instead of 248"},
		"others'": {"a b c d", map[int]func(int) bool{1: half, 2: half}, "[a, b, c, d]", ""},
		"a few":   {"a b c d e", map[int]func(int) bool{1: empty(0, 60)}, "[a, b, c, d, e]", ""},
		"many others": {"a b c d e f g h i", map[int]func(int) bool{1: empty(0, 80)}, "[a, b, c, d, e, f, g, h, i]",
			"Without b 400 rows"},
		"three":      {"a b c", map[int]func(int) bool{1: half}, "[a, b, c]", ""},
		"place":      {"lat lon b c d", map[int]func(int) bool{0: half, 1: half}, "[lat, lon, b, c, d]", ""},
		"coordinate": {"x y z b c", map[int]func(int) bool{2: half}, "[x, y, z, b, c]", ""},
		"profile": {"T_10 T_20 T_30 T_40 T_50 T_60", map[int]func(int) bool{2: half},
			"[T_10, T_20, T_30, T_40, T_50, T_60]", ""},
		"two loggers": {"a b c d e f", map[int]func(int) bool{0: half, 1: half, 2: half, 3: empty(200, 400),
			4: empty(200, 400), 5: empty(200, 400)}, "[d, e, f]", "200 rows are whole without them, 0 with them"},
	} {
		rng := rand.New(rand.NewPCG(1, 2))
		found := surveyOfRows(t, strings.ReplaceAll(test.columns, " ", ","), rows, func(row int) string {
			var cells []string
			for k := range strings.Fields(test.columns) {
				cell := fmt.Sprintf("%.3f", 60*rng.Float64())
				if gap := test.gaps[k]; gap != nil && gap(row) {
					cell = "NA"
				}
				cells = append(cells, cell)
			}
			return strings.Join(cells, ",")
		})
		found.notes = nil
		if err := found.leaveGaps(); err != nil {
			t.Fatal(err)
		}
		got, note := found.names(found.taken), strings.Join(found.notes, " ")
		if got != test.taken || !strings.Contains(note, test.note) || (note == "") != (test.note == "") {
			t.Errorf("%s: takes %s: %s", name, got, note)
		}
	}
}
