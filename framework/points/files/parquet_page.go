package files

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"

	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
)

// parquetChunk is a column in a row group. It holds a page at a time.
type parquetChunk struct {
	column     *parquetColumn
	codec      int64
	pages      *bufio.Reader
	dictionary []parquetValue

	left   int64       // rows of the page
	levels *parquetRun // says which rows have a value; nil where all have
	values func() (parquetValue, error)
}

// next is the next row's number, or text, NaN without either.
func (c *parquetChunk) next() (float64, string, error) {
	if c.column.repeated {
		return 0, "(a list)", nil
	}
	for c.left == 0 {
		if err := c.page(); err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return 0, "", err
		}
	}
	c.left--
	if c.levels != nil {
		level, err := c.levels.next()
		if err != nil {
			return 0, "", err
		}
		if int(level) < c.column.optional {
			return math.NaN(), "", nil
		}
	}
	value, err := c.values()
	return value.number, value.text, err
}

// Kinds of pages.
const (
	parquetData       = 0
	parquetDictionary = 2
	parquetDataV2     = 3
)

// page reads the next page: a dictionary, or rows.
func (c *parquetChunk) page() error {
	header, err := readThrift(c.pages)
	if err != nil {
		return err
	}
	plain, size := header.number(2), header.number(3)
	if plain < 0 || size < 0 || plain > mostPage || size > mostPage {
		return fmt.Errorf("a page has %d bytes; at most %d are read", plain, mostPage)
	}
	body, err := io.ReadAll(io.LimitReader(c.pages, size))
	if err != nil {
		return err
	}
	if int64(len(body)) < size {
		return io.ErrUnexpectedEOF
	}
	switch header.number(1) {
	case parquetDictionary:
		if body, err = decompressPage(c.codec, body, plain); err != nil {
			return err
		}
		return c.takeDictionary(body, header.child(7).number(1))
	case parquetData:
		if body, err = decompressPage(c.codec, body, plain); err != nil {
			return err
		}
		return c.takeRows(body, header.child(5))
	case parquetDataV2:
		return c.takeRowsV2(body, header.child(8), plain)
	}
	return nil // of an index
}

// mostPage bounds a page, in bytes; writers make pages of about a megabyte.
const mostPage = 256 << 20

// decompressPage gives exactly size bytes.
func decompressPage(codec int64, body []byte, size int64) ([]byte, error) {
	const none, snappied, zipped, brotli, lz4, zstandard, lz4Raw = 0, 1, 2, 4, 5, 6, 7
	var plain []byte
	var err error
	switch codec {
	case none:
		plain = body
	case snappied:
		const most = 32 // more than how many bytes a byte of Snappy stands for
		if length, broken := snappy.DecodedLen(body); broken != nil || length != int(size) || length > most*len(body) {
			return nil, errPage
		}
		plain, err = snappy.Decode(nil, body)
	case zipped:
		var r *gzip.Reader
		if r, err = gzip.NewReader(bytes.NewReader(body)); err == nil {
			plain, err = io.ReadAll(io.LimitReader(r, size+1))
		}
	case zstandard:
		var r *zstd.Decoder
		if r, err = zstd.NewReader(bytes.NewReader(body), zstd.WithDecoderConcurrency(1),
			zstd.WithDecoderMaxMemory(mostPage)); err == nil {
			plain, err = io.ReadAll(io.LimitReader(r, size+1))
			r.Close()
		}
	default:
		name := map[int64]string{brotli: "Brotli", lz4: "LZ4", lz4Raw: "LZ4"}[codec]
		return nil, fmt.Errorf("its pages are compressed by %s (%d), which can't be read; write it by Snappy, Gzip or "+
			"Zstandard, or uncompressed", name, codec)
	}
	if err != nil || int64(len(plain)) != size {
		return nil, errPage
	}
	return plain, nil
}

var errPage = errors.New("a page is damaged")

// takeDictionary keeps the values that indices stand for.
func (c *parquetChunk) takeDictionary(body []byte, count int64) error {
	values := c.column.plain(body)
	c.dictionary = nil
	for range count {
		value, err := values()
		if err != nil {
			return err
		}
		c.dictionary = append(c.dictionary, value)
	}
	return nil
}

// takeRows prepares a page of the first version: levels, preceded by their length, then values.
func (c *parquetChunk) takeRows(body []byte, header thriftStruct) error {
	c.left, c.levels = header.number(1), nil
	if c.column.optional > 0 {
		if len(body) < 4 {
			return errPage
		}
		length := int64(binary.LittleEndian.Uint32(body))
		if length > int64(len(body)-4) {
			return errPage
		}
		c.levels = newParquetRun(body[4:4+length], bits.Len(uint(c.column.optional)))
		body = body[4+length:]
	}
	return c.takeValues(body, header.number(2))
}

// takeRowsV2 prepares a page of the second version, whose levels are not compressed.
func (c *parquetChunk) takeRowsV2(body []byte, header thriftStruct, plain int64) error {
	defined, repeated := header.number(5), header.number(6)
	if defined < 0 || repeated < 0 || defined > int64(len(body)) || repeated > int64(len(body))-defined {
		return errPage
	}
	levels := body[repeated : repeated+defined]
	body = body[repeated+defined:]
	if header[7] != false {
		var err error
		if body, err = decompressPage(c.codec, body, plain-defined-repeated); err != nil {
			return err
		}
	}
	c.left, c.levels = header.number(1), nil
	if c.column.optional > 0 {
		c.levels = newParquetRun(levels, bits.Len(uint(c.column.optional)))
	}
	return c.takeValues(body, header.number(4))
}

// takeValues prepares the values of a page by their encoding.
func (c *parquetChunk) takeValues(body []byte, encoding int64) error {
	const plain, plainDictionary, runs, dictionary, split = 0, 2, 3, 8, 9
	if c.left < 0 {
		return errPage
	}
	switch {
	case encoding == plain:
		c.values = c.column.plain(body)
	case encoding == plainDictionary || encoding == dictionary:
		if len(body) == 0 { // of a page without values
			body = []byte{0}
		}
		indices := newParquetRun(body[1:], int(body[0]))
		c.values = func() (parquetValue, error) {
			index, err := indices.next()
			if err != nil || int(index) >= len(c.dictionary) {
				return parquetValue{}, errPage
			}
			return c.dictionary[index], nil
		}
	case encoding == runs && c.column.kind == parquetBoolean && len(body) >= 4:
		truths := newParquetRun(body[4:], 1)
		c.values = func() (parquetValue, error) {
			truth, err := truths.next()
			return parquetValue{number: float64(truth)}, err
		}
	case encoding == split && c.column.size() > 0:
		c.values = c.column.plain(joined(body, c.column.size()))
	default:
		names := map[int64]string{5: "DELTA_BINARY_PACKED", 6: "DELTA_LENGTH_BYTE_ARRAY", 7: "DELTA_BYTE_ARRAY"}
		return fmt.Errorf("the encoding %s (%d) can't be read; write it by pandas' or Arrow's defaults",
			names[encoding], encoding)
	}
	return nil
}

// joined are numbers of some bytes each of which the first bytes come first, then the second ones and so on.
func joined(body []byte, size int) []byte {
	count := len(body) / size
	plain := make([]byte, count*size)
	for i := range plain {
		plain[i] = body[i%size*count+i/size]
	}
	return plain
}
