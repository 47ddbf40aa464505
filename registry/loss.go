package registry

import (
	"reflect"

	"ebim/framework/loss"
)

var lossKind = Kind{Name: "loss", Interface: reflect.TypeFor[loss.Loss](),
	Doc: "what trainings minimise",
	Components: []Component{
		{Name: "implicit", New: func() any { return new(loss.Implicit) },
			Doc:     "loss of a manifold-defining function: zero at the data, of full rank there, large elsewhere (equation 8)",
			Example: "implicit: {negative_weight: 0.3, rank_weight: 10, min_singular_value: 1}"},
		{Name: "contrastive", New: func() any { return new(loss.Contrastive) },
			Doc:     "contrastive divergence of an energy, with a penalty on the energies' size (equation 10)",
			Example: "contrastive: {magnitude_weight: 0.3}"},
		{Name: "reconstruction", New: func() any { return new(loss.Reconstruction) },
			Doc:     "squared reconstruction error of an autoencoder",
			Example: "reconstruction"},
		{Name: "vae", New: func() any { return new(loss.VAE) },
			Doc:     "loss of a Gaussian variational autoencoder",
			Example: "vae: {kl_weight: 0.01}"},
	}}
