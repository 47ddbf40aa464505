// Package component finds the component to blame when a graph can't be built.
//
// GoMLX panics on mistakes in a graph. Code that lets a component build its part says so:
//
//	defer component.Blame(loss)
//
// and whoever catches the panic reads the components from the error with Of.
package component

import (
	"errors"
	"fmt"
	"slices"
)

// Derivative is blamed while a derivative is built: the rules of differentiation know no component.
type Derivative struct{}

// blamed is a mistake in the part of a graph that a component was building.
type blamed struct {
	component any
	cause     error
}

func (b *blamed) Error() string { return b.cause.Error() }

func (b *blamed) Unwrap() error { return b.cause }

// Blame, deferred, adds the component to a passing panic.
func Blame(component any) {
	if caught := recover(); caught != nil {
		panic(&blamed{component, Error(caught)})
	}
}

// Error returns the value of a panic as an error.
func Error(caught any) error {
	if err, ok := caught.(error); ok {
		return err
	}
	return errors.New(fmt.Sprint(caught))
}

// Of returns the components that were building when the error occurred, the innermost first.
func Of(err error) []any {
	var components []any
	for b := (*blamed)(nil); errors.As(err, &b); err = b.cause {
		components = append(components, b.component)
	}
	slices.Reverse(components)
	return components
}
