package command

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// picture is one of a family with two degrees of freedom: a bright spot whose place the number decides.
func picture(i, height, width int, colored bool) image.Image {
	rows, columns := float64(height)*(0.2+0.6*fraction(i, 0.618034)), float64(width)*(0.2+0.6*fraction(i, 0.754878))
	made := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			near := max(0, 1-((float64(y)-rows)*(float64(y)-rows)+
				(float64(x)-columns)*(float64(x)-columns))/float64(height*width)*8)
			v := uint8(255 * near)
			c := color.RGBA{v, v, v, 255}
			if colored {
				c.B = 0
			}
			made.Set(x, y, c)
		}
	}
	return made
}

func fraction(i int, step float64) float64 {
	v := float64(i) * step
	return v - float64(int(v))
}

// pictureFile writes a picture, with the folders that it lies in.
func pictureFile(t *testing.T, path string, made image.Image) {
	t.Helper()
	var encoded bytes.Buffer
	if err := png.Encode(&encoded, made); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, encoded.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestNewOfPictures(t *testing.T) {
	tests := []struct {
		name          string
		height, width int
		colored       bool
		folders       int // 0: none
		want, not     []string
	}{
		{"digits", 28, 28, false, 2, []string{"60 gray images of 28 x 28 pixels", "2 classes", "size: [28, 28]",
			"fit: exact", "gray: true",
			"unet: {width: 16, levels: 2, dense: [512, 512], pooling: mean}", "data_tolerance: .inf,",
			"encoder: {conv28_encoder: {hidden: 256}}", "some 20 minutes", "  classes: {}",
			"frechet: {reference: held_out} "}, []string{"linear", "pixels}"}},
		{"small color", 32, 32, true, 0, []string{"60 color images of 32 x 32", "size: [32, 32]", "fit: exact",
			"frechet: {reference: held_out, features: pixels}",
			"folder: small color", "encoder: {convnet: {channels: [16, 32, 64, 64]}}", "some 26 minutes"},
			[]string{"gray:", "classes: {}", "linear"}},
		{"odd", 30, 45, false, 0, []string{"size: [30, 45]", "fit: exact", "pooling: mean, last: linear"}, nil},
		{"odd color", 59, 61, true, 0, []string{"size: [32, 32]", "fit: crop", "each is resized to cover 32 x 32"},
			[]string{"linear"}},
		{"many numbers", 64, 64, false, 0, []string{"size: [56, 56]", "fit: crop", "levels: 3"}, []string{"linear"}},
		{"large", 200, 100, false, 0, []string{"size: [64, 32]", "fit: crop", "levels: 2",
			"images have 200 x 100 pixels"}, []string{"linear"}},
		{"stripes", 2, 9, false, 0, []string{"size: [2, 9]", "fit: exact", "about a minute"},
			[]string{"unet", "convnet"}},
		{"tiny", 6, 5, false, 0, []string{"size: [6, 5]", "encoder: {convnet: {channels: [16]}}",
			"decoder: {transposed_convnet: {channels: [16]}}"}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for i := range 60 {
				within := ""
				if test.folders > 0 {
					within = fmt.Sprint(i % test.folders)
				}
				pictureFile(t, filepath.Join(test.name, within, fmt.Sprintf("%03d.png", i)),
					picture(i, test.height, test.width, test.colored))
			}
			code, out, messages := ebim(t, "new", test.name, "--dimension", "3", "--output", "experiment.yaml")
			if code != 0 || out != "" {
				t.Fatal(code, messages)
			}
			text, err := os.ReadFile("experiment.yaml")
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range append(test.want, "      dimension: 3\n", "density_coverage", "memorization",
				"  pushforward:", "    dimension: 3\n") {
				if !strings.Contains(string(text), want) {
					t.Errorf("%q is missing in\n%s", want, text)
				}
			}
			for _, not := range test.not {
				if strings.Contains(string(text), not) {
					t.Errorf("%q is in\n%s", not, text)
				}
			}
			// all that validate says but of graphs, which take long for large pictures
			must(t, "resolve", "experiment.yaml")
			if test.height*test.width > 28*28 || test.colored {
				return
			}
			if valid := must(t, "validate", "experiment.yaml"); !strings.Contains(valid,
				"models implicit_manifold, pushforward") {
				t.Error(valid)
			}
		})
	}
}

// Pictures of a spot that moves in two directions lie on a surface. Other sizes are brought to one.
func TestNewOfMixedPictures(t *testing.T) {
	t.Chdir(t.TempDir())
	for i := range 400 {
		pictureFile(t, fmt.Sprintf("pictures/%03d.png", i), picture(i, 16, 20-4*(i%2), i == 3))
	}
	out := must(t, "new", "pictures")
	for _, want := range []string{"The images have 2 sizes, from 16 x 16 to 16 x 20 (height x width): each is " +
		"resized to cover 16 x 20", "400 color images of 16 x 20 pixels (height x width): points in R^960",
		"Dimension 2: estimated.", "      dimension: 2\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
}

func TestNewOfPicturesErrors(t *testing.T) {
	inFolder(t, nil)
	t.Setenv("EBIM_DATA", t.TempDir())
	if err := os.Mkdir("empty", 0o755); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		pictureFile(t, fmt.Sprintf("few/%d.png", i), picture(i, 8, 8, false))
		pictureFile(t, fmt.Sprintf("broken/%d.png", i), picture(i, 8, 8, false))
	}
	if err := os.WriteFile("broken/3.png", []byte("no picture"), 0o644); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"new empty":                "the folder empty has no images; files .png, .jpg or .jpeg are needed",
		"new few":                  "few: 3 different points are too few to learn from; at least 10 are needed",
		"new few --dimension 64":   "--dimension: 64 for data in R^64; allowed: 1 to 63",
		"new broken --dimension 2": "3.png: it can't be read as an image",
		"new mnist":                "mnist/train-images-idx3-ubyte.gz is in none of the data folders",
		"new image_folder":         `unknown file or data set "image_folder"`,
	} {
		code, out, messages := ebim(t, strings.Fields(line)...)
		if code == 0 || code == ExitBroken || out != "" || !strings.Contains(messages, want) {
			t.Errorf("%s: code %d, %s%s\nwant %s", line, code, out, messages, want)
		}
	}
}

// Where only the test images are there these are taken, and it is said. The published files can't be made up, so that
// a catalog's check refuses others.
func TestNewOfPublishedImagesChecksTheFiles(t *testing.T) {
	inFolder(t, nil)
	folder := t.TempDir()
	t.Setenv("EBIM_DATA", folder)
	var header bytes.Buffer
	header.Write([]byte{0, 0, 8, 3})
	if err := binary.Write(&header, binary.BigEndian, []uint32{1, 28, 28}); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, "mnist"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "mnist", "t10k-images-idx3-ubyte.gz"), header.Bytes(),
		0o644); err != nil {
		t.Fatal(err)
	}
	code, out, messages := ebim(t, "new", "mnist", "--dimension", "16")
	if code == 0 || code == ExitBroken || out != "" || !strings.Contains(messages, "t10k-images") {
		t.Errorf("code %d, %s%s", code, out, messages)
	}
}
