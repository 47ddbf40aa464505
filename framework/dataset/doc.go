// Package dataset holds the data sets that an experiment may name (kind "data"): synthetic distributions on known
// manifolds, published files and the user's own files; and the checks and the split that every data set goes through.
//
// A Source is a struct of settings that loads points. What is known beyond the points shows in wider interfaces:
//
//   - Shaped: the points lie on or near a manifold of known topology;
//   - Manifold: the points lie on a known manifold M, whose nearest points, evenly spaced points with their shares of
//     the measure, and topology are known;
//   - Distribution: the points are drawn from a density p on M with respect to its length or area, int_M p = 1;
//   - Family: p is one of a parametric family, which Fit chooses from by maximum likelihood;
//   - ImageSource: the points are images of one shape, which stay at 8 bits a number.
//
// So a metric asks for what it needs, and reports that it does not apply where a source has less. Metrics compare with
// p itself, so a density's normalizer is exact up to rounding: by series for Bessel functions, or by quadrature (of
// the double torus to 1e-5).
//
// Files are found relative to the experiment's file or in the folders of downloads (package download). A source whose
// code gives other points for the same settings raises its CodeVersion, which is part of the data stage's key.
//
// Each distribution has a file. sphere.go and torus.go are the manifolds that they share. product.go, embedded.go,
// noisy.go and mixture.go make other sources of them. check.go, remarks.go, split.go and standardize.go judge, divide
// and scale what was loaded. Sources of images are in package images.
package dataset
