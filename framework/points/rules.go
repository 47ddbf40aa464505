package points

import (
	"bufio"
	"regexp"
)

// rule is a line that databases draw in the tables that they print, as -----+----- under names; rowsSaid is the line
// after the last row.
var (
	rule     = regexp.MustCompile(`(?m)^[ \t]*\+?-+(\+-+)+\+?[ \t]*\r?$`)
	rowsSaid = regexp.MustCompile(`^\(?\d+ rows?( in set.*)?\)?[ \t]*\r?\n?$`)
)

// unruled is a text whose rules, and numbers of rows, are empty lines.
type unruled struct {
	r    *bufio.Reader
	rest []byte
	err  error
}

func (u *unruled) Read(p []byte) (int, error) {
	for len(u.rest) == 0 {
		if u.err != nil {
			return 0, u.err
		}
		var line []byte
		line, u.err = u.r.ReadSlice('\n') // what is longer than the buffer comes in parts
		if u.err == bufio.ErrBufferFull {
			u.err = nil
		} else if rule.Match(line) || rowsSaid.Match(line) {
			line = []byte("\n")
		}
		u.rest = line
	}
	n := copy(p, u.rest)
	u.rest = u.rest[n:]
	return n, nil
}
