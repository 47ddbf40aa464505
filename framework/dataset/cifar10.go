package dataset

import (
	"archive/tar"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"path"
	"slices"

	"ebim/framework/points"
)

// CIFAR10 are color pictures of 32 x 32 pixels in 10 classes (Krizhevsky 2009), in the published binary version: records of one byte of
// class and 3 x 32 x 32 of numbers.
type CIFAR10 struct {
	Part   ImagePart `yaml:"part" default:"train" doc:"which of the published images"`
	Binary []string  `yaml:"binary" default:"null" doc:"paths of own files of records (.bin), relative to the experiment file, instead of the published archive"`
	ImageSelection
}

var _ Pictures = (*CIFAR10)(nil)

// cifarClasses is the number of classes, and mostBatch the bytes of a file of the archive.
const (
	cifarClasses = 10
	mostBatch    = 10000 * 3073
)

// Shape implements Pictures.
func (d *CIFAR10) Shape() points.Shape { return points.Shape{Channels: 3, Height: 32, Width: 32} }

// Files implements FileSource.
func (d *CIFAR10) Files(env Env) ([]string, error) {
	var paths []string
	for _, own := range d.Binary {
		paths = append(paths, env.resolve(own))
	}
	if len(paths) > 0 {
		return paths, nil
	}
	archive, err := env.find(nil, "cifar10")
	return []string{archive}, err
}

// Load implements Source.
func (d *CIFAR10) Load(env Env, rng *rand.Rand, size int) (*points.Set, error) {
	return loadSet(d, env, rng, size)
}

// LoadImages implements Pictures.
func (d *CIFAR10) LoadImages(env Env, rng *rand.Rand, size int) (*points.Images, error) {
	paths, err := d.Files(env)
	if err != nil {
		return nil, err
	}
	all := &points.Images{Shape: d.Shape()}
	read := d.readArchive
	if len(d.Binary) > 0 {
		read = d.readRecords
	}
	for _, path := range paths {
		if _, err := readFile(path, func(r io.Reader) (none struct{}, err error) { return none, read(all, r) }); err != nil {
			return nil, err
		}
	}
	return d.selected(all, rng, size)
}

// readArchive reads the parts that are wanted, in their order.
func (d *CIFAR10) readArchive(all *points.Images, r io.Reader) error {
	unzipped, err := gzip.NewReader(r)
	if err != nil {
		return fmt.Errorf("its gzip header: %w", err)
	}
	wanted := map[string]bool{}
	for _, part := range d.Part.each() {
		if part == "test" {
			wanted["test_batch.bin"] = true
			continue
		}
		for k := 1; k <= 5; k++ {
			wanted[fmt.Sprintf("data_batch_%d.bin", k)] = true
		}
	}
	found := map[string]*points.Images{} // the archive's order is no matter
	for archive := tar.NewReader(unzipped); ; {
		entry, err := archive.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return fmt.Errorf("its archive is damaged: %w", err)
		}
		if name := path.Base(entry.Name); wanted[name] && found[name] == nil {
			found[name] = &points.Images{Shape: d.Shape(), Pixels: make([]uint8, 0, min(entry.Size, mostBatch))}
			if err := d.readRecords(found[name], archive); err != nil {
				return fmt.Errorf("%s: %w", entry.Name, err)
			}
		}
	}
	var pixels, labels [][]uint8
	for _, name := range []string{"data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin", "data_batch_4.bin", "data_batch_5.bin", "test_batch.bin"} {
		if !wanted[name] {
			continue
		}
		if found[name] == nil {
			return fmt.Errorf("it has no %s", name)
		}
		pixels, labels = append(pixels, found[name].Pixels), append(labels, found[name].Labels)
	}
	all.Pixels, all.Labels = slices.Concat(pixels...), slices.Concat(labels...)
	return nil
}

// readRecords appends a file's images.
func (d *CIFAR10) readRecords(all *points.Images, r io.Reader) error {
	record := make([]byte, 1+d.Shape().Size())
	for i := 0; ; i++ {
		n, err := io.ReadFull(r, record)
		switch {
		case err == io.EOF && i > 0:
			return nil
		case err == io.EOF:
			return fmt.Errorf("it is empty; records of %d bytes are needed", len(record))
		case err == io.ErrUnexpectedEOF:
			return fmt.Errorf("record %d (from 0) ends after %d of %d bytes", i, n, len(record))
		case err != nil:
			return err
		case record[0] >= cifarClasses:
			return fmt.Errorf("record %d (from 0) is of class %d; classes from 0 to %d are needed", i, record[0], cifarClasses-1)
		}
		all.Labels, all.Pixels = append(all.Labels, record[0]), append(all.Pixels, record[1:]...)
	}
}
