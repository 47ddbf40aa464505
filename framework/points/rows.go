package points

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// rowSource gives the next row's fields and its line (from 1), or io.EOF. The fields are valid until the next call.
type rowSource func() ([]string, int, error)

// MostRowBytes bounds a row of a text table.
const MostRowBytes = 16 << 20

// rowLimit stops a reader that finds no end of a row for too long.
type rowLimit struct {
	r    io.Reader
	left int
}

var errLongRow = fmt.Errorf("this row has more than %d bytes: is this a text table, with one point a line?",
	MostRowBytes)

func (l *rowLimit) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, errLongRow
	}
	n, err := l.r.Read(p[:min(len(p), l.left)])
	l.left -= n
	return n, err
}

// limited are rows that are read through a limit. A row of more than MostRowBytes is an error.
func limited(rows rowSource, limit *rowLimit) rowSource {
	last := 0
	return func() ([]string, int, error) {
		limit.left = MostRowBytes
		fields, line, err := rows()
		if errors.Is(err, errLongRow) {
			return nil, 0, &CSVError{Line: last + 1, Reason: errLongRow.Error()}
		}
		last = line
		return fields, line, err
	}
}

// headBytes is how much of a text is looked at to find out how it is written.
const headBytes = 1 << 16

// split settles encoding, delimiter and decimal sign.
func split(r io.Reader, o TableOptions) (rowSource, *Table, error) {
	decoded, encoding := decoded(bufio.NewReaderSize(r, headBytes))
	buffered := bufio.NewReaderSize(newLineEnds(bufio.NewReaderSize(decoded, headBytes)), headBytes)
	head, _ := buffered.Peek(headBytes)
	if rule.Match(head) {
		buffered = bufio.NewReaderSize(&unruled{r: buffered}, headBytes)
		head, _ = buffered.Peek(headBytes)
	}
	table := &Table{Delimiter: o.Delimiter, Encoding: encoding}
	if table.Delimiter == 0 {
		table.Delimiter = detectDelimiter(string(head), o.Comment)
	}
	table.Decimal = decimalOf(string(head), table.Delimiter, o.Comment)
	table.groups = groupsOf(string(head), table.Delimiter, o.Comment)
	if table.Delimiter == Whitespace {
		return blankSeparated(buffered, o.Comment, fixedEnds(string(head), o.Comment)), table, nil
	}
	if d := table.Delimiter; d == o.Comment || d == '"' || d == '\r' || d == '\n' || !utf8.ValidRune(d) {
		return nil, nil, fmt.Errorf("%q can't be the delimiter", d)
	}
	rows, err := commaSeparated(buffered, table.Delimiter, o.Comment, bareSeconds.Match(head))
	return rows, table, err
}

// detectDelimiter looks at the first line that is neither empty nor a comment, as far as it is buffered, unless it has
// other fields than lines after it, all of which have a delimiter that it lacks, or blanks alone: titles stand before
// tables. Where there are blanks in it, and none in the next, it is the name of the only column.
func detectDelimiter(head string, comment rune) rune {
	const looked = mostBefore + steadyRows
	var lines []string
	for line := range tableLines(head, comment) {
		if lines = append(lines, line); len(lines) > looked {
			break
		}
	}
	if len(lines) == 0 {
		return ','
	}
	if len(lines) >= steadyRows+2 {
		last := lines[len(lines)-1-steadyRows : len(lines)-1] // the next may be cut off
		if byBlanks(lines[0], last, fixedEnds(head, comment) == nil) {
			return Whitespace
		}
	}
	first := delimiterOf(lines[0])
	if first == Whitespace && len(lines) > 1 && len(strings.Fields(lines[0])) > 1 &&
		len(strings.Fields(lines[1])) == 1 && delimiterOf(lines[1]) == Whitespace {
		first = ','
	}
	if len(lines) < steadyRows+2 {
		return first
	}
	last := lines[len(lines)-1-steadyRows : len(lines)-1] // the next may be cut off
	names := fieldsBy(first, lines[0])
	fits, others := !slices.ContainsFunc(last, func(line string) bool {
		fields := fieldsBy(first, line)
		return fields != names && fields != names+1
	}), delimiters[:]
	word := first == Whitespace && names == 1 // a title, or the name of the only column
	// titles may have a delimiter that no row has, beside theirs
	absent := first != Whitespace && !slices.ContainsFunc(last, func(line string) bool {
		return fieldsBy(first, line) > 1
	})
	switch {
	case fits && first != ',' && !word:
		return first
	case fits && !word: // titles may have as many commas as rows have decimal ones
		others = others[:3]
	}
	for _, delimiter := range others {
		if (absent || !strings.ContainsRune(lines[0], delimiter)) && !slices.ContainsFunc(last, func(line string) bool {
			return delimiterOf(line) != delimiter || fits && !partsNumbers(delimiter, line)
		}) {
			return delimiter
		}
	}
	return first
}

// byBlanks says that lines have equally many fields between blanks, if they must, two of them numbers or more, and no
// delimiter but decimal commas, which are not as many as the commas of the first line.
func byBlanks(first string, lines []string, equally bool) bool {
	const least = 2
	fields, commas := len(blankFields(lines[0])), strings.Count(first, ",")
	return !slices.ContainsFunc(lines, func(line string) bool {
		numbers := 0
		found := blankFields(line)
		for _, field := range found {
			if strings.Contains(field, ",") && !commaNumber.MatchString(field) {
				return true
			}
			if isNumber(field) {
				numbers++
			}
		}
		within := strings.Count(line, ",")
		return strings.ContainsAny(line, "\t;") || strings.Contains(line, "|") && byBars(line) ||
			within > 0 && within == commas || equally && len(found) != fields || numbers < least
	})
}

// partsNumbers says that a delimiter parts a line where a title fits as well by another one: commas within its fields
// are those of numbers, and two commas or more part texts.
func partsNumbers(delimiter rune, line string) bool {
	const commas = 2
	if delimiter == ',' {
		return strings.Count(line, ",") >= commas
	}
	for field := range strings.SplitSeq(line, string(delimiter)) {
		if field = strings.TrimSpace(field); strings.Contains(field, ",") && !isNumber(field) {
			return false
		}
	}
	return true
}

// fieldsBy is how many fields a line has, but for delimiters in quotation marks.
func fieldsBy(delimiter rune, line string) int {
	if delimiter == Whitespace {
		return len(blankFields(line))
	}
	return strings.Count(line, string(delimiter)) + 1
}

// delimiterOf is that of one line.
func delimiterOf(line string) rune {
	for _, delimiter := range delimiters {
		if strings.ContainsRune(line, delimiter) && !(delimiter == ',' && onlyCommaNumbers(line)) &&
			!(delimiter == '|' && !byBars(line)) {
			return delimiter
		}
	}
	return Whitespace
}

// delimiters that are tried, in this order.
var delimiters = [...]rune{'\t', ';', '|', ','}

// magnitude is a name between bars, as |B|, between commas or blanks.
var magnitude = regexp.MustCompile(`(^|[\s,])\|[^|\s][^|]*\|([\s,]|$)`)

// byBars says that bars part a line, not commas, which are in numbers, or before blanks; nor blanks between numbers.
func byBars(line string) bool {
	for field := range strings.SplitSeq(line, "|") {
		field = strings.TrimSpace(field)
		if strings.Count(field, ",") > strings.Count(field, ", ") && !commaNumber.MatchString(field) {
			return false
		}
		numbers := 0
		for part := range strings.FieldsSeq(field) {
			if isNumber(part) {
				numbers++
			}
		}
		if numbers > 1 {
			return false
		}
	}
	return !magnitude.MatchString(line)
}

// onlyCommaNumbers says that a line has several numbers with decimal commas, parted by blanks.
func onlyCommaNumbers(line string) bool {
	fields := strings.Fields(line)
	for _, field := range fields {
		if !commaNumber.MatchString(field) {
			return false
		}
	}
	return len(fields) > 1
}

// bareSeconds are seconds of a degree with a quotation mark that begins no quoted field.
var bareSeconds = regexp.MustCompile(`°\s*\d+\s*['′’]\s*[\d.,]+\s*"(\s*[NSEW]|[^"])`)

// commaSeparated are rows of fields between delimiters, with or without quotation marks within fields.
func commaSeparated(r io.Reader, delimiter, comment rune, bare bool) (rowSource, error) {
	if comment != 0 && (comment == '"' || comment == '\r' || comment == '\n' || !utf8.ValidRune(comment)) {
		return nil, fmt.Errorf("%q can't start comments", comment)
	}
	reader := csv.NewReader(r)
	reader.Comma, reader.Comment = delimiter, comment
	reader.FieldsPerRecord, reader.LazyQuotes = -1, bare
	reader.ReuseRecord = true
	return func() ([]string, int, error) {
		fields, err := reader.Read()
		if parse, ok := errors.AsType[*csv.ParseError](err); ok {
			return nil, 0, &CSVError{Line: parse.Line, Reason: parse.Err.Error()}
		}
		if err != nil {
			return nil, 0, err
		}
		line, _ := reader.FieldPos(0)
		return fields, line, nil
	}, nil
}

// blankSeparated are rows of fields between blanks, or in columns that end at some bytes; nil for none.
func blankSeparated(r *bufio.Reader, comment rune, ends []int) rowSource {
	line := 0
	return func() ([]string, int, error) {
		for {
			text, err := r.ReadString('\n')
			if err != nil && (text == "" || !errors.Is(err, io.EOF)) {
				return nil, 0, err
			}
			line++
			fields := blankFields(text)
			if len(fields) > 0 && (comment == 0 || !strings.HasPrefix(fields[0], string(comment))) {
				return filled(text, fields, ends), line, nil
			}
		}
	}
}

// quotedField is one in quotation marks, as names with blanks are, or what stands between blanks.
var quotedField = regexp.MustCompile(`"[^"]*"|\S+`)

// blankFields are the fields of a line, without the quotation marks around them.
func blankFields(line string) []string {
	if !strings.Contains(line, `"`) {
		return strings.Fields(line)
	}
	fields := quotedField.FindAllString(line, -1)
	for i, field := range fields {
		if len(field) > 1 && field[0] == '"' && field[len(field)-1] == '"' {
			fields[i] = field[1 : len(field)-1]
		}
	}
	return fields
}
