package files

import (
	"archive/zip"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"ebim/framework/plaintext"
	"ebim/framework/points"
)

// Workbooks are read by the standard library's zip and XML: github.com/xuri/excelize adds 6 MB to the program, and
// github.com/thedatashed/xlsxreader ends without an error where a sheet is cut off, and panics in a goroutine of its
// own at a negative index of a text.

// isXLSX says that a zip archive begins as Office's do.
func isXLSX(head []byte) bool {
	first := firstInZip(head)
	return slices.ContainsFunc([]string{"[Content_Types].xml", "_rels/", "xl/", "docProps/"},
		func(prefix string) bool { return strings.HasPrefix(first, prefix) })
}

// Bounds of a workbook.
const (
	mostXMLBytes    = 1 << 30 // of a part
	mostSheetColumn = 1 << 14 // Excel's own
)

// openXLSX reads a sheet, the named one or the first, as a table of text: numbers are written as they are stored, and
// dates as days.
func openXLSX(in *input, o Options) (*points.Table, error) {
	content, size, err := in.all()
	if err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(content, size)
	if err != nil {
		return nil, fmt.Errorf("the workbook is damaged: %w", err)
	}
	book := &xlsxBook{files: map[string]*zip.File{}}
	for _, file := range archive.File {
		book.files[strings.TrimPrefix(file.Name, "/")] = file
	}
	part, err := book.choose(in, o.Sheet)
	if err != nil {
		return nil, err
	}
	if err := book.readTexts(); err != nil {
		return nil, fmt.Errorf("the workbook's texts: %w", err)
	}
	opened, err := part.Open()
	if err != nil {
		return nil, err
	}
	sheet := &xlsxSheet{decoder: xml.NewDecoder(&bounded{opened, mostXMLBytes}), texts: book.texts}
	t, err := points.TextTable(&points.Table{}, sheet.next, o.Header)
	if err != nil {
		err = fmt.Errorf("sheet %q: %w", in.sheet, err)
	}
	return t, err
}

type xlsxBook struct {
	files map[string]*zip.File
	texts []string
}

// part decodes a part of the workbook into a struct.
func (b *xlsxBook) part(name string, into any) error {
	file := b.files[name]
	if file == nil {
		return fmt.Errorf("the workbook has no part %s", name)
	}
	opened, err := file.Open()
	if err != nil {
		return err
	}
	defer opened.Close()
	return xml.NewDecoder(&bounded{opened, mostXMLBytes}).Decode(into)
}

// choose finds the part of a sheet.
func (b *xlsxBook) choose(in *input, wanted string) (*zip.File, error) {
	var book struct {
		Sheets []struct {
			Name string `xml:"name,attr"`
			ID   string `xml:"id,attr"`
		} `xml:"sheets>sheet"`
	}
	var relations struct {
		All []struct {
			ID     string `xml:"Id,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	err := errors.Join(b.part("xl/workbook.xml", &book), b.part("xl/_rels/workbook.xml.rels", &relations))
	if err != nil {
		return nil, err
	}
	var names []string
	for _, sheet := range book.Sheets {
		names = append(names, strconv.Quote(sheet.Name))
		if wanted != "" && sheet.Name != wanted {
			continue
		}
		for _, relation := range relations.All {
			target := strings.TrimPrefix(path.Join("/xl", relation.Target), "/")
			if strings.HasPrefix(relation.Target, "/") {
				target = strings.TrimPrefix(relation.Target, "/")
			}
			if relation.ID == sheet.ID && b.files[target] != nil {
				in.sheet = sheet.Name
				return b.files[target], nil
			}
		}
	}
	return nil, fmt.Errorf("there is no sheet %q; allowed: %s", wanted, plaintext.Clip(strings.Join(names, ", "), 400))
}

// xlsxText is a text, which may be in parts.
type xlsxText struct {
	Text  string `xml:"t"`
	Parts []struct {
		Text string `xml:"t"`
	} `xml:"r"`
}

func (t *xlsxText) String() string {
	all := t.Text
	for _, part := range t.Parts {
		all += part.Text
	}
	return all
}

// readTexts reads those that cells refer to by index.
func (b *xlsxBook) readTexts() error {
	const name = "xl/sharedStrings.xml"
	if b.files[name] == nil {
		return nil
	}
	var shared struct {
		Texts []xlsxText `xml:"si"`
	}
	err := b.part(name, &shared)
	for i := range shared.Texts {
		b.texts = append(b.texts, shared.Texts[i].String())
	}
	return err
}

type xlsxSheet struct {
	decoder *xml.Decoder
	texts   []string
	line    int
	width   int // of the first row
}

type xlsxRow struct {
	Number int `xml:"r,attr"`
	Cells  []struct {
		Place string   `xml:"r,attr"`
		Type  string   `xml:"t,attr"`
		Value string   `xml:"v"`
		Text  xlsxText `xml:"is"`
	} `xml:"c"`
}

// next is the next row that is not empty, as long as the first at least.
func (s *xlsxSheet) next() ([]string, int, error) {
	for {
		token, err := s.decoder.Token()
		if err != nil {
			return nil, 0, err // io.EOF only where all elements are closed
		}
		start, isStart := token.(xml.StartElement)
		if !isStart || start.Name.Local != "row" {
			continue
		}
		var row xlsxRow
		if err := s.decoder.DecodeElement(&row, &start); err != nil {
			return nil, 0, fmt.Errorf("after row %d: %w", s.line, err)
		}
		s.line = max(row.Number, s.line+1)
		fields, err := s.fields(row)
		if err != nil {
			return nil, 0, fmt.Errorf("row %d: %w", s.line, err)
		}
		if !slices.ContainsFunc(fields, func(field string) bool { return field != "" }) {
			continue
		}
		for len(fields) > s.width && s.width > 0 && fields[len(fields)-1] == "" {
			fields = fields[:len(fields)-1]
		}
		s.width = cmp.Or(s.width, len(fields))
		for len(fields) < s.width {
			fields = append(fields, "")
		}
		return fields, s.line, nil
	}
}

// fields are the cells of a row at their places.
func (s *xlsxSheet) fields(row xlsxRow) ([]string, error) {
	var fields []string
	for i := range row.Cells {
		cell := &row.Cells[i]
		column := len(fields)
		if cell.Place != "" {
			column = xlsxColumn(cell.Place)
		}
		if column < 0 || column >= mostSheetColumn {
			return nil, fmt.Errorf("there is no column of cell %q", cell.Place)
		}
		for len(fields) <= column {
			fields = append(fields, "")
		}
		text := strings.TrimSpace(cell.Value)
		switch cell.Type {
		case "s":
			index, err := strconv.Atoi(text)
			if err != nil || index < 0 || index >= len(s.texts) {
				return nil, fmt.Errorf("cell %s has the text number %q; there are %d", cell.Place, text, len(s.texts))
			}
			text = s.texts[index]
		case "inlineStr":
			text = cell.Text.String()
		case "e": // such as #N/A
			text = ""
		}
		fields[column] = text
	}
	return fields, nil
}

// xlsxColumn is the index of a cell's column, from 0: of B7 it is 1.
func xlsxColumn(place string) int {
	column := 0
	for _, letter := range place {
		if letter < 'A' || letter > 'Z' || column > mostSheetColumn {
			break
		}
		column = 26*column + int(letter-'A') + 1
	}
	return column - 1
}
