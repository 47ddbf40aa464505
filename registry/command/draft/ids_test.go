package draft

import (
	"fmt"
	"strings"
	"testing"
)

// What things are told by has a name and numbers of its kind; what is measured lacks either.
func TestIDs(t *testing.T) {
	const rows = 60
	numbers := map[string]func(row int) int{
		"unique":   func(row int) int { return 7 + 3*(row*7%rows) },
		"groups":   func(row int) int { return 40 + (row/6*7)%10 },
		"rising":   func(row int) int { return 360 + 2*row + row*row%7/6 },
		"anew":     func(row int) int { return 1 + row%10 + row%10/7 },
		"counting": func(row int) int { return 1 + row%15 },
		"measured": func(row int) int { return row * row * 5 % 23 },
	}
	for _, test := range []struct{ names, ids, others string }{
		{"pid hid schoolid childid Tuna.hid seqn visit_no plotNr statecode zip_code district page",
			"unique groups rising anew counting", "measured"},
		{"index run no", "groups counting", "measured"},
		{"index", "unique groups counting", "measured"},
		{"run no", "groups counting", "unique rising measured"},
		{"race", "groups", "unique rising measured"},
		{"humid acid solid grid lipid centroid paid bid valid resid kind_of_page raced vid wid adc_code code zip gzip",
			"", "unique groups rising counting measured"},
	} {
		for name := range strings.FieldsSeq(test.names) {
			for kind := range strings.FieldsSeq(test.ids + " " + test.others) {
				found := surveyOfRows(t, name+",x,y", rows, func(row int) string {
					return fmt.Sprintf("%d,%d.5,%d.25", numbers[kind](row), row*row%31, row*7%13)
				})
				if is := strings.Contains(test.ids, kind); found.isID(0) != is {
					t.Errorf("%s, %s: is one of ids: %t", name, kind, !is)
				}
			}
		}
	}
}
