// Package metrics holds the components of kind "metric": distances between samples and the truth, likelihoods,
// distances to manifolds, topology, and diagnostics of Markov chains. Most metrics look at an experiment.Subject; the
// distances of two samples also stand alone (Wasserstein1, EnergyDistance, SlicedWasserstein), and CompareFiles
// applies them to files.
//
// # What a number means
//
// A distance of two finite samples is not 0 where their distributions agree. With n points on a manifold of dimension
// m > 2 the Wasserstein-1 distance is of the order n^(-1/m). Metrics of protocol "proper" therefore measure the noise
// floor beside it, the same distance between two independent sets of true points, and give the ratio: 1 on average for
// a perfect model. True points are drawn anew where the distribution is known, and are held out otherwise; the model
// has never seen them. Protocol "published" repeats what the paper's released code computes, to compare with printed
// figures only.
//
// Densities on different manifolds, or with respect to measures of different dimension, can't be compared point by
// point. NoisyLikelihood compares them all the same: with noise of scale s on both the model and the data,
//
//	q_s(z) = E N(z; Y, s^2 I) over draws Y of the model,    score = E log q_s(X + s epsilon),
//
// which is largest where q_s = p_s, that is, for q = p.
//
// A figure that rests on something that failed, such as projections that did not converge, is missing rather than
// wrong, and a Note says why. A metric that makes no sense for a model returns experiment.ErrNotApplicable.
//
// Each metric is in the file of its YAML name. Those of images are in package images.
package metrics
