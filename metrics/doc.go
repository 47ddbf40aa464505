// Package metrics holds the components of kind "metric": distances between samples and the truth, likelihoods,
// distances to manifolds, topology, and diagnostics of Markov chains. Each metric is in the file of its YAML name,
// beside the distance of two samples that it is made of, which also stands alone (Wasserstein1, EnergyDistance,
// SlicedWasserstein) and serves FileMetrics. No metric builds a graph: the model computes. Those of images are in
// package images.
//
// # What a number means
//
// Two finite samples of one distribution are a distance apart: with n points on a manifold of dimension m > 2, a
// Wasserstein-1 distance of the order n^(-1/m). Metrics of protocol "proper" therefore measure the noise floor beside
// it, the same distance between two independent sets of true points, and give the ratio: 1 on average for a perfect
// model. True points are drawn anew where the distribution is known, and held out otherwise; the model has never seen
// them. Protocol "published" repeats what the paper's released code computes, to compare with printed figures only.
//
// Densities on different manifolds can't be compared point by point. NoisyLikelihood compares them all the same, with
// noise on both the model and the data.
//
// A figure that rests on something that failed, such as projections that did not converge, is missing rather than
// wrong, and a caveat says why. A metric that makes no sense for a model returns experiment.ErrNotApplicable.
package metrics
