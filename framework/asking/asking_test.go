package asking_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"ebim/framework/asking"
)

// caught is what building a part for the askers, the outermost first, panics with.
func caught(build func(), askers ...any) (err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = asking.Error(caught)
		}
	}()
	nested(build, askers)
	return nil
}

func nested(build func(), askers []any) {
	if len(askers) == 0 {
		build()
		return
	}
	defer asking.For(askers[0])
	nested(build, askers[1:])
}

func TestErrorsTellWhoAsked(t *testing.T) {
	cause := errors.New("no such operation")
	for _, thrown := range []any{cause, "no such operation"} {
		err := caught(func() { panic(thrown) }, "sampler", asking.Derivative{}, 7)
		if got := asking.Of(fmt.Errorf("graph: %w", err)); !slices.Equal(got, []any{7, asking.Derivative{}, "sampler"}) {
			t.Errorf("asked by %v", got)
		}
		if err.Error() != "no such operation" || errors.Is(err, cause) != (thrown == any(cause)) {
			t.Errorf("the cause of %v is lost", err)
		}
	}
	if err := caught(func() {}, "sampler"); err != nil {
		t.Errorf("nothing went wrong, but %v", err)
	}
	if got := asking.Of(cause); got != nil {
		t.Errorf("nobody asked, but %v", got)
	}
}
