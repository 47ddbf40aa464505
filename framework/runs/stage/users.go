package stage

import (
	"errors"
	"path/filepath"
	"slices"
	"time"

	"ebim/framework/runs/lease"
)

// ErrBusy says that a process is executing runs below a root.
var ErrBusy = errors.New("a process is executing runs there")

// Those who execute runs below a root are members of a folder, and who deletes there is none of them: a finished stage
// can be taken up again at any moment. Both come in first and then look for the other, so that one of them sees it.
func usersFolder(root string) string { return filepath.Join(root, "locks", "users") }

// alonePlace is the place of the lease of who deletes.
func alonePlace(root string) string { return filepath.Join(root, "locks", "alone") }

// join keeps others from deleting below a root, and reports whether nobody does. Where nothing can be written nothing
// can be deleted.
func join(root string, o lease.Options) (leave func(), nobody bool) {
	member, err := lease.Join(usersFolder(root), o)
	if member == nil || err != nil {
		return func() {}, true
	}
	return func() { _ = member.Release() }, isFree(lease.New(alonePlace(root), o))
}

// isFree reports whether nobody is known to have a lease.
func isFree(w *lease.Watch) bool {
	free, err := w.Free()
	return free || err != nil
}

// Alone calls do while no process executes runs below a root; the error is ErrBusy where one does. To see that
// processes of other machines are dead takes a minute.
func Alone(root string, do func() error) error {
	const poll = time.Second / 2
	alone, err := lease.New(alonePlace(root), lease.Options{}).Claim(poll)
	if err != nil {
		return explain(err)
	}
	if alone == nil {
		return ErrBusy
	}
	defer alone.Release()
	nobody, err := lease.Vacate(usersFolder(root), lease.Options{}, poll)
	if err != nil {
		return explain(err)
	}
	if !nobody {
		return ErrBusy
	}
	return do()
}

// Living knows which processes execute runs below a root.
type Living struct{ processes []Process }

// LookForLiving returns who lives below a root at a time.
func LookForLiving(root string, now time.Time) (*Living, error) {
	present, err := lease.Present(usersFolder(root), now)
	l := &Living{}
	for _, holder := range present {
		l.processes = append(l.processes, Process{Host: holder.Host, PID: holder.PID})
	}
	return l, err
}

// Anyone reports whether any process executes runs there.
func (l *Living) Anyone() bool { return len(l.processes) > 0 }

// Status returns the status of a run: Killed for one that its record calls Running though its process is gone. Records
// of earlier versions, which do not name their process, stay Running.
func (l *Living) Status(r *Record) Status {
	if r.Status != Running || r.Process == nil || slices.Contains(l.processes, *r.Process) {
		return r.Status
	}
	return Killed
}
