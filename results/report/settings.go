package report

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"gopkg.in/yaml.v3"

	"ebim/framework/stage"
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
		text, err := readSmall(path)
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

// maxSmall bounds settings, indices and pictures, in bytes.
const maxSmall = 16 << 20

// readSmall reads a file that is meant to be small. Errors name the path.
func readSmall(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxSmall+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxSmall {
		return nil, fmt.Errorf("%s is longer than %d MB", path, maxSmall>>20)
	}
	return data, nil
}
