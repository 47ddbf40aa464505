package points

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
)

// npyMagic begins NumPy's files of format 1.0.
const npyMagic = "\x93NUMPY\x01\x00"

// WriteImages writes the numbers of images as a NumPy array of unsigned bytes, [images, channels, height, width]. No
// images are an error.
func WriteImages(w io.Writer, m *Images) error {
	if m.Len() == 0 {
		return errors.New("a set without images can't be written as npy")
	}
	s := m.Shape
	return writeBytes(w, []int{m.Len(), s.Channels, s.Height, s.Width}, func(i int) []byte { return m.Image(i) })
}

// WriteLabels writes the classes of images as a NumPy array of unsigned bytes, [images].
func WriteLabels(w io.Writer, m *Images) error {
	return writeBytes(w, []int{m.Len()}, func(i int) []byte { return []byte{m.Labels[m.at(i)]} })
}

func writeBytes(w io.Writer, dimensions []int, row func(i int) []byte) error {
	shape := ""
	for _, d := range dimensions {
		shape += fmt.Sprintf("%d, ", d)
	}
	header := fmt.Sprintf("{'descr': '|u1', 'fortran_order': False, 'shape': (%s), }", shape)
	for (len(npyMagic)+2+len(header)+1)%64 != 0 {
		header += " "
	}
	header += "\n"
	buffered := bufio.NewWriterSize(w, 1<<16)
	buffered.WriteString(npyMagic)
	buffered.Write([]byte{byte(len(header)), byte(len(header) >> 8)})
	buffered.WriteString(header)
	for i := range dimensions[0] {
		buffered.Write(row(i))
	}
	return buffered.Flush() // which reports what went wrong before
}

var bytesHeader = regexp.MustCompile(`^\{'descr': '\|u1', 'fortran_order': False, 'shape': \(([0-9, ]*)\), \} *\n$`)

// ReadImages reads what WriteImages wrote. Memory grows with the bytes that are there; a file of another length or
// type is an error.
func ReadImages(r io.Reader) (*Images, error) {
	dimensions, body, err := readBytes(r)
	if err != nil {
		return nil, err
	}
	if len(dimensions) != 4 {
		return nil,
			fmt.Errorf("the array has the dimensions %v; [images, channels, height, width] are needed", dimensions)
	}
	return &Images{Shape: Shape{dimensions[1], dimensions[2], dimensions[3]}, Pixels: body}, nil
}

// ReadLabels reads what WriteLabels wrote, for the given number of images.
func ReadLabels(r io.Reader, count int) ([]uint8, error) {
	dimensions, body, err := readBytes(r)
	if err == nil && (len(dimensions) != 1 || len(body) != count) {
		err = fmt.Errorf("the array has the dimensions %v; [%d] are needed", dimensions, count)
	}
	return body, err
}

func readBytes(r io.Reader) (dimensions []int, body []uint8, err error) {
	start := make([]byte, len(npyMagic)+2)
	if _, err := io.ReadFull(r, start); err != nil || string(start[:len(npyMagic)]) != npyMagic {
		return nil, nil, errors.New("it is no NumPy array of bytes")
	}
	header := make([]byte, int(start[len(npyMagic)])|int(start[len(npyMagic)+1])<<8)
	if _, err := io.ReadFull(r, header); err != nil {
		return nil, nil, errors.New("the npy header is cut off")
	}
	found := bytesHeader.FindSubmatch(header)
	if found == nil {
		return nil, nil, errors.New("the npy header is not that of an array of bytes")
	}
	size := 1
	for _, field := range bytes.Split(found[1], []byte(",")) {
		if field = bytes.TrimSpace(field); len(field) == 0 {
			continue
		}
		d, err := strconv.Atoi(string(field))
		if err != nil || d < 1 || d > math.MaxInt32 || size > MostBytes/d {
			return nil, nil, fmt.Errorf("the npy header claims the dimension %s", field)
		}
		dimensions, size = append(dimensions, d), size*d
	}
	if body, err = ReadBytes(r, size); err != nil {
		return nil, nil, err
	}
	return dimensions, body, nil
}

// ReadBytes reads exactly size bytes, the rest of r. Memory grows with what is there, and is no more than twice that.
func ReadBytes(r io.Reader, size int) ([]byte, error) {
	body := make([]byte, 0, min(size+1, 1<<20))
	for len(body) <= size {
		if len(body) == cap(body) {
			grown := make([]byte, len(body), min(size+1, 2*len(body)))
			copy(grown, body)
			body = grown
		}
		n, err := r.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	switch {
	case len(body) < size:
		return nil, fmt.Errorf("it ends after %d of %d bytes of numbers", len(body), size)
	case len(body) > size:
		return nil, fmt.Errorf("more follows the %d bytes of numbers that it should have", size)
	}
	return body[:size:size], nil
}
