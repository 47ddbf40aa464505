package experiment_test

import (
	"fmt"
	"strings"
	"testing"
)

// Where the file doesn't say how many points are kept for validation, a tenth of them are where a training looks at
// some, also one of one model among others, at most half of those that are not held out, and none where no training
// does; what it says stays.
func TestValidationUnlessGiven(t *testing.T) {
	const looks = "models.plain.manifold.training.validate_every=2"
	for _, test := range []struct {
		sets []string
		want float64
	}{
		{nil, 0},
		{[]string{"data.holdout=0.875"}, 0},
		{[]string{"data.validation=0.3"}, 0.3},
		{[]string{looks}, 0.1},
		{[]string{looks, "data.holdout=0.875"}, 0.0625},
		{[]string{looks, "data.validation=0.3"}, 0.3},
		{[]string{"models.pushforward.autoencoder.training.validate_every=2"}, 0.1},
		{[]string{"models.new={implicit_manifold: {manifold: {dimension: 1}}}"}, 0.1},
		{[]string{"models.new={implicit_manifold: {manifold: {dimension: 1, training: {epochs: 1}}}}"}, 0},
	} {
		e := load(t, small, test.sets...)[0]
		if got := e.Data.ValidationShare(); got != test.want {
			t.Errorf("with %q a share of %v is kept for validation, want %v", test.sets, got, test.want)
		}
		if !strings.Contains(string(e.Resolved()), fmt.Sprintf("validation: %v\n", test.want)) {
			t.Errorf("with %q the resolved settings don't say %v:\n%s", test.sets, test.want, e.Resolved())
		}
	}
}
