package images

import (
	"context"
	"errors"
	"testing"

	"ebim/framework/experiment"
	"ebim/framework/model"
	"ebim/framework/points"
)

// replayed is a subject whose model's training left a buffer.
func replayed(buffer *points.Set, err error) *experiment.Subject {
	s := pictured(nil)
	s.Trained = &model.Trained{Replay: func(context.Context) (*points.Set, error) { return buffer, err }}
	return s
}

// The distance is that of what is in the buffer, to training images: nearly none for a buffer of these, as many as
// there are, drawn often enough that the draws' own error, of some dim/(draws) of variance 1, is below 0.05; far more
// for a buffer of one image. What the model draws does not count.
func TestPublishedFrechetIsOfTheBuffer(t *testing.T) {
	m := &PublishedFrechet{imageFeatures{Features: "pixels", Components: 10}, 20000, 1000}
	s := replayed(stripes(200, 1).Set(nil), nil)
	s.Samples = points.New(50, 36)
	own := measured(t, m, s)
	if own["value"] > 0.05 || own["buffer_points"] != 200 || own["model_points"] != 20000 || own["true_points"] != 200 {
		t.Errorf("of a buffer of the training images: %v", own)
	}
	if one := measured(t, m, replayed(stripes(1, 1).Set(nil), nil)); one["value"] < 1 {
		t.Errorf("of a buffer of one image: %v", one)
	}
}

// Models without a buffer, and trainings that kept none, have no such distance; one that can't be read is an error.
func TestPublishedFrechetNeedsABuffer(t *testing.T) {
	m := &PublishedFrechet{imageFeatures{Features: "pixels", Components: 10}, 100, 100}
	without := pictured(nil)
	without.Trained = &model.Trained{}
	for _, s := range []*experiment.Subject{without, replayed(nil, errors.ErrUnsupported)} {
		if _, err := m.Measure(t.Context(), s); !errors.Is(err, experiment.ErrNotApplicable) {
			t.Errorf("without a buffer: %v", err)
		}
	}
	broken := errors.New("broken")
	if _, err := m.Measure(t.Context(), replayed(nil, broken)); !errors.Is(err, broken) {
		t.Errorf("a broken buffer: %v", err)
	}
}
