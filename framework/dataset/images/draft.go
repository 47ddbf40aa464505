package images

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"strings"
	"text/template"

	"ebim/framework/dataset"
	"ebim/framework/dataset/download"
	"ebim/framework/dimension"
	"ebim/framework/points"
	"ebim/framework/random"
)

const (
	// longestSide of images that are brought to one size: what a small network learns on two cores within an hour or
	// so.
	longestSide = 64
	// mostCompared bounds the numbers of the images that a dimension is estimated from: that takes some twenty seconds.
	mostCompared = 1 << 21
	// mostNumbers of an image: a residual network's coordinates take their square of memory, and their cube of time
	// to draw.
	mostNumbers = 3200
	// mostLinear bounds the weights of a UNet's last linear layer.
	mostLinear = 1 << 23
	// fewKept images are so few that a tenth of them is too few to compare with.
	fewKept = 40
	// digitMinutes is how long two cores train a model of 28 x 28 pixels, manifold or baseline alike.
	digitMinutes = 20
)

var (
	_ dataset.Drafter = (*ImageFolder)(nil)
	_ dataset.Drafter = (*MNIST)(nil)
	_ dataset.Drafter = (*FashionMNIST)(nil)
)

// Draft implements dataset.Drafter, for a folder of images.
func (*ImageFolder) Draft(ask dataset.DraftRequest) (*dataset.Draft, error) {
	if !ask.Folder {
		return nil, nil
	}
	survey, err := surveyImages(ask.Name)
	if err != nil {
		return nil, err
	}
	size, fit := fitted(survey)
	d := &dataset.Draft{Source: []dataset.Line{
		{Text: "image_folder:"},
		{Text: "  folder: " + ask.Path, Comment: "a relative path starts at this file's folder"},
		{Text: fmt.Sprintf("  size: [%d, %d]", size.height, size.width), Comment: "height and width in pixels"},
		{Text: "  fit: " + string(fit),
			Comment: "how images of other sizes are treated: exact (an error), crop or stretch"},
	}}
	if survey.gray {
		d.Source = append(d.Source, dataset.Line{Text: "  gray: true", Comment: "no image has colors"})
	}
	first, last := survey.sizes[0], survey.sizes[len(survey.sizes)-1]
	switch {
	case len(survey.sizes) > 1:
		d.Found = append(d.Found, fmt.Sprintf("The images have %d sizes, from %s to %s (height x width): "+
			"each is resized to cover %s, and its middle is taken.", len(survey.sizes), first, last, size))
	case fit == "crop":
		d.Found = append(d.Found, fmt.Sprintf("The images have %s pixels (height x width): "+
			"each is resized to cover %s, and its middle is taken.", first, size))
	}
	source := &ImageFolder{Folder: ask.Name, Size: []int{size.height, size.width}, Fit: fit, Gray: survey.gray}
	return d, draft(d, source, dataset.Env{})
}

// fitted is the size that images are brought to, and how: their own where all are alike, not too large, and a UNet's
// last layer has few enough weights; otherwise one whose sides can be halved.
func fitted(survey *imageSurvey) (size imageSize, fit ImageFit) {
	size = survey.median
	shape := points.Shape{Channels: 3, Height: size.height, Width: size.width}
	if survey.gray {
		shape.Channels = 1
	}
	scale := min(1, longestSide/float64(max(size.height, size.width)), math.Sqrt(mostNumbers/float64(shape.Size())))
	if scale == 1 && len(survey.sizes) == 1 && (halved(shape) || 3*size.height*size.width*shape.Size() <= mostLinear) {
		return size, "exact"
	}
	shrunk := func(side int) int {
		side, unit := int(math.Round(scale*float64(side))), 4
		if side > 40 { // which is halved three times
			unit = 8
		}
		return max(4, side/unit*unit)
	}
	return imageSize{shrunk(size.height), shrunk(size.width)}, "crop"
}

// halved says that a UNet of levelsOf levels halves a shape without loss.
func halved(s points.Shape) bool {
	unit := 1 << levelsOf(s)
	return s.Height%unit == 0 && s.Width%unit == 0
}

// levelsOf leave a smallest map of some 7 to 10 pixels a side, which hidden layers can see as a whole.
func levelsOf(s points.Shape) int {
	levels := 1
	for min(s.Height, s.Width)>>levels > 10 {
		levels++
	}
	return levels
}

// Draft implements dataset.Drafter, for a published set: its training images, or its test images where only these are
// there.
func (d *MNIST) Draft(ask dataset.DraftRequest) (*dataset.Draft, error) {
	drafted, err := published(ask, func(part ImagePart) dataset.ImageSource { return &MNIST{IDXImages{Part: part}} })
	if drafted != nil {
		drafted.Found = append(drafted.Found, "The paper's manifold of MNIST has 16 dimensions, "+
			"and so has experiments/small/mnist_denoising.yaml.")
	}
	return drafted, err
}

// Draft implements dataset.Drafter, as for MNIST.
func (d *FashionMNIST) Draft(ask dataset.DraftRequest) (*dataset.Draft, error) {
	return published(ask, func(part ImagePart) dataset.ImageSource { return &FashionMNIST{IDXImages{Part: part}} })
}

func published(ask dataset.DraftRequest, part func(ImagePart) dataset.ImageSource) (*dataset.Draft, error) {
	if ask.Folder {
		return nil, nil
	}
	var missing error
	for _, name := range []ImagePart{"train", "test"} {
		d := &dataset.Draft{Source: []dataset.Line{{Text: fmt.Sprintf("%s: {part: %s}", ask.Name, name),
			Comment: "train, test or all of the published images"}}}
		if missing != nil {
			d.Found =
				[]string{fmt.Sprintf("The training images are in none of the data folders: these are the test images. "+
					"`ebim data get %s` gets all; then write part: train.", ask.Name)}
		}
		err := draft(d, part(name), ask.Env)
		var absent *download.MissingError
		if err == nil {
			return d, nil
		}
		if !errors.As(err, &absent) {
			return nil, err
		}
		missing = cmp.Or(missing, err)
	}
	return nil, missing
}

// draft reads the images, and says what is written for them.
func draft(d *dataset.Draft, source dataset.ImageSource, env dataset.Env) error {
	all, err := source.LoadImages(env, random.New(0, "new", 0), 0)
	if err != nil {
		return err
	}
	classes := map[int]bool{}
	for i := range all.Len() {
		if class, known := all.Label(i); known {
			classes[class] = true
		}
	}
	shape, color := all.Shape, "gray"
	if shape.Channels == 3 {
		color = "color"
	}
	d.Found = append(d.Found, fmt.Sprintf("%d %s images of %d x %d pixels (height x width): points in R^%d",
		all.Len(), color, shape.Height, shape.Width, shape.Size()))
	if len(classes) > 0 {
		d.Found = append(d.Found, fmt.Sprintf("%d classes, which only metrics look at", len(classes)))
	}
	d.Set = all.Evenly(max(dimension.Fewest, mostCompared/shape.Size())).Set(nil)
	if d.Set.Len() < all.Len() {
		d.Found = append(d.Found, fmt.Sprintf("A dimension is estimated from %d of the images.", d.Set.Len()))
	}
	d.Seeds = dataset.Line{Text: "seeds: 0",
		Comment: "0-2 for three runs, with other initial parameters and other held-out images"}
	d.Rest = func(dimension int) string {
		var text strings.Builder
		e := experiment{shape, dimension, all.Len(), len(classes)}
		if err := template.Must(template.New("").Parse(draftText)).Execute(&text, e); err != nil {
			panic(err) // of the template, which tests execute
		}
		return text.String()
	}
	return dataset.CheckPoints(d.Set)
}

//go:embed draft.yaml.tmpl
var draftText string

// experiment is what draftText says of images, from below the data's source.
type experiment struct {
	Shape                     points.Shape
	Dimension, count, Classes int
}

// Denoises says that a UNet cleans the images itself, so that noise alone pins the manifold to them. The default
// network, for images of hardly any pixels, does so by its gradient, which can't distinguish |F| from |F| and a
// constant: it has a Tolerance of 0.11 for each direction, as in small/mnist_denoising.yaml.
func (e experiment) Denoises() bool { return min(e.Shape.Height, e.Shape.Width) >= 4 }

// Tolerance is that of |F| at the data.
func (e experiment) Tolerance() string {
	return fmt.Sprintf("%.2g", 0.108*math.Sqrt(float64(e.Shape.Size()-e.Dimension)))
}

// Levels are those of the UNet.
func (e experiment) Levels() int { return levelsOf(e.Shape) }

// Halved says that these lose nothing.
func (e experiment) Halved() bool { return halved(e.Shape) }

// Minutes forecast a training: convolutions take nearly all of it, in proportion to the pixels.
func (e experiment) Minutes() string {
	pixels := float64(e.Shape.Height * e.Shape.Width)
	if minutes := math.Round(digitMinutes * pixels / (28 * 28)); minutes > 1 {
		return fmt.Sprintf("some %.0f minutes of two cores", minutes)
	}
	return "about a minute of two cores"
}

// Encoder is the paper's for 28 x 28 pixels, with fewer units, and otherwise as many convolutions as the sides allow;
// empty, for the default one, for images of hardly any pixels.
func (e experiment) Encoder() string {
	side := min(e.Shape.Height, e.Shape.Width)
	switch {
	case e.Shape.Height == 28 && e.Shape.Width == 28:
		return "{conv28_encoder: {hidden: 256}}"
	case side < 3:
		return ""
	}
	var channels []string
	for _, next := range []string{"16", "32", "64", "64"} {
		if side < 3 { // the kernel's
			break
		}
		channels, side = append(channels, next), (side-1)/2
	}
	return fmt.Sprintf("{convnet: {channels: [%s]}}", strings.Join(channels, ", "))
}

// Decoder goes with Encoder.
func (e experiment) Decoder() string {
	switch side := min(e.Shape.Height, e.Shape.Width); {
	case e.Shape.Height == 28 && e.Shape.Width == 28:
		return "conv28_decoder"
	case side < 8:
		return "{transposed_convnet: {channels: [16]}}"
	}
	return "{transposed_convnet: {channels: [32, 32, 16]}}"
}

// Reference is what samples are compared with.
func (e experiment) Reference() string {
	if e.count < fewKept {
		return "training"
	}
	return "held_out"
}

// Features are those of networks trained on the classes, or pixels without classes.
func (e experiment) Features() string {
	if e.Classes < 2 {
		return ", features: pixels"
	}
	return ""
}
