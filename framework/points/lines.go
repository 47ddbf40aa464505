package points

import (
	"bufio"
	"iter"
	"strings"
)

// Whitespace is the delimiter of columns separated by any run of spaces and tabs.
const Whitespace rune = ' '

// tableLines are those that are neither empty nor comments.
func tableLines(head string, comment rune) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.Lines(head) {
			says := strings.TrimSpace(line) != "" && (comment == 0 || !strings.HasPrefix(line, string(comment)))
			if says && !yield(line) {
				return
			}
		}
	}
}

// lineEnds makes lines that end as on old Macs, by a carriage return alone, end by a newline.
type lineEnds struct{ r *bufio.Reader }

func (l lineEnds) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	for i := range p[:n] {
		if p[i] != '\r' {
			continue
		}
		next := p[i+1 : n]
		if len(next) == 0 {
			next, _ = l.r.Peek(1)
		}
		if len(next) == 0 || next[0] != '\n' {
			p[i] = '\n'
		}
	}
	return n, err
}
