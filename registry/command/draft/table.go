package draft

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"ebim/framework/dataset"
	"ebim/framework/plaintext"
	"ebim/framework/points"
	"ebim/framework/points/files"
)

// wanted is what of a file is asked for.
type wanted struct {
	columns, drop []string // by name, index from 0 or range of indices; empty: those that look like coordinates
	array, sheet  string
}

func (w wanted) any() bool { return len(w.columns)+len(w.drop) > 0 || w.array+w.sheet != "" }

// table is a file with the columns that are taken.
type table struct {
	*points.Survey
	file    *files.File
	options files.Options // by which it is read
	wanted  wanted
	taken   []int
	notes   []string // on the format, on columns that are left out, and on rows

	comments bool // # starts a line of comment

	placed   []int           // latitude and longitude, beside others, of places on a sphere,
	polar    string          // or the angle from an axis and the azimuth around it, in this unit
	rotation []int           // columns that are a rotation: its quaternion, the scalar first, matrix or vector,
	angle    string          // whose length is its angle in this unit, or
	vehicle  bool            // roll, pitch and yaw in it;
	turned   bool            // alone, as points of SO(3)
	rounding map[int]float64 // steps of columns that are rounded to wide ones

	logarithmic []int // columns whose logarithms are taken
	blocks      []int // numbers of successive columns that are taken and share a scale
}

// isText says that the file is a table of text.
func (t *table) isText() bool { return t.file.Format == files.TextTable }

// name is how the column is referred to: its name, or its index where that is not one column's alone.
func (t *table) name(i int) string {
	name := t.Columns[i].Name
	shared := func(c points.Column) bool { return c.Name == name }
	if name == "" || slices.ContainsFunc(t.Columns[:i], shared) || slices.ContainsFunc(t.Columns[i+1:], shared) {
		return strconv.Itoa(i)
	}
	return name
}

func (t *table) label(i int) string {
	if name := t.name(i); name != strconv.Itoa(i) {
		return strconv.Quote(name)
	}
	return fmt.Sprintf("%d (from 0)", i)
}

func (t *table) names(columns []int) string {
	var names []string
	for _, i := range columns {
		names = append(names, t.name(i))
	}
	return yamlList(names)
}

// forFlag are columns as flags take them, in a shell's quotes where they need some.
func (t *table) forFlag(columns ...int) string {
	var names []string
	for _, i := range columns {
		name := t.name(i)
		if strings.ContainsAny(name, "\",'") {
			name = strconv.Itoa(i)
		}
		names = append(names, name)
	}
	list := plaintext.Escape(strings.Join(names, ","))
	if strings.ContainsAny(list, " ()[]{}<>|&;$`*?#!~\\") {
		return "'" + list + "'"
	}
	return list
}

// codes are the numbers that seem to stand for missing ones in the columns that are taken.
func (t *table) codes() (codes []float64) {
	for _, i := range t.taken {
		codes = append(codes, t.Columns[i].Codes...)
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// marks are the texts that seem to, likewise.
func (t *table) marks() (marks []string) {
	for _, i := range t.taken {
		marks = append(marks, t.Columns[i].Marks...)
	}
	slices.Sort(marks)
	return slices.Compact(marks)
}

// without are columns but for some.
func without(columns, some []int) []int {
	return slices.DeleteFunc(slices.Clone(columns), func(i int) bool { return slices.Contains(some, i) })
}

func numbers(values []float64) (texts []string) {
	for _, value := range values {
		texts = append(texts, strconv.FormatFloat(value, 'f', -1, 64))
	}
	return texts
}

// kind is the source of plain points.
func (t *table) kind() string {
	switch {
	case t.isText():
		return "csv"
	case t.file.Format == files.Array && t.whole() && t.rounding == nil:
		return "npy"
	}
	return "table"
}

// whole says that no number is missing in the columns that are taken.
func (t *table) whole() bool {
	return !slices.ContainsFunc(t.taken, func(i int) bool { return t.Columns[i].Missing > 0 })
}

func (t *table) columns() dataset.Line {
	return dataset.Line{Text: "  columns: " + t.names(t.taken),
		Comment: "coordinates, in this order, by name or by index from 0"}
}

// part is which table of the file it is.
func (t *table) part() (lines []dataset.Line) {
	if t.file.Array != "" {
		lines = append(lines, dataset.Line{Text: "  array: " + yamlText(t.file.Array)})
	}
	if t.file.Sheet != "" {
		lines = append(lines, dataset.Line{Text: "  sheet: " + yamlText(t.file.Sheet)})
	}
	return lines
}

// format is how the table is written.
func (t *table) format() (lines []dataset.Line) {
	if t.isText() {
		delimiter, known := map[rune]string{',': "comma", ';': "semicolon", '\t': "tab", '|': "'|'"}[t.Delimiter]
		if !known {
			delimiter = "blanks"
		}
		header := map[bool]string{false: "no", true: "yes"}[t.Names != nil]
		lines = []dataset.Line{{Text: "  delimiter: " + delimiter},
			{Text: "  header: " + header, Comment: "whether the first row holds names"}}
		if !t.comments {
			lines = append(lines, dataset.Line{Text: "  comment: ''",
				Comment: "rows begin with #, which starts a comment otherwise"})
		}
	}
	if !t.whole() {
		lines = append(lines, dataset.Line{Text: "  missing: drop", Comment: "rows with missing numbers are left out"})
	}
	if codes := t.codes(); codes != nil {
		lines = append(lines, dataset.Line{Text: "  missing_codes: [" + strings.Join(numbers(codes), ", ") + "]",
			Comment: "numbers that stand for missing ones; without this line they are points"})
	}
	if marks := t.marks(); marks != nil {
		lines = append(lines, dataset.Line{Text: "  missing_marks: " + yamlList(marks),
			Comment: "texts that stand for missing numbers"})
	}
	return slices.Concat(lines, t.rounded(), t.blockLines())
}

// rounded is the steps of the columns that are taken, in YAML; nil without any.
func (t *table) rounded() []dataset.Line {
	var columns []int
	var steps []string
	for _, i := range t.taken {
		if step := t.rounding[i]; step > 0 {
			columns, steps = append(columns, i), append(steps, decimal(step))
		}
	}
	if columns == nil {
		return nil
	}
	return []dataset.Line{{Text: "  rounded: " + t.names(columns)},
		{Text: "  steps: [" + strings.Join(steps, ", ") + "]",
			Comment: "a number from within half a step is added to each; without these lines points lie in layers"}}
}

// decimal is a step without what binary numbers add to it.
func decimal(step float64) string { return fmt.Sprintf("%.6g", step) }

// plain is the YAML of a table whose columns are coordinates as they are.
func (t *table) plain(file dataset.Line) []dataset.Line {
	lines := append([]dataset.Line{{Text: t.kind() + ":"}, file}, t.part()...)
	if t.isText() || t.Names != nil || t.rounding != nil || !slices.Equal(t.taken, points.Range(0, t.Width)) {
		lines = append(lines, t.columns())
	}
	return append(lines, t.format()...)
}

// blockLines are the blocks as a setting.
func (t *table) blockLines() []dataset.Line {
	if t.blocks == nil {
		return nil
	}
	var sizes []string
	for _, size := range t.blocks {
		sizes = append(sizes, strconv.Itoa(size))
	}
	return []dataset.Line{{Text: "  blocks: [" + strings.Join(sizes, ", ") + "]",
		Comment: "how many of columns, one after the other, share a scale"}}
}

// withdraw takes notes back that begin so.
func (t *table) withdraw(beginning string) {
	t.notes = slices.DeleteFunc(t.notes, func(note string) bool { return strings.HasPrefix(note, beginning) })
}

// yamlText is a text as YAML, in quotes where it needs them, also within a list.
func yamlText(text string) string {
	return strings.TrimSuffix(strings.TrimPrefix(yamlList([]string{text}), "["), "]")
}

func yamlList(texts []string) string {
	list := yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
	for _, text := range texts {
		item := yaml.Node{}
		item.SetString(text)
		if _, err := strconv.Atoi(text); err == nil { // an index needs no quotes
			item.Tag = "!!int"
		}
		list.Content = append(list.Content, &item)
	}
	encoded, err := yaml.Marshal(&list)
	if err != nil {
		panic(err) // texts can always be written
	}
	return strings.TrimSpace(string(encoded))
}
