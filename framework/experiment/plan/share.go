package plan

import (
	"fmt"

	"ebim/framework/runs/stage"
)

// Share is a part of the runs of a command, for processes that divide them: each run belongs to one share. The zero
// value is all runs. What several runs need, such as data, is computed by whichever process comes first.
type Share struct{ Index, Of int }

// ParseShare reads a share as INDEX/OF, with an index from 0 to OF-1.
func ParseShare(text string) (s Share, err error) {
	var end string
	if n, _ := fmt.Sscanf(text, "%d/%d%s", &s.Index, &s.Of, &end); n != 2 || s.Index < 0 || s.Index >= s.Of {
		return Share{}, fmt.Errorf("%q; INDEX/OF is allowed, such as 0/8 to 7/8", text)
	}
	return s, nil
}

// Part returns the runs of the share.
func (s Share) Part(runs []stage.Run) []stage.Run {
	if s.Of == 0 {
		return runs
	}
	var own []stage.Run
	for i := s.Index; i < len(runs); i += s.Of {
		own = append(own, runs[i])
	}
	return own
}
