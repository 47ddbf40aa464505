package train_test

import (
	"context"
	"encoding/csv"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/network"
	"ebim/framework/train"
)

func sgd(epochs, batch int, shuffle bool) train.Training {
	return train.Training{Epochs: epochs, Batch: batch, Shuffle: shuffle,
		Optimizer: &train.SGD{Rate: 0.1, Momentum: 0.5}}
}

// indices returns what each step of a training is fed.
func indices(t *testing.T, training train.Training, seed uint64) (steps [][]int) {
	t.Helper()
	l := loop(t, training)
	l.Seed = seed
	run(t, l, quadratic(func(_ int, indices []int, _, _ []float32) { steps = append(steps, slices.Clone(indices)) }))
	return steps
}

// 7 points in batches of 3 are three steps an epoch; the last one is filled up from the beginning.
func TestBatchesInOrder(t *testing.T) {
	got := indices(t, sgd(2, 3, false), 1)
	want := [][]int{{0, 1, 2}, {3, 4, 5}, {6, 0, 1}, {0, 1, 2}, {3, 4, 5}, {6, 0, 1}}
	if !slices.EqualFunc(got, want, slices.Equal[[]int]) {
		t.Errorf("the steps are fed %v, want %v", got, want)
	}
	if whole := indices(t, sgd(2, 1000, false), 1); !slices.EqualFunc(whole,
		[][]int{{0, 1, 2, 3, 4, 5, 6}, {0, 1, 2, 3, 4, 5, 6}}, slices.Equal[[]int]) {
		t.Errorf("a batch larger than the data is fed %v, want all the data", whole)
	}
}

func TestBatchesShuffled(t *testing.T) {
	const epochs = 6
	got := indices(t, sgd(epochs, 3, true), 1)
	orders := map[string]bool{}
	for epoch := range epochs {
		fed := slices.Concat(got[3*epoch : 3*epoch+3]...)
		seen := slices.Compact(slices.Sorted(slices.Values(fed)))
		if !slices.Equal(seen, []int{0, 1, 2, 3, 4, 5, 6}) {
			t.Errorf("epoch %d sees the points %v", epoch, seen)
		}
		if fed[7] != fed[0] || fed[8] != fed[1] {
			t.Errorf("epoch %d is filled up with %v, want its own beginning %v", epoch, fed[7:], fed[:2])
		}
		orders[strings.Trim(strings.Join(strings.Fields(joinInts(fed)), ","), ",")] = true
	}
	// Two of six orders of 7 points coincide with probability 0.003.
	if len(orders) < epochs {
		t.Errorf("%d epochs have only %d orders", epochs, len(orders))
	}
	if again := indices(t, sgd(epochs, 3, true), 1); !slices.EqualFunc(got, again, slices.Equal[[]int]) {
		t.Error("two runs of one seed have different orders")
	}
	if other := indices(t, sgd(epochs, 3, true), 2); slices.EqualFunc(got, other, slices.Equal[[]int]) {
		t.Error("two seeds have the same orders")
	}
}

func joinInts(values []int) string {
	var words []string
	for _, v := range values {
		words = append(words, strconv.Itoa(v))
	}
	return strings.Join(words, " ")
}

// history reads history.csv: the header and the rows.
func historyOf(t *testing.T, l *train.Loop) (header []string, rows [][]float64) {
	t.Helper()
	file, err := os.Open(filepath.Join(l.Folder, train.HistoryFile))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range records[1:] {
		row := make([]float64, len(record))
		for i, cell := range record {
			if row[i], err = strconv.ParseFloat(cell, 64); err != nil {
				t.Fatal(err)
			}
		}
		rows = append(rows, row)
	}
	return records[0], rows
}

// Every step has its row, in the history and for the monitor, with the loss of the parameters before the step.
func TestHistoryAndMonitor(t *testing.T) {
	l := loop(t, sgd(4, 3, false))
	var losses []float64
	var reports int
	l.Monitor = monitor(func(done, total int, names []string, values []float64) {
		reports++
		if done != reports || total != 12 || !slices.Equal(names, []string{"loss", "first", "rest", "batch_size"}) ||
			len(values) != 4 {
			t.Errorf("report %d is %d of %d, %v, %v", reports, done, total, names, values)
		}
	})
	run(t, l, quadratic(func(_ int, _ []int, w, x []float32) {
		loss := 0.0
		for j := range w {
			loss += float64(stiffness[j]) * math.Pow(float64(w[j]-x[j]), 2) / 2
		}
		losses = append(losses, loss)
	}))
	header, rows := historyOf(t, l)
	if !slices.Equal(header, []string{"step", "loss", "first", "rest", "batch_size"}) || len(rows) != 12 ||
		reports != 12 {
		t.Fatalf("header %v, %d rows, %d reports", header, len(rows), reports)
	}
	for step, row := range rows {
		if row[0] != float64(step) || math.Abs(row[1]-losses[step]) > 1e-5 ||
			math.Abs(row[2]+row[3]-row[1]) > 1e-5 || row[4] != 3 {
			t.Errorf("row %d is %v, and the loss was %v", step, row, losses[step])
		}
	}
}

// A loss that stops being a number ends the training with its step, the term, and the last finite value.
func TestDivergence(t *testing.T) {
	for name, bad := range map[string]float32{"NaN": float32(math.NaN()), "infinite": float32(math.Inf(1))} {
		t.Run(name, func(t *testing.T) {
			last := 0.0
			l := loop(t, sgd(20, 3, false))
			l.Monitor = monitor(func(_, _ int, _ []string, values []float64) { last = values[0] })
			err := l.Run(context.Background(), quadratic(func(step int, _ []int, _, x []float32) {
				if step == 31 {
					x[2] = bad
				}
			}))
			var diverged *train.DivergedError
			if !errors.As(err, &diverged) {
				t.Fatalf("got %v, want a DivergedError", err)
			}
			if diverged.Step != 31 || diverged.Term != "loss" || diverged.Last != last || diverged.Likely != "a test" {
				t.Errorf("got %+v; the last finite loss was %v", diverged, last)
			}
			for _, part := range []string{"loss", "31", "a test"} {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("the error does not say %q: %v", part, err)
				}
			}
		})
	}
}

// A finite loss may have a gradient that isn't: if that happens in the last step, no later loss shows it. The distance
// |w - x| has none at w = x.
func TestDivergenceInTheLastStep(t *testing.T) {
	p := quadratic(func(_ int, _ []int, parameters, x []float32) { copy(x, parameters) })
	p.Loss = func(parameters, inputs []*graph.Node) (*graph.Node, []*graph.Node) {
		offset := graph.Sub(network.FlattenNodes(parameters), inputs[0])
		total := graph.Sqrt(graph.ReduceAllSum(graph.Square(offset)))
		return total, []*graph.Node{total, total}
	}
	err := loop(t, sgd(1, 7, false)).Run(context.Background(), p)
	var diverged *train.DivergedError
	if !errors.As(err, &diverged) || diverged.Step != 0 {
		t.Fatalf("got %v with the parameters %v, want a DivergedError at step 0", err, network.Flatten(p.Parameters))
	}
	if strings.Contains(err.Error(), "NaN") {
		t.Errorf("there was no finite value to report: %v", err)
	}
}

func TestFeedErrorsNameTheStep(t *testing.T) {
	p, wrong := quadratic(nil), errors.New("the sampler broke")
	feed := p.Feed
	p.Feed = func(step int, indices []int, parameters backend.State, inputs []backend.Array) ([]float64, error) {
		if step == 4 {
			return nil, wrong
		}
		return feed(step, indices, parameters, inputs)
	}
	if err := loop(t, sgd(4, 3, false)).Run(context.Background(), p); !errors.Is(err, wrong) ||
		!strings.Contains(err.Error(), "step 4") {
		t.Errorf("got %v", err)
	}
}

// A loss whose graph can't be built is an error that names the training.
func TestLossesThatCantBeBuilt(t *testing.T) {
	p := quadratic(nil)
	p.Loss = func(parameters, _ []*graph.Node) (*graph.Node, []*graph.Node) {
		return graph.Add(parameters[0], parameters[1]), nil
	}
	if err := loop(t, sgd(1, 3, false)).Run(context.Background(), p); err == nil ||
		!strings.Contains(err.Error(), "quadratic") {
		t.Errorf("a loss that is not a scalar: %v", err)
	}
	p = quadratic(nil)
	p.Terms = p.Terms[:1]
	if err := loop(t, sgd(1, 3, false)).Run(context.Background(), p); err == nil ||
		!strings.Contains(err.Error(), "2 terms for the names [first]") {
		t.Errorf("a loss with a term that has no name: %v", err)
	}
}
