package points

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
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

// open skips a byte order mark and settles the delimiter. A row of more than MostRowBytes is an error.
func (t *tableReader) open(r io.Reader) (rowSource, error) {
	limit := &rowLimit{r, MostRowBytes}
	rows, err := t.split(limit)
	if err != nil {
		return nil, err
	}
	last := 0
	return func() ([]string, int, error) {
		limit.left = MostRowBytes
		fields, line, err := rows()
		if errors.Is(err, errLongRow) {
			return nil, 0, &CSVError{Line: last + 1, Reason: errLongRow.Error()}
		}
		last = line
		return fields, line, err
	}, nil
}

func (t *tableReader) split(r io.Reader) (rowSource, error) {
	buffered := bufio.NewReaderSize(lineEnds{bufio.NewReader(r)}, 1<<16)
	if mark, err := buffered.Peek(3); err == nil && string(mark) == "\ufeff" {
		_, _ = buffered.Discard(3)
	}
	if t.options.Delimiter == 0 {
		t.options.Delimiter = detectDelimiter(buffered, t.options.Comment)
	}
	delimiter, comment := t.options.Delimiter, t.options.Comment
	if delimiter == Whitespace {
		return blankSeparated(buffered, comment), nil
	}
	if delimiter == comment || delimiter == '"' || delimiter == '\r' || delimiter == '\n' ||
		!utf8.ValidRune(delimiter) {
		return nil, fmt.Errorf("%q can't be the delimiter", delimiter)
	}
	return commaSeparated(buffered, delimiter, comment)
}

// detectDelimiter looks at the first line that is neither empty nor a comment, as far as it is buffered.
func detectDelimiter(r *bufio.Reader, comment rune) rune {
	head, _ := r.Peek(r.Size())
	for line := range strings.Lines(string(head)) {
		if strings.TrimSpace(line) == "" || comment != 0 && strings.HasPrefix(line, string(comment)) {
			continue
		}
		for _, delimiter := range []rune{'\t', ';', ','} {
			if strings.ContainsRune(line, delimiter) {
				return delimiter
			}
		}
		return Whitespace
	}
	return ','
}

func commaSeparated(r io.Reader, delimiter, comment rune) (rowSource, error) {
	if comment != 0 && (comment == '"' || comment == '\r' || comment == '\n' || !utf8.ValidRune(comment)) {
		return nil, fmt.Errorf("%q can't start comments", comment)
	}
	reader := csv.NewReader(r)
	reader.Comma, reader.Comment = delimiter, comment
	reader.FieldsPerRecord = -1
	reader.ReuseRecord = true
	return func() ([]string, int, error) {
		fields, err := reader.Read()
		var parse *csv.ParseError
		if errors.As(err, &parse) {
			return nil, 0, &CSVError{Line: parse.Line, Reason: parse.Err.Error()}
		}
		if err != nil {
			return nil, 0, err
		}
		line, _ := reader.FieldPos(0)
		return fields, line, nil
	}, nil
}

func blankSeparated(r *bufio.Reader, comment rune) rowSource {
	line := 0
	return func() ([]string, int, error) {
		for {
			text, err := r.ReadString('\n')
			if err != nil && (text == "" || !errors.Is(err, io.EOF)) {
				return nil, 0, err
			}
			line++
			fields := strings.Fields(text)
			if len(fields) > 0 && (comment == 0 || !strings.HasPrefix(fields[0], string(comment))) {
				return fields, line, nil
			}
		}
	}
}

// lineEnds makes lines that end as on old Macs, by a carriage return alone, end by a newline.
type lineEnds struct{ r *bufio.Reader }

func (l lineEnds) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	for i := range p[:n] {
		if p[i] != '\r' {
			continue
		}
		next := p[i+1 : n]
		if len(next) == 0 {
			next, _ = l.r.Peek(1)
		}
		if len(next) == 0 || next[0] != '\n' {
			p[i] = '\n'
		}
	}
	return n, err
}
