package points

import (
	"reflect"
	"strings"
	"testing"
)

// Rows are counted by the columns in which they lack numbers, of those that are chosen.
func TestGaps(t *testing.T) {
	table, err := OpenCSV(strings.NewReader("a,b,c\n1,,\n1,2,3\n,2,\n1,2,NA\n4,99,x\n1,2,3\n"), TableOptions{})
	if err != nil {
		t.Fatal(err)
	}
	gaps, err := table.Gaps(TableOptions{Columns: []string{"a", "b"}, Codes: []float64{99}})
	want := []Gap{{Columns: []int{1}, Rows: 2}, {Rows: 3}, {Columns: []int{0}, Rows: 1}}
	if err != nil || !reflect.DeepEqual(gaps, want) {
		t.Errorf("gaps %v, %v", gaps, err)
	}
}
