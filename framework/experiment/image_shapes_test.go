package experiment_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"ebim/framework/experiment"
	"ebim/registry"
)

// loadDigits reads an experiment on images of 28 x 28 pixels with a manifold-defining function.
func loadDigits(t *testing.T, network, dimension string) (resolved string, err error) {
	t.Helper()
	text := "data: {source: {mnist: {images: x.idx}}}\nmodels: {im: {implicit_manifold: {manifold: {dimension: " +
		dimension + ", network: {" + network + "}}}}}\nmetrics: {}\n"
	loaded, err := experiment.Load(registry.Standard(), fstest.MapFS{"digits.yaml": {Data: []byte(text)}},
		"digits.yaml")
	if err != nil {
		return "", err
	}
	return string(loaded[0].Resolved()), nil
}

// Networks of images get the shape of the data's, at any depth, and the resolved experiment says so.
func TestNetworksAreToldTheShape(t *testing.T) {
	for _, network := range []string{"unet: {}", "shortcuts: {network: {unet: {width: 2}}}"} {
		resolved, err := loadDigits(t, network, "16")
		if err != nil || !strings.Contains(strings.Join(strings.Fields(resolved), " "), "image: - 1 - 28 - 28") &&
			!strings.Contains(resolved, "image: [1, 28, 28]") {
			t.Errorf("%s: %v\n%s", network, err, resolved)
		}
	}
}

// What does not fit is said before anything is read.
func TestNetworksThatDoNotFitImages(t *testing.T) {
	for _, test := range []struct{ network, dimension, want string }{
		{"unet: {}", "17",
			"models.im.manifold.network: 767 outputs of a last map of 16 x 16 pixels; allowed: a multiple of its " +
				"256 pixels, or last: linear; manifolds of 16 dimensions have 768 outputs"},
		{"unet: {levels: 5}", "16", "5 halvings of 28 x 28 pixels"},
		{"unet: {image: [1, 14, 14]}", "16", "images of 1 x 14 x 14 = 196 numbers for points of 784"},
	} {
		if _, err := loadDigits(t, test.network, test.dimension); err == nil ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%s of dimension %s: got %v, want %s", test.network, test.dimension, err, test.want)
		}
	}
}
