package component_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"ebim/framework/component"
)

// caught is what building a part for the components, the outermost first, panics with.
func caught(build func(), components ...any) (err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = component.Error(caught)
		}
	}()
	nested(build, components)
	return nil
}

func nested(build func(), components []any) {
	if len(components) == 0 {
		build()
		return
	}
	defer component.Blame(components[0])
	nested(build, components[1:])
}

func TestErrorsNameTheComponents(t *testing.T) {
	cause := errors.New("no such operation")
	for _, thrown := range []any{cause, "no such operation"} {
		err := caught(func() { panic(thrown) }, "sampler", component.Derivative{}, 7)
		if got := component.Of(fmt.Errorf("graph: %w", err)); !slices.Equal(got,
			[]any{7, component.Derivative{}, "sampler"}) {
			t.Errorf("blamed %v", got)
		}
		if err.Error() != "no such operation" || errors.Is(err, cause) != (thrown == any(cause)) {
			t.Errorf("the cause of %v is lost", err)
		}
	}
	if err := caught(func() {}, "sampler"); err != nil {
		t.Errorf("nothing went wrong, but %v", err)
	}
	if got := component.Of(cause); got != nil {
		t.Errorf("blamed %v for an error without a component", got)
	}
}
