package page

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ebim/framework/runs/live"
	"ebim/framework/runs/stage"
)

// stagesFolder holds the folders of all runs' stages, below the root.
const stagesFolder = "stages"

// stageFolders are the folders of all stages by their keys: NAME-KEY of a finished one, NAME-KEY.live of one that is
// computed.
type stageFolders map[string][]string

func foldersOf(root string) stageFolders {
	within := filepath.Join(root, stagesFolder)
	entries, _ := os.ReadDir(within) // none are known where it can't be read
	found := stageFolders{}
	for _, entry := range entries {
		base := strings.TrimSuffix(entry.Name(), live.Suffix)
		if at := strings.LastIndexByte(base, '-'); at > 0 && entry.IsDir() && !strings.Contains(base[at:], ".") {
			found[base[at+1:]] = append(found[base[at+1:]], filepath.Join(within, entry.Name()))
		}
	}
	return found
}

// pendingStage is a stage that a run's record does not have yet.
type pendingStage struct {
	name, key, folder string
	live              *live.Stage // nil for one that is finished
}

func (s stageFolders) pending(keys []string) []pendingStage {
	var all []pendingStage
	for _, key := range keys {
		for _, folder := range s[key] {
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

// liveOf says what a run is doing whose record says that it is running, by its own stages and by what lives below the
// root, if that is known.
func liveOf(record *stage.Record, pending []pendingStage, living *stage.Living, now time.Time) Live {
	l := Live{State: Waiting}
	for _, one := range pending {
		if one.live == nil {
			continue
		}
		shown := LiveStage{Stage: one.name, Key: one.key, Alive: one.live.Alive(now)}
		if p := one.live.Progress; p != nil {
			shown.Done, shown.Total, shown.SecondsLeft, shown.Started, shown.Updated = p.Done, p.Total, p.SecondsLeft,
				p.Started, p.Updated
			shown.Host, shown.Job, shown.Values = p.Host, p.Job, p.Values
		}
		if one.live.Err != nil {
			shown.Problem = one.live.Err.Error()
		}
		l.Stages = append(l.Stages, shown)
	}
	switch {
	// of an earlier version, which shows nothing of itself
	case slices.ContainsFunc(l.Stages, func(s LiveStage) bool { return s.Alive }), record.Process == nil:
		l.State = string(stage.Running)
	case living != nil && living.Status(record) == stage.Killed:
		l.State = Killed
	}
	return l
}
