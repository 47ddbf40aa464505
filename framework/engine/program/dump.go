package program

import (
	"fmt"
	"strings"
)

// String lists the instructions, for people who look for what a program spends its time on.
func (p *Program) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d instructions, %d bytes of arena, %d of scratch, %d of constants\n", len(p.instructions),
		p.arena, p.scratch, len(p.constants))
	for i, in := range p.instructions {
		fmt.Fprintf(&b, "%4d %v\n", i, in)
	}
	return b.String()
}

func (l *loopInstruction) String() string {
	var names []string
	for i := range l.body {
		names = append(names, l.body[i].name)
	}
	return fmt.Sprintf("loop over %d elements in %d blocks, %d filled: %s", l.blocks.size, l.blocks.count,
		len(l.setup), strings.Join(names, " "))
}

func (p *packInstruction) String() string {
	return fmt.Sprintf("pack %d [%d %d]", p.key.count, p.key.rows, p.key.width)
}

func (p *productInstruction) String() string {
	return fmt.Sprintf("product %d [%d %d] [%d %d] in %d tasks", p.batch, p.m, p.k, p.k, p.n, p.tasks())
}

func (o *otherInstruction) String() string {
	return fmt.Sprintf("%T in %d tasks", o.instruction, o.tasks())
}
