package files

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"ebim/framework/points"
)

// Options say how a file is read.
type Options struct {
	points.TableOptions
	Array string // of an .npz file, by name; empty: the only one
	Sheet string // of an .xlsx file, by name; empty: the first
}

// headBytes is how much of a file is looked at to find its format.
const headBytes = 1 << 12

// input is a file while its format is found out and it is read.
type input struct {
	*bufio.Reader
	name string   // with the extension; empty for a pipe
	file *os.File // nil unless the content is the file's own

	array, sheet string // that was chosen
}

// all gives access to any place in the content, of which nothing has been read. What comes compressed or through a pipe
// is held in memory.
func (in *input) all() (io.ReaderAt, int64, error) {
	if in.file != nil {
		info, err := in.file.Stat()
		if err != nil {
			return nil, 0, err
		}
		return in.file, info.Size(), nil
	}
	content, err := io.ReadAll(in)
	return bytes.NewReader(content), int64(len(content)), err
}

// decompressed is the content of an input that is compressed by gzip, or the input.
func decompressed(in *input) (*input, error) {
	if head, _ := in.Peek(2); !bytes.Equal(head, []byte("\x1f\x8b")) {
		return in, nil
	}
	plain, err := gzip.NewReader(in)
	if err != nil {
		return nil, fmt.Errorf("the gzip header is damaged: %w", err)
	}
	name := in.name
	if strings.EqualFold(filepath.Ext(name), ".gz") {
		name = name[:len(name)-len(".gz")]
	}
	return &input{Reader: bufio.NewReaderSize(&bounded{plain, points.MostBytes}, headBytes), name: name}, nil
}

// bounded refuses more than some bytes, which a small compressed file may hold.
type bounded struct {
	r    io.Reader
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, fmt.Errorf("more than %d bytes are compressed in it", int64(points.MostBytes))
	}
	return n, err
}
