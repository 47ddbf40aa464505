package images

import (
	"bufio"
	"errors"
	"fmt"
	"image"
	pixels "image/draw"
	_ "image/jpeg" // as a format of image.Decode
	_ "image/png"  // as a format of image.Decode
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/points"
)

// ImageFit says how images of other sizes are brought to one.
type ImageFit string

// Choices of ImageFit.
func (ImageFit) Choices() []config.Choice {
	return []config.Choice{
		{Name: "exact", Doc: "all images have the size already; another is an error"},
		{Name: "crop", Doc: "resize the image to cover the size, and crop its middle"},
		{Name: "stretch", Doc: "resize width and height separately"},
	}
}

// ImageFolder are a user's own images: the PNG and JPEG files of a folder and of those in it, in the order of their
// paths. If all of them lie in folders of the folder, these are the classes, numbered from 0 in the order of their
// names.
type ImageFolder struct {
	Folder string   `yaml:"folder" doc:"folder of the images (.png, .jpg, .jpeg), relative to the experiment file"`
	Size   []int    `yaml:"size" length:"[2, 2]" range:"[1, 4096]" doc:"height and width of the images, in pixels"`
	Fit    ImageFit `yaml:"fit" default:"exact" doc:"how images of other sizes are brought to this one"`
	Gray   bool     `yaml:"gray" default:"false" doc:"one channel, of their luminance, instead of red, green and blue"`
	ImageSelection
}

var _ dataset.ImageSource = (*ImageFolder)(nil)

// mostImagePixels bounds the images that are decoded.
const mostImagePixels = 1 << 26

// Shape implements ImageSource.
func (d *ImageFolder) Shape() points.Shape {
	shape := points.Shape{Channels: 3, Height: d.Size[0], Width: d.Size[1]}
	if d.Gray {
		shape.Channels = 1
	}
	return shape
}

// Files implements FileSource.
func (d *ImageFolder) Files(env dataset.Env) ([]string, error) {
	root := env.Resolve(d.Folder)
	var paths []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := strings.HasPrefix(entry.Name(), ".") && path != root
		switch extension := strings.ToLower(filepath.Ext(path)); {
		case hidden && entry.IsDir():
			return filepath.SkipDir
		case !hidden && !entry.IsDir() && slices.Contains([]string{".png", ".jpg", ".jpeg"}, extension):
			paths = append(paths, path)
		}
		return nil
	})
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, fmt.Errorf("there is no folder %s; a relative path starts at the experiment file's folder", root)
	case err != nil:
		return nil, err
	case len(paths) == 0:
		return nil, fmt.Errorf("the folder %s has no images; files .png, .jpg or .jpeg are needed", root)
	}
	return paths, nil
}

// Load implements Source.
func (d *ImageFolder) Load(env dataset.Env, rng *rand.Rand, size int) (*points.Set, error) {
	return loadSet(d, env, rng, size)
}

// LoadImages implements ImageSource.
func (d *ImageFolder) LoadImages(env dataset.Env, rng *rand.Rand, size int) (*points.Images, error) {
	paths, err := d.Files(env)
	if err != nil {
		return nil, err
	}
	shape := d.Shape()
	if len(paths) > points.MostBytes/shape.Size() {
		return nil, fmt.Errorf("%d images of %s numbers take more than %d bytes; make size smaller", len(paths),
			shape, points.MostBytes)
	}
	all := &points.Images{Shape: shape, Pixels: make([]uint8, 0, len(paths)*shape.Size())}
	for _, path := range paths {
		decoded, err := dataset.ReadFile(path, func(r io.Reader) (image.Image, error) { return d.decode(r) })
		if err != nil {
			return nil, err
		}
		all.Pixels = append(all.Pixels, d.numbers(decoded)...)
	}
	if all.Labels, err = folderClasses(env.Resolve(d.Folder), paths); err != nil {
		return nil, err
	}
	return d.selected(all, rng, size)
}

// decode reads an image whose size is right, or is to be made right.
func (d *ImageFolder) decode(r io.Reader) (image.Image, error) {
	seeker := r.(io.ReadSeeker)
	header, _, err := image.DecodeConfig(bufio.NewReader(seeker))
	switch {
	case err != nil:
		return nil, fmt.Errorf("it can't be read as an image: %w", err)
	case header.Width < 1 || header.Height < 1 || header.Width > mostImagePixels/header.Height:
		return nil, fmt.Errorf("its header claims %d x %d pixels (height x width); 1 to %d are read", header.Height,
			header.Width, mostImagePixels)
	case d.Fit == "exact" && (header.Height != d.Size[0] || header.Width != d.Size[1]):
		return nil, fmt.Errorf("it has %d x %d pixels (height x width), where size is %d x %d; set fit to crop or "+
			"stretch to resize images",
			header.Height, header.Width, d.Size[0], d.Size[1])
	}
	if _, err := seeker.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	decoded, _, err := image.Decode(bufio.NewReader(seeker))
	if err != nil {
		return nil, fmt.Errorf("it can't be read as an image: %w", err)
	}
	return decoded, nil
}

// numbers are those of an image in the right size. What is transparent is black.
func (d *ImageFolder) numbers(decoded image.Image) []uint8 {
	bounds, shape := decoded.Bounds(), d.Shape()
	rgba := image.NewRGBA(image.Rect(0, 0, bounds.Dx(), bounds.Dy()))
	pixels.Draw(rgba, rgba.Bounds(), decoded, bounds.Min, pixels.Src)
	height, width := bounds.Dy(), bounds.Dx()
	across, down := span{0, float64(width)}, span{0, float64(height)}
	if d.Fit == "crop" { // the largest middle part of the wanted proportions
		if excess := float64(width) - float64(height)*float64(shape.Width)/float64(shape.Height); excess > 0 {
			across = span{excess / 2, float64(width) - excess/2}
		} else {
			excess = float64(height) - float64(width)*float64(shape.Height)/float64(shape.Width)
			down = span{excess / 2, float64(height) - excess/2}
		}
	}
	columns, rows := resampling(across, width, shape.Width), resampling(down, height, shape.Height)
	channels := make([][]float64, 3)
	for k := range channels {
		channel := make([]float64, height*width)
		for i := range channel {
			channel[i] = float64(rgba.Pix[4*i+k])
		}
		channels[k] = resampled(channel, width, rows, columns)
	}
	if d.Gray {
		gray := make([]float64, len(channels[0]))
		for i := range gray { // luminance as of ITU-R BT.601
			gray[i] = 0.299*channels[0][i] + 0.587*channels[1][i] + 0.114*channels[2][i]
		}
		channels = [][]float64{gray}
	}
	numbers := make([]uint8, 0, shape.Size())
	for _, channel := range channels {
		for _, v := range channel {
			numbers = append(numbers, uint8(min(255, max(0, v))+0.5))
		}
	}
	return numbers
}

// folderClasses are the classes of images by the folders that they lie in; nil where one lies in none.
func folderClasses(root string, paths []string) ([]uint8, error) {
	var names, folders []string
	for _, path := range paths {
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return nil, err
		}
		name, _, within := strings.Cut(filepath.ToSlash(relative), "/")
		if !within {
			return nil, nil
		}
		folders = append(folders, name)
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > 256 {
		return nil, nil // no classes, then
	}
	slices.Sort(names)
	classes := make([]uint8, len(folders))
	for i, name := range folders {
		classes[i] = uint8(slices.Index(names, name))
	}
	return classes, nil
}

// span is a part of a row or column of pixels; pixel i covers [i, i+1].
type span struct{ from, to float64 }

// weighted is a mean of neighboring pixels: the first, and the weights of it and those that follow, whose sum is 1.
type weighted struct {
	first   int
	weights []float64
}

// resampling returns the means that bring a part of length pixels to count pixels: by linear interpolation where they
// become more, and by triangles as wide as two of the new pixels where they become fewer, so that nothing between is
// left out.
func resampling(part span, length, count int) []weighted {
	scale := (part.to - part.from) / float64(count)
	reach := max(scale, 1)
	means := make([]weighted, count)
	for k := range means {
		middle := part.from + (float64(k)+0.5)*scale
		first, last := max(0, int(math.Floor(middle-reach))), min(length-1, int(math.Floor(middle+reach)))
		mean := weighted{first: first, weights: make([]float64, last-first+1)}
		sum := 0.0
		for i := range mean.weights {
			mean.weights[i] = max(0, 1-math.Abs(float64(first+i)+0.5-middle)/reach)
			sum += mean.weights[i]
		}
		for i := range mean.weights {
			mean.weights[i] /= sum
		}
		means[k] = mean
	}
	return means
}

// resampled returns a channel of rows of the given width in another size.
func resampled(channel []float64, width int, rows, columns []weighted) []float64 {
	height := len(channel) / width
	narrow := make([]float64, height*len(columns))
	for y := range height {
		for k, mean := range columns {
			for i, weight := range mean.weights {
				narrow[y*len(columns)+k] += weight * channel[y*width+mean.first+i]
			}
		}
	}
	small := make([]float64, len(rows)*len(columns))
	for k, mean := range rows {
		for i, weight := range mean.weights {
			for x := range columns {
				small[k*len(columns)+x] += weight * narrow[(mean.first+i)*len(columns)+x]
			}
		}
	}
	return small
}
