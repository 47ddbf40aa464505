package box

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/train"
)

// density is exp(log) in a box.
type density struct {
	*Box
	log support.LogFunction
}

func (d density) draw(t *testing.T, seed uint64, n int) (*points.Set, map[string]float64, error) {
	t.Helper()
	return d.Draw(t.Context(), rand.New(rand.NewPCG(seed, 11)), d.log, n)
}

// ofPoint makes a density of a function of one point.
func ofPoint(box points.Box, log func(x []float64) float64) density {
	return density{New(train.Environment{Box: box}), func(_ context.Context, x *points.Set) ([]float64, error) {
		logs := make([]float64, x.Len())
		for i := range logs {
			logs[i] = log(x.At(i))
		}
		return logs, nil
	}}
}

func square2(side float64) points.Box { return points.Box{{-side, side}, {-side, side}} }

// spots has two narrow normal laws, with shares of 0.3 and 0.7, in a box of which less than 5 % hold mass.
func spots() (d density, deviation float64) {
	deviation = 0.1
	normal := func(x []float64, center float64) float64 {
		return -(math.Pow(x[0]-center, 2) + math.Pow(x[1], 2)) / (2 * deviation * deviation)
	}
	return ofPoint(square2(3), func(x []float64) float64 {
		return support.LogSumExp(math.Log(0.3)+normal(x, -1.5), math.Log(0.7)+normal(x, 1.5))
	}), deviation
}

// Of a box of which 5 % hold mass, draws are all distinct, share their mass between two spots as these do, and lie in
// them as they should: moments and the probability of a quadrant are right within 4.5 standard errors (false-alarm
// rate 1e-5 each).
func TestRejectionWhereLittleOfTheBoxHoldsMass(t *testing.T) {
	const n = 20000
	d, deviation := spots()
	set, figures, err := d.draw(t, 1, n)
	if err != nil {
		t.Fatal(err)
	}
	if figures["exceeded"] != 0 || figures["acceptance"] < 0.5 {
		t.Errorf("drawn with the figures %v", figures)
	}
	if got := set.Distinct(); got != n {
		t.Errorf("%d of %d points are distinct", got, n)
	}
	right, quadrant, square := 0.0, 0.0, 0.0
	for i := range n {
		x := set.At(i)
		if x[0] > 0 {
			right++
		}
		if math.Abs(x[0]) > 1.5 && x[1] > 0 {
			quadrant++
		}
		square += x[1] * x[1] / n
	}
	within := func(what string, got, want, deviation float64) {
		if limit := 4.5 * deviation / math.Sqrt(n); math.Abs(got-want) > limit {
			t.Errorf("%s is %v, want %v within %v", what, got, want, limit)
		}
	}
	within("the share of the right spot", right/n, 0.7, math.Sqrt(0.21))
	within("the probability of the outer upper quadrants", quadrant/n, 0.25, math.Sqrt(3./16))
	within("the mean square", square, deviation*deviation, math.Sqrt2*deviation*deviation)
}

// In one dimension and in three, and where the density is 0 in a part of the box.
func TestRejectionInOtherDimensions(t *testing.T) {
	const n = 20000
	half := ofPoint(points.Box{{-1, 3}}, func(x []float64) float64 {
		if x[0] < 0 {
			return math.Inf(-1)
		}
		return -x[0]
	})
	cube := ofPoint(points.Box{{0, 2}, {0, 2}, {0, 2}}, func(x []float64) float64 { return -x[0] - x[1] - x[2] })
	// mean of exp(-x) on [0, end]
	truncated := func(end float64) float64 { return 1 - end*math.Exp(-end)/(1-math.Exp(-end)) }
	for name, c := range map[string]struct {
		density density
		mean    float64
	}{"half a line": {half, truncated(3)}, "cube": {cube, truncated(2)}} {
		set, _, err := c.density.draw(t, 3, n)
		if err != nil {
			t.Fatal(err)
		}
		for axis := range set.Dim {
			mean := 0.0
			for i := range n {
				if set.At(i)[axis] < 0 {
					t.Fatalf("%s: drew %v, of density 0", name, set.At(i))
				}
				mean += set.At(i)[axis] / n
			}
			if math.Abs(mean-c.mean) > 4.5*0.8/math.Sqrt(n) { // the deviation of exp(-x) on [0, 3] is 0.71
				t.Errorf("%s: the mean on axis %d is %v, want %v", name, axis, mean, c.mean)
			}
		}
	}
}

// An envelope that the density exceeds, here between the points at which it was looked at, is raised until draws are
// right: of 1.2 + cos, a share of (1.2 a + sin a)/(1.2 pi) lies within the angle a of the peak, which is 1/2 for a =
// 0.9119.
func TestRejectionRaisesItsEnvelope(t *testing.T) {
	const n = 20000
	waves := 2 * math.Pi * float64(cellsPerAxis[1]) * 2 // probes at corners and centers see the same phase
	d := ofPoint(points.Box{{0, 1}}, func(x []float64) float64 { return math.Log(1.2 - math.Cos(waves*x[0])) })
	set, figures, err := d.draw(t, 4, n)
	if err != nil {
		t.Fatal(err)
	}
	above := 0.0
	for i := range n {
		if -math.Cos(waves*set.At(i)[0]) > math.Cos(0.9119) {
			above++
		}
	}
	if math.Abs(above/n-0.5) > 4.5*0.5/math.Sqrt(n) {
		t.Errorf("a share of %v lies in the upper half of the mass, want 0.5 (%v)", above/n, figures)
	}
}

func TestRejectionOfWhatIsNoDensity(t *testing.T) {
	box := square2(1)
	for name, log := range map[string]float64{"NaN": math.NaN(), "infinite": math.Inf(1), "nowhere": math.Inf(-1)} {
		d := ofPoint(box, func([]float64) float64 { return log })
		if _, _, err := d.draw(t, 5, 10); err == nil {
			t.Errorf("%s: drew from it", name)
		}
	}
	if set, _, err := ofPoint(box, func([]float64) float64 { return 0 }).draw(t, 7, 0); err != nil || set.Len() != 0 {
		t.Errorf("no draws: %v", err)
	}
}
