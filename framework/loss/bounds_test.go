package loss

import (
	"strings"
	"testing"
)

// The bounds are those of F = 10 times a distance: the data of scale 2 in R^4 lie 4 from their mean, and all singular
// values are 10.
func TestBounds(t *testing.T) {
	two := 2.0
	for name, test := range map[string]struct {
		loss Bounded
		most map[string]float64
		seen map[string]string // of four times the bound, twice what was allowed
	}{
		"denoising": {&Denoising{RankWeight: 1}, map[string]float64{"data_norm": 1600, "rank": 81},
			map[string]string{"data_norm": "|F| at the data is 80 ", "rank": "are about 19 "}},
		"without rank": {&Denoising{}, map[string]float64{"data_norm": 1600, "rank": 81},
			map[string]string{"data_norm": "|F| at the data is 80 ", "rank": "are about 19 "}},
		"bounded": {&Implicit{RankWeight: 1, MinSingularValue: 1, MaxSingularValue: &two},
			map[string]float64{"rank": 18 * 18}, map[string]string{"rank": "are about 38 "}},
		"from below only": {&Implicit{RankWeight: 1, MinSingularValue: 1}, nil, nil},
	} {
		bounds := test.loss.Bounds(2, 4)
		if len(bounds) != len(test.most) {
			t.Errorf("%s: %d bounds, want %d", name, len(bounds), len(test.most))
		}
		for _, b := range bounds {
			if estimated := b.Term == "rank" && name == "without rank"; (b.Estimate != nil) != estimated {
				t.Errorf("%s: %s is estimated: %v", name, b.Term, !estimated)
			}
			if b.Most != test.most[b.Term] || !strings.Contains(b.Seen(4*b.Most), test.seen[b.Term]) {
				t.Errorf("%s: %s at most %v, want %v; %q, want %q", name, b.Term, b.Most, test.most[b.Term],
					b.Seen(4*b.Most), test.seen[b.Term])
			}
		}
	}
}
