package docs_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

func text(t *testing.T, file string) string {
	t.Helper()
	found, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(found)
}

// The README shows the table of own data that the tutorial has, whose test compares it with what is printed.
func TestReadmeShowsTheTutorialsTable(t *testing.T) {
	tables := regexp.MustCompile("(?s)```\n(┌.*?)```").FindAllStringSubmatch(text(t, "../README.md"), -1)
	if len(tables) != 1 {
		t.Fatalf("the README has %d blocks that begin with a table", len(tables))
	}
	if !strings.Contains(text(t, "tutorial.md"), tables[0][1]) {
		t.Errorf("the tutorial does not have the README's table\n%s", tables[0][1])
	}
}

// The README's results are rows of the zoo's table, as ebim table writes it.
func TestReadmeShowsTheZoo(t *testing.T) {
	cells := func(line string) []string {
		all := strings.Split(strings.Trim(line, "|"), "|")
		for i := range all {
			all[i] = strings.TrimSpace(all[i])
		}
		return all
	}
	const shown = 4 // the shape, right, distance, held out
	zoo := map[string][]string{}
	for line := range strings.Lines(text(t, "../results/zoo/zoo.md")) {
		if row := cells(strings.TrimSpace(line)); len(row) > shown {
			zoo[row[0]] = row[:shown]
		}
	}
	_, section, _ := strings.Cut(text(t, "../README.md"), "\n## How well it does\n")
	section, _, _ = strings.Cut(section, "\n## ")
	rows := 0
	for line := range strings.Lines(section) {
		row := cells(strings.TrimSpace(line))
		if len(row) != shown || row[0] == "" && row[1] != "right" || strings.HasPrefix(row[0], ":") {
			continue
		}
		rows++
		if got, want := strings.Join(row, " | "), strings.Join(zoo[row[0]], " | "); got != want {
			t.Errorf("the README has\n%s\nand results/zoo/zoo.md\n%s", got, want)
		}
	}
	if rows < 9 {
		t.Errorf("only %d rows were looked at", rows)
	}
}
