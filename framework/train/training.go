package train

import (
	"ebim/framework/config"
	"ebim/framework/random"
)

// Training says how long and by which rule a network is trained.
type Training struct {
	Epochs    int       `yaml:"epochs" default:"100" range:"[1, 10000000]" draft:"8" doc:"passes over the training data"`
	Steps     *int      `yaml:"steps" range:"[1, 1000000000]" draft:"8" doc:"steps of the training, whatever the number of points; epochs unless given"`
	Batch     int       `yaml:"batch" default:"100" range:"[1, 1000000]" draft:"8" doc:"points per step; the last batch of a pass is filled up from the beginning of the data"`
	Shuffle   bool      `yaml:"shuffle" default:"false" doc:"draw a new order for each pass (the released code takes the data in order)"`
	Optimizer Optimizer `yaml:"optimizer" default:"adam" doc:"rule that turns gradients into updates"`
	Schedule  Schedule  `yaml:"schedule" default:"constant" doc:"how the learning rate changes over the training"`
	ClipNorm  *float64  `yaml:"clip_norm" range:"(0, inf)" doc:"bound on the norm of the whole gradient; none unless given"`
	ClipValue *float64  `yaml:"clip_value" range:"(0, inf)" doc:"bound on each coordinate of the gradient, before clip_norm; none unless given"`
	Average   float64   `yaml:"average" default:"0" range:"[0, 1)" doc:"decay per step of a moving average that replaces the parameters after training (0.999: over some thousand steps); 0: the last parameters"`

	ValidateEvery int  `yaml:"validate_every" default:"0" range:"[0, 10000000]" doc:"epochs between looks at the validation points, by which the best parameters are kept; 0: none, and the last are kept"`
	Patience      *int `yaml:"patience" range:"[1, 10000000]" doc:"epochs without a lower value on the validation points after which the training stops; none unless given"`
}

// Check implements config.Checker.
func (t *Training) Check() error {
	if t.Patience != nil && t.ValidateEvery == 0 {
		return &config.FieldError{Field: "patience", Found: "patience without validation",
			Allowed: "validate_every above 0, or no patience"}
	}
	return nil
}

// BatchOf returns the batch for a data set of the given size: never larger than the data.
func (t *Training) BatchOf(size int) int { return min(t.Batch, size) }

// StepsPerEpoch returns the number of steps that see each of size points at least once.
func (t *Training) StepsPerEpoch(size int) int {
	batch := t.BatchOf(size)
	return (size + batch - 1) / batch
}

// StepsFor returns the number of steps of the whole training on size points.
func (t *Training) StepsFor(size int) int {
	if t.Steps != nil {
		return *t.Steps
	}
	return t.Epochs * t.StepsPerEpoch(size)
}

// batches deals out the indices of each step's points.
type batches struct {
	training *Training
	size     int
	seed     uint64
	purpose  string
	epoch    int
	order    []int
	indices  []int
}

func newBatches(training *Training, size int, seed uint64, purpose string) *batches {
	b := &batches{training: training, size: size, seed: seed, purpose: purpose, epoch: -1}
	b.indices = make([]int, training.BatchOf(size))
	b.order = make([]int, size)
	for i := range b.order {
		b.order[i] = i
	}
	return b
}

// at returns the indices of one step's points, valid until the next call.
func (b *batches) at(step int) []int {
	epoch, within := step/b.training.StepsPerEpoch(b.size), step%b.training.StepsPerEpoch(b.size)
	if b.training.Shuffle && epoch != b.epoch {
		b.epoch = epoch
		copy(b.order, random.New(b.seed, b.purpose+"/order", epoch).Perm(b.size))
	}
	for i := range b.indices {
		b.indices[i] = b.order[(within*len(b.indices)+i)%b.size]
	}
	return b.indices
}
