package registry

import (
	"ebim/framework/train"
)

var optimizerKind = NewKind("optimizer", "rules that turn gradients into updates", []Entry[train.Optimizer]{
	{Name: "adam", Settings: new(train.Adam),
		Doc:     "Adam, with PyTorch's defaults",
		Example: "adam: {rate: 0.01}"},
	{Name: "adamw", Settings: new(train.AdamW),
		Doc:     "Adam with decoupled weight decay, with PyTorch's defaults",
		Example: "adamw: {rate: 0.01, weight_decay: 0.1}"},
	{Name: "sgd", Settings: new(train.SGD),
		Doc:     "gradient descent, with momentum if given",
		Example: "sgd: {rate: 0.01, momentum: 0.9}"},
})

var scheduleKind = NewKind("schedule", "how the learning rate changes over a training", []Entry[train.Schedule]{
	{Name: "constant", Settings: new(train.Constant),
		Doc:     "the rate as it is",
		Example: "constant"},
	{Name: "cosine", Settings: new(train.Cosine),
		Doc:     "down along half a cosine, after a linear rise",
		Example: "cosine: {warmup: 0.05, end: 0.1}"},
	{Name: "exponential", Settings: new(train.Exponential),
		Doc:     "lower by the same factor each step",
		Example: "exponential: {end: 0.01}"},
	{Name: "steps", Settings: new(train.Steps),
		Doc:     "lower at given points of the training",
		Example: "steps: {at: [0.5, 0.75], by: 0.1}"},
})
