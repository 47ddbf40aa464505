package page

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"ebim/framework/runs/live"
	"ebim/framework/runs/stage"
)

// stagesFolder holds the folders of all runs' stages, below the root.
const stagesFolder = "stages"

// stageFolders knows the names in the folder of all stages. They are read again only when something has been made or renamed there.
type stageFolders struct {
	root string

	mutex sync.Mutex
	made  time.Time           // the folder's time when it was read
	byKey map[string][]string // names of the folders of each key: NAME-KEY, NAME-KEY.live
}

// of returns the folders of a stage's key, of which a live one ends in live.Suffix; the others are finished.
func (s *stageFolders) of(key string) []string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	within := filepath.Join(s.root, stagesFolder)
	info, err := os.Stat(within)
	if err != nil {
		return nil
	}
	// A folder's time may be a moment too coarse to tell two changes apart.
	if s.byKey == nil || !info.ModTime().Equal(s.made) || time.Since(info.ModTime()) < time.Second {
		s.made, s.byKey = info.ModTime(), map[string][]string{}
		entries, _ := os.ReadDir(within) // none are known where it can't be read
		for _, entry := range entries {
			base := strings.TrimSuffix(entry.Name(), live.Suffix)
			if at := strings.LastIndexByte(base, '-'); at > 0 && entry.IsDir() && !strings.Contains(base[at:], ".") {
				s.byKey[base[at+1:]] = append(s.byKey[base[at+1:]], entry.Name())
			}
		}
	}
	var paths []string
	for _, name := range s.byKey[key] {
		paths = append(paths, filepath.Join(within, name))
	}
	return paths
}

// pendingStage is a stage that a run's record does not have yet.
type pendingStage struct {
	name, key, folder string
	live              *live.Stage // nil for one that is finished
}

func (s *stageFolders) pending(keys []string) []pendingStage {
	var all []pendingStage
	for _, key := range keys {
		for _, folder := range s.of(key) {
			name := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(folder), live.Suffix), "-"+key)
			one := pendingStage{name: name, key: key, folder: folder}
			if strings.HasSuffix(folder, live.Suffix) {
				read, there := live.Read(folder)
				if !there {
					continue
				}
				one.live = &read
			}
			all = append(all, one)
		}
	}
	return all
}

// liveOf says what a run is doing whose record says that it is running, by its own stages and by what lives below the root; nil where
// that is not known.
func liveOf(record *stage.Record, pending []pendingStage, living *stage.Living, now time.Time) Live {
	l := Live{State: Waiting}
	for _, one := range pending {
		if one.live == nil {
			continue
		}
		shown := LiveStage{Stage: one.name, Key: one.key, Alive: one.live.Alive(now)}
		if p := one.live.Progress; p != nil {
			shown.Done, shown.Total, shown.SecondsLeft, shown.Started, shown.Updated = p.Done, p.Total, p.SecondsLeft, p.Started, p.Updated
			shown.Host, shown.Job, shown.Values = p.Host, p.Job, p.Values
		}
		if one.live.Err != nil {
			shown.Problem = one.live.Err.Error()
		}
		l.Stages = append(l.Stages, shown)
	}
	switch {
	case slices.ContainsFunc(l.Stages, func(s LiveStage) bool { return s.Alive }), record.Process == nil: // of an earlier version, which shows nothing of itself
		l.State = string(stage.Running)
	case living != nil && living.Status(record) == stage.Killed:
		l.State = Killed
	}
	return l
}
