package points

import (
	"bufio"
)

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
