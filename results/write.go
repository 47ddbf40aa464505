package results

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"ebim/framework/plaintext"
)

// Format is how a table is written.
type Format string

// The formats.
const (
	Text     Format = "text"
	Markdown Format = "markdown"
	LaTeX    Format = "latex" // needs the package booktabs
	CSV      Format = "csv"   // one line per cell
	JSON     Format = "json"  // with every seed's value
)

// Formats lists the formats.
func Formats() []Format { return []Format{Text, Markdown, LaTeX, CSV, JSON} }

// Write writes a table; the same table gives the same bytes. Text has at most the given width in characters, 0 for any,
// if no word is longer: a table that is wider wraps its labels and heads, or is written in parts below each other.
func Write(w io.Writer, table *Table, format Format, width int) error {
	switch format {
	case Text:
		return writeText(w, table, width)
	case Markdown:
		return writeMarkdown(w, table)
	case LaTeX:
		return writeLaTeX(w, table)
	case CSV:
		return writeCSV(w, table)
	case JSON:
		return writeJSON(w, table)
	}
	return fmt.Errorf("the table format %q is unknown; there are text, markdown, latex, csv and json", format)
}

// writeJSON escapes control codes that JSON allows in texts, but that terminals obey.
func writeJSON(w io.Writer, table *Table) error {
	var encoded strings.Builder
	encoder := json.NewEncoder(&encoded)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(table); err != nil {
		return err
	}
	var out strings.Builder
	for _, c := range encoded.String() {
		if c != '\n' && unicode.IsControl(c) {
			fmt.Fprintf(&out, `\u%04x`, c)
		} else {
			out.WriteRune(c)
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// writeCSV writes one line per cell, for programs; what is not known is empty.
func writeCSV(w io.Writer, table *Table) error {
	out := csv.NewWriter(w)
	out.Write([]string{"row", "group", "column", "aggregate", "value", "standard_error", "seeds",
		"seeds_expected", "best",
		"printed", "text", "notes", "against", "p_value", "p_adjusted", "draws", "caveat", "other_settings"})
	for _, row := range table.Rows {
		for i, cell := range row.Cells {
			heading := table.Columns[i]
			var against, probability, adjusted, draws string
			if c := cell.Comparison; c != nil {
				against, probability, adjusted, draws = c.Against, exact(c.PValue), exact(c.Adjusted), string(c.Draws)
			}
			var notes []string
			for _, n := range cell.Notes {
				notes = append(notes, table.Notes[n-1])
			}
			fields := []string{row.Label, heading.Group, heading.Label, string(heading.Aggregate), exact(cell.Value),
				exact(cell.StandardError), strconv.Itoa(len(cell.values())), strconv.Itoa(cell.Expected),
				strconv.FormatBool(cell.Best), cell.Printed, cell.Text, strings.Join(notes, "; "), against,
				probability, adjusted, draws,
				strconv.FormatBool(cell.Caveat), strconv.FormatBool(cell.Differs)}
			for k := range fields {
				fields[k] = harmless(plaintext.OneLine(fields[k]))
			}
			out.Write(fields)
		}
	}
	out.Flush()
	return out.Error()
}

// harmless puts an apostrophe before a text that a spreadsheet would compute as a formula; a number stays as it is.
func harmless(text string) string {
	if text == "" || !strings.ContainsRune("=+-@", rune(text[0])) {
		return text
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return text
	}
	return "'" + text
}

func exact(x *float64) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(*x, 'g', -1, 64)
}

var latexMarkup = markup{
	escape: strings.NewReplacer(`\`, `\textbackslash{}`, `&`, `\&`, `%`, `\%`, `$`, `\$`, `#`, `\#`, `_`,
		`\_`, `{`, `\{`,
		`}`, `\}`, `~`, `\textasciitilde{}`, `^`, `\textasciicircum{}`, `<`, `\textless{}`, `>`, `\textgreater{}`,
		`|`, `\textbar{}`, `±`, `$\pm$`, `†`, `$\dagger$`, `×`, `$\times$`, `…`, `\dots{}`, `"`, `''`, `[`, `{[}`, `]`,
		`{]}`).Replace,
	best: func(s string) string { return `\textbf{` + s + `}` },
	mark: func(notes string) string { return "$^{" + notes + "}$" },

	caveat: `$^{\dagger}$`,
}

// writeLaTeX writes a table environment with booktabs rules, groups above their columns and notes below.
func writeLaTeX(w io.Writer, table *Table) error {
	m := latexMarkup
	head := m.head(table, false)
	var out strings.Builder
	out.WriteString("\\begin{table}\n\\centering\n")
	caption := m.escape(plaintext.OneLine(table.Title))
	if text := plaintext.OneLine(table.Caption); text != "" {
		caption += ". " + m.escape(text)
	}
	fmt.Fprintf(&out, "\\caption{%s}\n\\begin{tabular}{l%s}\n\\toprule\n", caption, strings.Repeat("r", len(head)-1))
	out.WriteString(latexGroups(table))
	fmt.Fprintf(&out, "%s \\\\\n\\midrule\n", strings.Join(head, " & "))
	for _, line := range m.body(table) {
		fmt.Fprintf(&out, "%s \\\\\n", strings.Join(line, " & "))
	}
	out.WriteString("\\bottomrule\n\\end{tabular}\n")
	var notes []string
	for _, remark := range remarks(table, "Bold: best of its group.") {
		notes = append(notes, m.escape(remark))
	}
	for i, note := range table.Notes {
		notes = append(notes, m.marks([]int{i + 1})+" "+m.escape(note))
	}
	if len(notes) > 0 {
		fmt.Fprintf(&out, "\n\\smallskip\n{\\footnotesize\\raggedright\n%s\\par}\n", strings.Join(notes, "\\\\\n"))
	}
	out.WriteString("\\end{table}\n")
	_, err := io.WriteString(w, out.String())
	return err
}

// latexGroups is the line of groups above the columns, empty when there are none.
func latexGroups(table *Table) string {
	var spans, rules []string
	named := false
	for first, column := 0, 2; first < len(table.Columns); {
		group, width, last := table.Columns[first].Group, 0, first
		for ; last < len(table.Columns) && table.Columns[last].Group == group; last++ {
			if width++; table.Columns[last].Printed {
				width++
			}
		}
		spans = append(spans, fmt.Sprintf(`\multicolumn{%d}{c}{%s}`, width,
			latexMarkup.escape(plaintext.OneLine(group))))
		if group != "" {
			named = true
			rules = append(rules, fmt.Sprintf(`\cmidrule(lr){%d-%d}`, column, column+width-1))
		}
		first, column = last, column+width
	}
	if !named {
		return ""
	}
	return " & " + strings.Join(spans, " & ") + " \\\\\n" + strings.Join(rules, " ") + "\n"
}
