package points

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
)

// Shape is that of an image: a point of R^n is its numbers as [Channels, Height, Width], row-major, as PyTorch has
// them.
type Shape struct{ Channels, Height, Width int }

// Size returns n, the numbers of an image.
func (s Shape) Size() int { return s.Channels * s.Height * s.Width }

// String is such as 3 x 32 x 32.
func (s Shape) String() string { return fmt.Sprintf("%d x %d x %d", s.Channels, s.Height, s.Width) }

// ShapeOf returns the shape of square images of n numbers, with one channel or three; false where n is of neither. No
// number is of both.
func ShapeOf(n int) (Shape, bool) {
	for _, channels := range []int{1, 3} {
		for side := 1; channels*side*side <= n; side++ {
			if channels*side*side == n {
				return Shape{channels, side, side}, true
			}
		}
	}
	return Shape{}, false
}

// Images are images of one shape, with 8 bits a number: an eighth of what a Set takes of memory. They are read-only
// once made; selections share their numbers.
type Images struct {
	Shape  Shape
	Pixels []uint8 // all images' numbers, one image after the other
	Labels []uint8 // the class of each image in Pixels; nil where classes are not known
	// Dequantize says that a number k stands for all of [k/256, (k+1)/256): each use draws another one, and
	// not for k/255.
	Dequantize bool
	chosen     []int32 // the selected images in Pixels; nil for all
}

// Len returns the number of images.
func (m *Images) Len() int {
	if m.chosen != nil {
		return len(m.chosen)
	}
	return len(m.Pixels) / m.Shape.Size()
}

// at is the place in Pixels of image i.
func (m *Images) at(i int) int {
	if m.chosen != nil {
		return int(m.chosen[i])
	}
	return i
}

// Image returns the numbers of image i, a view.
func (m *Images) Image(i int) []uint8 {
	n, k := m.Shape.Size(), m.at(i)
	return m.Pixels[k*n : (k+1)*n : (k+1)*n]
}

// Label returns the class of image i, and whether it is known.
func (m *Images) Label(i int) (class int, known bool) {
	if m.Labels == nil {
		return 0, false
	}
	return int(m.Labels[m.at(i)]), true
}

// Classes are those of the images, in ascending order; none where classes are not known.
func (m *Images) Classes() (found []int) {
	for i := range m.Len() {
		if class, known := m.Label(i); known && !slices.Contains(found, class) {
			found = append(found, class)
		}
	}
	slices.Sort(found)
	return found
}

// Select returns the images of the given indices, in their order, with the same storage.
func (m *Images) Select(indices []int) *Images {
	chosen := *m
	chosen.chosen = make([]int32, len(indices))
	for k, i := range indices {
		chosen.chosen[k] = int32(m.at(i))
	}
	return &chosen
}

// Where returns the images whose class is one of some, with the same storage.
func (m *Images) Where(classes ...int) *Images {
	wanted := map[int]bool{}
	for _, class := range classes {
		wanted[class] = true
	}
	var indices []int
	for i := range m.Len() {
		if class, known := m.Label(i); known && wanted[class] {
			indices = append(indices, i)
		}
	}
	return m.Select(indices)
}

// Evenly returns count of the images, evenly spaced in their order; all of them where there are no more.
func (m *Images) Evenly(count int) *Images {
	if count >= m.Len() {
		return m
	}
	return m.Select(EvenlySpaced(m.Len(), count))
}

// Gather writes the images of the given indices one after the other, as numbers in [0, 1]. What dequantization adds
// comes from rng, which is nil for its mean.
func (m *Images) Gather(into []float32, indices []int, rng *rand.Rand) {
	n := m.Shape.Size()
	for k, i := range indices {
		row := into[k*n : (k+1)*n]
		for j, v := range m.Image(i) {
			row[j] = m.value(v, rng)
		}
	}
}

func (m *Images) value(v uint8, rng *rand.Rand) float32 {
	switch {
	case !m.Dequantize:
		return float32(v) / 255
	case rng == nil:
		return (float32(v) + 0.5) / 256
	}
	// 16 bits of noise: that and the 8 of the number are the 24 of a float32.
	return (float32(v) + float32(rng.Uint32()>>16)/65536) / 256
}

// Set returns the images as points of [0, 1]^n, in double precision. What dequantization adds comes from rng, which is
// nil for its mean.
func (m *Images) Set(rng *rand.Rand) *Set {
	set := New(m.Len(), m.Shape.Size())
	for i := range m.Len() {
		row := set.At(i)
		for j, v := range m.Image(i) {
			row[j] = float64(m.value(v, rng))
		}
	}
	return set
}

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
	buffered := bufio.NewWriterSize(w, 1<<16)
	buffered.Write(NPYStart(fmt.Sprintf("{'descr': '|u1', 'fortran_order': False, 'shape': (%s), }", shape), 64))
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
