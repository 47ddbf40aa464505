package files

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"ebim/framework/plaintext"
	"ebim/framework/points"
)

// Parquet is read here, in flat columns of numbers and texts, for the program's size: github.com/parquet-go/parquet-go
// adds 13 MB to it, and github.com/apache/arrow-go/v18 37 MB.

// parquetColumn is a column of a Parquet file, as its schema says.
type parquetColumn struct {
	name           string
	kind           parquetType
	length         int // bytes of a value of fixed length
	optional       int // how many of it and the groups around it may be missing
	repeated       bool
	unsigned       bool
	scale          int           // of decimals
	dated          bool          // values are dates or times
	ticks          int64         // a second's, of times
	decimal, float bool          // decimals; half precision
	chunk          *parquetChunk // in the row group that is read
}

// parquetFile is a file whose metadata have been read.
type parquetFile struct {
	content io.ReaderAt
	size    int64
	columns []*parquetColumn
	groups  []thriftStruct
	left    int64 // rows of the group
	numbers []float64
	texts   []string
}

// openParquet reads the columns of a Parquet file that are not lists.
func openParquet(in *input, _ Options) (*points.Table, error) {
	content, size, err := in.all()
	if err != nil {
		return nil, err
	}
	f := &parquetFile{content: content, size: size}
	if err := f.metadata(); err != nil {
		return nil, fmt.Errorf("the Parquet file: %w", err)
	}
	t := &points.Table{Width: len(f.columns)}
	for _, c := range f.columns {
		t.Names = append(t.Names, c.name)
	}
	f.numbers, f.texts = make([]float64, t.Width), make([]string, t.Width)
	t.Next = func() (points.Row, error) {
		for f.left == 0 {
			if len(f.groups) == 0 {
				return points.Row{}, io.EOF
			}
			if err := f.nextGroup(); err != nil {
				return points.Row{}, fmt.Errorf("the Parquet file: %w", err)
			}
		}
		f.left--
		for i, c := range f.columns {
			if f.numbers[i], f.texts[i], err = c.chunk.next(); err != nil {
				return points.Row{}, fmt.Errorf("column %s of the Parquet file: %w", plaintext.Escape(c.name), err)
			}
		}
		return points.Row{Numbers: f.numbers, Texts: f.texts}, nil
	}
	return t, nil
}

// parquetMagic stands at both ends of a file.
const parquetMagic = "PAR1"

var errParquetEnd = errors.New("it is cut off, or damaged at its end")

// mostParquetRows bounds the rows for each byte of a file, as runs of the same may claim any length.
const mostParquetRows = 1 << 10

// metadata reads the end of the file: schema and row groups.
func (f *parquetFile) metadata() error {
	const tail = 8
	var end [tail]byte
	if f.size < 2*tail {
		return errParquetEnd
	}
	if _, err := f.content.ReadAt(end[:], f.size-tail); err != nil {
		return err
	}
	length := int64(binary.LittleEndian.Uint32(end[:]))
	if string(end[4:]) != parquetMagic || length > f.size-2*tail+4 {
		return errParquetEnd
	}
	meta, err := readThrift(bufio.NewReader(io.NewSectionReader(f.content, f.size-tail-length, length)))
	if err != nil {
		return errParquetEnd
	}
	schema := meta.list(2)
	if len(schema) == 0 {
		return errThrift
	}
	rest, err := f.schema(schema[1:], childrenOf(schema[0]), nil, parquetColumn{}, 0)
	if err != nil {
		return err
	}
	if len(rest) > 0 || len(f.columns) == 0 {
		return errThrift
	}
	rows := int64(0)
	for _, group := range meta.list(4) {
		g, ok := group.(thriftStruct)
		if !ok || len(g.list(1)) != len(f.columns) || g.number(3) < 0 {
			return errThrift
		}
		if rows += min(g.number(3), math.MaxInt32*64); rows > mostParquetRows*f.size {
			return fmt.Errorf("it claims %d rows in %d bytes", rows, f.size)
		}
		f.groups = append(f.groups, g)
	}
	return nil
}

func childrenOf(element any) int64 {
	s, _ := element.(thriftStruct)
	return s.number(5)
}

// schema adds the columns below a group, whose elements come first.
func (f *parquetFile) schema(elements []any, count int64, path []string, group parquetColumn, depth int) ([]any,
	error) {
	if depth > mostNested {
		return nil, errThrift
	}
	for range count {
		if len(elements) == 0 {
			return nil, errThrift
		}
		element, ok := elements[0].(thriftStruct)
		if !ok {
			return nil, errThrift
		}
		elements = elements[1:]
		c, path := group, append(path[:len(path):len(path)], element.text(4))
		const optional, repeated = 1, 2
		switch element.number(3) {
		case optional:
			c.optional++
		case repeated:
			c.repeated = true
		}
		if children := childrenOf(element); children > 0 {
			var err error
			if elements, err = f.schema(elements, children, path, c, depth+1); err != nil {
				return nil, err
			}
			continue
		}
		c.name = strings.ToValidUTF8(strings.Join(path, "."), "\uFFFD")
		c.take(element)
		f.columns = append(f.columns, &c)
	}
	return elements, nil
}

// take reads the type of a column.
func (c *parquetColumn) take(element thriftStruct) {
	c.kind, c.length = parquetType(element.number(1)), int(min(max(element.number(2), 0), 1<<20))
	const decimal, date, millisecond, microsecond = 5, 6, 9, 10
	converted, logical := element.number(6), element.child(10)
	c.unsigned = converted >= 11 && converted <= 14
	if sized := logical.child(10); sized.has(2) {
		c.unsigned = sized[2] == false
	}
	c.decimal, c.scale = converted == decimal, int(element.number(7))
	if logical.has(5) {
		c.decimal, c.scale = true, int(logical.child(5).number(1))
	}
	c.dated, c.float = converted == date || logical.has(6), logical.has(15)
	switch {
	case converted == millisecond:
		c.ticks = 1e3
	case converted == microsecond:
		c.ticks = 1e6
	}
	if stamp := logical.child(8); stamp != nil {
		unit := stamp.child(2)
		c.ticks = map[bool]int64{true: 1e3}[unit.has(1)] + map[bool]int64{true: 1e6}[unit.has(2)] +
			map[bool]int64{true: 1e9}[unit.has(3)]
	}
}

// nextGroup prepares the columns of the next row group.
func (f *parquetFile) nextGroup() error {
	group := f.groups[0]
	f.groups, f.left = f.groups[1:], group.number(3)
	for i, c := range f.columns {
		chunk, _ := group.list(1)[i].(thriftStruct)
		meta := chunk.child(3)
		start, length := meta.number(9), meta.number(7)
		if dictionary := meta.number(11); dictionary > 0 && dictionary < start {
			start = dictionary
		}
		if meta == nil || start < int64(len(parquetMagic)) || length < 0 || start > f.size || length > f.size-start {
			return fmt.Errorf("column %s: its place is beyond the file, or in another one", plaintext.Escape(c.name))
		}
		c.chunk = &parquetChunk{column: c, codec: meta.number(4),
			pages: bufio.NewReaderSize(io.NewSectionReader(f.content, start, length), headBytes)}
	}
	return nil
}
