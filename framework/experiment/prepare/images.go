package prepare

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/runs/stage"
)

// MostLooked bounds the numbers of each set of images that is looked at in double precision (64 MiB): what training
// batches are made of stays at 8 bits a number, so that 60,000 images take less than 1 GB.
const MostLooked = 1 << 23

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

func imageSizes(m *experiment.Images) stage.Data {
	return stage.Data{Training: m.Train.Len(), Validation: m.Validation.Len(), HeldOut: m.Held.Len()}
}

// loadImages is load of images. They are divided as points are.
func loadImages(d *experiment.Data, source dataset.ImageSource, env dataset.Env, seed, size int) (*Data, error) {
	all, err := source.LoadImages(env, random.New(uint64(seed), "data/load", 0), size)
	if err != nil {
		return nil, err
	}
	n := all.Shape.Size()
	images := new(experiment.Images)
	images.Train, images.Validation, images.Held = divided(d, all, seed)
	p := &Data{Images: images, Box: d.Box}
	p.look()
	if err := dataset.CheckPoints(p.Train); err != nil {
		return nil, err
	}
	p.standardize(d.Standardize.Resolved(source), nil)
	p.Notes = append(p.Notes, dataset.ImageRemarks(images.Train, images.Validation, images.Held)...)
	if p.Box == nil {
		p.Box = points.Cube(n, -d.Padding, 1+d.Padding)
	}
	if len(p.Box) == n { // otherwise checkData says so, with the place in the file
		if err := dataset.CheckBox(p.Train, p.Box); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// look makes points of as many images as are looked at. What dequantization adds to them is the same in every run.
func (p *Data) look() {
	p.Train, p.Validation, p.Held = Looked(p.Images.Train, "train"), Looked(p.Images.Validation, "validation"),
		Looked(p.Images.Held, "held_out")
}

// Looked returns as many images as are looked at, of a purpose.
func Looked(m *points.Images, purpose string) *points.Set {
	return m.Evenly(max(1, MostLooked/m.Shape.Size())).Set(random.New(0, "data/dequantize/"+purpose, 0))
}

func named(m *experiment.Images) map[string]**points.Images {
	return map[string]**points.Images{"train": &m.Train, "validation": &m.Validation, "held_out": &m.Held}
}

func writeAll(m *experiment.Images, folder string) error {
	for name, images := range named(m) {
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
func readImages(folder string) (*experiment.Images, error) {
	var settings imageSettings
	encoded, err := os.ReadFile(filepath.Join(folder, imagesFile))
	if err == nil {
		err = json.Unmarshal(encoded, &settings)
	}
	if err != nil {
		return nil, err
	}
	m := &experiment.Images{}
	for name, images := range named(m) {
		if *images, err = readImagePart(folder, name); err != nil {
			return nil, err
		}
	}
	if m.Train == nil {
		return nil, fmt.Errorf("there is no %s", "train"+pixelsEnd)
	}
	for _, images := range named(m) {
		if *images == nil {
			*images = m.Train.Select(nil)
		}
		(*images).Dequantize = settings.Dequantize
	}
	return m, nil
}

// readImagePart reads one of the sets; nil where it is empty.
func readImagePart(folder, name string) (*points.Images, error) {
	images, err := points.ReadFile(filepath.Join(folder, name+pixelsEnd), points.ReadImages)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	images.Labels, err = points.ReadFile(filepath.Join(folder, name+classesEnd),
		func(r io.Reader) ([]uint8, error) { return points.ReadLabels(r, images.Len()) })
	if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	return images, err
}
