package images

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"ebim/framework/dataset"

	"ebim/framework/points"
)

// Types of the numbers of IDX files that are read, and their bytes.
const (
	idxByte   = 0x08
	idxFloat  = 0x0D
	idxDouble = 0x0E
)

var idxSizes = map[byte]int{idxByte: 1, idxFloat: 4, idxDouble: 8}

// readIDX reads an array in MNIST's format, compressed by gzip or not: two zeros, the numbers' type, the number of
// dimensions, these and the numbers, all big-endian. Numbers are unsigned bytes, or floats in [0, 1], which are
// rounded to multiples of 1/255. Memory grows with the bytes that are there, whatever the header says.
func readIDX(r io.Reader, rank int) (dimensions []int, numbers []uint8, err error) {
	buffered := bufio.NewReader(r)
	r = buffered
	if start, _ := buffered.Peek(2); len(start) == 2 && start[0] == 0x1f && start[1] == 0x8b {
		if r, err = gzip.NewReader(buffered); err != nil {
			return nil, nil, fmt.Errorf("its gzip header: %w", err)
		}
	}
	var header [4]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return nil, nil, fmt.Errorf("its IDX header is cut off: %w", err)
	}
	width, known := idxSizes[header[2]]
	if header[0] != 0 || header[1] != 0 || !known {
		return nil, nil,
			fmt.Errorf("it begins with % x; an IDX file of unsigned bytes or floats begins with 00 00 08, 00 00 0d "+
				"or 00 00 0e", header)
	}
	if int(header[3]) != rank {
		return nil, nil,
			fmt.Errorf("it has %d dimensions; %d are needed (images have 3: number, height and width; labels 1)",
				header[3], rank)
	}
	lengths, size := make([]uint32, rank), 1
	if err := binary.Read(r, binary.BigEndian, lengths); err != nil {
		return nil, nil, fmt.Errorf("its IDX header is cut off: %w", err)
	}
	for _, length := range lengths {
		if length == 0 || size > points.MostBytes/width/int(length) {
			return nil, nil, fmt.Errorf("its header claims the dimensions %d, which are empty or more than %d bytes",
				lengths, points.MostBytes)
		}
		size *= int(length)
		dimensions = append(dimensions, int(length))
	}
	body, err := points.ReadBytes(r, size*width)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = fmt.Errorf("its compressed numbers are cut off: %w", err)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("of the dimensions %d: %w", dimensions, err)
	}
	if width == 1 {
		return dimensions, body, nil
	}
	numbers, err = levels(body, width)
	return dimensions, numbers, err
}

// levels rounds floats in [0, 1] to multiples of 1/255.
func levels(body []byte, width int) ([]uint8, error) {
	rounded := make([]uint8, len(body)/width)
	for i := range rounded {
		v := 0.0
		if width == 4 {
			v = float64(math.Float32frombits(binary.BigEndian.Uint32(body[4*i:])))
		} else {
			v = math.Float64frombits(binary.BigEndian.Uint64(body[8*i:]))
		}
		if !(0 <= v && v <= 1) { // nor NaN
			return nil, fmt.Errorf("number %d (from 0) is %v; finite numbers in [0, 1] are needed", i, v)
		}
		rounded[i] = uint8(math.Round(255 * v))
	}
	return rounded, nil
}

// readIDXPair reads a file of images [number, height, width] and, unless its path is empty, one of as many labels.
func readIDXPair(images, labels string) (*points.Images, error) {
	all, err := dataset.ReadFile(images, func(r io.Reader) (*points.Images, error) {
		d, numbers, err := readIDX(r, 3)
		if err != nil {
			return nil, err
		}
		return &points.Images{Shape: points.Shape{Channels: 1, Height: d[1], Width: d[2]}, Pixels: numbers}, nil
	})
	if err != nil || labels == "" {
		return all, err
	}
	all.Labels, err = dataset.ReadFile(labels, func(r io.Reader) ([]uint8, error) {
		_, numbers, err := readIDX(r, 1)
		return numbers, err
	})
	if err == nil && len(all.Labels) != all.Len() {
		err = fmt.Errorf("%s has %d labels for the %d images of %s; one for each is needed", labels, len(all.Labels),
			all.Len(), images)
	}
	return all, err
}
