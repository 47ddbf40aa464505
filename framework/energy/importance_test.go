package energy

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/supporttest"
)

// On the circle the density exp(2 x_0) is von Mises' of concentration 2, with E[cos] = 0.69777 and E[cos 2] = 0.30222.
// Importance has an effective size of 20 times the points drawn, 4000, so that 4.5 standard errors (deviations 0.4 and
// 0.62) are below 0.05 and 0.08.
func TestEBIMDrawsByImportance(t *testing.T) {
	circle := networktest.Sphere(2, 1)
	m := tilted(t, circle, 0)
	m.Sampling.Sampler = ByImportance
	set, logs, err := m.Spread(t.Context(), rand.New(rand.NewPCG(1, 2)), 500)
	if err != nil {
		t.Fatal(err)
	}
	for i, got := range logs {
		if want := 2 * set.At(i)[0]; math.Abs(got-want) > 1e-5 {
			t.Fatalf("the logarithm of the density at %v is %v, want %v", set.At(i), got, want)
		}
	}
	drawn, figures, err := m.Sample(t.Context(), rand.New(rand.NewPCG(2, 2)), 4000)
	if err != nil {
		t.Fatal(err)
	}
	cos, cos2 := 0.0, 0.0
	for i := range drawn.Len() {
		x := drawn.At(i)
		cos, cos2 = cos+x[0]/4000, cos2+(x[0]*x[0]-x[1]*x[1])/4000
	}
	if math.Abs(cos-0.69777) > 0.05 || math.Abs(cos2-0.30222) > 0.08 {
		t.Errorf("E[cos] = %v and E[cos 2] = %v, want 0.69777 and 0.30222", cos, cos2)
	}
	// (E w)^2/E w^2 = I_0(2)^2/I_0(4) = 0.4598 of the proposals: 32000, doubled until that is 80000.
	if got, proposals := figures["effective_sample_size"], figures["proposals"]; proposals != 256000 ||
		math.Abs(got/proposals-0.4598) > 0.02 {
		t.Errorf("the effective sample size is %v of %v proposals, want about %v of 256000", got, proposals,
			0.4598*256000)
	}
}

// Of a box of which less than 5 % hold mass, in two narrow normal distributions with shares of 0.3 and 0.7, importance
// takes enough proposals for an effective size of 20 times the draws, few of which repeat. Systematic resampling
// repeats a point at most as often as its weight says, so the repeats are about 1 in 40; 1 in 15 is far from that.
func TestImportanceTakesAsManyProposalsAsNeeded(t *testing.T) {
	const n = 1000
	spot := func(x *graph.Node, share, center float64) *graph.Node {
		away := graph.Add(graph.Square(graph.AddScalar(networktest.Coordinate(x, 0), -center)),
			graph.Square(networktest.Coordinate(x, 1)))
		return graph.AddScalar(graph.MulScalar(away, -1/(2*0.1*0.1)), math.Log(share))
	}
	d := inBox(t, points.Box{{-3, 3}, {-3, 3}}, supporttest.Fixed(func(x *graph.Node) *graph.Node {
		left, right := spot(x, 0.3, -1.5), spot(x, 0.7, 1.5)
		return graph.Neg(graph.Add(graph.Max(left, right), graph.Log1P(
			graph.Exp(graph.Neg(graph.Abs(graph.Sub(left, right)))))))
	}))
	d.Sampling.Proposals = 16
	set, figures, err := d.importance(t.Context(), rand.New(rand.NewPCG(2, 11)), n)
	if err != nil {
		t.Fatal(err)
	}
	// (E w)^2/E w^2 of the two spots is 4 pi deviation^2/36/(0.09 + 0.49) = 0.006, of 16 n proposals less than 100.
	if got := figures["effective_sample_size"]; figures["proposals"] < 100*n || figures["proposals"] < mostProposals &&
		got < effectivePerDraw*n {
		t.Errorf("drawn with the figures %v", figures)
	}
	if got := set.Distinct(); got < n*14/15 {
		t.Errorf("%d of %d points are distinct", got, n)
	}
}

// The effective size of weights w is (sum w)^2 / sum w^2, whatever constant is added to their logarithms.
func TestEffectiveSize(t *testing.T) {
	logs, total, squares := []float64{}, 0.0, 0.0
	for _, w := range []float64{1, 0, 2.5, 4, 0.3} {
		logs = append(logs, math.Log(w)+1000)
		total, squares = total+w, squares+w*w
	}
	if effective := support.EffectiveSize(logs); math.Abs(effective-total*total/squares) > 1e-9 {
		t.Errorf("the effective size is %v, want %v", effective, total*total/squares)
	}
}
