package classifier

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/train"
)

// ErrUnlabeled says that images have no classes, or all the same one.
var ErrUnlabeled = errors.New("the images are not of two known classes or more")

// Options say how long networks are trained.
type Options struct {
	Images int // the most that each is trained on, evenly spaced in their order, and the most that it is judged by
	Epochs int // passes over these
	Steps  int // the fewest steps, of 100 images each, however few images there are
}

// Train returns networks that are trained on labeled images and judged by others; where there are none of these, by
// every tenth of the labeled images, which are then left out of the training. The error is ErrUnlabeled where the
// images are not of two classes or more.
func Train(ctx context.Context, labeled, others *points.Images, o Options) (*Classifiers, error) {
	labeled, others = judging(labeled.Evenly(o.Images), others)
	c := &Classifiers{Shape: labeled.Shape, Classes: labeled.Classes(), evaluators: make([]*network.Evaluator, Count)}
	if len(c.Classes) < 2 {
		return nil, ErrUnlabeled
	}
	others = others.Where(c.Classes...).Evenly(o.Images)
	if err := c.open(); err != nil {
		return nil, err
	}
	for k := range Count {
		parts, err := c.train(ctx, labeled, k, o)
		if err != nil {
			c.Close()
			return nil, fmt.Errorf("classifier %d of the images: %w", k, err)
		}
		c.networks = append(c.networks, parts)
		c.Scale = append(c.Scale, 1)
		if err := c.judge(ctx, labeled, others, k); err != nil {
			c.Close()
			return nil, err
		}
	}
	return c, nil
}

// judging parts images where none are given to judge by.
func judging(labeled, others *points.Images) (rest, judges *points.Images) {
	if others.Len() > 0 {
		return labeled, others
	}
	var kept, left []int
	for i := range labeled.Len() {
		if i%10 == 9 {
			left = append(left, i)
		} else {
			kept = append(kept, i)
		}
	}
	return labeled.Select(kept), labeled.Select(left)
}

// train trains network k.
func (c *Classifiers) train(ctx context.Context, images *points.Images, k int, o Options) ([]network.Trained, error) {
	folder, err := os.MkdirTemp("", "ebim-classifier-") // for the history, which nobody reads
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	training := train.Training{Epochs: o.Epochs, Batch: 100, Shuffle: true, Schedule: &train.Cosine{},
		Optimizer: &train.Adam{Rate: 0.002, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8}}
	steps := max(o.Steps, training.StepsFor(images.Len()))
	training.Steps = &steps
	parts := untrained(c.Shape, len(c.Classes), k)
	below, size, batch := len(parts[0].Parameters), c.Shape.Size(), training.BatchOf(images.Len())
	rows, classes := train.ImageRows(images, nil, uint64(k)), len(c.Classes)
	strange := max(1, batch/strangeShare)
	problem := &train.Problem{
		Name: "classifier", Parameters: slices.Concat(parts[0].Parameters, parts[1].Parameters), Size: images.Len(),
		Inputs: [][]int{{batch + strange, size}, {batch + strange, classes}},
		Hint:   train.Divergence,
		Loss: func(parameters, inputs []*graph.Node) (*graph.Node, []*graph.Node) {
			_, logits := apply(parts[0].Bind(parameters[:below]), parts[1].Bind(parameters[below:]), inputs[0])
			return crossEntropy(logits, inputs[1]), nil
		},
		Feed: func(step int, indices []int, _ backend.State, inputs []backend.Array) ([]float64, error) {
			rows.Gather(step, indices, inputs[0].Data[:batch*size])
			clear(inputs[1].Data)
			for i, index := range indices {
				class, _ := images.Label(index)
				inputs[1].Data[i*classes+slices.Index(c.Classes, class)] = 1
			}
			makeStrange(inputs[0].Data[batch*size:], inputs[0].Data[:batch*size], size,
				random.New(uint64(k), "classifier/strange", step))
			for i := batch * classes; i < len(inputs[1].Data); i++ {
				inputs[1].Data[i] = 1 / float32(classes)
			}
			return nil, nil
		},
	}
	task := train.Task{Environment: train.Environment{Engine: c.engine, Seed: uint64(k)}, Folder: folder,
		Checkpoints: folder, Now: time.Now}
	if err := task.Loop(training).Run(ctx, problem); err != nil {
		return nil, err
	}
	copy(parts[0].Parameters, problem.Parameters[:below])
	copy(parts[1].Parameters, problem.Parameters[below:])
	return parts, nil
}

// strangeShare is the number of images to each strange one in a batch.
const strangeShare = 5

// makeStrange writes what is no image of any class, in turns: uniform noise of any strength on any gray, and images
// with their pixels shuffled. Without them networks are as sure of noise as of images.
func makeStrange(into, images []float32, size int, rng *rand.Rand) {
	for i := range len(into) / size {
		row := into[i*size : (i+1)*size]
		if i%2 == 0 {
			low, high := rng.Float32(), rng.Float32()
			for j := range row {
				row[j] = low + (high-low)*rng.Float32()
			}
			continue
		}
		from := rng.IntN(len(images) / size)
		copy(row, images[from*size:(from+1)*size])
		rng.Shuffle(size, func(j, l int) { row[j], row[l] = row[l], row[j] })
	}
}

// crossEntropy is the mean of log(sum_j exp(l_j)) - sum_j p_j l_j over rows of logits l for rows of the classes'
// probabilities p.
func crossEntropy(logits, probabilities *graph.Node) *graph.Node {
	largest := graph.StopGradient(graph.ReduceAndKeep(logits, graph.ReduceMax, 1)) // any constant may be taken out
	logits = graph.Sub(logits, largest)
	sums := graph.Log(graph.ReduceSum(graph.Exp(logits), 1))
	return graph.ReduceAllMean(graph.Sub(sums, graph.ReduceSum(graph.Mul(logits, probabilities), 1)))
}

// mostScaled bounds the training images by which the scale of features is known.
const mostScaled = 2000

// judge finds the scale of network k's features, and its accuracy.
func (c *Classifiers) judge(ctx context.Context, labeled, others *points.Images, k int) error {
	features, _, err := c.Look(ctx, k, Rows(labeled.Evenly(mostScaled)))
	if err != nil {
		return err
	}
	if scale := features.Scale(); scale > 0 {
		c.Scale[k] = scale
	}
	if c.Judged = others.Len(); c.Judged == 0 {
		c.Accuracy = append(c.Accuracy, math.NaN())
		return nil
	}
	_, probabilities, err := c.Look(ctx, k, Rows(others))
	if err != nil {
		return err
	}
	right := 0
	for i := range others.Len() {
		if class, _ := others.Label(i); class == c.Classes[Likeliest(probabilities.At(i))] {
			right++
		}
	}
	c.Accuracy = append(c.Accuracy, float64(right)/float64(others.Len()))
	return nil
}

// Likeliest returns the index of the largest probability, the first of equal ones.
func Likeliest(probabilities []float64) int {
	best := 0
	for j, p := range probabilities {
		if p > probabilities[best] {
			best = j
		}
	}
	return best
}

// Rows returns images one after the other as numbers in [0, 1], as Look takes them. What dequantization adds is the
// same in every call.
func Rows(images *points.Images) []float32 {
	rows := make([]float32, images.Len()*images.Shape.Size())
	images.Gather(rows, points.Range(0, images.Len()), random.New(0, "classifier/dequantize", 0))
	return rows
}
