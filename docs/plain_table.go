package docs

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// table writes a table, whose cells are broken into lines where all of it would be too wide.
func (p *plain) table(lines []string) int {
	n := 0
	var rows [][]string
	for n < len(lines) && strings.HasPrefix(lines[n], "|") {
		if line := strings.TrimSpace(lines[n]); !ruleLine.MatchString(line) {
			rows = append(rows, p.cells(line))
		}
		n++
	}
	p.space(false)
	widths := p.columns(rows)
	for i, row := range rows {
		p.row(row, widths)
		if i == 0 {
			rules := make([]string, len(widths))
			for j, width := range widths {
				rules[j] = strings.Repeat("-", width)
			}
			p.out.WriteString(strings.Join(rules, "  ") + "\n")
		}
	}
	return n
}

// cells are those of a line, without the bars; a bar in a cell is written \|.
func (p *plain) cells(line string) []string {
	const bar = "\x01"
	line = strings.Trim(strings.ReplaceAll(line, `\|`, bar), "|")
	cells := strings.Split(line, "|")
	for i, cell := range cells {
		cells[i] = p.inline(strings.ReplaceAll(strings.TrimSpace(cell), bar, "|"))
	}
	return cells
}

// columns are widths that fit: those of the cells, of which the widest gives way until all fit.
func (p *plain) columns(rows [][]string) []int {
	var widths []int
	for _, row := range rows {
		for j, cell := range row {
			if j == len(widths) {
				widths = append(widths, 1)
			}
			widths[j] = max(widths[j], utf8.RuneCountInString(cell))
		}
	}
	const least = 8
	room := p.width - 2*(len(widths)-1)
	for total := sum(widths); total > room; total-- {
		widest := slices.Index(widths, slices.Max(widths))
		if widths[widest] <= least {
			break
		}
		widths[widest]--
	}
	return widths
}

func sum(numbers []int) (total int) {
	for _, n := range numbers {
		total += n
	}
	return total
}

func (p *plain) row(cells []string, widths []int) {
	columns := make([][]string, len(cells))
	height := 0
	for j, cell := range cells {
		columns[j] = wrap(cell, widths[j])
		height = max(height, len(columns[j]))
	}
	for k := range height {
		var b strings.Builder
		for j, lines := range columns {
			text := ""
			if k < len(lines) {
				text = lines[k]
			}
			b.WriteString(text + strings.Repeat(" ", max(0, widths[j]-utf8.RuneCountInString(text))+2))
		}
		p.out.WriteString(strings.TrimRight(b.String(), " ") + "\n")
	}
}
