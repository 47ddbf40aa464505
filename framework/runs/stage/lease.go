package stage

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"ebim/framework/runs/lease"
)

// ErrBusy says that a process is executing runs below a root.
var ErrBusy = errors.New("a process is executing runs there")

// errFenced says that this process has lost a lease: it slept for longer than the others wait.
var errFenced = errors.New("another process has taken this over, as this one gave no sign of life for a minute")

// watch returns a watch over the lease of a place, by the engine's own clock.
func (x *execution) watch(place string) *lease.Watch {
	o := x.leases
	o.Now = x.Clock
	return lease.New(place, o)
}

// withLease returns a context that ends with the lease, too, of which lost is told then.
func (x *execution) withLease(held *lease.Lease, lost func()) (ctx context.Context, cancel func()) {
	ctx, end := context.WithCancel(x.ctx)
	go func() {
		select {
		case <-held.Lost():
			lost()
			end()
		case <-ctx.Done():
		}
	}()
	return ctx, end
}

// longestPublication is how long a run's folder may be another process's: long enough to see that this one is dead.
const longestPublication = 3 * time.Minute

// lockFolder waits for the lease of a run's folder, which another process has while it renames.
func (x *execution) lockFolder(folder string) (*lease.Lease, error) {
	watch := x.watch(beside(folder, ""))
	for range max(longestPublication/x.poll, 1) {
		held, err := watch.Try()
		if err != nil || held != nil {
			return held, explain(err)
		}
		time.Sleep(x.poll)
	}
	return nil, fmt.Errorf("%v has held its lease, %s, for %v", watch, beside(folder, lease.Mark), longestPublication)
}

// Those who execute runs below a root are members of a folder, and who deletes stages there is none of them: a stage that is
// finished can be taken up again at any moment. Both come in first and then look for the other, so that one of them sees it.
func usersFolder(root string) string { return filepath.Join(root, "locks", "users") }

// alonePlace is the place of the lease of who deletes stages.
func alonePlace(root string) string { return filepath.Join(root, "locks", "alone") }

// use waits until nobody deletes stages, and keeps others from it.
func (x *execution) use() (leave func()) {
	leave, nobody := x.join()
	for alone := x.watch(alonePlace(x.Root)); !nobody && x.ctx.Err() == nil; {
		select {
		case <-time.After(x.poll):
		case <-x.ctx.Done():
		}
		nobody = isFree(alone)
	}
	return leave
}

// join keeps others from deleting stages, and reports whether nobody does. Where nothing can be written nothing can be deleted either.
func (x *execution) join() (leave func(), nobody bool) {
	o := x.leases
	o.Now = x.Clock
	member, err := lease.Join(usersFolder(x.Root), o)
	if member == nil || err != nil {
		return func() {}, true
	}
	return func() { _ = member.Release() }, isFree(x.watch(alonePlace(x.Root)))
}

// isFree reports whether nobody has a lease, as far as can be told.
func isFree(w *lease.Watch) bool {
	free, err := w.Free()
	return free || err != nil
}

// Alone calls do while no process executes runs below a root; the error is ErrBusy where one does. To tell that processes of other
// machines are dead takes a minute.
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
