package results

import (
	"fmt"
	"io"
	"strings"

	"ebim/framework/plaintext"
)

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
