package images

import (
	"context"
	"errors"
	"fmt"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/points"
	"ebim/framework/statistics"
	"ebim/metrics/images/classifier"
	"ebim/metrics/images/inception"
)

// Features says by which features images are compared.
type Features string

// Choices lists the features.
func (Features) Choices() []config.Choice {
	return []config.Choice{
		{Name: "classifier",
			Doc: "last hidden layers of three small convolutional networks, trained on the labeled training images; " +
				"figures are means over the three"},
		{Name: "pixels", Doc: "principal components of the training images' pixels"},
		{Name: "inception",
			Doc: "the published Inception network, with weights that you supply: the Frechet distance is then FID; " +
				"1000 images take some 100 seconds of a core, for each model and noise floor"},
	}
}

// imageFeatures are the settings of metrics that compare features of images. Features are in units of the root of
// their mean variance over training images, but those of Inception, whose distances are published.
type imageFeatures struct {
	Features   Features `yaml:"features" default:"classifier" doc:"what of the images is compared"`
	Weights    *string  `yaml:"weights" doc:"for inception: pytorch-fid's weights, saved in Python by safetensors.torch.save_file({k: v.contiguous() for k, v in torch.load('pt_inception-2015-12-05-6726825d.pth').items()}, 'inception.safetensors')"`
	Components int      `yaml:"components" default:"64" range:"[1, 4096]" doc:"for pixels: most principal components"`
}

// Needs are the weights and the classifiers of the features. The error is of data that are no images, or whose classes
// are not known.
func (f imageFeatures) Needs(s *experiment.Settings) (needs experiment.Needs, err error) {
	if f.Weights != nil {
		needs.Files = []experiment.File{{Path: *f.Weights, Check: inception.Check}}
	}
	if err = checkImages(s); err == nil {
		err = f.checkWeights()
	}
	if f.labelless() {
		return needs, err
	}
	needs.Shared = newClassifiers()
	if err == nil {
		err = checkLabeled(s, "features")
	}
	return needs, err
}

// labelless says that the features do without the images' classes.
func (f imageFeatures) labelless() bool { return f.Features == "pixels" || f.Features == "inception" }

// checkWeights refuses weights without their network, and the other way round.
func (f imageFeatures) checkWeights() error {
	switch {
	case f.Features == "inception" && f.Weights == nil:
		return &config.FieldError{Field: "features", Found: "inception without its weights",
			Allowed: "weights: FILE beside it, or other features"}
	case f.Features != "inception" && f.Weights != nil:
		return &config.FieldError{Field: "weights", Found: "weights of features: " + string(f.Features),
			Allowed: "weights with features: inception"}
	}
	return nil
}

// heading distinguishes distances by Inception's features, which alone have a name of their own, from others.
func (f imageFeatures) heading(name string) string {
	if f.Features == "inception" {
		return " (" + name + ")"
	}
	return ""
}

// extractor gives features of images, which are rows of numbers in [0, 1].
type extractor func(ctx context.Context, rows []float32) (*points.Set, error)

// extractors are those of a subject's images, and what else is to be recorded; free gives back what they use.
func (f imageFeatures) extractors(ctx context.Context, s *experiment.Subject) (all []extractor,
	values map[string]float64, free func(), err error) {
	switch f.Features {
	case "pixels":
		extract, err := principalComponents(s.Images.Train, f.Components)
		return []extractor{extract}, nil, func() {}, err
	case "inception":
		network, err := inception.Open(s.Env.Resolve(*f.Weights), s.Images.Train.Shape)
		if err != nil {
			return nil, nil, nil, err
		}
		return []extractor{network.Look}, nil, network.Close, nil
	}
	c, err := classifiersOf(ctx, s)
	if err != nil {
		return nil, nil, nil, err
	}
	for k := range classifier.Count {
		all = append(all, func(ctx context.Context, rows []float32) (*points.Set, error) {
			features, _, err := c.Look(ctx, k, rows)
			return features, err
		})
	}
	return all, accuracyOf(c), c.Close, nil
}

// checkImages refuses data that are no images.
func checkImages(s *experiment.Settings) error {
	if _, ok := s.Data.Source.(dataset.ImageSource); ok || s.Data.Source == nil {
		return nil
	}
	return &config.FieldError{Found: "data that are no images",
		Allowed: "data whose source gives images, such as mnist or image_folder"}
}

// checkLabeled refuses images known to have no classes, or one; field is the setting that could avoid them, or empty.
func checkLabeled(s *experiment.Settings, field string) error {
	images, ok := s.Data.Source.(dataset.ImageSource)
	if !ok || images.OneClass() == "" {
		return nil
	}
	allowed := "data of two classes or more with labels"
	if field != "" {
		allowed += ", or features: pixels"
	}
	return &config.FieldError{Field: field, Found: "a classifier of " + images.OneClass(), Allowed: allowed}
}

// classifiers are those of a seed's images, as a part of metrics that models share.
type classifiers struct {
	Images int `yaml:"images" doc:"most images to train on"`
	Epochs int `yaml:"epochs" doc:"passes over them"`
	Steps  int `yaml:"steps" doc:"fewest steps"`
}

// newClassifiers are trained for a minute or so at most.
func newClassifiers() *classifiers { return &classifiers{Images: 20000, Epochs: 8, Steps: 200} }

func (*classifiers) Name() string { return "classifiers" }

func (*classifiers) CodeVersion() int { return 2 }

func (*classifiers) OfDistribution() bool { return false }

func (p *classifiers) Compute(ctx context.Context, truth *experiment.Subject) (map[string][]float64, error) {
	c, err := p.train(ctx, truth)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	return c.Numbers(), nil
}

func (p *classifiers) train(ctx context.Context, s *experiment.Subject) (*classifier.Classifiers, error) {
	c, err := classifier.Train(ctx, s.Images.Train, s.Images.Kept(), classifier.Options(*p))
	if errors.Is(err, classifier.ErrUnlabeled) {
		return nil, fmt.Errorf("no classifier can be trained: %w; take features: pixels, or data of two classes or "+
			"more with labels", err)
	}
	return c, err
}

// classifiersOf are the shared ones; a derived model, which shares nothing, and callers without them have them trained.
func classifiersOf(ctx context.Context, s *experiment.Subject) (*classifier.Classifiers, error) {
	if s.Shared != nil {
		return classifier.Read(s.Images.Train.Shape, s.Shared)
	}
	return newClassifiers().train(ctx, s)
}

// accuracyOutput is that of metrics by classifiers.
var accuracyOutput = experiment.Output{Name: "accuracy", Format: "share",
	Meaning: "mean share of held-out images whose class the classifiers find (of classifiers only)"}

func accuracyOf(c *classifier.Classifiers) map[string]float64 {
	values := map[string]float64{}
	if c.Judged > 0 {
		values[accuracyOutput.Name] = statistics.Mean(c.Accuracy)
	}
	return values
}
