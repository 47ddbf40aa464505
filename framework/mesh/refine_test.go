package mesh

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/points"
)

// Refinement finds the very mesh that evaluating the whole grid does, at a fraction of the evaluations.
func TestRefinementFindsTheFullGridsMesh(t *testing.T) {
	re, im := trefoil()
	rng := rand.New(rand.NewPCG(1, 2))
	tests := []struct {
		name       string
		dim        int
		half       float64
		resolution int
		f          []function
		most       float64 // share of the full grid's points
	}{
		{"circles", 2, 1.5, 512, []function{product(ball(1, 0, 0), ball(0.1, 1.2, 1.2))}, 0.06},
		{"torus", 3, 1.5, 96, []function{torus(1, 0.4)}, 0.25},
		{"linked tori", 3, 2.5, 96, []function{product(torus(1, 0.3), secondTorus)}, 0.2},
		{"double torus", 3, 1.25, 96, []function{doubleTorus}, 0.2},
		{"trefoil", 3, 4, 96, []function{re, im}, 0.15},
		{"sines", 2, 1, 256, []function{sines(rng, 2, 8, 5)}, 0.35},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			refined, full := field(test.f...), field(test.f...)
			p := Problem{Box: points.Cube(test.dim, -test.half, test.half), Resolution: test.resolution,
				Codimension: len(test.f), Field: refined.at}
			got := mustExtract(t, p)
			p.Field = full.valuesOnly
			want, err := extract(context.Background(), &p, limits{coarsest: test.resolution, corners: 1 << 21})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("the meshes differ: %d elements, the full grid has %d", got.Len(), want.Len())
			}
			if all := math.Pow(float64(test.resolution+1), float64(test.dim)); full.points != int(all) {
				t.Errorf("the full grid took %d evaluations of %v", full.points, all)
			}
			if share := float64(refined.points) / float64(full.points); share > test.most {
				t.Errorf("%v of the grid's points were evaluated", share)
			}
			if refined.calls > 6 {
				t.Errorf("the field was called %d times", refined.calls)
			}
		})
	}
}

// In space, a finer grid costs as its surface grows, not as its volume.
func TestEvaluationsGrowWithTheSurface(t *testing.T) {
	previous := 0
	for _, resolution := range []int{64, 128, 256} {
		c := field(torus(1, 0.4))
		mustExtract(t, Problem{Box: points.Cube(3, -1.5, 1.5), Resolution: resolution, Codimension: 1, Field: c.exact})
		t.Logf("resolution %d: %d points in %d calls", resolution, c.points, c.calls)
		if previous > 0 && c.points > 5*previous {
			t.Errorf("%d points at resolution %d, after %d at half of it", c.points, resolution, previous)
		}
		previous = c.points
	}
	if all := 257 * 257 * 257; previous > all/10 {
		t.Errorf("%d points of %d were evaluated", previous, all)
	}
}

// Estimates that are far too large hide what the coarse grid has no sign change of, but from where there is one, the
// finest level finds the rest: a spiral whose turns are nearer to each other than coarse cells is whole.
func TestFloodingRepairsBadEstimates(t *testing.T) {
	arm := func(x []float64) float64 { // a tube around a helix, thinner than a coarse cell
		angle := 4 * x[2]
		return math.Hypot(x[0]-0.8*math.Cos(angle), x[1]-0.8*math.Sin(angle)) - 0.03
	}
	c := field(arm)
	box := points.Cube(3, -1, 1)
	m := mustExtract(t, Problem{Box: box, Resolution: 128, Codimension: 1, Field: c.valuesOnly})
	checkManifold(t, m, box)
	got := m.Topology(TopologyOptions{Box: box})
	if len(got.Components) != 1 || got.Components[0].BoundaryLoops != 2 || !got.Components[0].Cut ||
		got.Components[0].Open {
		t.Errorf("%+v", got)
	}
	if all := 129 * 129 * 129; c.points > all/4 {
		t.Errorf("%d points of %d were evaluated", c.points, all)
	}
}

// The finest level in windows of few cells gives the same mesh as all at once, and then holds no corners but those of
// cells that F changes sign in. The helix is found by flooding only.
func TestWindows(t *testing.T) {
	helix := func(x []float64) float64 {
		return math.Hypot(x[0]-0.8*math.Cos(4*x[2]), x[1]-0.8*math.Sin(4*x[2])) - 0.03
	}
	re, im := trefoil()
	circle, shell, spiral, knot := field(ball(1, 0, 0)), field(torus(1, 0.4)), field(helix), field(re, im)
	tests := []struct {
		name string
		p    Problem
	}{
		{"circle", Problem{Box: points.Cube(2, -1.5, 1.5), Resolution: 256, Codimension: 1, Field: circle.exact}},
		{"torus", Problem{Box: points.Cube(3, -1.45, 1.45), Resolution: 100, Codimension: 1, Field: shell.exact}},
		{"helix", Problem{Box: points.Cube(3, -1, 1), Resolution: 128, Codimension: 1, Field: spiral.valuesOnly}},
		{"trefoil", Problem{Box: points.Cube(3, -4, 4), Resolution: 64, Codimension: 2, Field: knot.at}},
	}
	for _, test := range tests {
		few, all := standard(), standard()
		few.window, all.window = 100, math.MaxInt
		got, err := extract(context.Background(), &test.p, few)
		if err != nil {
			t.Fatal(err)
		}
		want, err := extract(context.Background(), &test.p, all)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: the meshes differ: %d elements in windows, %d at once", test.name, got.Len(), want.Len())
		}
		grid, cells, err := refine(context.Background(), &test.p, few)
		if err != nil {
			t.Fatal(err)
		}
		corners := map[int]bool{}
		for _, cell := range cells {
			for _, offset := range grid.offset[:grid.corners()] {
				corners[cell+offset] = true
			}
		}
		if grid.place.count != len(corners) || len(grid.values) != len(corners)*test.p.Codimension ||
			grid.coarser != nil {
			t.Errorf("%s: %d corners are held of cells with %d", test.name, grid.place.count, len(corners))
		}
	}
}

func TestResolutionIsReachedByHalving(t *testing.T) {
	box := points.Box{{0, 2}, {0, 1}, {0, 0.01}}
	for resolution := leastResolution; resolution <= mostResolution; resolution++ {
		p := Problem{Box: box, Resolution: resolution}
		coarsest := standard().coarsest
		cells, halvings := p.coarse(coarsest)
		finest := cells[0] << halvings
		if cells[0] > coarsest || finest < resolution || finest > resolution+resolution/16 {
			t.Fatalf("resolution %d: %v cells, %d times halved", resolution, cells, halvings)
		}
		if cells[1] < cells[0]/2 || cells[1] > cells[0]/2+1 || cells[2] != 1 {
			t.Fatalf("cells are not cubes: %v", cells)
		}
	}
}

func TestUnmeshable(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	constant := func(v float64) function { return func([]float64) float64 { return v } }
	noise := func([]float64) float64 { return rng.NormFloat64() }
	x := func(x []float64) float64 { return x[0] }
	tests := []struct {
		name string
		dim  int
		f    []function
		want string
	}{
		{"beyond the box", 2, []function{ball(3, 0, 0)},
			"F has no zero in the box: on the grid its values range from -3 to -0.8"},
		{"positive", 3, []function{ball(-1, 0, 0, 0)},
			"F has no zero in the box: on the grid its values range from 1 to"},
		{"components far from each other", 3, []function{x, ball(0.2, 1, 0, 0)}, "F has no zero in the box"},
		{"never both", 3, []function{x, constant(2)}, "from -1.5 to 1.5 and from 2 to 2"},
		{"zero", 2, []function{constant(0)}, "F is zero all over the box"},
		{"tiny", 2, []function{func(x []float64) float64 { return 1e-9 * math.Sin(1e6*x[0]) }},
			"F is zero all over the box"},
		{"noise in the plane", 2, []function{noise}, "F is zero all over the box"},
		{"noise in space", 3, []function{noise}, "F is zero all over the box"},
		{"both noise", 3, []function{noise, noise}, "F is zero all over the box"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := Problem{Box: points.Cube(test.dim, -1.5, 1.5), Resolution: 64, Codimension: len(test.f),
				Field: field(test.f...).at}
			_, err := Extract(context.Background(), p)
			var unmeshable *UnmeshableError
			if !errors.As(err, &unmeshable) || !strings.Contains(unmeshable.Reason, test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

// Distances that are too small everywhere ask for the whole grid, which is refused before it is evaluated.
func TestGridsThatAreTooLarge(t *testing.T) {
	const most = 1 << 16
	torus := field(torus(1, 0.4))
	p := Problem{Box: points.Cube(3, -1.5, 1.5), Resolution: 256, Codimension: 1,
		Field: func(ctx context.Context, x *points.Set) (*points.Set, []float64, error) {
			values, distances, err := torus.valuesOnly(ctx, x)
			for i := range distances {
				distances[i] = 0.02 // more than a tenth of a coarse cell's diagonal
			}
			return values, distances, err
		}}
	_, err := extract(context.Background(), &p, limits{coarsest: 32, corners: most})
	var unmeshable *UnmeshableError
	if !errors.As(err, &unmeshable) || !strings.Contains(unmeshable.Reason, "lower the resolution") {
		t.Errorf("got %v", err)
	}
	if torus.points > most {
		t.Errorf("%d points were evaluated, of at most %d", torus.points, most)
	}
}

func TestExtractErrors(t *testing.T) {
	good := Problem{Box: points.Cube(2, -1, 1), Resolution: 16, Codimension: 1, Field: field(ball(0.5, 0, 0)).at}
	hole := func(x []float64) float64 {
		if x[0] > 0.7 {
			return math.NaN()
		}
		return x[0]
	}
	pole := func(x []float64) float64 { return 1 / x[0] }
	tests := []struct {
		name string
		harm func(*Problem)
		want string
	}{
		{"line", func(p *Problem) { p.Box = points.Cube(1, -1, 1) }, "the box has 1 axes"},
		{"empty box", func(p *Problem) { p.Box[1][1] = -1 }, "axis 1 of the box is [-1 -1]"},
		{"NaN box", func(p *Problem) { p.Box[1][1] = math.NaN() }, "axis 1 of the box is [-1 NaN]"},
		{"endless box", func(p *Problem) { p.Box[1][1] = math.Inf(1) }, "finite bounds"},
		{"codimension", func(p *Problem) { p.Codimension = 2 }, "the codimension is 2; in R^2 it can be 1 to 1"},
		{"coarse", func(p *Problem) { p.Resolution = 7 }, "the resolution is 7; it can be 8 to 1024"},
		{"fine", func(p *Problem) { p.Resolution = 1025 }, "the resolution is 1025"},
		{"no field", func(p *Problem) { p.Field = nil }, "there is no field"},
		{"NaN", func(p *Problem) { p.Field = field(hole).at }, "F is NaN at [0.75 -1]"},
		{"pole", func(p *Problem) { p.Field = field(pole).at }, "F is +Inf at [0 -1]"},
		{"two components", func(p *Problem) { p.Field = field(hole, hole).at }, "289 points with 1 values"},
		{"NaN distances", func(p *Problem) {
			p.Field = func(_ context.Context, x *points.Set) (*points.Set, []float64, error) {
				values, distances := points.New(x.Len(), 1), make([]float64, x.Len())
				values.Data[3], distances[3] = 1, math.NaN()
				return values, distances, nil
			}
		}, "estimated as NaN at [-0.875 -0.875]"},
		{"failing field", func(p *Problem) {
			p.Field = func(context.Context, *points.Set) (*points.Set, []float64, error) {
				return nil, nil, errors.New("no graph")
			}
		}, "no graph"},
		{"failing projection", func(p *Problem) {
			p.Project = func(context.Context, *points.Set) (*points.Set, error) { return nil, errors.New("no way") }
		}, "no way"},
		{"forgetful projection", func(p *Problem) {
			p.Project = func(_ context.Context, x *points.Set) (*points.Set, error) { return x.Slice(1, x.Len()), nil }
		}, "does not return as many"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := good
			p.Box = points.Cube(2, -1, 1)
			test.harm(&p)
			if _, err := Extract(context.Background(), p); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Extract(canceled, good); !errors.Is(err, context.Canceled) {
		t.Errorf("after canceling: %v", err)
	}
}

// Extremely large and small values of F change nothing but rounding.
func TestScaleOfValuesDoesNotMatter(t *testing.T) {
	for _, scale := range []float64{1, 1e300, 1e-320} {
		t.Run(fmt.Sprint(scale), func(t *testing.T) {
			exact := func(ctx context.Context, x *points.Set) (*points.Set, []float64, error) {
				values, distances, err := field(ball(1, 0, 0, 0)).exact(ctx, x)
				for i := range values.Data {
					values.Data[i] *= scale
				}
				return values, distances, err
			}
			m := mustExtract(t, Problem{Box: points.Cube(3, -1.5, 1.5), Resolution: 40, Codimension: 1, Field: exact})
			checkManifold(t, m, points.Cube(3, -1.5, 1.5))
			if got := m.Measure(); math.Abs(got-4*math.Pi) > 0.05 {
				t.Errorf("area %v", got)
			}
		})
	}
}
