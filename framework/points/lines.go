package points

import (
	"bufio"
	"bytes"
	"iter"
	"slices"
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

// lineEnds makes lines that end as on old Macs, by a carriage return alone, end by a newline. Where there are more than
// twice as many newlines such a carriage return is a character of a field, as texts from the web have them, but for one
// in front of another and a newline.
type lineEnds struct {
	r     *bufio.Reader
	alone bool // a line has ended by a carriage return alone
	other bool // there is a newline, before any such line
}

func newLineEnds(r *bufio.Reader) *lineEnds {
	const times = 2
	head, _ := r.Peek(r.Size())
	newlines, both := bytes.Count(head, []byte("\n")), bytes.Count(head, []byte("\r\n"))
	alone := bytes.Count(head, []byte("\r")) - both
	return &lineEnds{r: r, other: newlines > times*alone, alone: alone > 0 && newlines <= times*alone}
}

func (l *lineEnds) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	for i, b := range p[:n] {
		if b == '\n' {
			l.other = l.other || !l.alone
		}
		if b != '\r' {
			continue
		}
		next := p[i+1 : n]
		if len(next) < 2 {
			ahead, _ := l.r.Peek(2 - len(next))
			next = append(slices.Clone(next), ahead...)
		}
		switch {
		case l.other && string(next[:min(2, len(next))]) == "\r\n":
			p[i] = '\n'
		case !l.other && (len(next) == 0 || next[0] != '\n'):
			p[i], l.alone = '\n', true
		}
	}
	return n, err
}
