package page

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"ebim/framework/parallel"
	"ebim/framework/runs/history"
	"ebim/framework/runs/stage"
	"ebim/results"
)

// Store is a folder of runs on which other processes may work. It reads a record again only when its file has changed.
// Several goroutines may use it.
type Store struct {
	root   string
	known  Known
	now    func() time.Time
	opened string

	mutex   sync.Mutex        // guards what follows
	entries map[string]*entry // by the record's path
	version int
	looked  time.Time     // when the folder was last looked through
	took    time.Duration // and how long that took
	living  *stage.Living // what lived when the folder was last looked through; nil unless asked for
}

// entry is what the store keeps of a run.
type entry struct {
	changed time.Time // of the record's file
	size    int64
	row     Row
	record  *stage.Record // without the names of its files; nil if it can't be read
}

// NewStore returns the store of a folder of runs, which need not exist yet.
func NewStore(root string, known Known, now func() time.Time) *Store {
	return &Store{root: root, known: known, now: now, entries: map[string]*entry{},
		opened: strconv.FormatInt(time.Now().UnixNano(), 36)}
}

// name returns the version's name, which no other store's has.
func (s *Store) name() string { return s.opened + "-" + strconv.Itoa(s.version) }

// mostLooking bounds the share of the time that is spent looking through the folder: one in this number.
const mostLooking = 10

// refresh looks for what has changed, unless that has just been done. The mutex is held.
func (s *Store) refresh() error {
	since := s.now().Sub(s.looked)
	if since >= 0 && since < max(500*time.Millisecond, mostLooking*s.took) && !s.looked.IsZero() {
		return nil
	}
	begun := time.Now()
	paths, err := results.Paths(s.root)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	found := make([]*entry, len(paths))
	parallel.Each(len(paths), func(i int) { found[i] = readEntry(paths[i], s.entries[paths[i]]) })
	entries := make(map[string]*entry, len(paths))
	for i, path := range paths {
		if found[i] != nil {
			entries[path] = found[i]
		}
	}
	if !maps.Equal(entries, s.entries) || s.version == 0 {
		s.version++
	}
	s.entries, s.living, s.looked, s.took = entries, nil, s.now(), time.Since(begun)
	return nil
}

// readEntry reads a run's record if its file has changed; nil if there is none any more.
func readEntry(path string, before *entry) *entry {
	info, err := os.Stat(path)
	if err == nil && before != nil && info.ModTime().Equal(before.changed) && info.Size() == before.size {
		return before
	}
	one := &entry{}
	if err == nil {
		one.changed, one.size = info.ModTime(), info.Size()
		one.record, err = results.Read(path)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		one.row = corruptRow(filepath.Dir(path), err)
	default:
		one.record.Files = nil // many, and read again with the run
		one.row = RowOf(one.record)
	}
	return one
}

// Index returns all runs.
func (s *Store) Index() (*Index, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if err := s.refresh(); err != nil {
		return nil, err
	}
	rows := make([]Row, 0, len(s.entries))
	for _, path := range slices.Sorted(maps.Keys(s.entries)) {
		rows = append(rows, s.entries[path].row)
	}
	slices.SortStableFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Experiment, b.Experiment), cmp.Compare(a.Model, b.Model),
			cmp.Compare(a.Seed, b.Seed))
	})
	return &Index{Version: s.name(), Root: s.root, Runs: rows}, nil
}

// Live returns what unfinished runs are doing.
func (s *Store) Live() (*LiveIndex, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if err := s.refresh(); err != nil {
		return nil, err
	}
	found := &LiveIndex{Version: s.name(), Runs: map[string]Live{}}
	folders := foldersOf(s.root)
	for _, one := range s.entries {
		if one.record != nil && one.record.Status == stage.Running {
			found.Runs[one.row.ID] = liveOf(one.record, folders.pending(one.record.Pending), s.look(), s.now())
		}
	}
	return found, nil
}

// look returns what lives below the root; nil if that can't be found out. The mutex is held.
func (s *Store) look() *stage.Living {
	if s.living == nil {
		s.living, _ = stage.LookForLiving(s.root, s.now())
	}
	return s.living
}

// errUnknown is the error of a run that is not there.
var errUnknown = fmt.Errorf("there is no such run: %w", fs.ErrNotExist)

// find returns the record of a run, without the names of its files. The mutex is held.
func (s *Store) find(id string) (*stage.Record, error) {
	if err := s.refresh(); err != nil {
		return nil, err
	}
	path := filepath.Join(s.root, filepath.FromSlash(id), "record.json")
	if s.entries[path] == nil && isID(id) { // perhaps it is new
		if one := readEntry(path, nil); one != nil {
			s.entries[path] = one
			s.version++
		}
	}
	one, ok := s.entries[path]
	switch {
	case !ok || one.row.ID != id:
		return nil, errUnknown
	case one.record == nil:
		return nil, errors.New(one.row.Reason)
	}
	return one.record, nil
}

// Run returns what is known of a run: its row only, if its record can't be read.
func (s *Store) Run(id string) (*Run, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	_, err := s.find(id)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	path := filepath.Join(s.root, filepath.FromSlash(id), "record.json")
	var record *stage.Record
	if err == nil {
		record, err = results.Read(path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errUnknown
	}
	if err != nil {
		folder := filepath.Dir(path)
		return &Run{Row: corruptRow(folder, err), Folder: folder}, nil
	}
	pending := foldersOf(s.root).pending(record.Pending)
	r := newRun(record, pending, s.known)
	r.addFigures(s.root, record)
	if record.Status == stage.Running {
		l := liveOf(record, pending, s.look(), s.now())
		r.Live = &l
	}
	return r, nil
}

// Records returns the records of finished runs by their IDs, for a view.
func (s *Store) Records(ids []string) ([]stage.Record, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var records []stage.Record
	for _, id := range ids {
		record, err := s.find(id)
		if err != nil {
			return nil, err
		}
		records = append(records, *record)
	}
	return records, nil
}

// Report returns what the runs of an experiment say together, each settings as an article of their own.
func (s *Store) Report(experiment string) (*Report, error) {
	var records []stage.Record
	s.mutex.Lock()
	err := s.refresh()
	for _, path := range slices.Sorted(maps.Keys(s.entries)) {
		if one := s.entries[path]; one.record != nil && one.row.Experiment == experiment {
			records = append(records, *one.record)
		}
	}
	s.mutex.Unlock()
	if err != nil {
		return nil, err
	}
	if len(records) == 0 {
		return nil, errUnknown
	}
	slices.SortStableFunc(records, func(a, b stage.Record) int { return a.Started.Compare(b.Started) })
	report := &Report{}
	for _, own := range results.Apart(records, nil) {
		slices.SortStableFunc(own, func(a, b stage.Record) int {
			return cmp.Or(cmp.Compare(a.Model, b.Model), cmp.Compare(a.Seed, b.Seed))
		})
		report.Articles = append(report.Articles, newArticle(s.root, own, s.known, served))
	}
	return report, nil
}

// Path returns the path of a file of a run: in the run's own folder, in that of a stage that is being computed (by the
// stage's key), or among the experiment's figures. Names that lead elsewhere are an error.
func (s *Store) Path(id, file string) (string, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	record, err := s.find(id)
	if err != nil {
		return "", err
	}
	return pathOf(s.root, foldersOf(s.root), record, file)
}

// History returns a part of a training's history, nothing where it has just ended: the page, which knew it as running,
// is about to hear so.
func (s *Store) History(id, file string, from int64) (*History, error) {
	if history.Start(path.Base(file)) < 0 {
		return nil, errNoFile
	}
	at, err := s.Path(id, file)
	if errors.Is(err, errGone) {
		return &History{From: from, Next: from}, nil
	}
	if err != nil {
		return nil, err
	}
	found, err := readHistory(at, from)
	if errors.Is(err, fs.ErrNotExist) {
		return &History{From: from, Next: from}, nil
	}
	return found, err
}
