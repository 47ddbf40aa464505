// Package shutdown ends the program soon after Ctrl-C, whatever it is doing.
//
// What looks at the context ends by itself, with all that it has to save. What can't, such as a call into another library,
// gets a moment; then the process ends under it, which leaves only what the next start clears away.
package shutdown

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// grace is how long the program may do nothing that holds it, after Ctrl-C, before it is ended.
const grace = 700 * time.Millisecond

var holds struct {
	sync.Mutex
	count   int
	release time.Time // the last one
}

// Hold keeps the program from being ended until release is called. It is for what must not be cut short though it takes a
// moment, such as saving a checkpoint. A second Ctrl-C does not wait for it.
func Hold() (release func()) {
	holds.Lock()
	defer holds.Unlock()
	holds.count++
	return sync.OnceFunc(func() {
		holds.Lock()
		defer holds.Unlock()
		holds.count--
		holds.release = time.Now()
	})
}

// Notify gives a context that Ctrl-C or a termination signal cancels. If the program has not ended by itself soon after
// that, end is called, once nothing holds the program. A second signal ends it at once.
func Notify(end func()) context.Context {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() {
		<-ctx.Done()
		stop()
		for at := time.Now(); !over(at, time.Now()); {
			time.Sleep(grace / 50)
		}
		end()
	}()
	return ctx
}

// over reports whether a program that was interrupted at a time has had its moment.
func over(interrupted, now time.Time) bool {
	holds.Lock()
	defer holds.Unlock()
	last := interrupted
	if holds.release.After(last) {
		last = holds.release
	}
	return holds.count == 0 && now.Sub(last) >= grace
}
