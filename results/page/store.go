package page

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"ebim/framework/parallel"
	"ebim/framework/runs/live"
	"ebim/framework/runs/stage"
	"ebim/results"
)

// Store is a folder of runs on which other processes may work. It reads records again only where they have changed, and it can be used
// from several goroutines.
type Store struct {
	root   string
	known  Known
	now    func() time.Time
	stages stageFolders
	opened string

	mutex    sync.Mutex
	entries  map[string]*entry // by the record's path
	version  int
	looked   time.Time     // when the folder was last looked through
	took     time.Duration // and how long that took
	catching bool          // a goroutine reads what has only been listed
	index    *Index        // of the version; nil until it is asked for
	queue    queueView

	looking    sync.Mutex
	living     *stage.Living // what lived when it was last looked for
	lived      time.Time
	livingTook time.Duration // how long that took

	measuring sync.Mutex // guards what is known of metrics, which is found by and by
}

// entry is what the store keeps of a run.
type entry struct {
	changed time.Time // of the record's file
	size    int64
	row     Row
	record  *stage.Record // without the names of its files; nil where it can't be read
	unread  bool          // all that is known is that it is there
	numbers []results.Number
}

// NewStore returns the store of a folder of runs, which need not be there yet.
func NewStore(root string, known Known, now func() time.Time) *Store {
	return &Store{root: root, known: known, now: now, stages: stageFolders{root: root}, entries: map[string]*entry{}, queue: queueView{most: mostAsking}, opened: strconv.FormatInt(time.Now().UnixNano(), 36)}
}

// name returns the version's name, which no other store's has.
func (s *Store) name() string { return s.opened + "-" + strconv.Itoa(s.version) }

// mostLooking is the part of the time that is spent looking through the folder: one in so many.
const mostLooking = 10

// refresh looks for what has changed, unless that has just been done.
func (s *Store) refresh() error {
	if since := s.now().Sub(s.looked); since >= 0 && since < max(500*time.Millisecond, mostLooking*s.took) && !s.looked.IsZero() {
		return nil
	}
	begun := time.Now()
	paths, err := results.Paths(s.root)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	found := make([]*entry, len(paths))
	var late atomic.Int64
	parallel.Each(len(paths), func(i int) {
		before := s.entries[paths[i]]
		if i >= atOnce && (before == nil || before.unread) && time.Since(begun) > patience {
			if found[i] = before; before == nil {
				found[i] = &entry{row: unreadRow(filepath.Dir(paths[i])), unread: true}
			}
			late.Add(1)
			return
		}
		found[i] = readEntry(paths[i], before)
	})
	if late.Load() > 0 && !s.catching {
		s.catching = true
		go s.catchUp()
	}
	entries := make(map[string]*entry, len(paths))
	changed := false
	for i, path := range paths {
		if found[i] != nil {
			entries[path] = found[i]
			changed = changed || s.entries[path] != found[i]
		}
	}
	if changed || len(entries) != len(s.entries) || s.version == 0 {
		s.version++
		s.index = nil
	}
	s.entries, s.looked, s.took = entries, s.now(), time.Since(begun)
	return nil
}

// A reader does not wait until many runs have been read: so many are read before the first answer, and as many as there is patience
// for; the others are listed by their folders' names until they have been read.
const (
	atOnce   = 200
	patience = 300 * time.Millisecond
	atATime  = 500 // in the background
)

// catchUp reads the runs that have only been listed.
func (s *Store) catchUp() {
	for {
		s.mutex.Lock()
		var paths []string
		for path, one := range s.entries {
			if one.unread && len(paths) < atATime {
				paths = append(paths, path)
			}
		}
		if len(paths) == 0 {
			s.catching = false
			s.mutex.Unlock()
			return
		}
		s.mutex.Unlock()
		found := make([]*entry, len(paths))
		parallel.Each(len(paths), func(i int) { found[i] = readEntry(paths[i], nil) })
		s.mutex.Lock()
		for i, path := range paths {
			if before := s.entries[path]; before == nil || !before.unread {
				continue // somebody else was faster
			}
			if s.entries[path] = found[i]; found[i] == nil {
				delete(s.entries, path)
			}
		}
		s.version++
		s.index = nil
		s.mutex.Unlock()
	}
}

// readEntry returns what is known of a run if its record's file is as it was, and reads it otherwise; nil where there is none any more.
func readEntry(path string, before *entry) *entry {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && before != nil && !before.unread && info.ModTime().Equal(before.changed) && info.Size() == before.size {
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

// Index returns all runs. It is an error that the folder can't be listed.
func (s *Store) Index() (*Index, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if err := s.refresh(); err != nil {
		return nil, err
	}
	s.askQueue()
	if s.index == nil {
		s.index = &Index{Version: s.name(), Root: s.root, Runs: s.rows(), QueueProblem: s.queue.problem}
	}
	return s.index, nil
}

// rows are those of all runs, also of those of which only the queue knows. The mutex is held.
func (s *Store) rows() []Row {
	rows, recorded := make([]Row, 0, len(s.entries)), make(map[string]bool, len(s.entries))
	for _, path := range slices.Sorted(maps.Keys(s.entries)) {
		row := s.entries[path].row
		row.Queue, recorded[row.ID] = s.queueOf(row.ID, row.Status), true
		rows = append(rows, row)
	}
	for id, q := range s.queue.known {
		if !recorded[id] && isID(id) {
			rows = append(rows, s.handedRow(id, &q))
		}
	}
	sortRows(rows)
	return rows
}

// Live returns what unfinished runs are doing.
func (s *Store) Live() (*LiveIndex, error) {
	s.mutex.Lock()
	if err := s.refresh(); err != nil {
		s.mutex.Unlock()
		return nil, err
	}
	s.askQueue()
	running := map[string]*entry{}
	for path, one := range s.entries {
		if one.record != nil && one.record.Status == stage.Running {
			running[path] = one
		}
	}
	found := &LiveIndex{Version: s.name(), Runs: map[string]Live{}}
	s.mutex.Unlock()
	now, living := s.now(), (*stage.Living)(nil)
	if len(running) > 0 {
		living = s.look()
	}
	for _, one := range running {
		found.Runs[one.row.ID] = liveOf(one.record, s.stages.pending(one.record.Pending), living, now)
	}
	return found, nil
}

// look returns what lives below the root, as it was not long ago; nil where that can't be told.
func (s *Store) look() *stage.Living {
	s.looking.Lock()
	defer s.looking.Unlock()
	now := s.now()
	if since := now.Sub(s.lived); s.living == nil || since < 0 || since >= max(time.Second, mostLooking*s.livingTook) {
		begun := time.Now()
		living, err := stage.LookForLiving(s.root, now)
		if err != nil {
			return nil
		}
		s.living, s.lived, s.livingTook = living, now, time.Since(begun)
	}
	return s.living
}

// errUnknown is the error of a run that is not there.
var errUnknown = fmt.Errorf("there is no such run: %w", fs.ErrNotExist)

// find returns the record of a run, without the names of its files.
func (s *Store) find(id string) (*stage.Record, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if err := s.refresh(); err != nil {
		return nil, err
	}
	path := filepath.Join(s.root, filepath.FromSlash(id), "record.json")
	if known := s.entries[path]; (known == nil || known.unread) && isID(id) { // perhaps it is new
		if one := readEntry(path, nil); one != nil {
			s.entries[path] = one
			s.version++
			s.index = nil
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

// Run returns what is known of a run. Of one whose record can't be read that is its row.
func (s *Store) Run(id string) (*Run, error) {
	_, err := s.find(id)
	if errors.Is(err, fs.ErrNotExist) {
		if r, ok := s.handedRun(id); ok {
			r.addQueue(s.root, r.Queue)
			return r, nil
		}
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
	pending := s.stages.pending(record.Pending)
	s.measuring.Lock()
	r := newRun(record, pending, s.known)
	s.measuring.Unlock()
	r.addFigures(s.root, record)
	s.mutex.Lock()
	queue := s.queueOf(id, r.Status)
	s.mutex.Unlock()
	r.addQueue(s.root, queue)
	if record.Status == stage.Running {
		l := liveOf(record, pending, s.look(), s.now())
		r.Live = &l
	}
	return r, nil
}

// Records returns the records of finished runs by their IDs, for a view.
func (s *Store) Records(ids []string) ([]stage.Record, error) {
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

// Path returns where a file of a run is that the page asks for: of the run's own folder, of a stage of its that is being computed (by
// the stage's key), or of the experiment's figures. Names that lead elsewhere are an error.
func (s *Store) Path(id, file string) (string, error) {
	record, err := s.find(id)
	if err != nil {
		return "", err
	}
	return pathOf(s.root, &s.stages, record, file)
}

// History returns a part of a training's history.
func (s *Store) History(id, file string, from int64) (*History, error) {
	path, err := s.Path(id, file)
	if err != nil {
		return nil, err
	}
	if !isHistory(path) {
		return nil, errNoFile
	}
	return readHistory(path, from)
}

// isHistory reports whether a file has the name of a training's history.
func isHistory(path string) bool {
	name := filepath.Base(path)
	for start := range mostStarts {
		if live.HistoryFile(start) == name {
			return true
		}
	}
	return false
}

// mostStarts bounds the starts of one training.
const mostStarts = 1000
