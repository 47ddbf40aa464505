// Package loss holds what trainings minimize (kinds "manifold_loss", "energy_loss" and "autoencoder_loss"). A loss
// says what it needs beside the data, such as samples of the model or uniform points, and is given that by name.
//
// # Manifolds by denoising
//
// Noise is added to data on a manifold M of dimension m in R^n, x~ = x + s r with normal r. The estimate of x of least
// mean squared error is E[x | x~], and F with Jacobian J, of c = n - m outputs, gives one: x~ - J^T F, which moves x~
// along the gradient of U = |F|^2/2. So
//
//	E |J(x~)^T F(x~) - (x~ - x)|^2 / s^2
//
// is denoising score matching (Vincent 2011) with the energy U/s^2, blind to s: in many dimensions the noise shows in
// |x~ - x| = s sqrt(n), in few a mixture over s is learned. Its minimum over all fields is J^T F = x~ - E[x | x~].
//
// Near M, where s is small beside the reach of M and the distances over which the data's density changes, what is
// known of x is the foot of x~ on M, so that J^T F is the displacement along the normals, U half the squared distance,
// J J^T = I on M, and the term is m: the tangential part of the noise can't be known. (Density pulls along M by s^2
// grad log p, which fades with s.) One Gauss-Newton step lands on M. Far from M the minimum points back to the data. A
// superfluous zero of F would say that a point far from the data has no noise, and is charged wherever noise reaches,
// at every scale: there is no need of negative samples.
//
// The term knows U up to a constant only, so that |F|^2 could stay above 0 everywhere. |F(x)|^2 / (w d)^2 pins F = 0
// on the data, whose scale is d: in the weight, a value of w d counts as much as a normal direction that is not
// denoised at all (which costs 1). It grows in the second half of a training (sharpening): first the manifold takes
// its shape, then it is drawn onto the data. The term bears singular values that are 0 together with their outputs, as
// long as the directions' displacements stay unlearned; c E (|v^T J| - 1)^2 over unit cotangents v keeps full rank. To
// second order |v^T J| - 1 is sum_i v_i^2 e_i for singular values 1 + e_i, whose mean square is (2 sum e_i^2 + (sum
// e_i)^2) / (c (c + 2)): one direction of many is hardly seen, and c times it is about 2/c of the sum of squares, as
// the other terms are after division by c.
//
// Per normal direction none of the terms grows with n, m or c, and none depends on the data's unit. Noise from the
// distance of neighboring data up to the extent of the data teaches both ends: less than that distinguishes the data,
// more teaches nothing new.
//
// In codimension 2 and above, places that were born with different orientations (the sign of det J N for normal frames
// N) can't join, and bridges to other strands appear. Frames that are carried along the data make J have one
// orientation on each piece of the data; which one is free. A superfluous piece may be left where topology asks for
// it: F/|F| maps the complement of M to a sphere, and a knot's frame of self-linking number 0 does not always come
// about. Such pieces are far from all data, and can be recognized by that.
//
// A network may say itself what it takes for noise (network.Denoiser: F = Q (x - g(x)), with x - g(x) for J^T F). Then
// the first term is E |g(x~) - x|^2 / s^2, whose minimum is g = E[x | x~] as well (Alain and Bengio 2014), and no
// derivative is differentiated. Near M, g is the foot on M and Dg the projection to the tangent space, so that J = Q
// (I - Dg) has the normals' directions; that I - Dg is symmetric nothing teaches it. In units of the noise, what is
// missed by the data's scale d costs d^2/s^2, little where the noise is large and decides what the whole is; Karras et
// al. (2022) weigh by 1/s^2 + 1/d^2.
//
// # Energies
//
// An energy E has the density p = exp(-E)/Z with respect to the measure of its support: the volume of a box, or the
// length, area, ... of a learned manifold M = {F = 0} of dimension m in R^n. The same losses serve both, so that
// models with different supports can be trained alike.
//
// The density lives on M alone. Data that lie off M are therefore taken at their nearest points of M: of E off M the
// normalizer Z knows nothing, so that with E taken at the data themselves every likelihood (and every classification of
// data against points of M) could be raised without bound by an energy that falls along the normals toward the data.
//
// # Likelihood
//
// With nodes y_k and weights w_k of a quadrature of the support, the mean negative log-likelihood of the data is
//
//	E E(x) + log sum_k w_k exp(-E(y_k)),
//
// whose gradient is the contrastive one with the expectation over the model in place of samples. A factor that all
// weights have in common adds a constant, so that only the unevenness of a quadrature's error matters to what is
// learned. Fixed nodes leave gaps in which an energy that varies on the scale of a cell can be low without being seen;
// a new uniform point of every piece in each step leaves none.
//
// # Noise-contrastive estimation
//
// Data are distinguished from noise that is uniform on the support, nu points of it for each data point (Gutmann and
// Hyvarinen 2010). If exp(-E) is the density with respect to the uniform distribution, the probability of being data
// is 1/(1 + nu exp(E)), and the loss is the cross-entropy
//
//	E softplus(E(x) + log nu) + nu E softplus(-E(x') - log nu).
//
// Its minimum has E = -log(p |M|), normalized: the logarithm of the normalizer is learned as E's own additive constant
// (an output bias), to which the support's measure need not be known.
//
// # Score matching
//
// The squared distance of the tangential gradients of log p and of the data's log density q is, up to what does not
// depend on E (Hyvarinen 2005; on manifolds Mardia, Kent and Laha 2016),
//
//	E [ |grad_M E|^2/2 - Delta_M E ],
//
// for -int q grad_M log q . grad_M log p = int grad_M q . grad_M E = -int q Delta_M E on a manifold without boundary
// (or where q vanishes there). Here P = I - J^T (J J^T)^-1 J projects to the tangent space, J = dF/dx, and grad_M E = P
// grad E. With lambda = (J J^T)^-1 J grad E, so that P grad E = grad E - J^T lambda, the Laplace-Beltrami operator is
//
//	Delta_M E = tr(P D(P grad E)) = tr(P H_E) - sum_k lambda_k tr(P H_{F_k}),
//
// as P J^T = 0 takes the derivatives of lambda away: the trace over the tangent space of the Hessian of E - lambda.F
// with lambda held. The second term is H.grad E with the mean-curvature vector H = -J^T (J J^T)^-1 tr(P H_F). On the
// unit circle, F = |x|^2 - 1 and E = -kappa x_0 = -kappa cos(theta) give tr(P H_E) = 0, lambda = -kappa x_0/2 and tr(P
// H_F) = 2: the Laplacian is kappa cos(theta), as it must be.
//
// Traces over the tangent space are means of u^T H u over probes u = P r with E r r^T = I (Hutchinson 1990), or sums
// over r = e_1, ..., e_n. Random signs have the least variance of all independent coordinates: the diagonal adds none.
package loss
