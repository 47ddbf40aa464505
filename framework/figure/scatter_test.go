package figure

import (
	"image/color"
	"testing"

	"ebim/framework/points"
)

func TestScatterShowsSamplesOverData(t *testing.T) {
	s := circle()
	s.Samples = points.New(1, 2) // at the origin
	p := drawn(t, &Scatter{Data: true, Points: 1000}, s)
	square := p.square(t)
	if got := p.at(square, 0, 0); !near(got, modelColor(), 80) || near(got, color.White, 60) {
		t.Errorf("the sample is %v", got)
	}
	if near(p.at(square, 1, 0), color.White, 20) {
		t.Error("the data are not drawn")
	}
	p = drawn(t, &Scatter{Points: 1000}, s)
	if !near(p.at(p.square(t), 1, 0), color.White, 3) {
		t.Error("the data are drawn without being asked for")
	}
	s.Samples = nil
	if dark(drawn(t, &Scatter{Data: true, Points: 1000}, s)) < 100 {
		t.Error("nothing says that there are no samples")
	}
}

func TestScatterInSpace(t *testing.T) {
	if n := drawn(t, &Scatter{View: DefaultView(), Points: 100}, globe()).reddish(); n < 300 {
		t.Errorf("samples have %d pixels", n)
	}
	if n := drawn(t, &Scatter{View: DefaultView(), Points: 100}, truth(globe())).bluish(); n < 300 {
		t.Errorf("data have %d pixels", n)
	}
}

func TestWhyThereAreNoSamples(t *testing.T) {
	s := circle()
	s.Samples = nil
	if got := unsampled(s); got != "the model can't be sampled" {
		t.Errorf("a model that can't be sampled: %q", got)
	}
	s.Unsampled = "no samples: the zero set is empty"
	if got := unsampled(s); got != s.Unsampled {
		t.Errorf("a model without anything to draw from: %q", got)
	}
}
