package images

import (
	"archive/tar"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"path"
	"slices"

	"ebim/framework/dataset"

	"ebim/framework/points"
)

// CIFAR10 are color pictures of 32 x 32 pixels in 10 classes (Krizhevsky 2009), in the published binary version: records of one byte of
// class and 3 x 32 x 32 of numbers.
type CIFAR10 struct {
	Part   ImagePart `yaml:"part" default:"train" doc:"which of the published images"`
	Binary []string  `yaml:"binary" default:"null" doc:"paths of own files of records (.bin), relative to the experiment file, instead of the published archive"`
	ImageSelection
}

var _ PublishedImages = (*CIFAR10)(nil)

// cifarClasses is the number of classes, and mostBatch the bytes of a file of the archive.
const (
	cifarClasses = 10
	mostBatch    = 10000 * 3073
)

// PublishedPart implements PublishedImages.
func (d *CIFAR10) PublishedPart() ImagePart { return d.Part }

// Shape implements ImageSource.
func (d *CIFAR10) Shape() points.Shape { return points.Shape{Channels: 3, Height: 32, Width: 32} }

// Files implements FileSource.
func (d *CIFAR10) Files(env dataset.Env) ([]string, error) {
	var paths []string
	for _, own := range d.Binary {
		paths = append(paths, env.Resolve(own))
	}
	if len(paths) > 0 {
		return paths, nil
	}
	archive, err := env.Find(nil, "cifar10")
	return []string{archive}, err
}

// Load implements Source.
func (d *CIFAR10) Load(env dataset.Env, rng *rand.Rand, size int) (*points.Set, error) {
	return loadSet(d, env, rng, size)
}

// LoadImages implements ImageSource.
func (d *CIFAR10) LoadImages(env dataset.Env, rng *rand.Rand, size int) (*points.Images, error) {
	paths, err := d.Files(env)
	if err != nil {
		return nil, err
	}
	if len(d.Binary) == 0 {
		all, err := dataset.ReadFile(paths[0], d.readArchive)
		if err != nil {
			return nil, err
		}
		return d.selected(all, rng, size)
	}
	all := &points.Images{Shape: d.Shape()}
	for _, path := range paths {
		if _, err := dataset.ReadFile(path, func(r io.Reader) (none struct{}, err error) { return none, d.readRecords(all, r) }); err != nil {
			return nil, err
		}
	}
	return d.selected(all, rng, size)
}

// parts are the archive's files that are wanted, in their published order.
func (d *CIFAR10) parts() []string {
	var names []string
	for _, part := range d.Part.each() {
		if part == "test" {
			names = append(names, "test_batch.bin")
			continue
		}
		for k := 1; k <= 5; k++ {
			names = append(names, fmt.Sprintf("data_batch_%d.bin", k))
		}
	}
	return names
}

// readArchive reads the parts that are wanted. They have one storage, in the archive's order, and are selected in theirs.
func (d *CIFAR10) readArchive(r io.Reader) (*points.Images, error) {
	unzipped, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("its gzip header: %w", err)
	}
	parts, found := d.parts(), map[string][2]int{} // of each the first image and the one after the last
	all := &points.Images{Shape: d.Shape()}
	for archive := tar.NewReader(unzipped); ; {
		entry, err := archive.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("its archive is damaged: %w", err)
		}
		name := path.Base(entry.Name)
		if _, twice := found[name]; twice || !slices.Contains(parts, name) {
			continue
		}
		if all.Pixels == nil { // parts are of one size
			all.Pixels = make([]uint8, 0, len(parts)*int(min(entry.Size, mostBatch)))
		}
		first := len(all.Labels)
		if err := d.readRecords(all, archive); err != nil {
			return nil, fmt.Errorf("%s: %w", entry.Name, err)
		}
		found[name] = [2]int{first, len(all.Labels)}
	}
	var order []int
	for _, name := range parts {
		part, ok := found[name]
		if !ok {
			return nil, fmt.Errorf("it has no %s", name)
		}
		order = append(order, points.Range(part[0], part[1])...)
	}
	return all.Select(order), nil
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
