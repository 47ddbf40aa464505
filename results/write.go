package results

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
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

// Write writes a table; the same table gives the same bytes.
func Write(w io.Writer, table *Table, format Format) error {
	switch format {
	case Text:
		return writeText(w, table)
	case Markdown:
		return writeMarkdown(w, table)
	case LaTeX:
		return writeLaTeX(w, table)
	case CSV:
		return writeCSV(w, table)
	case JSON:
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		return encoder.Encode(table)
	}
	return fmt.Errorf("the table format %q is unknown; there are text, markdown, latex, csv and json", format)
}

// writeCSV writes one line per cell, for programs; what is not known is empty.
func writeCSV(w io.Writer, table *Table) error {
	out := csv.NewWriter(w)
	out.Write([]string{"row", "group", "column", "aggregate", "value", "standard_error", "seeds", "seeds_expected", "best",
		"printed", "text", "notes", "against", "p_value"})
	for _, row := range table.Rows {
		for i, cell := range row.Cells {
			heading := table.Columns[i]
			var against, probability string
			if cell.Comparison != nil {
				against, probability = cell.Comparison.Against, exact(cell.Comparison.PValue)
			}
			var notes []string
			for _, n := range cell.Notes {
				notes = append(notes, table.Notes[n-1])
			}
			out.Write([]string{row.Label, heading.Group, heading.Label, string(heading.Aggregate), exact(cell.Value),
				exact(cell.StandardError), strconv.Itoa(len(cell.values())), strconv.Itoa(cell.Expected),
				strconv.FormatBool(cell.Best), cell.Printed, cell.Text, strings.Join(notes, "; "), against, probability})
		}
	}
	out.Flush()
	return out.Error()
}

func exact(x *float64) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(*x, 'g', -1, 64)
}

// oneLine replaces line breaks, escape codes and the like by single spaces.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(c rune) bool { return unicode.IsSpace(c) || unicode.IsControl(c) }), " ")
}
