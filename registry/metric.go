package registry

import (
	"reflect"

	"ebim/framework/experiment"
	"ebim/metrics"
)

var metricKind = Kind{Name: "metric", Interface: reflect.TypeFor[experiment.Metric](),
	Doc: "what is measured on trained models",
	Components: []Component{
		{Name: "wasserstein", New: func() any { return new(metrics.ProperWasserstein) },
			Doc:     "exact Wasserstein-1 distance between samples of the model and of the truth, with its noise floor (protocol proper)",
			Example: "wasserstein: {samples: 2000}"},
		{Name: "sliced_wasserstein", New: func() any { return new(metrics.SlicedComparison) },
			Doc:     "mean Wasserstein-1 distance along random directions, with its noise floor; for large samples",
			Example: "sliced_wasserstein: {samples: 20000, directions: 500}"},
		{Name: "energy_distance", New: func() any { return new(metrics.EnergyComparison) },
			Doc:     "energy distance between samples of the model and of the truth, with its noise floor; for large samples",
			Example: "energy_distance: {samples: 5000}"},
		{Name: "published_transport", New: func() any { return new(metrics.PublishedComparison) },
			Doc:     "what the paper's released code computes for its table 1 (protocol published)",
			Example: "published_transport: {granularity: 30, temperature: 2}"},
		{Name: "manifold_distance", New: func() any { return new(metrics.ManifoldDistance) },
			Doc:     "distances of the training points to the learned manifold (the paper's table 3)",
			Example: "manifold_distance"},
	}}
