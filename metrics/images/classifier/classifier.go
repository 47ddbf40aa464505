package classifier

import (
	"context"
	"fmt"
	"math"

	"ebim/framework/network/images"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
)

// Count is the number of networks.
const Count = 3

// Hidden is the number of features of an image.
const Hidden = 64

// Classifiers are trained networks, with what is known of them. They are not to be used from several goroutines, nor
// after Close.
type Classifiers struct {
	Shape   points.Shape
	Classes []int // that they separate, in ascending order; column k of what Look returns is of Classes[k]
	// Accuracy of each network: the share of images it was not trained on whose class it finds. NaN where there were
	// none.
	Accuracy []float64
	Judged   int // images by which Accuracy is known
	// Scale of each network: the root of the mean variance of its features over training images.
	Scale      []float64
	networks   [][]network.Trained // of each the trunk and the head
	engine     compute.Backend
	evaluators []*network.Evaluator
}

// open opens the engine on which networks are trained and evaluated.
func (c *Classifiers) open() (err error) {
	c.engine, err = backend.Open(backend.Default)
	return err
}

// Close frees what was opened.
func (c *Classifiers) Close() { c.engine.Finalize() }

// trunk is the architecture of what leads to the features, with as many convolutions as images of a shape take.
func trunk(shape points.Shape) *images.ConvNet {
	t := &images.ConvNet{Channels: []int{16, 32}, Kernel: 3, Pool: 2, Activation: "silu"}
	t.TakeImage(shape)
	for t.CheckShape(shape.Size(), Hidden) != nil {
		if len(t.Channels) > 1 {
			t.Channels = t.Channels[:len(t.Channels)-1]
		} else { // a product with single pixels, which images of any size take
			t.Kernel, t.Pool = 1, 1
		}
	}
	return t
}

// untrained is network k with first parameters of its own.
func untrained(shape points.Shape, classes, k int) []network.Trained {
	rng := random.New(uint64(k), "classifier/parameters", 0)
	below, head := trunk(shape), &network.MLP{Activation: "silu", Initialization: "pytorch"}
	return []network.Trained{
		{Network: below, Parameters: named("trunk/", below.Initialize(shape.Size(), Hidden, rng))},
		{Network: head, Parameters: named("head/", head.Initialize(Hidden, classes, rng))},
	}
}

func named(prefix string, parameters []network.Parameter) []network.Parameter {
	for i := range parameters {
		parameters[i].Name = prefix + parameters[i].Name
	}
	return parameters
}

// apply returns the features [batch, Hidden] and logits [batch, classes] of images [batch, size].
func apply(below, head network.Function, x *graph.Node) (features, logits *graph.Node) {
	features = below.Apply(x)
	features = graph.Mul(features, graph.Logistic(features))
	return features, head.Apply(features)
}

// Look returns the features [n, Hidden] by network k of n images, given as rows of numbers in [0, 1], in units of
// Scale, and their classes' probabilities [n, len(Classes)].
func (c *Classifiers) Look(ctx context.Context, k int, rows []float32) (features,
	probabilities *points.Set, err error) {
	if c.evaluators[k] == nil {
		c.evaluators[k], err = network.NewEvaluator(c.engine, "classifier", c.networks[k], []int{c.Shape.Size()},
			func(functions []network.Function, inputs []*graph.Node) []*graph.Node {
				features, logits := apply(functions[0], functions[1], inputs[0])
				return []*graph.Node{features, logits}
			})
		if err != nil {
			return nil, nil, err
		}
	}
	found, err := c.evaluators[k].Run(ctx, rows)
	if err != nil {
		return nil, nil, err
	}
	features, probabilities = points.FromFloat32(found[0], Hidden), points.FromFloat32(found[1], len(c.Classes))
	for i := range features.Data {
		features.Data[i] /= c.Scale[k]
	}
	for i := range probabilities.Len() {
		softmax(probabilities.At(i))
	}
	return features, probabilities, nil
}

// softmax makes probabilities of logits.
func softmax(logits []float64) {
	largest, sum := math.Inf(-1), 0.0
	for _, v := range logits {
		largest = max(largest, v)
	}
	for j, v := range logits {
		logits[j] = math.Exp(v - largest)
		sum += logits[j]
	}
	for j := range logits {
		logits[j] /= sum
	}
}

// Names of the lists that Numbers gives beside the networks' own.
const (
	classesName  = "classes"
	accuracyName = "accuracy"
	judgedName   = "judged"
	scaleName    = "scale"
)

func parametersName(k int) string { return fmt.Sprintf("network_%d", k) }

// Numbers returns the classifiers as lists of finite numbers, from which Read makes them again.
func (c *Classifiers) Numbers() map[string][]float64 {
	numbers := map[string][]float64{judgedName: {float64(c.Judged)}, scaleName: c.Scale}
	for _, class := range c.Classes {
		numbers[classesName] = append(numbers[classesName], float64(class))
	}
	if c.Judged > 0 {
		numbers[accuracyName] = c.Accuracy
	}
	for k, n := range c.networks {
		for _, part := range n {
			for _, v := range network.Flatten(part.Parameters) {
				numbers[parametersName(k)] = append(numbers[parametersName(k)], float64(v))
			}
		}
	}
	return numbers
}

// Read returns the classifiers of images of a shape that Numbers gave as lists.
func Read(shape points.Shape, numbers map[string][]float64) (*Classifiers, error) {
	c := &Classifiers{Shape: shape, Scale: numbers[scaleName], Accuracy: numbers[accuracyName],
		evaluators: make([]*network.Evaluator, Count)}
	for _, class := range numbers[classesName] {
		c.Classes = append(c.Classes, int(class))
	}
	if judged := numbers[judgedName]; len(judged) == 1 {
		c.Judged = int(judged[0])
	}
	if len(c.Classes) < 2 || len(c.Scale) != Count || c.Judged > 0 && len(c.Accuracy) != Count {
		return nil, fmt.Errorf("the kept classifiers are damaged: they have %d classes and %d networks; run again "+
			"with --fresh", len(c.Classes), len(c.Scale))
	}
	for k := range Count {
		parts, flat := untrained(shape, len(c.Classes), k), numbers[parametersName(k)]
		for _, part := range parts {
			size := network.Size(part.Parameters)
			if len(flat) < size {
				return nil, fmt.Errorf("the kept classifiers are damaged: network %d has too few parameters for "+
					"images of %s; run again with --fresh", k, shape)
			}
			single := make([]float32, size)
			for i := range single {
				single[i] = float32(flat[i])
			}
			network.Fill(part.Parameters, single)
			flat = flat[size:]
		}
		if len(flat) > 0 {
			return nil, fmt.Errorf("the kept classifiers are damaged: network %d has too many parameters for images "+
				"of %s; run again with --fresh", k, shape)
		}
		c.networks = append(c.networks, parts)
	}
	return c, c.open()
}
