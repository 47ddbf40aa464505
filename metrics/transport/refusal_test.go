package transport

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ebim/framework/points"
)

func TestRejectsBadInput(t *testing.T) {
	one, two := points.New(1, 2), points.New(2, 2)
	infinite := points.New(2, 2)
	infinite.Data[3] = math.Inf(1)
	far, wide := points.New(2, 1), points.New(1, 1)
	far.Data[0], far.Data[1] = math.MaxFloat64, -math.MaxFloat64
	large := points.New(1, 1)
	large.Data[0] = 1e200
	cases := map[string]struct {
		problem Problem
		want    string
	}{
		"empty":         {Problem{From: points.New(0, 2), To: one}, "at least one point"},
		"nil":           {Problem{To: one}, "at least one point"},
		"dimensions":    {Problem{From: points.New(1, 3), To: one}, "dimension 3"},
		"infinite":      {Problem{From: one, To: infinite}, "point 1 of the second set"},
		"mass count":    {Problem{From: two, To: one, Supply: []float64{1}}, "1 masses for 2 points"},
		"negative mass": {Problem{From: two, To: one, Supply: []float64{2, -1}}, "mass 1 is -1"},
		"missing mass":  {Problem{From: two, To: one, Supply: []float64{2, math.NaN()}}, "mass 1 is NaN"},
		"no mass":       {Problem{From: two, To: one, Supply: []float64{0, 0}}, "all masses are zero"},
		"unequal totals": {Problem{From: two, To: one, Supply: []float64{1, 1}, Demand: []float64{1}},
			"must be equal"},
		"far apart":       {Problem{From: far, To: wide}, "too far apart"},
		"squares too big": {Problem{From: large, To: wide, Cost: SquaredEuclidean}, "too far apart"},
		"cost":            {Problem{From: one, To: one, Cost: 7}, "unknown transport cost"},
	}
	for name, c := range cases {
		if r, err := Solve(context.Background(), c.problem); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: result %v, error %v; want one with %q", name, r, err, c.want)
		}
	}
}

func TestZeroMassesCarryNoFlow(t *testing.T) {
	from, _ := points.FromRows([][]float64{{0}, {5}, {1}})
	to, _ := points.FromRows([][]float64{{9}, {2}, {-4}})
	r := solve(t, Problem{From: from, To: to, Supply: []float64{0.5, 0, 0.5}, Demand: []float64{0, 1, 0}})
	if math.Abs(r.Cost-1.5) > 1e-12 || len(r.Plan) != 2 {
		t.Errorf("cost %v with plan %v, want 1.5 with two flows", r.Cost, r.Plan)
	}
}

func TestStopsWithItsContext(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	p := Problem{From: gaussian(rng, 1500, 2, 0, 1), To: gaussian(rng, 1500, 2, 1, 1)}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Solve(ctx, p); !errors.Is(err, context.Canceled) {
		t.Errorf("a canceled context gives %v", err)
	}
	canceled, solved := 0, false
	for looks := 1; !solved; looks *= 2 {
		_, err := Solve(&endsAfter{Context: context.Background(), looks: looks}, p)
		solved = err == nil
		if !solved && !errors.Is(err, context.Canceled) {
			t.Fatalf("a context that ends at look %d gives %v", looks, err)
		}
		canceled++
	}
	if canceled < 5 {
		t.Errorf("solving looked at its context fewer than 2^%d times", canceled)
	}
}

// endsAfter is a context that is canceled once it has been looked at a number of times.
type endsAfter struct {
	context.Context
	looks int
}

func (c *endsAfter) Err() error {
	c.looks--
	if c.looks < 0 {
		return context.Canceled
	}
	return nil
}
