package page

import "ebim/framework/runs/history"

// mostHistory bounds an answer of a history, in bytes.
const mostHistory = 1 << 20

// readHistory returns whole lines of a history from a byte of its file on.
func readHistory(path string, from int64) (*History, error) {
	lines, next, restarted, err := history.Lines(path, from, mostHistory)
	if err != nil {
		return nil, err
	}
	if restarted {
		from = 0
	}
	return &History{From: from, Next: next, More: len(lines) > mostHistory/2, Text: string(lines)}, nil
}
