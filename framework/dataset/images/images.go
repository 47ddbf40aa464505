// Package images holds the sources of images: published sets and folders of the user's own.
//
// A source gives images at 8 bits a number (dataset.ImageSource). images.go has what sources share (classes, limits),
// mnist.go and image_folder.go are the sources; image_survey.go looks at a folder of images.
package images

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/points"
)

// ImageFilter says which images are taken.
type ImageFilter struct {
	Classes []int `yaml:"classes" default:"null" range:"[0, 255]" doc:"classes of the images that are taken, such as [1, 4]; all unless given"`
}

// ImageSelection says which images of a data set are taken, and as what.
type ImageSelection struct {
	Filter     ImageFilter `yaml:"filter" doc:"which images are taken"`
	Limit      *int        `yaml:"limit" range:"[1, inf)" doc:"take the first images only; all unless given (data.size draws at random)"`
	Dequantize bool        `yaml:"dequantize" default:"false" doc:"add noise to the 256 levels, so that they fill [0, 1): (k + u)/256 instead of k/255, u uniform"`
}

// OneClass implements ImageSource, for images with labels or without.
func (s *ImageSelection) OneClass() string {
	if len(s.Filter.Classes) == 1 {
		return "images of one class"
	}
	return ""
}

// selected is the last part of LoadImages.
func (s *ImageSelection) selected(all *points.Images, rng *rand.Rand, size int) (*points.Images, error) {
	all.Dequantize = s.Dequantize
	if len(s.Filter.Classes) > 0 {
		if all.Labels == nil {
			return nil, &config.FieldError{Field: "filter.classes",
				Found: "a filter of classes of images without classes", Allowed: "none, or a file of labels"}
		}
		for _, class := range s.Filter.Classes {
			if !slices.Contains(all.Labels, uint8(class)) {
				return nil, fmt.Errorf("filter.classes: no image is of class %d; the classes go from %d to %d", class,
					slices.Min(all.Labels), slices.Max(all.Labels))
			}
		}
		all = all.Where(s.Filter.Classes...)
	}
	if s.Limit != nil {
		if *s.Limit > all.Len() {
			return nil, fmt.Errorf("limit is %d, but there are only %d images; leave it out to take them all",
				*s.Limit, all.Len())
		}
		all = all.Select(points.Range(0, *s.Limit))
	}
	if size < 0 || size > all.Len() {
		return nil, fmt.Errorf("size is %d, but there are only %d images; leave size out to take them all",
			size, all.Len())
	}
	if size == 0 || size == all.Len() {
		return all, nil
	}
	return all.Select(dataset.Choose(rng, all.Len(), size)), nil
}

// loadSet is Load by LoadImages.
func loadSet(p dataset.ImageSource, env dataset.Env, rng *rand.Rand, size int) (*points.Set, error) {
	images, err := p.LoadImages(env, rng, size)
	if err != nil {
		return nil, err
	}
	return images.Set(rng), nil
}

// concatenated joins images of one shape, all of them with labels or none.
func concatenated(parts []*points.Images) *points.Images {
	if len(parts) == 1 {
		return parts[0]
	}
	all := &points.Images{Shape: parts[0].Shape}
	var pixels, labels [][]uint8
	for _, p := range parts {
		pixels, labels = append(pixels, p.Pixels), append(labels, p.Labels)
	}
	all.Pixels, all.Labels = slices.Concat(pixels...), slices.Concat(labels...)
	return all
}
