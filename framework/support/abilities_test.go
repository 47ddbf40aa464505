package support_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/support"
)

// dust is a support from outside that can do no more than a support must.
type dust struct{}

func (dust) String() string { return "dust" }
func (dust) Ambient() int   { return 3 }
func (dust) Dimension() int { return 2 }
func (dust) Uniform(_ context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	return points.Cube(3, -1, 1).Uniform(n, rng), nil
}
func (dust) Moved(support.Similarity) support.Support { return dust{} }

// A model on a support from outside is drawn from, and what the support lacks is said by name.
func TestSupportFromOutside(t *testing.T) {
	m := (&model.Trained{Support: dust{}}).In(&points.Scaling{Shift: []float64{1, 2, 3}, Scale: []float64{2, 2, 2}})
	x, _, err := m.Sample(t.Context(), rand.New(rand.NewPCG(1, 2)), 5)
	if err != nil || x.Len() != 5 {
		t.Fatal(err)
	}
	_, nearest := support.Nearest(t.Context(), m.Support, x)
	_, mesh := m.Mesh(t.Context(), 32)
	_, singular := support.SingularValuesOf(t.Context(), m.Support, x)
	_, values := m.Values(t.Context(), x)
	for what, err := range map[string]error{"nearest": nearest, "mesh": mesh, "singular values": singular,
		"F": values} {
		if !errors.Is(err, errors.ErrUnsupported) || !strings.HasPrefix(err.Error(), "dust ") {
			t.Errorf("%s: %v", what, err)
		}
	}
}
