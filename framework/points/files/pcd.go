package files

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"ebim/framework/points"
)

// pcdField is a number of each point of a PCD file.
type pcdField struct {
	name string
	points.Number
}

// pcdFile is a Point Cloud Data file, whose header has been read.
type pcdFile struct {
	*input
	fields []pcdField
	width  int // bytes of a point
	count  uint64
	form   string // of the data: ascii, binary or binary_compressed
}

// mostPCDFields bounds the numbers of a point.
const mostPCDFields = 1 << 12

// openPCD reads a point cloud of the Point Cloud Library, in text, binary or compressed.
func openPCD(in *input, _ Options) (*points.Table, error) {
	f := &pcdFile{input: in}
	if err := f.header(); err != nil {
		return nil, err
	}
	t := &points.Table{}
	var taken []int // without padding
	for i, field := range f.fields {
		if field.name != "_" {
			taken, t.Names = append(taken, i), append(t.Names, field.name)
		}
	}
	t.Width = len(taken)
	next, err := f.rows()
	if err != nil {
		return nil, err
	}
	all, row, done := make([]float64, len(f.fields)), make([]float64, len(taken)), uint64(0)
	t.Next = func() (points.Row, error) {
		if done == f.count {
			return points.Row{}, io.EOF
		}
		if err := next(all); err != nil {
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				err = fmt.Errorf("the PCD file ends after %d of %d points", done, f.count)
			}
			return points.Row{}, err
		}
		done++
		for k, i := range taken {
			row[k] = all[i]
		}
		return points.Row{Numbers: row}, nil
	}
	return cloud(t), nil
}

// header reads up to the line DATA.
func (f *pcdFile) header() error {
	entries := map[string][]string{}
	for number := 1; f.form == ""; number++ {
		line, err := f.ReadSlice('\n')
		if err != nil {
			return fmt.Errorf("the PCD header: line %d: %w", number, err)
		}
		words := strings.Fields(string(line))
		switch {
		case len(words) == 0 || strings.HasPrefix(words[0], "#"):
		case words[0] == "DATA" && len(words) == 2:
			f.form = words[1]
		default:
			entries[words[0]] = words[1:]
		}
	}
	names := entries["FIELDS"]
	if len(names) == 0 {
		return errors.New("the PCD header has no line FIELDS")
	}
	for i, name := range names {
		if err := f.add(name, i, entries); err != nil {
			return err
		}
	}
	counted := entries["POINTS"]
	if len(counted) == 0 {
		counted = entries["WIDTH"]
	}
	var err error
	if f.count, err = strconv.ParseUint(strings.Join(counted, " "), 10, 48); err != nil {
		return fmt.Errorf("the PCD header: %q is not the number of points", strings.Join(counted, " "))
	}
	if !slices.ContainsFunc(f.fields, func(field pcdField) bool { return field.name != "_" }) {
		return errors.New("the PCD header names no field of numbers")
	}
	return nil
}

// add adds a field, as often as it is counted.
func (f *pcdFile) add(name string, i int, entries map[string][]string) error {
	entry := func(key, unless string) string {
		if i < len(entries[key]) {
			return entries[key][i]
		}
		return unless
	}
	size, kind := entry("SIZE", "4"), entry("TYPE", "F")
	if !slices.Contains([]string{"F4", "F8", "I1", "I2", "I4", "I8", "U1", "U2", "U4", "U8"}, kind+size) {
		return fmt.Errorf("the PCD header: field %s has the unknown type %s of %s bytes", name, kind, size)
	}
	count, err := strconv.Atoi(entry("COUNT", "1"))
	if err != nil || count < 1 || len(f.fields)+count > mostPCDFields {
		return fmt.Errorf("the PCD header: field %s has the count %q; a point has 1 to %d numbers", name,
			entry("COUNT", "1"), mostPCDFields)
	}
	for k := range count {
		field := pcdField{name, points.Number{Kind: strings.ToLower(kind)[0], Size: int(size[0] - '0')}}
		if count > 1 && name != "_" {
			field.name = fmt.Sprint(name, "_", k)
		}
		f.fields, f.width = append(f.fields, field), f.width+field.Size
	}
	return nil
}

// rows reads the points one after another.
func (f *pcdFile) rows() (func(row []float64) error, error) {
	switch f.form {
	case "ascii":
		l := linesOf(f.input)
		return func(row []float64) error {
			words, err := l.next()
			if err != nil {
				return err
			}
			if len(words) != len(row) {
				return fmt.Errorf("point %q has %d numbers; %d are needed", l.Text(), len(words), len(row))
			}
			numbers, err := l.numbers(words)
			copy(row, numbers)
			return err
		}, nil
	case "binary":
		return f.binaryRows(f.input), nil
	case "binary_compressed":
		return f.compressedRows()
	}
	return nil, fmt.Errorf("the PCD data are %q; ascii, binary and binary_compressed can be read", f.form)
}

func (f *pcdFile) binaryRows(r io.Reader) func(row []float64) error {
	bytes := make([]byte, f.width)
	return func(row []float64) error {
		if _, err := io.ReadFull(r, bytes); err != nil {
			return err
		}
		at := 0
		for i, field := range f.fields {
			row[i] = field.Decode(bytes[at:], binary.LittleEndian)
			at += field.Size
		}
		return nil
	}
}

// mostLZF is more than how many bytes a byte of LZF stands for.
const mostLZF = 100

// compressedRows are stored field by field, compressed by LZF.
func (f *pcdFile) compressedRows() (func(row []float64) error, error) {
	var sizes [2]uint32
	if err := binary.Read(f, binary.LittleEndian, &sizes); err != nil {
		return nil, errors.New("the PCD file ends before its points")
	}
	if uint64(sizes[1]) != f.count*uint64(f.width) || uint64(sizes[1]) > mostLZF*uint64(sizes[0]) {
		return nil, fmt.Errorf("the PCD file claims %d bytes for its %d points of %d, from %d compressed ones",
			sizes[1], f.count, f.width, sizes[0])
	}
	compressed, err := io.ReadAll(io.LimitReader(f, int64(sizes[0])))
	if err != nil {
		return nil, err
	}
	if len(compressed) < int(sizes[0]) {
		return nil, fmt.Errorf("the PCD file ends after %d of %d compressed bytes", len(compressed), sizes[0])
	}
	plain, err := decompressLZF(compressed, int(sizes[1]))
	if err != nil {
		return nil, err
	}
	columns := make([]*bytes.Reader, len(f.fields))
	for i, field := range f.fields {
		length := field.Size * int(f.count)
		columns[i], plain = bytes.NewReader(plain[:length]), plain[length:]
	}
	var number [8]byte
	return func(row []float64) error {
		for i, field := range f.fields {
			if _, err := io.ReadFull(columns[i], number[:field.Size]); err != nil {
				return err
			}
			row[i] = field.Decode(number[:], binary.LittleEndian)
		}
		return nil
	}, nil
}

var errLZF = errors.New("the compressed points are damaged")

// decompressLZF gives exactly size bytes. Of LZF (Marc Lehmann's LibLZF) each part begins with a byte: below 32 for one
// more literal bytes than it says, else with a length in its upper three bits, 7 for a longer one in the next byte, and
// a distance back in the lower five and the byte that follows.
func decompressLZF(from []byte, size int) ([]byte, error) {
	to := make([]byte, 0, size)
	take := func() (int, bool) {
		if len(from) == 0 {
			return 0, false
		}
		b := from[0]
		from = from[1:]
		return int(b), true
	}
	for len(from) > 0 {
		control, _ := take()
		if control < 1<<5 {
			length := control + 1
			if length > len(from) || len(to)+length > size {
				return nil, errLZF
			}
			to, from = append(to, from[:length]...), from[length:]
			continue
		}
		length := control >> 5
		if length == 7 {
			more, ok := take()
			if !ok {
				return nil, errLZF
			}
			length += more
		}
		low, ok := take()
		start := len(to) - (control&31)<<8 - low - 1
		if length += 2; !ok || start < 0 || len(to)+length > size {
			return nil, errLZF
		}
		for k := range length { // which may run into what it writes
			to = append(to, to[start+k])
		}
	}
	if len(to) != size {
		return nil, errLZF
	}
	return to, nil
}
