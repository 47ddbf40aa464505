package registry

import (
	"ebim/framework/loss"
)

var manifoldLossKind = NewKind("manifold_loss", "what the training of a manifold-defining function minimizes",
	[]Entry[loss.Manifold]{
		{Name: "denoising", Settings: new(loss.Denoising),
			Doc:     "loss of a manifold-defining function whose Gauss-Newton step removes noise from noisy data",
			Example: "denoising: {min_noise: 0.02, max_noise: 2}"},
		{Name: "implicit", Settings: new(loss.Implicit),
			Doc: "loss of a manifold-defining function: zero at the data, of full rank there, large elsewhere " +
				"(equation 8)",
			Example: "implicit: {negative_weight: 0.3, rank_weight: 10, min_singular_value: 1}"},
	})

var energyLossKind = NewKind("energy_loss", "what the training of an energy minimizes", []Entry[loss.Energy]{
	{Name: "contrastive", Settings: new(loss.Contrastive),
		Doc:     "contrastive divergence of an energy, with a penalty on the energies' size (equation 10)",
		Example: "contrastive: {magnitude_weight: 0.3, magnitude_decay: 0.01}"},
	{Name: "mesh_likelihood", Settings: new(loss.MeshLikelihood),
		Doc: "exact negative log-likelihood of an energy by quadrature on the mesh of a learned curve or " +
			"surface, or in a box of up to three dimensions",
		Example: "mesh_likelihood: {resolution: 64, nodes: fixed, smoothness: 0.001}"},
	{Name: "noise_contrastive", Settings: new(loss.NoiseContrastive),
		Doc: "noise-contrastive estimation of an energy: data against uniform points of a learned manifold or a " +
			"box",
		Example: "noise_contrastive: {ratio: 20}"},
	{Name: "score_matching", Settings: new(loss.ScoreMatching),
		Doc: "implicit score matching of an energy along a learned manifold or in a box, without samples and " +
			"normalizer",
		Example: "score_matching: {probes: 2}"},
})

var autoencoderLossKind = NewKind("autoencoder_loss", "what the training of an autoencoder minimizes",
	[]Entry[loss.Autoencoder]{
		{Name: "reconstruction", Settings: new(loss.Reconstruction),
			Doc:     "squared reconstruction error of an autoencoder",
			Example: "reconstruction"},
		{Name: "vae", Settings: new(loss.VAE),
			Doc:     "loss of a Gaussian variational autoencoder",
			Example: "vae: {kl_weight: 0.01}"},
	})
