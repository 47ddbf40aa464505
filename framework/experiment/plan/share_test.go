package plan

import (
	"testing"

	"ebim/framework/runs/stage"
)

func TestSharesDivideTheRuns(t *testing.T) {
	runs := make([]stage.Run, 7)
	for i := range runs {
		runs[i].Seed = i
	}
	seen := map[int]int{}
	for _, text := range []string{"0/3", "1/3", "2/3"} {
		share, err := ParseShare(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, run := range share.Part(runs) {
			seen[run.Seed]++
		}
	}
	for i := range runs {
		if seen[i] != 1 {
			t.Errorf("run %d belongs to %d shares", i, seen[i])
		}
	}
	if len(Share{}.Part(runs)) != len(runs) {
		t.Error("without a share, runs are missing")
	}
	for _, wrong := range []string{"", "3/3", "-1/3", "1", "1/0", "1/3x", "a/b"} {
		if share, err := ParseShare(wrong); err == nil {
			t.Errorf("%q is the share %v", wrong, share)
		}
	}
}
