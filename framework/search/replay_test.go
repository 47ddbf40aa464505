package search_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"ebim/framework/random"
	"ebim/framework/search"
)

// table is what every point of some axes of an experiment in experiments/search has given: what is written by testdata/table.py.
type table struct {
	Experiment, Model string
	Axes              []struct {
		Path   string
		Values []string
	}
	Trials []struct {
		Point []int
		Value float64 // what `select` names, negative where higher is better
		Steps int     // of the training that is searched for
	}
}

func readTable(t *testing.T, file string) (*table, []int) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	read := new(table)
	if err := json.Unmarshal(text, read); err != nil {
		t.Fatal(err)
	}
	var sizes []int
	total := 1
	for _, axis := range read.Axes {
		sizes = append(sizes, len(axis.Values))
		total *= len(axis.Values)
	}
	if len(read.Trials) != total {
		t.Fatalf("%s has %d points of %d", file, len(read.Trials), total)
	}
	return read, sizes
}

// at returns what a point has given.
func (read *table) at(sizes, point []int) (value float64, steps int) {
	code := 0
	for i, v := range point {
		code = code*sizes[i] + v
	}
	return read.Trials[code].Value, read.Trials[code].Steps
}

// replayed is the lowest value of a search: of so many trials, or, with a budget above 0, of as many as begin within that many steps.
func (read *table) replayed(sizes []int, tpe *search.TPE, stream *rand.Rand, trials, budget int) (lowest float64, spent int) {
	lowest = math.Inf(1)
	orders := make([][]int, len(sizes))
	var known []search.Trial
	for n := 0; n < trials || budget > 0; n++ {
		point := make([]int, len(sizes))
		if tpe != nil && n >= tpe.Startup {
			point = tpe.Next(sizes, known, stream)
		} else {
			for i, size := range sizes { // as config.Document.Drawn does
				if n%size == 0 {
					orders[i] = stream.Perm(size)
				}
				point[i] = orders[i][n%size]
			}
		}
		value, steps := read.at(sizes, point)
		if budget > 0 && spent+steps > budget {
			return lowest, spent
		}
		lowest, spent = min(lowest, value), spent+steps
		if known = append(known, search.Trial{Point: point, Value: value}); len(known) == len(read.Trials) {
			return lowest, spent
		}
	}
	return lowest, spent
}

// TestReplayedSearches prints how often TPE, with half the training steps of a random search, finds a value as good as that one's, and how often
// another random search with half the steps does. Of lists of three and four values, on which 36 points lie, a few trials teach little: TPE must
// only be no worse. Were both as good, it would be by three standard deviations of the difference of two shares, 0.095, with a probability
// of 0.0013 in each comparison, were its seeds not fixed.
func TestReplayedSearches(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no tables", err)
	}
	const searches = 500
	for _, file := range files {
		read, sizes := readTable(t, file)
		for _, trials := range []int{12, 24, 48} {
			if trials > len(read.Trials)/2 {
				continue
			}
			tpe := search.TPE{Startup: max(trials/4, 3), Batch: 1, Quantile: 0.25, Candidates: 24}
			good, control := 0, 0
			for s := range uint64(searches) {
				whole, steps := read.replayed(sizes, nil, random.New(s, "random", 0), trials, 0)
				half, _ := read.replayed(sizes, &tpe, random.New(s, "tpe", 0), 0, steps/2)
				other, _ := read.replayed(sizes, nil, random.New(s, "control", 0), 0, steps/2)
				if half <= whole {
					good++
				}
				if other <= whole {
					control++
				}
			}
			t.Logf("%s %s, %d points: with half the steps of %d random trials, TPE is as good in %.0f %% of %d searches, random ones in %.0f %%",
				read.Experiment, read.Model, len(read.Trials), trials, 100*float64(good)/searches, searches, 100*float64(control)/searches)
			if worst := 3 * math.Sqrt(0.5/searches); float64(control-good)/searches > worst {
				t.Errorf("%s: TPE is as good in %d, random ones in %d", file, good, control)
			}
		}
	}
}
