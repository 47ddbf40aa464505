package registry

import (
	"reflect"

	"ebim/framework/train"
)

var optimizerKind = Kind{Name: "optimizer", Interface: reflect.TypeFor[train.Optimizer](),
	Doc: "rules that turn gradients into updates",
	Components: []Component{
		{Name: "adam", New: func() any { return new(train.Adam) },
			Doc:     "Adam, with PyTorch's defaults",
			Example: "adam: {rate: 0.01}"},
		{Name: "adamw", New: func() any { return new(train.AdamW) },
			Doc:     "Adam with decoupled weight decay, with PyTorch's defaults",
			Example: "adamw: {rate: 0.01, weight_decay: 0.1}"},
		{Name: "sgd", New: func() any { return new(train.SGD) },
			Doc:     "gradient descent, with momentum if given",
			Example: "sgd: {rate: 0.01, momentum: 0.9}"},
	}}

var scheduleKind = Kind{Name: "schedule", Interface: reflect.TypeFor[train.Schedule](),
	Doc: "how the learning rate changes over a training",
	Components: []Component{
		{Name: "constant", New: func() any { return new(train.Constant) },
			Doc:     "the rate as it is",
			Example: "constant"},
		{Name: "cosine", New: func() any { return new(train.Cosine) },
			Doc:     "down along half a cosine, after a linear rise",
			Example: "cosine: {warmup: 0.05, end: 0.1}"},
		{Name: "exponential", New: func() any { return new(train.Exponential) },
			Doc:     "lower by the same factor each step",
			Example: "exponential: {end: 0.01}"},
		{Name: "steps", New: func() any { return new(train.Steps) },
			Doc:     "lower at given points of the training",
			Example: "steps: {at: [0.5, 0.75], by: 0.1}"},
	}}
