// Package asking tells for whom a part of a graph was being built when it could not be built.
//
// GoMLX panics on mistakes in a graph. Where a component builds its part, the builder says so:
//
//	defer asking.For(component)
//
// and who catches the panic finds the components in the error, by Of.
package asking

import (
	"errors"
	"fmt"
	"slices"
)

// Derivative asks where a derivative is built, by rules that know of no component.
type Derivative struct{}

// request is a mistake in a part of a graph that somebody asked for.
type request struct {
	asker any
	cause error
}

func (r *request) Error() string { return r.cause.Error() }

func (r *request) Unwrap() error { return r.cause }

// For, deferred, adds who asked to a panic that passes by.
func For(asker any) {
	if caught := recover(); caught != nil {
		panic(&request{asker, Error(caught)})
	}
}

// Error returns what a panic was called with as an error.
func Error(caught any) error {
	if err, ok := caught.(error); ok {
		return err
	}
	return errors.New(fmt.Sprint(caught))
}

// Of returns who asked for the part of a graph that an error is about, the innermost first.
func Of(err error) []any {
	var askers []any
	for r := (*request)(nil); errors.As(err, &r); err = r.cause {
		askers = append(askers, r.asker)
	}
	slices.Reverse(askers)
	return askers
}
