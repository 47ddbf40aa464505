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

// The README's results are rows of the zoo's tables, as ebim table writes them.
func TestReadmeShowsTheZoo(t *testing.T) {
	_, section, _ := strings.Cut(text(t, "../README.md"), "\n## How well it does\n")
	section, _, _ = strings.Cut(section, "\n## ")
	for file, columns := range map[string][]string{
		"zoo.md":        {"", "right", "distance", "held out"},
		"zoo_ridges.md": {"", "right", "verdict", "distance", "held out"},
	} {
		zoo, rows := map[string][]string{}, 0
		for line := range strings.Lines(text(t, "../results/zoo/"+file)) {
			if row := cells(line); len(row) > len(columns) {
				zoo[row[0]] = row[:len(columns)]
			}
		}
		for line := range strings.Lines(section) {
			row := cells(line)
			if len(row) != len(columns) || strings.HasPrefix(row[0], ":") {
				continue
			}
			rows++
			if got, want := strings.Join(row, " | "), strings.Join(zoo[row[0]], " | "); got != want {
				t.Errorf("the README has\n%s\nand results/zoo/%s\n%s", got, file, want)
			}
		}
		if rows < 9 {
			t.Errorf("only %d rows of %s were looked at", rows, file)
		}
	}
}

// footnotes are marks behind a cell's text.
var footnotes = regexp.MustCompile(`( †)?<sup>[0-9,]*</sup>`)

// cells are those of a row of a table, without marks.
func cells(line string) []string {
	all := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
	for i := range all {
		all[i] = strings.TrimSpace(footnotes.ReplaceAllString(all[i], ""))
	}
	return all
}
