package metrics

import (
	"math"
	"math/rand/v2"
	"testing"
)

// autoregressive is chains x' = phi x + sqrt(1 - phi^2) r of variance 1, in their stationary law.
func autoregressive(rng *rand.Rand, phi float64, chains, draws int) [][]float64 {
	all := make([][]float64, chains)
	for i := range all {
		x := rng.NormFloat64()
		for range draws {
			all[i] = append(all[i], x)
			x = phi*x + math.Sqrt(1-phi*phi)*rng.NormFloat64()
		}
	}
	return all
}

// Of two chains 1, 2 | 3, 4 and 2, 1 | 4, 3 the halves have means 1.5, 3.5, 1.5, 3.5, of variance 4/3, and variance 1/2
// each: R-hat^2 = (1/2*1/2 + 4/3)/(1/2) = 19/6, before ranks.
func TestPotentialScaleReductionByHand(t *testing.T) {
	chains := split([][]float64{{1, 2, 3, 4}, {2, 1, 4, 3}})
	near(t, "R-hat", potentialScaleReduction(chains), math.Sqrt(19.0/6), 1e-14)
	if odd := split([][]float64{{1, 2, 9, 3, 4}}); odd[0][1] != 2 || odd[1][0] != 3 {
		t.Errorf("the halves of five draws are %v", odd)
	}
}

// The ranks of 5, 1, 1, 3 are 4, 1.5, 1.5, 3: the normal quantiles of (rank - 3/8)/(4 + 1/4).
func TestNormalScoresByHand(t *testing.T) {
	scores := normalScores([][]float64{{5, 1}, {1, 3}})
	quantile := func(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }
	for i, want := range []float64{3.625, 1.125, 1.125, 2.625} {
		near(t, "score", scores[i/2][i%2], quantile(want/4.25), 1e-12)
	}
}

func TestQuantile(t *testing.T) {
	for p, want := range map[float64]float64{0: 1, 0.5: 2.5, 0.9: 3.7, 1: 4} {
		near(t, "quantile", quantile([][]float64{{4, 1}, {3, 2}}, p), want, 1e-12)
	}
}

// The effective size of an autoregressive chain is its draws times (1 - phi)/(1 + phi). The estimate varies by about
// 4 % for 8 chains of 4000 draws and phi = 0.9 (by trial, as for the others less); the limits are four times that.
func TestEffectiveSizeOfAutoregression(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 30))
	const chains, draws = 8, 4000
	for phi, tolerance := range map[float64]float64{0: 0.08, 0.5: 0.1, 0.9: 0.16, -0.3: 0.1} {
		all := autoregressive(rng, phi, chains, draws)
		exact := chains * draws * (1 - phi) / (1 + phi)
		near(t, "bulk size over the exact one", BulkESS(all)/exact, 1, tolerance)
		if rhat := RHat(all); !(rhat < 1.01) || rhat < 0.999 {
			t.Errorf("R-hat of stationary chains with phi = %v is %v", phi, rhat)
		}
		// Rare events are less correlated than what they are made of, and never more.
		if tail := TailESS(all); tail < 0.8*min(exact, chains*draws) || tail > 1.5*chains*draws {
			t.Errorf("the tails' size is %v for phi = %v, of %v in the middle", tail, phi, exact)
		}
	}
}

// Chains that swing from side to side know their mean better than independent draws, up to draws times log10(draws).
func TestEffectiveSizeIsBounded(t *testing.T) {
	swinging := make([][]float64, 4)
	rng := rand.New(rand.NewPCG(2, 30))
	for i := range swinging {
		for k := range 100 {
			swinging[i] = append(swinging[i], math.Pow(-1, float64(k))+0.01*rng.NormFloat64())
		}
	}
	near(t, "bulk size", BulkESS(swinging), 400*math.Log10(400), 1e-9)
}

// What is wrong with chains raises R-hat: another place, another scale (seen by folding alone), a drift. Heavy tails
// don't.
func TestRHatFindsChainsThatHaveNotMixed(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 30))
	draw := func(change func(chain, draw int, x float64) float64) [][]float64 {
		all := autoregressive(rng, 0, 4, 1000)
		for i, chain := range all {
			for k, x := range chain {
				chain[k] = change(i, k, x)
			}
		}
		return all
	}
	place := draw(func(chain, _ int, x float64) float64 { return x + 0.5*indicator(chain == 0) })
	scale := draw(func(chain, _ int, x float64) float64 { return x * (1 + indicator(chain == 0)) })
	drift := draw(func(_, k int, x float64) float64 { return x + float64(k)/1000 })
	apart := draw(func(chain, _ int, x float64) float64 { return 0.01*x + float64(chain%2) })
	for name, test := range map[string]struct {
		chains [][]float64
		above  float64
	}{"place": {place, 1.01}, "scale": {scale, 1.01}, "drift": {drift, 1.01}, "two components": {apart, 1.5}} {
		if rhat := RHat(test.chains); !(rhat > test.above) {
			t.Errorf("%s: R-hat is %v, want above %v", name, rhat, test.above)
		}
	}
	if size := BulkESS(apart); size > 12 {
		t.Errorf("four chains on two components are worth %v draws", size)
	}
	if plain := potentialScaleReduction(normalScores(split(scale))); plain > 1.01 {
		t.Errorf("the scale is seen without folding: R-hat %v", plain)
	}
	heavy := draw(func(_, _ int, x float64) float64 { return math.Tan(math.Pi / 2 * math.Erf(x/math.Sqrt2)) }) // Cauchy
	if rhat, size := RHat(heavy), BulkESS(heavy); rhat > 1.01 || size < 3000 {
		t.Errorf("4000 independent Cauchy draws have R-hat %v and size %v", rhat, size)
	}
}

// Chains that never move, and draws that are no numbers, have no figures.
func TestChainsThatNeverMove(t *testing.T) {
	still := [][]float64{{1, 1, 1, 1}, {1, 1, 1, 1}}
	for _, figure := range []func([][]float64) float64{RHat, BulkESS, TailESS} {
		if v := figure(still); !math.IsNaN(v) {
			t.Errorf("still chains give %v", v)
		}
	}
	if rhat := RHat([][]float64{{1, 1, 1, 1}, {2, 2, 2, 2}}); rhat <= 1.01 {
		t.Errorf("chains that stand apart have R-hat %v", rhat)
	}
}
