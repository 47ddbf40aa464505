package page

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"time"

	"ebim/framework/plaintext"
	"ebim/framework/runs/stage"
)

// States of runs that were handed to a queue, beside running.
const (
	Queued   = "queued"   // waits for its turn
	Requeued = "requeued" // waits for another turn, after a preemption or an interruption
	Left     = "left"     // is not in the queue any more
	Lost     = "lost"     // the status of a run that has left the queue and has no record
)

// Queue is how a run fares that was handed to a queue and is not done.
type Queue struct {
	State string `json:"state"` // queued, requeued, running or left
	Text  string `json:"text"`  // the same in words, as `ebim runs list` has it
	Node  string `json:"node,omitempty"`
	Job   string `json:"job,omitempty"`
	Log   string `json:"log,omitempty"` // the file of what its task says, which may not be there yet
}

// AskQueue asks a queue how runs fare, by their IDs; wanted tells which are not done. Of an error what is known beside it is shown only if
// nothing was known before.
type AskQueue func(ctx context.Context, wanted func(id string) bool) (map[string]Queue, error)

// The queue is asked in the background, while somebody looks, and for so long at most; so often, but for a part of the time only.
const (
	askEvery     = 4 * time.Second
	longestPause = time.Minute
	mostAsking   = 20 * time.Second
)

// queueView is what the queue has answered.
type queueView struct {
	most    time.Duration // that an answer may take
	asking  bool
	asked   time.Time     // when the last answer came
	took    time.Duration // and how long that took
	known   map[string]Queue
	since   time.Time // of what is known; zero for nothing
	problem string    // why that is not what the queue says now
}

// askQueue has the queue asked unless that was done a moment ago. The store's mutex is held.
func (s *Store) askQueue() {
	q := &s.queue
	since := s.now().Sub(q.asked)
	if s.known.Queue == nil || q.asking || since >= 0 && since < max(askEvery, min(mostLooking*q.took, longestPause)) {
		return
	}
	q.asking = true
	done := map[string]bool{}
	for _, one := range s.entries {
		done[one.row.ID] = one.row.Status == string(stage.Done)
	}
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), q.most)
		defer cancel()
		begun := time.Now()
		known, err := s.known.Queue(ctx, func(id string) bool { return !done[id] })
		if err != nil && ctx.Err() != nil {
			err = fmt.Errorf("no answer within %v (%w)", q.most, err)
		}
		s.mutex.Lock()
		defer s.mutex.Unlock()
		s.takeAnswer(known, err)
		q.asking, q.asked, q.took = false, s.now(), time.Since(begun)
	}()
}

// takeAnswer keeps what the queue has answered. What it said before it could no longer be asked stays.
func (s *Store) takeAnswer(known map[string]Queue, err error) {
	q := &s.queue
	before, problem := q.known, q.problem
	q.problem = ""
	switch {
	case err == nil:
		q.known, q.since = known, s.now()
	case q.since.IsZero():
		q.known, q.problem = known, "How runs fare in the queue is not known: "
	default:
		q.problem = fmt.Sprintf("How runs fare in the queue is known as of %s: ", q.since.Format(time.DateTime))
	}
	if err != nil {
		q.problem += plaintext.Clip(plaintext.OneLine(err.Error()), 600)
	}
	if q.problem != problem || !maps.Equal(q.known, before) {
		s.version++
		s.index = nil
	}
}

// queueOf is how a run fares in the queue; nil for one that is not there, or done. The store's mutex is held.
func (s *Store) queueOf(id, status string) *Queue {
	q, ok := s.queue.known[id]
	if !ok || status == string(stage.Done) || status == Unread || status == Corrupt {
		return nil
	}
	return &q
}

// handedRow is the line of a run of which only the queue knows.
func (s *Store) handedRow(id string, q *Queue) Row {
	row := unreadRow(filepath.Join(s.root, filepath.FromSlash(id)))
	row.Status, row.Queue, row.Settings = q.State, q, id[strings.LastIndexByte(id, '-')+1:]
	if q.State == Left {
		row.Status = Lost
	}
	return row
}

// handedRun is what is known of a run of which only the queue knows; false where it does not.
func (s *Store) handedRun(id string) (*Run, bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	q, ok := s.queue.known[id]
	if !ok || !isID(id) {
		return nil, false
	}
	return &Run{Row: s.handedRow(id, &q), Folder: filepath.Join(s.root, filepath.FromSlash(id))}, true
}

// addQueue adds how a run fares in the queue, with the end of its task's log.
func (r *Run) addQueue(root string, q *Queue) {
	if r.Queue = q; q == nil || q.Log == "" {
		return
	}
	whole, err := filepath.Abs(root)
	if err == nil {
		_, err = within(whole, q.Log)
	}
	if err != nil { // it is not written yet, or leads elsewhere
		return
	}
	log, err := tail(filepath.Dir(q.Log), filepath.Base(q.Log))
	if err != nil {
		r.problem(err)
		return
	}
	r.QueueLog = &log
}

// Shown is the run's status by all that is known: its record, what it shows of itself, and the queue.
func (r *Row) Shown(live map[string]Live) string {
	own := r.Status
	if l, ok := live[r.ID]; ok {
		own = l.State
	}
	if q := r.Queue; q == nil || q.State == Left || own == string(stage.Running) || own == Waiting && q.State == string(stage.Running) {
		return own
	}
	return r.Queue.State
}
