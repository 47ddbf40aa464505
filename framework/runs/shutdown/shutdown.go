// Package shutdown ends the program soon after Ctrl-C, or a signal of whoever runs it, whatever it is doing.
//
// Code that watches the context ends by itself, after it has saved what it must. Code that can't, such as a call into
// another library, gets a moment; then the process ends, and the next start clears away what is left.
package shutdown

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"time"
)

// How long the program may go on while nothing holds it: after Ctrl-C, for which a person waits, and after a signal of
// a machine's or a queue's manager, which gives more time, all of which one step of a large training may need.
const (
	grace        = 700 * time.Millisecond
	managedGrace = 4 * time.Second
)

var holds struct {
	sync.Mutex
	count   int
	release time.Time // the last one
}

// Hold keeps the program from being ended until release is called. It is for what must not be cut short though it takes
// a moment, such as saving a checkpoint. A second Ctrl-C does not wait for it.
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

// Interruption is the cause of the cancellation of a context of Notify.
type Interruption struct{ Signal os.Signal }

func (i *Interruption) Error() string { return "interrupted by the signal " + i.Signal.String() }

// Unwrap makes it a cancellation like others.
func (i *Interruption) Unwrap() error { return context.Canceled }

// Managed reports whether the signal is one that a machine's or a queue's manager sends, and not a person at the
// keyboard.
func (i *Interruption) Managed() bool { return i.Signal != os.Interrupt }

// Notify gives a context that Ctrl-C, a termination signal or, where there is one, USR1 cancels, with an *Interruption
// as its cause. If the program has not ended by itself soon after that, end is called, once nothing holds the program.
// A second Ctrl-C ends it at once; signals after that of a manager, which has said what it wants, change nothing.
func Notify(end func(*Interruption)) context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, interrupting...)
	go func() {
		why := &Interruption{<-signals}
		cancel(why)
		signal.Reset(os.Interrupt)
		for at := time.Now(); !over(at, time.Now(), why.grace()); {
			time.Sleep(grace / 50)
		}
		end(why)
	}()
	return ctx
}

func (i *Interruption) grace() time.Duration {
	if i.Managed() {
		return managedGrace
	}
	return grace
}

// over reports whether a program that was interrupted at a time has had its moment.
func over(interrupted, now time.Time, moment time.Duration) bool {
	holds.Lock()
	defer holds.Unlock()
	last := interrupted
	if holds.release.Add(grace).After(last.Add(moment)) {
		last, moment = holds.release, grace
	}
	return holds.count == 0 && now.Sub(last) >= moment
}
