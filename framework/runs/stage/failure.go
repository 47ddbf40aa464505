package stage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
)

// Failure says why a stage can't go on. It is kept in the run's record and shown in tables.
type Failure struct {
	Stage  string `json:"stage"`            // filled in by the engine when empty
	Metric string `json:"metric,omitempty"` // that could not be measured for it; filled in by the engine
	Step   int    `json:"step,omitempty"`   // counted from 1; 0 when the failure isn't one of a step
	Reason string `json:"reason"`           // what happened, in a few words, such as "the loss is NaN"
	Cause  string `json:"cause,omitempty"`  // what probably led to it and what may help, in a sentence
}

// Error implements error: "stage energy, step 31: the loss is NaN; the learning rate may be too high".
func (f Failure) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "stage %s", f.Stage)
	if f.Step > 0 {
		fmt.Fprintf(&text, ", step %d", f.Step)
	}
	fmt.Fprintf(&text, ": %s", f.Reason)
	if f.Cause != "" {
		fmt.Fprintf(&text, "; %s", f.Cause)
	}
	return text.String()
}

// errFenced says that this process has lost a lease: it slept for longer than the others wait.
var errFenced = errors.New("another process has taken this over, as this one gave no sign of life for a minute")

// errInterrupted says that a stage stopped because the execution was canceled.
var errInterrupted = errors.New("interrupted")

// panicked is what a stage's panic becomes.
type panicked struct {
	value any
	stack []byte
}

func (p *panicked) Error() string {
	if err, ok := p.value.(error); ok {
		return err.Error()
	}
	return fmt.Sprint(p.value)
}

// Stack returns where it happened.
func (p *panicked) Stack() []byte { return p.stack }

// asFailure turns whatever a stage returned into a Failure that names the stage.
func asFailure(stage string, err error) Failure {
	var failure Failure
	var pointer *Failure
	switch {
	case errors.As(err, &failure):
	case errors.As(err, &pointer):
		failure = *pointer
	default:
		failure = Failure{Reason: err.Error(), Cause: likelyCause(err)}
	}
	failure.Stage = cmp.Or(failure.Stage, stage)
	failure.Reason = cmp.Or(failure.Reason, "no reason given")
	return failure
}

// likelyCause says what to do about errors of the file system.
func likelyCause(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return "the disk is full: free some space, or choose another folder with --runs, and run again"
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return "the folder can't be written: change its permissions, or choose another with --runs"
	}
	return ""
}

// explain adds the likely cause to an error's text.
func explain(err error) error {
	if cause := likelyCause(err); cause != "" {
		return fmt.Errorf("%w; %s", err, cause)
	}
	return err
}

// interruption reports whether err came from the canceled ctx; a Failure is one even after a cancellation.
func interruption(ctx context.Context, err error) bool {
	var failure Failure
	var pointer *Failure
	var panicking *panicked
	if errors.As(err, &failure) || errors.As(err, &pointer) || errors.As(err, &panicking) {
		return false
	}
	return errors.Is(err, errInterrupted) || ctx.Err() != nil
}
