package points

import (
	"bufio"
	"errors"
	"fmt"
	"io"
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

// ReadImages reads what WriteImages wrote. Memory grows with the bytes that are there; a file of another length or
// type is an error.
func ReadImages(r io.Reader) (*Images, error) {
	shape, body, err := readLevels(r, 4)
	if err != nil {
		return nil, err
	}
	return &Images{Shape: Shape{shape[1], shape[2], shape[3]}, Pixels: body}, nil
}

// ReadLabels reads what WriteLabels wrote, for the given number of images.
func ReadLabels(r io.Reader, count int) ([]uint8, error) {
	_, body, err := readLevels(r, 1)
	if err == nil && len(body) != count {
		err = fmt.Errorf("the array has %d classes; %d are needed", len(body), count)
	}
	return body, err
}

// readLevels reads an array of bytes with that many axes.
func readLevels(r io.Reader, axes int) (shape []int, body []uint8, err error) {
	array, err := openNPY(r)
	if err != nil {
		return nil, nil, err
	}
	if array.Type != "|u1" || array.Fortran || len(array.Shape) != axes {
		return nil, nil,
			fmt.Errorf("the npy array has type %q, shape %v; unsigned bytes in C order are needed, on %d axes",
				clip(array.Type), array.Shape, axes)
	}
	body, err = array.body(1)
	return array.Shape, body, err
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
