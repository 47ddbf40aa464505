package experiment

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"ebim/framework/dataset"
	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/runs/stage"
)

// mostLooked bounds the numbers of each set of images that is looked at in double precision (64 MiB): what training batches are made of
// stays at 8 bits a number, so that 60,000 images take less than 1 GB.
const mostLooked = 1 << 23

// Files of the data stage, of data that are images.
const (
	imagesFile = "images.json"
	pixelsEnd  = "_images.npy"
	classesEnd = "_classes.npy"
)

// imageSettings is what imagesFile holds.
type imageSettings struct {
	Dequantize bool `json:"dequantize"`
}

func (m *Images) sizes() stage.Data {
	return stage.Data{Training: m.Train.Len(), Validation: m.Validation.Len(), HeldOut: m.Held.Len()}
}

// loadImages is load of images. They are divided as points are.
func (d *Data) loadImages(source dataset.ImageSource, env dataset.Env, seed, size int) (*prepared, error) {
	all, err := source.LoadImages(env, random.New(uint64(seed), "data/load", 0), size)
	if err != nil {
		return nil, err
	}
	n := all.Shape.Size()
	images := &Images{Train: all, Validation: all.Select(nil), Held: all.Select(nil)}
	if d.Holdout > 0 {
		images.Train, images.Held = dataset.SplitImages(images.Train, dataset.Share(all.Len(), d.Holdout), random.New(uint64(seed), "data/split", 0))
	}
	if d.ValidationShare() > 0 {
		images.Train, images.Validation = dataset.SplitImages(images.Train, dataset.Share(all.Len(), d.ValidationShare()), random.New(uint64(seed), "data/validation", 0))
	}
	p := &prepared{images: images, box: d.Box}
	p.look()
	if err := dataset.CheckPoints(p.train); err != nil {
		return nil, err
	}
	p.standardize(d.Standardize.Resolved(source))
	p.notes = append(p.notes, dataset.ImageRemarks(images.Train, images.Validation, images.Held)...)
	if p.box == nil {
		p.box = points.Cube(n, -d.Padding, 1+d.Padding)
	}
	if len(p.box) == n { // otherwise checkData says so, with the place in the file
		if err := dataset.CheckBox(p.train, p.box); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// look makes points of as many images as are looked at. What dequantization adds to them is the same in every run.
func (p *prepared) look() {
	p.train, p.validation, p.held = looked(p.images.Train, "train"), looked(p.images.Validation, "validation"), looked(p.images.Held, "held_out")
}

// looked are as many images as are looked at, of a purpose.
func looked(m *points.Images, purpose string) *points.Set {
	return m.Evenly(max(1, mostLooked/m.Shape.Size())).Set(random.New(0, "data/dequantize/"+purpose, 0))
}

// classes are those that a model is trained on; none for all.
func (p *plan) classes(label string) []int {
	if selective, ok := p.Models[label].(model.Selective); ok {
		return selective.TrainedOn()
	}
	return nil
}

// validationOf are the validation points of a model, as its networks see them.
func (p *plan) validationOf(data *prepared, label string) *points.Set {
	validation := data.validation
	if classes := p.classes(label); data.images != nil && len(classes) > 0 && validation.Len() > 0 {
		validation = looked(data.images.Validation.Where(classes...), "validation")
	}
	if units := p.units(label, data); units != nil && validation.Len() > 0 {
		return units.In(validation)
	}
	return validation
}

func (m *Images) named() map[string]**points.Images {
	return map[string]**points.Images{"train": &m.Train, "validation": &m.Validation, "held_out": &m.Held}
}

func (m *Images) write(folder string) error {
	for name, images := range m.named() {
		if (*images).Len() == 0 {
			continue
		}
		if err := writeImages(filepath.Join(folder, name+pixelsEnd), *images, points.WriteImages); err != nil {
			return err
		}
		if _, known := (*images).Label(0); !known {
			continue
		}
		if err := writeImages(filepath.Join(folder, name+classesEnd), *images, points.WriteLabels); err != nil {
			return err
		}
	}
	return nil
}

func writeImages(path string, images *points.Images, write func(io.Writer, *points.Images) error) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(file, images), file.Close())
}

// readImages reads what write wrote.
func readImages(folder string) (*Images, error) {
	var settings imageSettings
	encoded, err := os.ReadFile(filepath.Join(folder, imagesFile))
	if err == nil {
		err = json.Unmarshal(encoded, &settings)
	}
	if err != nil {
		return nil, err
	}
	m := &Images{}
	for name, images := range m.named() {
		if *images, err = readImagePart(folder, name); err != nil {
			return nil, err
		}
	}
	if m.Train == nil {
		return nil, fmt.Errorf("there is no %s", "train"+pixelsEnd)
	}
	for _, images := range m.named() {
		if *images == nil {
			*images = m.Train.Select(nil)
		}
		(*images).Dequantize = settings.Dequantize
	}
	return m, nil
}

// readImagePart reads one of the sets; nil where it is empty.
func readImagePart(folder, name string) (*points.Images, error) {
	images, err := readFile(filepath.Join(folder, name+pixelsEnd), points.ReadImages)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	images.Labels, err = readFile(filepath.Join(folder, name+classesEnd), func(r io.Reader) ([]uint8, error) { return points.ReadLabels(r, images.Len()) })
	if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	return images, err
}

func readFile[T any](path string, read func(io.Reader) (T, error)) (T, error) {
	var none T
	file, err := points.Open(path)
	if err != nil {
		return none, err
	}
	defer file.Close()
	found, err := read(file)
	if err != nil {
		return none, fmt.Errorf("%s: %w", path, err)
	}
	return found, nil
}
