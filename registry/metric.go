package registry

import (
	"ebim/framework/experiment"
	"ebim/metrics"
	"ebim/metrics/images"
)

var metricKind = NewKind("metric", "what is measured on trained models", []Entry[experiment.Metric]{
	{Name: "wasserstein", Settings: new(metrics.ProperWasserstein),
		Doc: "exact Wasserstein-1 distance between samples of the model and of the truth, with its noise floor " +
			"(protocol proper)",
		Example: "wasserstein: {samples: 2000}"},
	{Name: "sliced_wasserstein", Settings: new(metrics.SlicedComparison),
		Doc:     "mean Wasserstein-1 distance along random directions, with its noise floor; for large samples",
		Example: "sliced_wasserstein: {samples: 20000, directions: 500}"},
	{Name: "energy_distance", Settings: new(metrics.EnergyComparison),
		Doc: "energy distance between samples of the model and of the truth, with its noise floor; for large " +
			"samples",
		Example: "energy_distance: {samples: 5000}"},
	{Name: "published_transport", Settings: new(metrics.PublishedComparison),
		Doc:     "what the paper's released code computes for its table 1 (protocol published)",
		Example: "published_transport: {granularity: 30, temperature: 2}"},
	{Name: "manifold_distance", Settings: new(metrics.ManifoldDistance),
		Doc:     "distances of the training points to the learned manifold (the paper's table 3)",
		Example: "manifold_distance"},
	{Name: "topology", Settings: new(metrics.Topology),
		Doc: "components, closed curves, Euler characteristic and genus of the learned manifold, against the " +
			"data's; of a pushforward model how far its decoder stretches",
		Example: "topology: {debris: 0.02}"},
	{Name: "homology", Settings: new(metrics.Homology),
		Doc: "Betti numbers of samples and of training points (components, loops, voids) by persistent homology, in " +
			"any dimension, without a mesh or the truth",
		Example: "homology"},
	{Name: "trust", Settings: new(metrics.Trust),
		Doc: "where a model is not to be trusted, without the truth: its manifold without data near it, pieces " +
			"without data, what leaves the box, projections and chains that fail; each with the setting to change",
		Example: "trust"},
	{Name: "likelihood", Settings: new(metrics.MeanLikelihood),
		Doc:     "mean log density of true points on the learned manifold, with their distance to it",
		Example: "likelihood: {points: 1000}"},
	{Name: "noisy_likelihood", Settings: new(metrics.NoisyLikelihood),
		Doc: "mean log density of true points with noise under the model with the same noise: a proper score " +
			"for models on different manifolds",
		Example: "noisy_likelihood: {noise: 0.1, reference: held_out}"},
	{Name: "density_error", Settings: new(metrics.DensityError),
		Doc: "L1 distance and Kullback-Leibler divergence of the learned density to the true one, where that is " +
			"known",
		Example: "density_error: {points: 5000}"},
	{Name: "mixing", Settings: new(metrics.Mixing),
		Doc: "exact Wasserstein-1 distance between an ebim's chains and exact draws from its mesh, with its " +
			"noise floor",
		Example: "mixing: {samples: 1000}"},
	{Name: "convergence", Settings: new(metrics.Convergence),
		Doc: "rank-normalized R-hat and effective sample sizes of a model's Markov chains, with a note where " +
			"they have not mixed",
		Example: "convergence: {chains: 16, draws: 1000}"},
	{Name: "frechet", Settings: new(images.Frechet),
		Doc: "Frechet distance of sampled images to images of the data, in stated features, with its noise " +
			"floor and its bias",
		Example: "frechet: {features: classifier, reference: held_out}"},
	{Name: "published_frechet", Settings: new(images.PublishedFrechet),
		Doc: "Frechet distance as the released code computes it: images of the training's replay buffer, drawn " +
			"with replacement, to training images",
		Example: "published_frechet: {features: classifier}"},
	{Name: "classes", Settings: new(images.Classes),
		Doc: "which classes networks trained on the labeled training images find in sampled images, and how " +
			"sure they are, beside held-out images",
		Example: "classes"},
	{Name: "support_vectors", Settings: new(images.SupportVectors),
		Doc: "how clearly support vector machines on principal components of the labeled training images find " +
			"sampled images to be of one class, beside held-out images",
		Example: "support_vectors: {images: 2000}"},
	{Name: "density_coverage", Settings: new(images.DensityCoverageComparison),
		Doc: "density and coverage of sampled images among images of the data (Naeem et al. 2020), and both " +
			"clipped, in stated features",
		Example: "density_coverage: {features: classifier, reference: held_out}"},
	{Name: "local_dimension", Settings: new(images.LocalDimension),
		Doc: "local dimension at held-out images, by the singular values of F's Jacobian, against the images' " +
			"sizes as PNG files",
		Example: "local_dimension: {samples: 4, bootstrap: 100}"},
	{Name: "memorization", Settings: new(images.Memorization),
		Doc:     "how near sampled images come to training images, against how near held-out images do",
		Example: "memorization: {samples: 500}"},
	{Name: "ood", Settings: new(images.OutOfDistribution),
		Doc: "how well |F|, the energy and the reconstruction error separate held-out images from noise and from " +
			"images with shuffled pixels",
		Example: "ood: {samples: 1000}"},
}).Without(map[string]string{
	"kernel_distance": "this metric was removed: take frechet",
})
