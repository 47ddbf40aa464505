package images

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/points"
)

// ImagePart names a part of a published set of images.
type ImagePart string

// Choices are the published parts.
func (ImagePart) Choices() []config.Choice {
	return []config.Choice{
		{Name: "train", Doc: "the training images"},
		{Name: "test", Doc: "the test images"},
		{Name: "all", Doc: "both, the training images first"},
	}
}

// each lists the parts that a choice stands for.
func (p ImagePart) each() []ImagePart {
	if p == "all" {
		return []ImagePart{"train", "test"}
	}
	return []ImagePart{p}
}

// IDXImages are gray images of 28 x 28 pixels with classes from 0 to 9, in IDX files.
type IDXImages struct {
	Part   ImagePart `yaml:"part" default:"train" doc:"which of the published images"`
	Images *string   `yaml:"images" doc:"own IDX file of images (.gz or not), instead of the published ones"`
	Labels *string   `yaml:"labels" doc:"path of the IDX file of the own images' classes; none unless given"`
	ImageSelection
}

// Check implements config.Checker.
func (d *IDXImages) Check() error {
	if d.Labels != nil && d.Images == nil {
		return &config.FieldError{Field: "labels", Found: "own labels of published images",
			Allowed: "images and labels, or neither"}
	}
	if len(d.Filter.Classes) > 0 && d.Images != nil && d.Labels == nil {
		return &config.FieldError{Field: "filter.classes", Found: "classes of own images without labels",
			Allowed: "labels beside images, or no classes"}
	}
	return nil
}

// MNIST are the handwritten digits of LeCun, Cortes and Burges.
type MNIST struct{ IDXImages }

// FashionMNIST are images of clothes, of Xiao, Rasul and Vollgraf (2017).
type FashionMNIST struct{ IDXImages }

// OneClass implements ImageSource.
func (d *IDXImages) OneClass() string {
	if d.Images != nil && d.Labels == nil {
		return "images without labels"
	}
	return d.ImageSelection.OneClass()
}

// Shape implements ImageSource.
func (d *IDXImages) Shape() points.Shape { return points.Shape{Channels: 1, Height: 28, Width: 28} }

// paths are those of images and labels, in turns; an empty one stands for no labels.
func (d *IDXImages) paths(env dataset.Env, set string) ([]string, error) {
	if d.Images != nil {
		labels := ""
		if d.Labels != nil {
			labels = env.Resolve(*d.Labels)
		}
		return []string{env.Resolve(*d.Images), labels}, nil
	}
	var paths []string
	for _, part := range d.Part.each() {
		for _, what := range []string{"images", "labels"} {
			path, err := env.Find(nil, set+"_"+string(part)+"_"+what)
			if err != nil {
				return nil, err
			}
			paths = append(paths, path)
		}
	}
	return paths, nil
}

func (d *IDXImages) files(env dataset.Env, set string) ([]string, error) {
	paths, err := d.paths(env, set)
	if err == nil && paths[len(paths)-1] == "" {
		paths = paths[:1]
	}
	return paths, err
}

func (d *IDXImages) load(env dataset.Env, set string, rng *rand.Rand, size int) (*points.Images, error) {
	paths, err := d.paths(env, set)
	if err != nil {
		return nil, err
	}
	var parts []*points.Images
	for i := 0; i < len(paths); i += 2 {
		part, err := readIDXPair(paths[i], paths[i+1])
		if err != nil {
			return nil, err
		}
		if part.Shape != d.Shape() {
			return nil, fmt.Errorf("%s holds images of %d x %d pixels; 28 x 28 are needed: image_folder takes others",
				paths[i], part.Shape.Height, part.Shape.Width)
		}
		parts = append(parts, part)
	}
	return d.selected(concatenated(parts), rng, size)
}

// LoadImages implements ImageSource.
func (d *MNIST) LoadImages(env dataset.Env, rng *rand.Rand, size int) (*points.Images, error) {
	return d.load(env, "mnist", rng, size)
}

// Load implements Source.
func (d *MNIST) Load(env dataset.Env, rng *rand.Rand, size int) (*points.Set, error) {
	return loadSet(d, env, rng, size)
}

// Files implements FileSource.
func (d *MNIST) Files(env dataset.Env) ([]string, error) { return d.files(env, "mnist") }

// LoadImages implements ImageSource.
func (d *FashionMNIST) LoadImages(env dataset.Env, rng *rand.Rand, size int) (*points.Images, error) {
	return d.load(env, "fashion_mnist", rng, size)
}

// Load implements Source.
func (d *FashionMNIST) Load(env dataset.Env, rng *rand.Rand, size int) (*points.Set, error) {
	return loadSet(d, env, rng, size)
}

// Files implements FileSource.
func (d *FashionMNIST) Files(env dataset.Env) ([]string, error) { return d.files(env, "fashion_mnist") }

// readIDX reads an array in MNIST's format, compressed by gzip or not: two zeros, the numbers' type, the number of
// dimensions, these and the numbers, big-endian unsigned bytes. Memory grows with the bytes that are there, whatever
// the header says.
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
	if header[0] != 0 || header[1] != 0 || header[2] != 0x08 {
		return nil, nil, fmt.Errorf("it begins with % x; an IDX file of unsigned bytes begins with 00 00 08", header)
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
		if length == 0 || size > points.MostBytes/int(length) {
			return nil, nil, fmt.Errorf("its header claims the dimensions %d, which are empty or more than %d bytes",
				lengths, points.MostBytes)
		}
		size *= int(length)
		dimensions = append(dimensions, int(length))
	}
	numbers, err = points.ReadBytes(r, size)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = fmt.Errorf("its compressed numbers are cut off: %w", err)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("of the dimensions %d: %w", dimensions, err)
	}
	return dimensions, numbers, nil
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
