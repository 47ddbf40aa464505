package train_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/google/go-cmp/cmp"

	"ebim/framework/backend"
	"ebim/framework/network"
	"ebim/framework/train"
)

// tally is a memory: the sum of all inputs fed so far, which is fed back.
type tally struct{ sum []float32 }

func (m *tally) Arrays() map[string]backend.Array {
	return map[string]backend.Array{"deep/sum": {Dimensions: []int{len(m.sum)}, Data: m.sum},
		"empty": {Dimensions: []int{0, 3}}}
}

func (m *tally) Restore(arrays map[string]backend.Array) error {
	if len(arrays["deep/sum"].Data) != len(m.sum) {
		return fmt.Errorf("no sum among %v", arrays)
	}
	copy(m.sum, arrays["deep/sum"].Data)
	return nil
}

// remembering returns the quadratic whose inputs depend on what was fed before.
func remembering(after func(step int)) *train.Problem {
	m := &tally{sum: make([]float32, 3)}
	p := quadratic(func(step int, _ []int, _, x []float32) {
		for j := range x {
			m.sum[j] += x[j]
			x[j] += float32(math.Sin(float64(m.sum[j])))
		}
		if after != nil {
			after(step)
		}
	})
	p.Memory = m
	return p
}

func adamTraining() train.Training {
	return train.Training{Epochs: 8, Batch: 3, Shuffle: true, Schedule: &train.Cosine{Warmup: 0.3}, ClipNorm: number(2),
		Optimizer: &train.Adam{Rate: 0.05, Beta1: 0.9, Beta2: 0.99, Epsilon: 1e-8}}
}

// interrupted runs a training of 24 steps that is canceled during the step with that number.
func interrupted(t *testing.T, l *train.Loop, at int) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	err := l.Run(ctx, remembering(func(step int) {
		if step == at {
			cancel()
		}
	}))
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("a canceled training ends with %v", err)
	}
	if _, err := os.Stat(filepath.Join(l.Folder, train.HistoryFile)); err == nil {
		t.Error("an unfinished training left its history as if it were whole")
	}
}

// A training that is canceled and resumed, once or three times, ends with the same bits: parameters and history.
func TestResumeEndsWithTheSameBits(t *testing.T) {
	whole := loop(t, adamTraining())
	want := remembering(nil)
	run(t, whole, want)
	wantHistory, err := os.ReadFile(filepath.Join(whole.Folder, train.HistoryFile))
	if err != nil {
		t.Fatal(err)
	}
	for _, stops := range [][]int{{0}, {11}, {22}, {2, 3, 17}} {
		t.Run(fmt.Sprint(stops), func(t *testing.T) {
			l := loop(t, adamTraining())
			for _, at := range stops {
				interrupted(t, l, at)
			}
			first, p := -1, (*train.Problem)(nil)
			p = remembering(func(step int) {
				if first < 0 {
					first = step
				}
			})
			run(t, l, p)
			if last := stops[len(stops)-1]; first != last+1 {
				t.Errorf("the training went on at step %d after an interruption in step %d", first, last)
			}
			if diff := cmp.Diff(want.Parameters, p.Parameters); diff != "" {
				t.Errorf("parameters differ (-uninterrupted +resumed):\n%s", diff)
			}
			gotHistory, err := os.ReadFile(filepath.Join(l.Folder, train.HistoryFile))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(wantHistory), string(gotHistory)); diff != "" {
				t.Errorf("%s differs (-uninterrupted +resumed):\n%s", train.HistoryFile, diff)
			}
		})
	}
}

// With a period a checkpoint is saved when the clock says so, and only the newest is kept: a training that is killed
// loses no more than that.
func TestPeriodicCheckpoints(t *testing.T) {
	l, now := loop(t, adamTraining()), start
	l.Every, l.Now = 10*time.Second, func() time.Time { now = now.Add(2 * time.Second); return now }
	wrong, saved := errors.New("killed"), map[string]bool{}
	p := remembering(func(step int) {
		folders, _ := filepath.Glob(filepath.Join(l.Checkpoints, "*"))
		if len(folders) > 1 {
			t.Errorf("there are %d checkpoints at once: %v", len(folders), folders)
		}
		for _, folder := range folders {
			saved[filepath.Base(folder)] = true
		}
	})
	feed := p.Feed
	p.Feed = func(step int, indices []int, parameters backend.State, inputs []backend.Array) ([]float64, error) {
		if step == 18 {
			return nil, wrong
		}
		return feed(step, indices, parameters, inputs)
	}
	if err := l.Run(context.Background(), p); !errors.Is(err, wrong) {
		t.Fatal(err)
	}
	if len(saved) != 3 {
		t.Errorf("the checkpoints %v were seen in 18 steps of 2 s, want one every 10 s: 3", saved)
	}
	first, whole := -1, remembering(nil)
	resumed := remembering(func(step int) {
		if first < 0 {
			first = step
		}
	})
	run(t, l, resumed)
	run(t, loop(t, adamTraining()), whole)
	if first < 13 || first > 17 {
		t.Errorf("a training killed in step 18 goes on at step %d, want at most 5 steps before", first)
	}
	if diff := cmp.Diff(whole.Parameters, resumed.Parameters); diff != "" {
		t.Errorf("parameters differ (-uninterrupted +resumed):\n%s", diff)
	}
}

// Whatever happened to a checkpoint's files, it is dropped with a message that names it, and the training starts anew.
func TestDamagedCheckpoints(t *testing.T) {
	whole := remembering(nil)
	run(t, loop(t, adamTraining()), whole)
	write := func(t *testing.T, name string, content []byte) {
		if err := os.WriteFile(name, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, damage := range map[string]func(t *testing.T, folder string){
		"truncated data": func(t *testing.T, folder string) { truncate(t, one(t, folder, "*.bin"), 0.5) },
		"empty data":     func(t *testing.T, folder string) { truncate(t, one(t, folder, "*.bin"), 0) },
		"garbage data": func(t *testing.T, folder string) {
			write(t, one(t, folder, "*.bin"),
				[]byte("no numbers in here"))
		},
		"missing data":    func(t *testing.T, folder string) { os.Remove(one(t, folder, "*.bin")) },
		"truncated index": func(t *testing.T, folder string) { truncate(t, one(t, folder, "*.json"), 0.5) },
		"empty index":     func(t *testing.T, folder string) { truncate(t, one(t, folder, "*.json"), 0) },
		"garbage index":   func(t *testing.T, folder string) { write(t, one(t, folder, "*.json"), []byte("{no json")) },
		"null index":      func(t *testing.T, folder string) { write(t, one(t, folder, "*.json"), []byte("null")) },
		"missing index":   func(t *testing.T, folder string) { os.Remove(one(t, folder, "*.json")) },
		"missing seal":    func(t *testing.T, folder string) { os.Remove(one(t, folder, "seal.txt")) },
		"truncated seal":  func(t *testing.T, folder string) { truncate(t, one(t, folder, "seal.txt"), 0.9) },
		"a file more": func(t *testing.T, folder string) {
			write(t, one(t, folder, "*.bin")+".json",
				[]byte("{}"))
		},
		"no files": func(t *testing.T, folder string) {
			os.Remove(one(t, folder, "*.json"))
			os.Remove(one(t, folder, "*.bin"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := loop(t, adamTraining())
			interrupted(t, l, 5)
			damage(t, l.Checkpoints)
			expectDropped(t, l, whole)
		})
	}
}

// one returns the path of the only file of the only checkpoint with that pattern.
func one(t *testing.T, folder, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, "step-*", pattern))
	if err != nil || len(found) != 1 {
		t.Fatalf("%d files %s in the checkpoint (%v)", len(found), pattern, err)
	}
	return found[0]
}

// expectDropped runs a loop whose checkpoint of step 6 is damaged.
func expectDropped(t *testing.T, l *train.Loop, whole *train.Problem) {
	t.Helper()
	var lines []string
	l.Log = func(line string) { lines = append(lines, line) }
	p := remembering(nil)
	run(t, l, p)
	if len(lines) != 1 || !strings.Contains(lines[0], "step-000000006") ||
		!strings.Contains(lines[0], "starts from the beginning") {
		t.Errorf("the messages name no checkpoint, or not what becomes of it: %q", lines)
	}
	if diff := cmp.Diff(whole.Parameters, p.Parameters); diff != "" {
		t.Errorf("parameters differ (-uninterrupted +started anew):\n%s", diff)
	}
}

// No bit of a checkpoint's files can change unseen: neither of the index, nor of the numbers.
func TestFlippedBitsInCheckpoints(t *testing.T) {
	whole := remembering(nil)
	run(t, loop(t, adamTraining()), whole)
	rng := rand.New(rand.NewPCG(1, 7))
	for _, pattern := range []string{"*.json", "*.bin", "seal.txt"} {
		for range 15 {
			l := loop(t, adamTraining())
			interrupted(t, l, 5)
			name := one(t, l.Checkpoints, pattern)
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			data[rng.IntN(len(data))] ^= 1 << rng.IntN(8)
			if err := os.WriteFile(name, data, 0o644); err != nil {
				t.Fatal(err)
			}
			expectDropped(t, l, whole)
		}
	}
}

// Where the newest checkpoint is damaged, the training goes on from an older one that is whole. Other files are let be.
func TestOlderCheckpoint(t *testing.T) {
	l := loop(t, adamTraining())
	interrupted(t, l, 5)
	older, kept := filepath.Join(l.Checkpoints, "step-000000006"), t.TempDir()
	if err := os.CopyFS(kept, os.DirFS(older)); err != nil {
		t.Fatal(err)
	}
	interrupted(t, l, 11)
	truncate(t, one(t, l.Checkpoints, "*.bin"), 0.5)
	if err := os.CopyFS(older, os.DirFS(kept)); err != nil {
		t.Fatal(err)
	}
	others := []string{"step-12", "step-", "step-000000013.txt", "notes"}
	for _, other := range others {
		if err := os.Mkdir(filepath.Join(l.Checkpoints, other), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	first := -1
	run(t, l, remembering(func(step int) {
		if first < 0 {
			first = step
		}
	}))
	if first != 6 {
		t.Errorf("the training went on at step %d, want 6", first)
	}
	for _, other := range others {
		if _, err := os.Stat(filepath.Join(l.Checkpoints, other)); err != nil {
			t.Error(err)
		}
	}
}

// The folder's name may hold what patterns give a meaning to.
func TestCheckpointsInAFolderOfAnyName(t *testing.T) {
	for _, name := range []string{"a[", "[abc]", "*", `b\`, "{x}?"} {
		l := loop(t, adamTraining())
		l.Checkpoints = filepath.Join(t.TempDir(), name)
		first := -1
		interrupted(t, l, 5)
		interrupted(t, l, 8)
		if found, err := os.ReadDir(l.Checkpoints); err != nil || len(found) != 1 {
			t.Errorf("%s holds %v (%v), want one checkpoint", name, found, err)
		}
		run(t, l, remembering(func(step int) {
			if first < 0 {
				first = step
			}
		}))
		if first != 9 {
			t.Errorf("in %s the training went on at step %d, want 9", name, first)
		}
	}
}

func truncate(t *testing.T, name string, fraction float64) {
	t.Helper()
	info, err := os.Stat(name)
	if err == nil {
		err = os.Truncate(name, int64(fraction*float64(info.Size())))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A checkpoint of another network, or with another memory, is refused.
func TestCheckpointsOfAnotherNetwork(t *testing.T) {
	l := loop(t, adamTraining())
	interrupted(t, l, 5)
	other := remembering(nil)
	other.Parameters = append(other.Parameters, network.Parameter{Name: "more", Dimensions: []int{1},
		Values: []float32{1}})
	quadraticLoss := other.Loss
	other.Loss = func(parameters, inputs []*graph.Node) (*graph.Node, []*graph.Node) {
		return quadraticLoss(parameters[:2], inputs)
	}
	if err := l.Run(context.Background(), other); err == nil || !strings.Contains(err.Error(), "another network") {
		t.Errorf("a checkpoint of three parameters for four: %v", err)
	}
	other = remembering(nil)
	other.Memory = &tally{sum: make([]float32, 5)}
	if err := l.Run(context.Background(), other); err == nil {
		t.Error("a memory was restored from another's content")
	}
}

// What is left of a save that was killed is neither loaded nor in the way.
func TestHalfWrittenCheckpointsAreIgnored(t *testing.T) {
	l := loop(t, adamTraining())
	interrupted(t, l, 5)
	if err := os.MkdirAll(filepath.Join(l.Checkpoints, "step-000000009.partial"), 0o755); err != nil {
		t.Fatal(err)
	}
	first := -1
	run(t, l, remembering(func(step int) {
		if first < 0 {
			first = step
		}
	}))
	if first != 6 {
		t.Errorf("the training went on at step %d, want 6", first)
	}
}
