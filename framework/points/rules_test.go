package points

import (
	"strings"
	"testing"
)

// Tables as psql and mysql print them are read as the numbers that they hold; lines that only look like rules stay.
func TestPrintedTables(t *testing.T) {
	psql := "   level   |  flow  \n-----------+--------\n     1.250 |   -0.5\n     2.500 |      3\n(2 rows)\n\n"
	mysql := "+-------+------+\n| level | flow |\n+-------+------+\n| 1.250 | -0.5 |\n| 2.500 |    3 |\n" +
		"+-------+------+\n2 rows in set (0.00 sec)\n"
	for name, text := range map[string]string{"psql": psql, "mysql": mysql, "psql of Windows": strings.ReplaceAll(psql,
		"\n", "\r\n")} {
		s, err := surveyed(text)
		if err != nil || s.Rows != 2 {
			t.Errorf("%s: %+v, %v", name, s, err)
			continue
		}
		for _, want := range []Column{{Name: "level", Low: 1.25, High: 2.5}, {Name: "flow", Low: -0.5, High: 3}} {
			found := false
			for _, c := range s.Columns {
				found = found || strings.TrimSpace(c.Name) == want.Name && c.Low == want.Low && c.High == want.High &&
					c.Numbers == 2
			}
			if !found {
				t.Errorf("%s: no %+v among %+v", name, want, s.Columns)
			}
		}
	}
	s, err := surveyed("a,b\n-,1\n2,-+-\n3,4\n")
	if err != nil || s.Rows != 3 {
		t.Errorf("%+v, %v", s, err)
	}
}

// A line that is longer than the buffer is kept whole.
func TestLongLinesOfPrintedTables(t *testing.T) {
	long := strings.Repeat("x", 3*headBytes)
	s, err := surveyed(" a | b \n---+---\n 1 | " + long + "\n 2 | y\n")
	if err != nil || s.Rows != 2 || s.Columns[1].Texts != 2 {
		t.Errorf("%+v, %v", s, err)
	}
}
