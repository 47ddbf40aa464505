package results

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ebim/framework/runs/stage"
)

// Columns returns the names of the coordinates of a run's data, such as "x [mm]", as its folder has them; nil where
// they have none.
func Columns(record *stage.Record) []string {
	var names []string
	text, err := os.ReadFile(filepath.Join(record.Folder, "data", "columns.json"))
	if err != nil || json.Unmarshal(text, &names) != nil {
		return nil
	}
	return names
}

// unitOf is what the data units of all records are, if their columns' names say the same in brackets: mm.
func unitOf(records []stage.Record) string {
	unit := ""
	for i := range records {
		if records[i].Status != stage.Done {
			continue
		}
		names := Columns(&records[i])
		if names == nil {
			return ""
		}
		for k, name := range names {
			_, own, _ := strings.Cut(name, "[")
			own, closed := strings.CutSuffix(own, "]")
			if !closed || unit != "" && own != unit {
				return ""
			}
			if unit = own; k > 0 && unit == "" {
				return ""
			}
		}
	}
	return unit
}

// Notes returns what a run has noted, but for what its metrics say against their own numbers, which tables have.
func Notes(record *stage.Record) []string {
	return slices.DeleteFunc(slices.Clone(record.Notes), func(note string) bool {
		for _, caveat := range record.Caveats {
			if caveat == note {
				return true
			}
		}
		for _, findings := range record.Findings {
			if slices.Contains(findings, note) {
				return true
			}
		}
		return false
	})
}
