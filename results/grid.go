package results

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"ebim/framework/plaintext"
)

// markup is how a format writes the parts of a cell.
type markup struct {
	escape func(string) string
	best   func(string) string
	mark   func(notes string) string // of numbers separated by commas
	caveat string                    // behind a number that has something said against it
}

// head is the labels of the columns, with the groups before them if they aren't shown above. A column with printed
// values is two columns.
func (m markup) head(table *Table, groups bool) []string {
	head := []string{""}
	for _, column := range table.Columns {
		label := column.Label
		if groups && column.Group != "" {
			label = column.Group + ": " + label
		}
		head = append(head, m.escape(plaintext.OneLine(label))+m.marks(column.Notes))
		if column.Printed {
			head = append(head, m.escape(plaintext.OneLine(label)+", printed"))
		}
	}
	return head
}

// body is the rows' labels and cells.
func (m markup) body(table *Table) [][]string {
	var body [][]string
	for _, row := range table.Rows {
		line := []string{m.escape(plaintext.OneLine(row.Label)) + m.marks(row.Notes)}
		for i, cell := range row.Cells {
			text := m.escape(plaintext.OneLine(cell.Text))
			if cell.Best {
				text = m.best(text)
			}
			if cell.Caveat {
				text += m.caveat
			}
			line = append(line, text+m.marks(cell.Notes))
			if table.Columns[i].Printed {
				line = append(line, m.escape(plaintext.OneLine(cell.Printed)))
			}
		}
		body = append(body, line)
	}
	return body
}

func (m markup) marks(notes []int) string {
	if len(notes) == 0 {
		return ""
	}
	var numbers []string
	for _, n := range notes {
		numbers = append(numbers, strconv.Itoa(n))
	}
	return m.mark(strings.Join(numbers, ","))
}

func (t *Table) has(what func(Cell) bool) bool {
	return slices.ContainsFunc(t.Rows, func(row Row) bool { return slices.ContainsFunc(row.Cells, what) })
}

// remarks are the lines between a table and its footnotes.
func remarks(table *Table, best string) []string {
	var lines []string
	if table.has(func(c Cell) bool { return c.Best }) {
		lines = append(lines, best)
	}
	if table.has(func(c Cell) bool { return c.Caveat }) {
		lines = append(lines, "† a note below says what is wrong with the number, or with some of the runs behind it")
	}
	for _, remark := range table.Remarks {
		lines = append(lines, plaintext.OneLine(remark))
	}
	return lines
}

var plainMarkup = markup{
	escape: func(s string) string { return s },
	best:   func(s string) string { return s + " *" },
	mark:   func(notes string) string { return " [" + notes + "]" },
	caveat: " †",
}

// writeText writes a table in a width, in characters; 0 for any.
func writeText(w io.Writer, table *Table, width int) error {
	var out strings.Builder
	for _, line := range []string{table.Title, table.Caption} {
		if line = plaintext.OneLine(line); line != "" {
			out.WriteString(line + "\n")
		}
	}
	for _, rows := range fitted(append([][]string{plainMarkup.head(table, true)}, plainMarkup.body(table)...), width) {
		lines := renderer.NewBlueprint(tw.Rendition{Symbols: tw.NewSymbols(tw.StyleLight)})
		if err := render(&out, lines, rows); err != nil {
			return err
		}
	}
	for _, remark := range remarks(table, "* best of its group") {
		out.WriteString(remark + "\n")
	}
	for i, note := range table.Notes {
		fmt.Fprintf(&out, "[%d] %s\n", i+1, note)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

var markdownMarkup = markup{
	escape: strings.NewReplacer(`\`, `\\`, `|`, `\|`, `*`, `\*`, `_`, `\_`, "`", "\\`", `<`, `\<`, `[`, `\[`, `]`,
		`\]`).Replace,
	best:   func(s string) string { return "**" + s + "**" },
	mark:   func(notes string) string { return "<sup>" + notes + "</sup>" },
	caveat: " †",
}

func writeMarkdown(w io.Writer, table *Table) error {
	var out strings.Builder
	fmt.Fprintf(&out, "**%s**", markdownMarkup.escape(plaintext.OneLine(table.Title)))
	if caption := plaintext.OneLine(table.Caption); caption != "" {
		out.WriteString(". " + markdownMarkup.escape(caption))
	}
	out.WriteString("\n\n")
	if err := render(&out, renderer.NewMarkdown(),
		append([][]string{markdownMarkup.head(table, true)}, markdownMarkup.body(table)...)); err != nil {
		return err
	}
	for _, remark := range remarks(table, "Bold: best of its group.") {
		out.WriteString("\n" + markdownMarkup.escape(remark) + "\n")
	}
	for i, note := range table.Notes {
		if i == 0 {
			out.WriteString("\n")
		}
		fmt.Fprintf(&out, "%d. %s\n", i+1, markdownMarkup.escape(note))
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// render lays out cells, the head first, labels to the left and values to the right, without changing them.
func render(out io.Writer, lines tw.Renderer, rows [][]string) error {
	head := rows[0]
	alignment := make([]tw.Align, len(head))
	for i := range alignment {
		alignment[i] = tw.AlignRight
	}
	alignment[0] = tw.AlignLeft
	writer := tablewriter.NewTable(out, tablewriter.WithRenderer(lines),
		tablewriter.WithHeaderAutoFormat(tw.Off), tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone), tablewriter.WithTrimSpace(tw.Off),
		tablewriter.WithHeaderAlignmentConfig(tw.CellAlignment{PerColumn: alignment}),
		tablewriter.WithRowAlignmentConfig(tw.CellAlignment{PerColumn: alignment}))
	writer.Header(head)
	if err := writer.Bulk(rows[1:]); err != nil {
		return err
	}
	return writer.Render()
}

// Widths of what is wrapped, in characters.
const (
	leastLabel = 16 // of labels beside all columns
	partLabel  = 24 // of labels in parts
	mostCell   = 30
)

// fitted splits a grid of cells, the head first, into parts of at most a width, each with the labels: as it is if that
// fits, or with wrapped heads, labels and cells, or with some of the columns each.
func fitted(rows [][]string, width int) [][][]string {
	if total, _ := measure(rows); width <= 0 || total <= width {
		return [][][]string{rows}
	}
	f := fitting{rows: slices.Clone(rows), width: width}
	for i := range rows {
		f.rows[i] = slices.Clone(rows[i])
	}
	for j := 1; j < len(rows[0]); j++ { // heads no wider than what is below, if their words are not
		below := 0
		for _, row := range rows[1:] {
			below = max(below, utf8.RuneCountInString(row[j]))
		}
		f.rows[0][j] = wrapped(rows[0][j], below)
	}
	if f.whole() {
		return [][][]string{f.rows}
	}
	for j := 1; j < len(rows[0]); j++ {
		f.wrap(f.rows[1:], j, mostCell)
	}
	if f.whole() {
		return [][][]string{f.rows}
	}
	f.wrap(f.rows, 0, partLabel)
	return f.parts()
}

// fitting is a grid that is wrapped.
type fitting struct {
	rows  [][]string
	width int
}

// measure returns the width of a grid with its lines, and of its columns.
func measure(rows [][]string) (total int, widths []int) {
	total, widths = 1, make([]int, len(rows[0]))
	for j := range widths {
		for _, row := range rows {
			for line := range strings.SplitSeq(row[j], "\n") {
				widths[j] = max(widths[j], utf8.RuneCountInString(line))
			}
		}
		total += widths[j] + 3
	}
	return total, widths
}

func (f *fitting) wrap(rows [][]string, column, most int) {
	for _, row := range rows {
		row[column] = wrapped(row[column], most)
	}
}

// whole wraps labels beside all columns, and reports whether the grid fits then.
func (f *fitting) whole() bool {
	total, widths := measure(f.rows)
	if room := f.width - (total - widths[0]); room >= leastLabel {
		f.wrap(f.rows, 0, room)
	}
	total, _ = measure(f.rows)
	return total <= f.width
}

// parts takes as many columns as fit, each time; one that is too wide by itself is wrapped.
func (f *fitting) parts() (parts [][][]string) {
	_, widths := measure(f.rows)
	for first := 1; first < len(widths); {
		end, room := first, f.width-1-widths[0]-3
		for ; end < len(widths) && (end == first || widths[end]+3 <= room); end++ {
			room -= widths[end] + 3
		}
		part := make([][]string, len(f.rows))
		for i, row := range f.rows {
			part[i] = append([]string{row[0]}, row[first:end]...)
			if room < 0 {
				part[i][1] = wrapped(part[i][1], widths[first]+room)
			}
		}
		parts, first = append(parts, part), end
	}
	return parts
}

// wrapped breaks a text between words, into lines of at most the given number of characters unless a word is longer.
func wrapped(text string, most int) string {
	line, out := 0, strings.Builder{}
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case line == 0:
		case line+1+n > most:
			out.WriteByte('\n')
			line = 0
		default:
			out.WriteByte(' ')
			line++
		}
		out.WriteString(word)
		line += n
	}
	return out.String()
}
