package images

import (
	"fmt"
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

// FashionMNIST are pictures of clothes, of Xiao, Rasul and Vollgraf (2017).
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
