package report

import (
	"errors"
	"io/fs"

	"gopkg.in/yaml.v3"

	"ebim/framework/runs/stage"
	"ebim/results/page"
)

// about is what the page takes from an experiment's settings.
type about struct {
	Description string `yaml:"description"`
}

// readSettings keeps the runs' resolved settings, equal ones once, and reads the newest run's.
func (s *section) readSettings(records []stage.Record) about {
	texts := map[*stage.Record]string{}
	newest := -1
	for i := range records {
		path := records[i].SettingsFile()
		text, err := page.ReadSmall(path)
		if errors.Is(err, fs.ErrNotExist) {
			s.problem("%s is missing: the settings of this run are not shown", path)
			continue
		} else if err != nil {
			s.problem("%v", err)
			continue
		}
		texts[&records[i]] = string(text)
		if newest < 0 || records[i].Started.After(records[newest].Started) {
			newest = i
		}
	}
	s.Settings = group(records, func(r *stage.Record) []string {
		if text, ok := texts[r]; ok {
			return []string{text}
		}
		return nil
	})
	var read about
	if newest >= 0 {
		if err := yaml.Unmarshal([]byte(texts[&records[newest]]), &read); err != nil {
			s.problem("%s is not YAML: %v", records[newest].SettingsFile(), err)
		}
	}
	return read
}
