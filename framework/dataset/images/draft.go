package images

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"ebim/framework/dataset"
	"ebim/framework/dataset/download"
	"ebim/framework/dimension"
	"ebim/framework/points"
	"ebim/framework/random"
)

const (
	// longestSide of pictures that are brought to one size: what a small network learns on two cores within an hour or
	// so.
	longestSide = 64
	// mostCompared bounds the numbers of the images that a dimension is estimated from: that takes some twenty seconds.
	mostCompared = 1 << 21
	// mostNumbers of a picture: a residual network's coordinates take their square of memory, and their cube of time
	// to draw.
	mostNumbers = 3200
	// mostLinear bounds the weights of a UNet's last linear layer.
	mostLinear = 1 << 23
	// fewKept are images of which a tenth is too few to be compared with.
	fewKept = 40
	// digitMinutes is how long two cores train a model of 28 x 28 pixels, manifold or baseline alike.
	digitMinutes = 20
)

var (
	_ dataset.Drafter = (*ImageFolder)(nil)
	_ dataset.Drafter = (*MNIST)(nil)
	_ dataset.Drafter = (*FashionMNIST)(nil)
)

// Draft implements dataset.Drafter, for a folder of pictures.
func (*ImageFolder) Draft(ask dataset.DraftRequest) (*dataset.Draft, error) {
	if !ask.Folder {
		return nil, nil
	}
	survey, err := SurveyPictures(dataset.Env{}, ask.Name)
	if err != nil {
		return nil, err
	}
	size, fit := fitted(survey)
	d := &dataset.Draft{Source: []dataset.Line{
		{Text: "image_folder:"},
		{Text: "  folder: " + ask.Path, Comment: "a relative path starts at this file's folder"},
		{Text: fmt.Sprintf("  size: [%d, %d]", size.Height, size.Width), Comment: "height and width in pixels"},
		{Text: "  fit: " + string(fit),
			Comment: "how images of other sizes are treated: exact (an error), crop or stretch"},
	}}
	if survey.Gray {
		d.Source = append(d.Source, dataset.Line{Text: "  gray: true", Comment: "no image has colors"})
	}
	first, last := survey.Sizes[0], survey.Sizes[len(survey.Sizes)-1]
	switch {
	case len(survey.Sizes) > 1:
		d.Found = append(d.Found, fmt.Sprintf("The images have %d sizes, from %s to %s (height x width): "+
			"each is resized to cover %s, and its middle is taken.", len(survey.Sizes), first, last, size))
	case fit == "crop":
		d.Found = append(d.Found, fmt.Sprintf("The images have %s pixels (height x width): "+
			"each is resized to cover %s, and its middle is taken.", first, size))
	}
	source := &ImageFolder{Folder: ask.Name, Size: []int{size.Height, size.Width}, Fit: fit, Gray: survey.Gray}
	return d, draft(d, source, dataset.Env{})
}

// fitted is the size that pictures are brought to, and how: their own where all are alike, not too large, and a UNet's
// last layer has few enough weights; otherwise one whose sides can be halved.
func fitted(survey *PictureSurvey) (size PictureSize, fit ImageFit) {
	size = survey.Median
	shape := points.Shape{Channels: 3, Height: size.Height, Width: size.Width}
	if survey.Gray {
		shape.Channels = 1
	}
	scale := min(1, longestSide/float64(max(size.Height, size.Width)), math.Sqrt(mostNumbers/float64(shape.Size())))
	if scale == 1 && len(survey.Sizes) == 1 && (halved(shape) || 3*size.Height*size.Width*shape.Size() <= mostLinear) {
		return size, "exact"
	}
	shrunk := func(side int) int {
		side, unit := int(math.Round(scale*float64(side))), 4
		if side > 40 { // which is halved three times
			unit = 8
		}
		return max(4, side/unit*unit)
	}
	return PictureSize{Height: shrunk(size.Height), Width: shrunk(size.Width)}, "crop"
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
		if missing == nil {
			missing = err
		}
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
	d.Rest = func(dimension int) []dataset.Line {
		e := &experiment{shape: shape, dimension: dimension}
		e.models()
		e.metrics(all.Len(), len(classes))
		return e.lines
	}
	return dataset.CheckPoints(d.Set)
}

// experiment is a file for images, from below the data's source.
type experiment struct {
	shape     points.Shape
	dimension int
	lines     []dataset.Line
}

func (e *experiment) line(text, comment string) {
	e.lines = append(e.lines, dataset.Line{Text: text, Comment: comment})
}

func (e *experiment) models() {
	e.line("  holdout: 0.1", "share of the images that is kept from training, to measure the model by")
	e.line("", "A run reports how long each training takes after its first steps; --only MODEL runs one of the two.")
	e.line("models:", "")
	e.line("  implicit_manifold:",
		fmt.Sprintf("a learned manifold of dimension %d in R^%d, F = 0, to which images are cleaned: %s",
			e.dimension, e.shape.Size(), e.minutes()))
	e.line("    manifold:", "")
	e.line(fmt.Sprintf("      dimension: %d", e.dimension), "")
	e.manifold()
	e.line("      training: {steps: 14000, batch: 64, shuffle: true, optimizer: {adam: {rate: 0.002}}, schedule: "+
		"cosine, clip_norm: 1, average: 0.999}",
		"more steps draw better images")
	e.line("      starts: 1", "")
	e.line("    annealing: {steps: 200}", "samples: from noise to the manifold in this many steps")
	e.baseline()
	e.line("samples: 500", "")
}

// manifold is its network and loss. A UNet cleans images itself, so that noise alone pins the manifold to them. The
// default network, for images of hardly any pixels, does so by its gradient, which can't tell |F| from |F| and a
// constant: it has a tolerance of 0.11 for each direction, as in small/mnist_denoising.yaml.
func (e *experiment) manifold() {
	tolerance := fmt.Sprintf("%.2g", 0.108*math.Sqrt(float64(e.shape.Size()-e.dimension)))
	comment := "noise and |F| at the data, 0.1 for each direction, are in units of the images' scale, by which they " +
		"are standardized"
	if min(e.shape.Height, e.shape.Width) >= 4 {
		last, sizes := "", "width 32 draws better images, at four times the time"
		if !halved(e.shape) {
			last, sizes = ", last: linear", "linear, since the sides can't be halved so often; "+sizes
		}
		e.line(fmt.Sprintf("      network: {denoiser: {network: {unet: {width: 16, levels: %d, dense: [512, 512], "+
			"pooling: mean%s}}}}",
			levelsOf(e.shape), last), sizes)
		tolerance = ".inf"
		comment = "noise is in units of the images' scale, by which they are standardized; the least pins the " +
			"manifold to them"
	}
	e.line("      loss: {denoising: {min_noise: 0.1, max_noise: 6, middle_noise: 0.3, large_noise_weight: 1, "+
		"data_tolerance: "+tolerance+
		", sharpening: 1, rank_weight: 0, orientation_weight: 0}}", comment)
}

// minutes forecast a training: convolutions take nearly all of it, in proportion to the pixels.
func (e *experiment) minutes() string {
	pixels := float64(e.shape.Height * e.shape.Width)
	if minutes := math.Round(digitMinutes * pixels / (28 * 28)); minutes > 1 {
		return fmt.Sprintf("some %.0f minutes of two cores", minutes)
	}
	return "about a minute of two cores"
}

// baseline is a density on the image of a latent box, as in small/mnist_autoencoder.yaml.
func (e *experiment) baseline() {
	e.line("  pushforward:",
		"the baseline: a decoder of as many dimensions with a density on its latent box: "+e.minutes())
	e.line(fmt.Sprintf("    dimension: %d", e.dimension), "")
	e.line("    autoencoder:", "")
	if encoder, decoder := e.autoencoder(); encoder != "" {
		e.line("      encoder: "+encoder, "")
		e.line("      decoder: "+decoder, "")
	}
	for _, text := range []string{
		"      training: {steps: 4000, batch: 64, shuffle: true, optimizer: {adam: {rate: 0.001}}, schedule: " +
			"cosine, clip_norm: 10, average: 0.999}",
		"    energy:",
		"      network: {mlp: {hidden: [128, 128, 128], spectral_norm: true}}",
		"      loss: {contrastive: {magnitude_weight: 0.1}}",
		"      sampler: {langevin: {steps: 60, noise: 0.05, step: 10, clamp: 0.03, buffer: {size: 10000}}}",
		"      training: {steps: 4000, batch: 128, shuffle: true, optimizer: {adam: {rate: 0.0005}}, schedule: " +
			"cosine, clip_norm: 10}",
	} {
		e.line(text, "")
	}
	e.line("    sampling: {sampler: fresh_chains, steps: 1200}",
		"as many as a training's chains have made, where one in 20 starts afresh")
}

// autoencoder has the paper's networks for 28 x 28 pixels, with fewer units, and otherwise as many convolutions as the
// sides allow; none, for the default networks, for images of hardly any pixels.
func (e *experiment) autoencoder() (encoder, decoder string) {
	side := min(e.shape.Height, e.shape.Width)
	switch {
	case e.shape.Height == 28 && e.shape.Width == 28:
		return "{conv28_encoder: {hidden: 256}}", "conv28_decoder"
	case side < 3:
		return "", ""
	}
	decoder = "{transposed_convnet: {channels: [32, 32, 16]}}"
	if side < 8 {
		decoder = "{transposed_convnet: {channels: [16]}}"
	}
	var channels []string
	for _, next := range []string{"16", "32", "64", "64"} {
		if side < 3 { // the kernel's
			break
		}
		channels, side = append(channels, next), (side-1)/2
	}
	return fmt.Sprintf("{convnet: {channels: [%s]}}", strings.Join(channels, ", ")), decoder
}

func (e *experiment) metrics(count, classes int) {
	reference, features := "held_out", ""
	if count < fewKept {
		reference = "training"
	}
	e.line("metrics:", "")
	if classes >= 2 {
		e.line("  classes: {}", "what small networks, trained on the labels, say of the samples")
	} else {
		features = ", features: pixels"
	}
	e.line("  frechet: {reference: "+reference+features+"}",
		"Frechet distance of features of the samples and of images; the published FID takes features: inception, "+
			"and their weights")
	e.line("  density_coverage: {reference: "+reference+features+"}",
		"whether samples lie where images do, and whether there are samples near all images")
	e.line("  memorization: {}", "whether samples are nearer to training images than held-out images are")
}
