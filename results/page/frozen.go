package page

import (
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"ebim/framework/runs/history"
	"ebim/framework/runs/stage"
)

// Frozen are the answers within a report, by their names and queries. A view's geometry lies in the report's articles,
// once.
type Frozen struct {
	Runs    *Index                         `json:"runs"`
	Live    *LiveIndex                     `json:"live"`
	Run     map[string]*Run                `json:"run"`     // by ID
	History map[string]map[string]*History `json:"history"` // by ID and file, thinned
	Points  map[string]*Projection         `json:"points"`  // by ID
	Report  *Report                        `json:"report"`
	Views   []*View                        `json:"views"` // of articles
}

// Bounds of what is frozen, so that a report of however many runs can be mailed. What is beyond is in the list of runs
// and in the numbers only.
const (
	mostFrozenRuns     = 200     // with details, the newest
	mostFrozenRows     = 24_000  // of all histories together
	mostRowsEach       = 400     // of one history
	leastRowsEach      = 40      // of one history
	mostFrozenPoints   = 2 << 20 // bytes of all points
	mostPointsEach     = 500     // of a run's data, and of its samples
	mostFrozenVertices = 240_000 // of all meshes, a megabyte for 20,000
)

// Freeze returns the answers about runs at a time; records are those of each article.
func Freeze(root string, articles [][]stage.Record, known Known, now time.Time) *Frozen {
	f := &Frozen{Runs: &Index{Version: "1", Root: root, Runs: []Row{}}, Report: &Report{},
		Live: &LiveIndex{Version: "1", Runs: map[string]Live{}},
		Run:  map[string]*Run{}, History: map[string]map[string]*History{}, Points: map[string]*Projection{}}
	for _, own := range articles {
		f.freezeArticle(root, own, known, mostFrozenVertices/len(articles))
	}
	records := slices.Concat(articles...)
	folders := foldersOf(root)
	all := make([]*stage.Record, len(records))
	for i := range records {
		all[i] = &records[i]
		f.Runs.Runs = append(f.Runs.Runs, RowOf(&records[i]))
	}
	newest := slices.Clone(all)
	slices.SortStableFunc(newest, func(a, b *stage.Record) int { return b.Started.Compare(a.Started) })
	newest = newest[:min(len(newest), mostFrozenRuns)]
	curves, living := 0, (*stage.Living)(nil)
	for _, record := range newest {
		pending := folders.pending(record.Pending)
		r := newRun(record, pending, known)
		if record.Status == stage.Running {
			if living == nil {
				living, _ = stage.LookForLiving(root, now) // if that can't be found out, runs seem to wait
			}
			l := liveOf(record, pending, living, now)
			f.Live.Runs[r.ID] = l
		}
		r.Config = "" // the article has it, and the figures
		f.Run[r.ID] = r
		curves += len(r.Curves)
	}
	rows := max(leastRowsEach, min(mostRowsEach, mostFrozenRows/max(curves, 1)))
	room := mostFrozenPoints
	for _, record := range newest {
		r := f.Run[ID(record.Folder)]
		f.freezeCurves(root, folders, record, r, rows)
		if p := freezePoints(&room, record, r); p != nil {
			f.Points[r.ID] = p
		}
	}
	return f
}

// freezeArticle adds an article with its pictures, and what can be turned around of its runs.
func (f *Frozen) freezeArticle(root string, records []stage.Record, known Known, vertices int) {
	a := newArticle(root, records, known, func(record *stage.Record, file string) (string, error) {
		return embedded(filepath.Join(Album(root, record), file))
	})
	if v := ReadView(firstOf(records), vertices, func(format string, arguments ...any) {
		a.problem(fmt.Errorf(format, arguments...))
	}); v != nil {
		f.Views = append(f.Views, v)
	}
	f.Report.Articles = append(f.Report.Articles, a)
}

// freezeCurves keeps the histories of a run that can be read.
func (f *Frozen) freezeCurves(root string, folders stageFolders, record *stage.Record, r *Run, rows int) {
	kept := r.Curves[:0]
	for _, curve := range r.Curves {
		path, err := pathOf(root, folders, record, curve.File)
		var text string
		if err == nil {
			text, err = history.Thin(path, rows)
		}
		if err != nil {
			r.problem(err)
			continue
		}
		if f.History[r.ID] == nil {
			f.History[r.ID] = map[string]*History{}
		}
		f.History[r.ID][curve.File] = &History{Next: int64(len(text)), Text: text}
		curve.Live = false
		kept = append(kept, curve)
	}
	r.Curves = kept
}

// freezePoints returns a run's points on axes, unless they are in space or there is no room for their numbers.
func freezePoints(room *int, record *stage.Record, r *Run) *Projection {
	if r.Dimension < 1 || r.Dimension == 3 || *room <= 0 {
		return nil
	}
	p, err := ReadProjection(record, mostPointsEach)
	if err != nil {
		r.problem(err)
		return nil
	}
	for _, set := range []*PointsOnAxes{p.Data, p.Samples} {
		if set != nil {
			*room -= len(set.Values)
		}
	}
	return p
}
