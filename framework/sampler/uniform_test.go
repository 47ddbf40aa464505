package sampler_test

import (
	"testing"

	"ebim/framework/sampler"
)

func TestUniformPointsAreNotMoved(t *testing.T) {
	if moves := (&sampler.Uniform{}).Negatives(); moves != nil {
		t.Errorf("uniform points are moved by a %T", moves)
	}
}
