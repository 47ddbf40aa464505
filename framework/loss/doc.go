// Package loss holds what trainings minimize (kinds "manifold_loss", "energy_loss" and "autoencoder_loss"). A loss
// says what it needs beside the data, such as samples of the model or uniform points, and is given that by name.
//
// # Energies
//
// An energy E has the density p = exp(-E)/Z with respect to the measure of its support: the volume of a box, or the length,
// area, ... of a learned manifold M = {F = 0} of dimension m in R^n. The same losses serve both, so that models with
// different supports can be trained alike.
//
// The density lives on M alone. Data that lie off M are therefore taken at their nearest points of M: of E off M the
// normalizer Z knows nothing, so that with E taken at the data themselves every likelihood (and every classification of data
// against points of M) could be raised without bound by an energy that falls along the normals toward the data.
//
// # Likelihood
//
// With nodes y_k and weights w_k of a quadrature of the support, the mean negative log-likelihood of the data is
//
//	E E(x) + log sum_k w_k exp(-E(y_k)),
//
// whose gradient is the contrastive one with the expectation over the model in place of samples. A factor that all weights
// have in common adds a constant, so that only the unevenness of a quadrature's error matters to what is learned. Fixed nodes leave gaps in which an energy that
// varies on the scale of a cell can be low without being seen; a new uniform point of every piece in each step leaves none.
//
// # Noise-contrastive estimation
//
// Data are told from noise that is uniform on the support, nu points of it for each data point (Gutmann and Hyvarinen 2010).
// If exp(-E) is the density with respect to the uniform distribution, the probability of being data is
// 1/(1 + nu exp(E)), and the loss is the cross-entropy
//
//	E softplus(E(x) + log nu) + nu E softplus(-E(x') - log nu).
//
// Its minimum has E = -log(p |M|), normalized: the logarithm of the normalizer is learned as E's own additive constant (an
// output bias), to which the support's measure need not be known.
//
// # Score matching
//
// The squared distance of the tangential gradients of log p and of the data's log density q is, up to what does not depend
// on E (Hyvarinen 2005; on manifolds Mardia, Kent and Laha 2016),
//
//	E [ |grad_M E|^2/2 - Delta_M E ],
//
// for -int q grad_M log q . grad_M log p = int grad_M q . grad_M E = -int q Delta_M E on a manifold without boundary (or where q
// vanishes there). Here P = I - J^T (J J^T)^-1 J projects to the tangent space, J = dF/dx, and grad_M E = P grad E. With
// lambda = (J J^T)^-1 J grad E, so that P grad E = grad E - J^T lambda, the Laplace-Beltrami operator is
//
//	Delta_M E = tr(P D(P grad E)) = tr(P H_E) - sum_k lambda_k tr(P H_{F_k}),
//
// as P J^T = 0 takes the derivatives of lambda away: the trace over the tangent space of the Hessian of E - lambda.F with lambda
// held. The second term is H.grad E with the mean-curvature vector H = -J^T (J J^T)^-1 tr(P H_F). On the unit circle,
// F = |x|^2 - 1 and E = -kappa x_0 = -kappa cos(theta) give tr(P H_E) = 0, lambda = -kappa x_0/2 and tr(P H_F) = 2: the
// Laplacian is kappa cos(theta), as it must be.
//
// Traces over the tangent space are means of u^T H u over probes u = P r with E r r^T = I (Hutchinson 1990), or sums over
// r = e_1, ..., e_n. Random signs have the least variance of all independent coordinates: the diagonal adds none.
package loss
