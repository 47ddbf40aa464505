package draft

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"ebim/framework/dataset"
	"ebim/framework/points"
	"ebim/registry/command/cli"
)

// startOfFile begins with a file of the user's, for an experiment in a folder.
func startOfFile(p *cli.Program, file, folder string) (*sketch, error) {
	s := &sketch{name: file, title: strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), folder: folder}
	from := fromFolder(folder, file)
	name := dataset.Line{Text: "  file: " + yamlText(filepath.ToSlash(from)),
		Comment: "a relative path starts at this file's folder"}
	switch extension := strings.ToLower(filepath.Ext(file)); extension {
	case ".npy":
		s.source = []dataset.Line{{Text: "npy:"}, name}
		if err := s.varying(file); err != nil {
			return nil, err
		}
	case ".csv", ".tsv", ".txt":
		t, err := surveyed(file, extension)
		if err != nil {
			return nil, err
		}
		s.source = t.source(name)
		s.found = append(s.found, t.notes...)
	default:
		return nil, fmt.Errorf("%s: the extension %q is unknown; .csv, .tsv, .txt and .npy can be read",
			file, extension)
	}
	return s, loadPoints(p, s)
}

// varying takes the columns of an array that vary, where some don't.
func (s *sketch) varying(file string) error {
	set, err := points.ReadFile(file)
	if err != nil {
		return cli.Failed(err)
	}
	var taken, left []string
	for column, side := range points.Around(set) {
		if side[0] < side[1] {
			taken = append(taken, strconv.Itoa(column))
		} else {
			left = append(left, fmt.Sprintf("Column %d (from 0) is left out: it is %v in every row.", column, side[0]))
		}
	}
	if len(taken) > 0 && len(left) > 0 {
		s.found = append(s.found, left...)
		s.source = append(s.source, dataset.Line{Text: "  columns: " + yamlList(taken),
			Comment: "coordinates, by index from 0"})
	}
	return nil
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

// table is a text table with the columns that are taken.
type table struct {
	*points.Survey
	taken []int
	notes []string // on columns that are left out, and on rows
}

func surveyed(file, extension string) (*table, error) {
	options := points.CSVOptions{Comment: '#'}
	if extension == ".tsv" {
		options.Delimiter = '\t'
	}
	survey, err := surveyOf(file, options)
	if err == nil && namesInFirstRow(survey) {
		options.Header = points.HeaderYes
		survey, err = surveyOf(file, options)
	}
	if err != nil {
		return nil, cli.Failed(err)
	}
	t := &table{Survey: survey}
	for i, c := range survey.Columns {
		if decimalComma(c.Text) && survey.Delimiter != ',' {
			return nil, cli.Failed(fmt.Errorf("%s: %q in line %d has a decimal comma; write decimal points", file,
				c.Text, c.Line))
		}
		if reason := t.leaveOut(i); reason != "" {
			t.notes = append(t.notes, fmt.Sprintf("Column %s is left out: %s.", t.label(i), reason))
			continue
		}
		t.taken = append(t.taken, i)
		if c.Missing > 0 {
			t.notes = append(t.notes, fmt.Sprintf("Column %s lacks %d of %d numbers; rows without are dropped.",
				t.label(i), c.Missing, survey.Rows))
		}
	}
	if len(t.taken) == 0 {
		return nil, cli.Failed(fmt.Errorf("%s: no column holds numbers that differ. %s", file,
			strings.Join(t.notes, " ")))
	}
	return t, nil
}

func surveyOf(file string, options points.CSVOptions) (*points.Survey, error) {
	opened, err := points.Open(file)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	survey, err := points.SurveyCSV(opened, options)
	if err != nil {
		err = fmt.Errorf("%s: %w", file, err)
	}
	return survey, err
}

// namesInFirstRow reports whether a first row that was read as data holds names, one of them a number: it has the only
// text of another column.
func namesInFirstRow(s *points.Survey) bool {
	return !s.Header && slices.ContainsFunc(s.Columns, func(c points.Column) bool {
		return c.Texts == 1 && c.Line == s.Line && c.Numbers > 1
	})
}

func decimalComma(text string) bool {
	_, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	return err == nil && strings.Contains(text, ",")
}

// leaveOut is the reason why a column is no coordinate, or nothing.
func (t *table) leaveOut(i int) string {
	c := &t.Columns[i]
	names := []string{"id", "index", "idx", "row", "unnamed: 0", "label", "labels", "class", "target", "cluster"}
	switch {
	case c.Texts > 0:
		return fmt.Sprintf("%q in line %d is not a number", c.Text, c.Line)
	case c.Numbers == 0:
		return "it holds no number"
	case 2*c.Missing > t.Rows:
		return fmt.Sprintf("%d of %d numbers are missing", c.Missing, t.Rows)
	case c.Low == c.High && t.Rows > 1:
		return fmt.Sprintf("it is %v in every row", c.Low)
	case c.Counting && t.Rows > 2 && (c.Low == 0 || c.Low == 1):
		return "it numbers the rows"
	case c.Whole && slices.Contains(names, strings.ToLower(c.Name)):
		return "its name and whole numbers suggest a label, not a coordinate"
	}
	return ""
}

// name is how the column is referred to: its name, or its index where that is not one column's alone.
func (t *table) name(i int) string {
	name := t.Columns[i].Name
	shared := func(c points.Column) bool { return c.Name == name }
	if !t.Header || name == "" || slices.ContainsFunc(t.Columns[:i], shared) ||
		slices.ContainsFunc(t.Columns[i+1:], shared) {
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

// source is the YAML of the table: places on Earth, angles, or plain points.
func (t *table) source(file dataset.Line) []dataset.Line {
	if lines := t.earth(file); lines != nil {
		return lines
	}
	lines := []dataset.Line{{Text: "csv:"}, file, t.columns()}
	if unit := t.angles(); unit != "" {
		lines[0] = dataset.Line{Text: "angles:",
			Comment: "each angle becomes a point (cos, sin) of a circle; write csv: " +
				"without unit: to take it as a number"}
		lines = append(lines, dataset.Line{Text: "  unit: " + unit})
		t.notes = append(t.notes, "The columns look like angles in "+unit+
			": they are placed on circles, so that an angle's ends are one.")
	}
	return append(lines, t.format()...)
}

func (t *table) columns() dataset.Line {
	return dataset.Line{Text: "  columns: " + t.names(t.taken),
		Comment: "coordinates, in this order, by name or by index from 0"}
}

// format is how the table is written.
func (t *table) format() []dataset.Line {
	delimiter, known := map[rune]string{',': "comma", ';': "semicolon", '\t': "tab"}[t.Delimiter]
	if !known {
		delimiter = "blanks"
	}
	header := map[bool]string{false: "no", true: "yes"}[t.Header]
	lines := []dataset.Line{{Text: "  delimiter: " + delimiter},
		{Text: "  header: " + header, Comment: "whether the first row holds names"}}
	if slices.ContainsFunc(t.taken, func(i int) bool { return t.Columns[i].Missing > 0 }) {
		lines = append(lines, dataset.Line{Text: "  missing: drop", Comment: "rows with missing numbers are left out"})
	}
	return lines
}

// earth is the source of two columns that are named latitude and longitude and lie in their ranges.
func (t *table) earth(file dataset.Line) []dataset.Line {
	var latitude, longitude []int
	for _, i := range t.taken {
		switch name, c := strings.ToLower(t.Columns[i].Name), t.Columns[i]; {
		case c.Missing > 0:
		case strings.HasPrefix(name, "lat") && c.Low >= -90 && c.High <= 90:
			latitude = append(latitude, i)
		case (strings.HasPrefix(name, "lon") || name == "lng") && c.Low >= -180 && c.High <= 360:
			longitude = append(longitude, i)
		}
	}
	const inPlace = "write earth: {file: ..., columns: %s} in place of csv:, which places them on a sphere"
	named, both := len(latitude) == 1 && len(longitude) == 1, append(latitude, longitude...)
	if named && len(t.taken) == 2 {
		t.notes = append(t.notes, "The columns look like latitudes and longitudes: they are placed on a sphere, where "+
			"the poles are points and the ends of longitude are one.")
		return []dataset.Line{{Text: "earth:", Comment: "places become points of the unit sphere; write csv: to take " +
			"latitude and longitude as numbers"}, file,
			{Text: "  columns: " + t.names(both), Comment: "latitude and longitude, in degrees"}}
	}
	if named {
		t.notes = append(t.notes, fmt.Sprintf("Latitude and longitude are taken as numbers, as there are further "+
			"columns. For places alone "+inPlace+" without the others.", t.names(both)))
	} else if t.mayBeEarth() {
		t.notes = append(t.notes, fmt.Sprintf("If the columns are latitude and longitude, "+inPlace+".",
			t.names(t.taken)))
	}
	return nil
}

// mayBeEarth says that two columns are in the ranges of latitude and longitude, which they nearly fill.
func (t *table) mayBeEarth() bool {
	if len(t.taken) != 2 || t.angles() != "" {
		return false
	}
	a, b := t.Columns[t.taken[0]], t.Columns[t.taken[1]]
	return a.Low >= -90 && a.High <= 90 && a.High-a.Low > 60 && b.Low >= -180 && b.High <= 180 && b.High-b.Low > 180
}

// angles is the unit of columns that all look like angles, or nothing. Without names that say so these are degrees in
// at least three columns, two of them from one end of a turn to the other, which shapes of points hardly ever reach.
func (t *table) angles() string {
	words := []string{"phi", "psi", "theta", "chi", "omega", "angle", "torsion", "dihedral", "azimuth", "bearing"}
	named := true
	for _, i := range t.taken {
		name := strings.ToLower(t.Columns[i].Name)
		named = named && slices.ContainsFunc(words, func(word string) bool { return strings.Contains(name, word) })
	}
	const rounded = 0.005
	switch {
	case named && (t.around(-math.Pi-rounded, math.Pi+rounded, 1) > 0 || t.around(0, 2*math.Pi+rounded, 1) > 0):
		return "radians"
	case named && (t.around(-180, 180, 60) > 0 || t.around(0, 360, 60) > 0), len(t.taken) >= 3 &&
		(t.around(-180, 180, 2) > 1 || t.around(0, 360, 2) > 1):
		return "degrees"
	}
	return ""
}

// around counts the columns that reach to both ends of an interval but for some way, 0 where a column leaves it.
func (t *table) around(low, high, near float64) int {
	count := 0
	for _, i := range t.taken {
		c := t.Columns[i]
		if c.Low < low || c.High > high {
			return 0
		}
		if c.Low <= low+near && c.High >= high-near {
			count++
		}
	}
	return count
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
