package use

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ebim/framework/points"
	"ebim/framework/runs/disk"
)

// column is one of the output.
type column struct {
	name string
	flag bool // 1 is true, 0 false
}

// numbersOf are columns of numbers.
func numbersOf(names []string) []column {
	var all []column
	for _, name := range names {
		all = append(all, column{name: name})
	}
	return all
}

// beside adds columns whose names differ from those of the data.
func beside(data []column, own ...column) []column {
	all := slices.Clone(data)
	for _, c := range own {
		for slices.ContainsFunc(all, func(other column) bool { return other.name == c.name }) {
			c.name += "_"
		}
		all = append(all, c)
	}
	return all
}

// rowWriter writes rows in some format.
type rowWriter interface {
	write(rows *points.Set) error
	end() error
}

// outputs are the formats by extension.
var outputs = map[string]func(to io.Writer, header []column) (rowWriter, error){
	".csv": newCSV, ".json": newJSON, ".npy": newNPY,
}

const outputExtensions = ".csv, .npy or .json"

// checkOutput refuses a file of another format.
func checkOutput(file string) error {
	if _, known := outputs[extensionOf(file)]; !known {
		return fmt.Errorf("--output %s; a name that ends in %s is needed", file, outputExtensions)
	}
	return nil
}

func extensionOf(file string) string {
	if file == "" {
		return ".csv"
	}
	return strings.ToLower(filepath.Ext(file))
}

// writeTo writes rows to a file, which is there once all are, or to the standard output.
func writeTo(command *cobra.Command, file string, header []column, fill func(out rowWriter) error) error {
	write := func(to io.Writer) error {
		out, err := outputs[extensionOf(file)](to, header)
		if err != nil {
			return err
		}
		if err := fill(out); err != nil {
			return err
		}
		return out.end()
	}
	if file == "" {
		return write(command.OutOrStdout())
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	if err := disk.WriteFile(file, write); err != nil {
		return err
	}
	fmt.Fprintln(command.OutOrStdout(), file)
	if extensionOf(file) == ".npy" {
		var names []string
		for _, c := range header {
			names = append(names, c.name)
		}
		say(command, "the columns of %s: %s", file, strings.Join(names, ", "))
	}
	return nil
}

// table writes CSV.
type table struct {
	to     *bufio.Writer
	header []column
	line   []byte
}

func newCSV(to io.Writer, header []column) (rowWriter, error) {
	t := &table{to: bufio.NewWriterSize(to, 1<<16), header: header}
	var names []string
	for _, c := range header {
		names = append(names, c.name)
	}
	first := csv.NewWriter(t.to)
	first.Write(names) // whose error is that of the end
	first.Flush()
	return t, first.Error()
}

func (t *table) write(rows *points.Set) error {
	for i := range rows.Len() {
		t.line = t.line[:0]
		for j, v := range rows.At(i) {
			if j > 0 {
				t.line = append(t.line, ',')
			}
			t.line = appendValue(t.line, t.header[j], v)
		}
		if _, err := t.to.Write(append(t.line, '\n')); err != nil {
			return err
		}
	}
	return t.to.Flush()
}

// appendValue writes a number so that reading it gives the same, as Python and R write those that are not finite.
func appendValue(to []byte, c column, v float64) []byte {
	switch {
	case c.flag:
		return strconv.AppendBool(to, v != 0)
	case math.IsNaN(v):
		return append(to, "nan"...)
	case math.IsInf(v, 1):
		return append(to, "inf"...)
	case math.IsInf(v, -1):
		return append(to, "-inf"...)
	}
	return strconv.AppendFloat(to, v, 'g', -1, 64)
}

func (t *table) end() error { return t.to.Flush() }

// list writes JSON: an object for each point, a line each.
type list struct {
	to     *bufio.Writer
	header []column
	keys   [][]byte
	any    bool
	line   []byte
}

func newJSON(to io.Writer, header []column) (rowWriter, error) {
	l := &list{to: bufio.NewWriterSize(to, 1<<16), header: header}
	for _, c := range header {
		key, err := json.Marshal(c.name)
		if err != nil {
			return nil, err
		}
		l.keys = append(l.keys, append(key, ':', ' '))
	}
	return l, nil
}

func (l *list) write(rows *points.Set) error {
	for i := range rows.Len() {
		l.line = append(l.line[:0], ",\n{"...)
		if !l.any {
			l.line = append(l.line[:0], "[\n{"...)
		}
		l.any = true
		for j, v := range rows.At(i) {
			if j > 0 {
				l.line = append(l.line, ", "...)
			}
			l.line = append(l.line, l.keys[j]...)
			if math.IsNaN(v) || math.IsInf(v, 0) {
				l.line = append(l.line, "null"...)
			} else {
				l.line = appendValue(l.line, l.header[j], v)
			}
		}
		if _, err := l.to.Write(append(l.line, '}')); err != nil {
			return err
		}
	}
	return nil
}

func (l *list) end() error {
	begin := ""
	if !l.any {
		begin = "["
	}
	if _, err := l.to.WriteString(begin + "\n]\n"); err != nil {
		return err
	}
	return l.to.Flush()
}

// array writes a NumPy array.
type array struct{ *points.NPYRows }

func newNPY(to io.Writer, header []column) (rowWriter, error) {
	file, ok := to.(io.WriteSeeker)
	if !ok {
		return nil, errors.New("a NumPy array is written to a file")
	}
	rows, err := points.NewNPYRows(file, len(header))
	return array{rows}, err
}

func (a array) write(rows *points.Set) error { return a.Write(rows.Data) }

func (a array) end() error { return a.Close() }
