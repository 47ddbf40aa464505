package command

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"ebim/framework/dataset"
	"ebim/framework/dataset/download"
	"ebim/framework/dataset/images"
	"ebim/framework/dimension"
	networks "ebim/framework/network/images"
	"ebim/framework/points"
	"ebim/framework/random"
)

// published says whether a name is that of a published set of images, among the components of the kind data.
func (p *Program) published(name string) bool {
	for _, kind := range p.Registry.Kinds() {
		if component, known := kind.Component(name); known && kind.Name == "data" {
			_, published := component.New().(images.PublishedImages)
			return published
		}
	}
	return false
}

const (
	// longestSide of pictures that are brought to one size: what a small network learns on two cores within an hour or so.
	longestSide = 64
	// mostCompared bounds the numbers of the images that a dimension is estimated from: that takes some twenty seconds.
	mostCompared = 1 << 21
	// mostNumbers of a picture: a residual network's coordinates take their square of memory, and their cube of time to draw.
	mostNumbers = 3200
	// mostLinear bounds the weights of a UNet's last linear layer.
	mostLinear = 1 << 23
	// fewKept are images of which a tenth is too few to be compared with.
	fewKept = 40
)

// pictures are images that an experiment is written for.
type pictures struct {
	count   int
	shape   points.Shape
	classes int // 0 where they are not known
}

// startOfFolder begins with a folder of pictures, for an experiment in a folder.
func (p *Program) startOfFolder(name, folder string) (*beginning, error) {
	from := fromFolder(folder, name)
	survey, err := images.SurveyPictures(dataset.Env{}, name)
	if err != nil {
		return nil, failed(err)
	}
	s := &beginning{title: filepath.Base(filepath.Clean(name)), folder: folder}
	size, fit := fitted(survey)
	first, last := survey.Sizes[0], survey.Sizes[len(survey.Sizes)-1]
	switch {
	case len(survey.Sizes) > 1:
		s.tell("The pictures have %d sizes, from %s to %s (height x width): each is resized to cover %s, and its middle is taken.", len(survey.Sizes), first, last, size)
	case fit == "crop":
		s.tell("The pictures have %s pixels (height x width): each is resized to cover %s, and its middle is taken.", first, size)
	}
	s.source = []sourceLine{
		{text: "image_folder:"},
		{"  folder: " + yamlText(filepath.ToSlash(from)), "a relative path starts at this file's folder"},
		{fmt.Sprintf("  size: [%d, %d]", size.Height, size.Width), "height and width in pixels"},
		{"  fit: " + fit, "what becomes of pictures of other sizes: exact (a mistake), crop or stretch"},
	}
	if survey.Gray {
		s.source = append(s.source, sourceLine{"  gray: true", "no picture has colors"})
	}
	return s, p.loadImages(s)
}

// fitted is the size that pictures are brought to, and how: their own where all are alike and neither too large nor such that
// a UNet of that size had a last layer of too many weights; otherwise one whose sides can be halved.
func fitted(survey *images.PictureSurvey) (size images.PictureSize, fit string) {
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
	return images.PictureSize{Height: shrunk(size.Height), Width: shrunk(size.Width)}, "crop"
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

// startOfImages begins with a published set: its training images, or where only these are there its test images.
func (p *Program) startOfImages(name, folder string) (*beginning, error) {
	var missing error
	for _, part := range []string{"train", "test"} {
		s := &beginning{title: name, folder: folder, source: []sourceLine{{name + ": {part: " + part + "}", "train, test or all of the published images"}}}
		if missing != nil {
			s.tell("The training images are in none of the data folders: these are the test images. `ebim data get %s` gets all; then write part: train.", name)
		}
		err := p.loadImages(s)
		var absent *download.MissingError
		if !errors.As(err, &absent) {
			return s, err
		}
		if missing == nil {
			missing = err
		}
	}
	return nil, missing
}

// loadImages reads the images by the source that the experiment will have, and keeps points of as many as are compared.
func (p *Program) loadImages(s *beginning) error {
	source, env, err := p.declared(s)
	if err != nil {
		return err
	}
	from, ok := source.(dataset.ImageSource)
	if !ok {
		return failed(fmt.Errorf("%s is no source of images here", s.title))
	}
	images, err := from.LoadImages(env, random.New(0, "new", 0), 0)
	if err != nil {
		return failed(err)
	}
	found := &pictures{count: images.Len(), shape: images.Shape}
	classes := map[int]bool{}
	for i := range images.Len() {
		if class, known := images.Label(i); known {
			classes[class] = true
		}
	}
	found.classes = len(classes)
	s.pictures = found
	s.set = images.Evenly(max(dimension.Fewest, mostCompared/images.Shape.Size())).Set(nil)
	if err := dataset.CheckPoints(s.set); err != nil {
		return failed(err)
	}
	return nil
}

// settleImages decides on the dimension: the one given (0: none), or an estimate.
func (s *beginning) settleImages(given int) error {
	shape, n := s.pictures.shape, s.set.Dim
	color := "gray"
	if shape.Channels == 3 {
		color = "color"
	}
	s.tell("%d %s images of %d x %d pixels (height x width): points in R^%d", s.pictures.count, color, shape.Height, shape.Width, n)
	if s.pictures.classes > 0 {
		s.tell("%d classes, which only metrics look at", s.pictures.classes)
	}
	if given >= n {
		return fmt.Errorf("--dimension: %d for images in R^%d; allowed: %s", given, n, upTo(n-1))
	}
	if given > 0 {
		s.dimension = given
		s.tell("Dimension %d: as given.", given)
		return nil
	}
	e, err := dimension.Of(s.set)
	if err != nil {
		return failed(fmt.Errorf("%w; give it by --dimension", err))
	}
	if e.Full() {
		return failed(fmt.Errorf("the images seem to fill R^%d, so that there is no manifold to learn; if you know one, give --dimension", n))
	}
	if s.set.Len() < s.pictures.count {
		s.tell("The dimension is estimated from %d of the images.", s.set.Len())
	}
	s.found = append(s.found, described(e)...)
	s.dimension = e.Dimension
	if s.title == "mnist" {
		s.tell("  For comparison: the paper's manifold of MNIST has 16 dimensions, and so has experiments/small/mnist_denoising.yaml.")
	}
	return nil
}

// imageExperiment is the text of the file for images.
func (s *beginning) imageExperiment() string {
	w := new(yamlWriter)
	s.head(w, "seeds: 0", "0-2 for three runs, with other initial parameters and other held-out images")
	w.line("  holdout: 0.1", "share of the images that is kept from training, to measure the model by")
	w.line("", "A run tells how long each training takes once it has timed the first steps; --only MODEL runs one of the two.")
	w.line("models:", "")
	w.line("  implicit_manifold:", fmt.Sprintf("a learned manifold of dimension %d in R^%d, F = 0, to which images are cleaned: %s", s.dimension, s.set.Dim, s.minutes()))
	w.line("    manifold:", "")
	w.line(fmt.Sprintf("      dimension: %d", s.dimension), "")
	s.imageTraining(w)
	w.line("      training: {steps: 14000, batch: 64, shuffle: true, optimizer: {adam: {rate: 0.002}}, schedule: cosine, clip_norm: 1, average: 0.999}",
		"more steps draw better pictures")
	w.line("      starts: 1", "")
	w.line("    annealing: {steps: 200}", "samples: from noise to the manifold in so many steps")
	s.imageBaseline(w)
	w.line("samples: 500", "")
	s.imageMetrics(w)
	return w.String()
}

// imageTraining is the manifold's network and loss. A UNet cleans images itself, so that noise alone pins the manifold to them; the default network
// does so by its gradient, which can't tell |F| from |F| and a constant.
func (s *beginning) imageTraining(w *yamlWriter) {
	const loss = "      loss: {denoising: {min_noise: 0.1, max_noise: 6, middle_noise: 0.3, large_noise_weight: 1, data_tolerance: %s, sharpening: 1, rank_weight: 0, orientation_weight: 0}}"
	tolerance, comment := fmt.Sprintf("%.2g", s.tolerance()), "noise and |F| at the data, 0.1 for each direction, are in units of the images' scale, by which they are standardized"
	if network, sizes := s.imageNetwork(); network != "" {
		w.line("      network: "+network, sizes)
		tolerance, comment = ".inf", "noise is in units of the images' scale, by which they are standardized; the least pins the manifold to them"
	}
	w.line(fmt.Sprintf(loss, tolerance), comment)
}

// imageNetwork is a UNet that cleans images; nothing, the default network, for images of hardly any pixels.
func (s *beginning) imageNetwork() (text, comment string) {
	shape := s.pictures.shape
	if min(shape.Height, shape.Width) < 4 {
		return "", ""
	}
	last := ""
	comment = "width 32 draws better pictures, at four times the time"
	if !halved(shape) {
		last, comment = ", last: linear", "linear, since the sides can't be halved so often; "+comment
	}
	return fmt.Sprintf("{denoiser: {network: {unet: {width: 16, levels: %d, dense: [512, 512], pooling: mean%s}}}}", levelsOf(shape), last), comment
}

// digitMinutes are those that two cores train a model of 28 x 28 pixels, with the networks and steps that are written, manifold or baseline alike.
const digitMinutes = 20

// minutes foretell a training: convolutions take nearly all of it, which is in proportion to the pixels. A run times its own first steps.
func (s *beginning) minutes() string {
	pixels := float64(s.pictures.shape.Height * s.pictures.shape.Width)
	if minutes := math.Round(digitMinutes * pixels / (28 * 28)); minutes > 1 {
		return fmt.Sprintf("some %.0f minutes of two cores", minutes)
	}
	return "about a minute of two cores"
}

// imageBaseline is a density on the image of a latent box, as small/mnist_autoencoder.yaml has it for digits.
func (s *beginning) imageBaseline(w *yamlWriter) {
	w.line("  pushforward:", "the baseline: a decoder of as many dimensions with a density on its latent box: "+s.minutes())
	w.line(fmt.Sprintf("    dimension: %d", s.dimension), "")
	w.line("    autoencoder:", "")
	if encoder, decoder := s.autoencoderNetworks(); encoder != "" {
		w.line("      encoder: "+encoder, "")
		w.line("      decoder: "+decoder, "")
	}
	w.line("      training: {steps: 4000, batch: 64, shuffle: true, optimizer: {adam: {rate: 0.001}}, schedule: cosine, clip_norm: 10, average: 0.999}", "")
	w.line("    energy:", "")
	w.line("      network: {mlp: {hidden: [128, 128, 128], spectral_norm: true}}", "")
	w.line("      loss: {contrastive: {magnitude_weight: 0.1}}", "")
	w.line("      sampler: {langevin: {steps: 60, noise: 0.05, step: 10, clamp: 0.03, buffer: {size: 10000}}}", "")
	w.line("      training: {steps: 4000, batch: 128, shuffle: true, optimizer: {adam: {rate: 0.0005}}, schedule: cosine, clip_norm: 10}", "")
	w.line("    sampling: {sampler: fresh_chains, steps: 1200}", "as many as a training's chains have made, of which one in 20 begins anew")
}

// autoencoderNetworks are the paper's for 28 x 28 pixels, fewer of its units, and otherwise as many convolutions as the sides allow; nothing, the
// default networks, for images of hardly any pixels.
func (s *beginning) autoencoderNetworks() (encoder, decoder string) {
	shape := s.pictures.shape
	if shape.Height == 28 && shape.Width == 28 {
		return "{conv28_encoder: {hidden: 256}}", "conv28_decoder"
	}
	decoder = "{transposed_convnet: {channels: [32, 32, 16]}}"
	if min(shape.Height, shape.Width) < 8 {
		decoder = "{transposed_convnet: {channels: [16]}}"
	}
	for channels := []int{16, 32, 64, 64}; len(channels) > 0; channels = channels[:len(channels)-1] {
		down := &networks.ConvNet{Channels: channels, Kernel: 3, Pool: 2}
		down.TakeImage(shape)
		if down.CheckShape(shape.Size(), s.dimension) == nil {
			return fmt.Sprintf("{convnet: {channels: %s}}", strings.ReplaceAll(fmt.Sprint(channels), " ", ", ")), decoder
		}
	}
	return "", ""
}

// tolerance is 0.11 for each direction, as in small/mnist_denoising.yaml.
func (s *beginning) tolerance() float64 { return 0.108 * math.Sqrt(float64(s.set.Dim-s.dimension)) }

func (s *beginning) imageMetrics(w *yamlWriter) {
	reference, features := "held_out", ""
	if s.pictures.count < fewKept {
		reference = "training"
	}
	w.line("metrics:", "")
	if s.pictures.classes >= 2 {
		w.line("  classes: {}", "what small networks, trained on the labels, say of the samples")
	} else {
		features = ", features: pixels"
	}
	w.line("  frechet: {reference: "+reference+features+"}", "Frechet distance of features of the samples and of images; the published FID takes features: inception, and their weights")
	w.line("  density_coverage: {reference: "+reference+features+"}", "whether samples lie where images do, and whether there are samples near all images")
	w.line("  memorization: {}", "whether samples are nearer to training images than held-out images are")
}
