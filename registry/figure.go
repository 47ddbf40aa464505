package registry

import (
	"ebim/framework/experiment"
	"ebim/framework/figure"
)

var figureKind = NewKind("figure", "figures of trained models and of the data", []Entry[experiment.Figure]{
	{Name: "density_2d", Settings: new(figure.Density2D),
		Doc: "density in the plane: on a learned curve, of an ambient energy, or of the data where their " +
			"distribution is known",
		Example: "density_2d: {data: true}"},
	{Name: "density_3d", Settings: new(figure.Density3D),
		Doc: "density in space, or along the data's three widest principal components: on a learned surface or " +
			"curve, or of the data where their distribution is known",
		Example: "density_3d: {azimuth: 30, elevation: 15}"},
	{Name: "mdf_surface", Settings: new(figure.MDFSurface),
		Doc:     "manifold-defining function over a box in the plane, with its zero set",
		Example: "mdf_surface: {elevation: 40}"},
	{Name: "energy_surface", Settings: new(figure.EnergySurface),
		Doc:     "energy over a box in the plane, with the learned manifold",
		Example: "energy_surface: {curve: false}"},
	{Name: "scatter", Settings: new(figure.Scatter),
		Doc:     "samples of a model as points, over the data; above three dimensions along principal components",
		Example: "scatter: {points: 1000}"},
	{Name: "images", Settings: new(figure.Images),
		Doc:     "grid of images: samples of a model, the data, reconstructions, or walks along the manifold",
		Example: "images: {rows: 4, columns: 8}"},
	{Name: "training_curves", Settings: new(figure.TrainingCurves),
		Doc:     "loss terms and sampler statistics of all of a model's trainings, by step",
		Example: "training_curves: {columns: 4}"},
}).Without(map[string]string{
	"singular_values": "this figure was removed: the metrics topology and local_dimension report what the values " +
		"lead to, and the function jacobian of `ebim export` has the matrix",
})
