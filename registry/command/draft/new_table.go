package draft

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/dataset"
	"ebim/framework/plaintext"
	"ebim/framework/points"
	"ebim/framework/points/files"
	"ebim/registry/command/cli"
)

// startOfFile begins with a file of the user's, for an experiment in a folder.
func startOfFile(p *cli.Program, file, folder string, wanted wanted) (*sketch, error) {
	base := filepath.Base(file)
	if extension := filepath.Ext(base); strings.EqualFold(extension, ".gz") {
		base = strings.TrimSuffix(base, extension)
	}
	s := &sketch{name: file, title: strings.TrimSuffix(base, filepath.Ext(base)), folder: folder}
	name := dataset.Line{Text: "  file: " + yamlText(filepath.ToSlash(fromFolder(folder, file))),
		Comment: "a relative path starts at this file's folder"}
	t, err := surveyed(file, wanted)
	if err != nil {
		return nil, err
	}
	t.findRestarts(p, *s, name)
	t.findIndicators(p, *s, name)
	if err := t.leaveGaps(); err != nil {
		return nil, cli.Failed(err)
	}
	t.findTime(p, *s, name)
	t.findLoose(p, *s, name)
	t.findIdentities(p, *s, name)
	t.findRotation(p, *s, name)
	t.findPolar(p, *s, name)
	s.rough = t.findRounding(p, *s, name)
	t.findLogarithms(p, *s, name)
	t.findBlocks(p, *s, name)
	t.noteMissing()
	s.source = t.source(name)
	for _, i := range t.taken {
		s.columns = append(s.columns, t.name(i))
	}
	s.found = append(s.found, t.notes...)
	if err := loadPoints(p, s); err != nil {
		return nil, err
	}
	unit := t.unit()
	if unit == "" && oneLength(s.set) {
		unit = "the unit of vectors of one length"
	}
	s.oneScale(unit)
	s.scaleOfProfile(t)
	t.scaleByNoise(p, s, name)
	s.ownScales(t.units())
	return s, nil
}

// oneLength reports whether points are vectors of one length, as unit vectors and quaternions are, and as places far
// from their origin are not, whose lengths differ as much as they do.
func oneLength(x *points.Set) bool {
	const same, spread = 1e-3, 0.05
	low, high := math.Inf(1), 0.0
	for i := range x.Len() {
		length := floats.Norm(x.At(i), 2)
		low, high = min(low, length), max(high, length)
	}
	return high-low <= min(same*high, spread*x.Scale())
}

// fromFolder is a path as an experiment in a folder names it: relative to that unless it is absolute.
func fromFolder(folder, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	from, noFolder := filepath.Abs(folder)
	to, noFile := filepath.Abs(path)
	relative, err := filepath.Rel(from, to)
	if errors.Join(noFolder, noFile, err) != nil {
		return path
	}
	return relative
}

func surveyed(file string, w wanted) (*table, error) {
	options := files.Options{TableOptions: points.TableOptions{Comment: '#'}, Array: w.array, Sheet: w.sheet}
	t, err := surveyOf(file, options)
	if errors.Is(err, points.ErrNoRows) { // of rows that start with a name such as #12
		options.Comment = 0
		if whole, failed := surveyOf(file, options); failed == nil {
			t, err = whole, nil
		}
	}
	if err == nil && t.namesInFirstRow() {
		options.Header = points.HeaderYes
		t, err = surveyOf(file, options)
	}
	if err != nil {
		return nil, cli.Failed(err)
	}
	t.wanted, t.options, t.comments = w, options, options.Comment != 0
	t.describeFormat()
	return t, t.choose(file)
}

func surveyOf(file string, options files.Options) (*table, error) {
	opened, err := files.Open(file, options)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	survey, err := opened.Survey()
	return &table{Survey: survey, file: opened}, err
}

// describeFormat says what of the format is not to be expected.
func (t *table) describeFormat() {
	note := func(format string, arguments ...any) { t.notes = append(t.notes, fmt.Sprintf(format, arguments...)) }
	if !t.file.Named {
		article := "a"
		if strings.ContainsRune("aEOX", rune(t.file.Format[0])) { // an OFF, an XYZ
			article = "an"
		}
		note("The file is %s %s, whatever its name says.", article, t.file.Format)
	}
	if t.Encoding != "" {
		note("The text is encoded in %s.", t.Encoding)
	}
	switch {
	case t.Before == 1:
		note("The first line with text stands before the table, and is left out.")
	case t.Before > 1:
		note("The first %d lines with text stand before the table, and are left out.", t.Before)
	}
	if t.After > 0 {
		note("Text after the table is left out (lines: %d).", t.After)
	}
	if t.Decimal == ',' {
		note("Numbers are read with decimal commas: 1,5 is 1.5, and 1.234,5 is 1234.5.")
	}
	if t.Levels > 1 {
		note("The names stand in %d rows, and are joined: %s.", t.Levels,
			plaintext.Clip(strings.Join(t.Names, ", "), 200))
	}
	switch {
	case t.Beneath == 1 && t.Units != nil:
		note("The row beneath the names holds units, and is no point.")
	case t.Beneath > 0:
		note("Rows without any number beneath the names are left out: %d.", t.Beneath)
	}
	t.describeCells()
	if t.file.Array != "" {
		note("Array %q of the archive.", t.file.Array)
	}
	if t.file.Sheet != "" {
		note("Sheet %q of the workbook.", t.file.Sheet)
	}
}

// describeCells says what stands in cells beside numbers.
func (t *table) describeCells() {
	var units, signs []string
	for i, unit := range t.CellUnits {
		switch name := t.label(i); {
		case unit == "" || t.Columns[i].Texts > 0:
		case unit == points.Uncertain:
			t.notes = append(t.notes, fmt.Sprintf("Errors beside the numbers of column %s are left out.", name))
		case unit == points.Clock && t.leaveOut(i) != "":
		case unit == points.Clock:
			t.notes = append(t.notes, fmt.Sprintf("Times of day in column %s become hours.", name))
		case hemispheres[unit] != "":
			signs = append(signs, name)
		default:
			units = append(units, name+" ("+unit+")")
		}
	}
	if units != nil {
		t.notes = append(t.notes, fmt.Sprintf("Units follow all numbers in these columns, and count as if they stood "+
			"in the names: %s; --drop leaves a column out.", strings.Join(units, ", ")))
	}
	if signs != nil {
		t.notes = append(t.notes, fmt.Sprintf("Numbers have hemispheres in these columns, of which south and west are "+
			"negative: %s; --drop leaves a column out.", strings.Join(signs, ", ")))
	}
}

// namesInFirstRow reports whether a first row that was read as data holds names, one of them a number: it has the only
// text of another column.
func (t *table) namesInFirstRow() bool {
	return t.Names == nil && t.Line > 0 && slices.ContainsFunc(t.Columns, func(c points.Column) bool {
		return c.Texts == 1 && c.Line == t.Line && c.Numbers > 1
	})
}

// source is the YAML of the table: places on Earth, angles, rotations, or plain points.
func (t *table) source(file dataset.Line) []dataset.Line {
	if lines := t.places(file); lines != nil {
		return lines
	}
	if unit := t.angles(); unit != "" && t.placed == nil && t.rotation == nil {
		t.notes = append(t.notes, "The columns look like angles in "+unit+
			": they are placed on circles, so that an angle's ends are one.")
		lines := []dataset.Line{{Text: "angles:", Comment: "each angle becomes a point (cos, sin) of a circle; write " +
			t.kind() + ": without unit: to take it as a number"}, file, t.columns(), {Text: "  unit: " + unit}}
		return append(append(lines, t.part()...), t.format()...)
	}
	if t.turned {
		return t.rotations(file)
	}
	if lines := t.closing(file); lines != nil {
		return lines
	}
	if lines := t.logarithms(file); lines != nil {
		return lines
	}
	return t.plain(file)
}
