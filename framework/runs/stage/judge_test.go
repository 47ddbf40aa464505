package stage

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ebim/framework/runs/lease"
)

// What dead processes of other machines held goes, and what living ones hold stays.
func TestUnneededStagesOfDeadProcesses(t *testing.T) {
	root := t.TempDir()
	const dead = 5
	for i := range dead {
		token := strings.Repeat("0", 15) + string(rune('1'+i))
		put(t, filepath.Join(root, "stages", "data-"+strings.Repeat(token[15:], 20)+lease.Mark, token),
			map[string]string{"holder.json": `{"token":"` + token + `","host":"elsewhere","machine":"another","started":"1"}`})
	}
	busy := filepath.Join(root, "stages", "data-"+strings.Repeat("9", 20))
	put(t, busy, map[string]string{"stage.json": "{}"})
	held, err := lease.New(busy, lease.Options{}).Try()
	if err != nil || held == nil {
		t.Fatal(held, err)
	}
	defer held.Release()
	_, all := unneeded(t, root)
	if len(all) != dead+1 {
		t.Fatalf("%d are not needed, want %d", len(all), dead+1)
	}
	for i := range all {
		all[i].lease = lease.New(all[i].place, lease.Options{Patience: 50 * time.Millisecond})
	}
	all[dead].lease = lease.New(busy, lease.Options{})
	Judge(all)
	for i, u := range all {
		kept, err := u.Remove()
		if errors.Is(err, ErrBusy) != (i == dead) || err != nil && i != dead || len(kept) > 0 || exists(u.place+lease.Mark) != (i == dead) {
			t.Errorf("%s: %q, %v", u.Name, kept, err)
		}
	}
	if !held.Held() {
		t.Error("a living process has lost its stage")
	}
}
