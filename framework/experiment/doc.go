// Package experiment is what a user declares and runs: data, models and metrics, read from YAML, turned into stages and executed.
//
//	loaded, err := experiment.Load(registry.Standard(), config.Disk, "my.yaml")
//	results, err := experiment.Run(ctx, loaded, experiment.Options{})
//
// # From a file to numbers
//
// Load decodes a file, one Experiment for each point of its sweep, and checks it as a whole. Run makes a plan of each: for every
// seed the data, and for every model its trained parts, its samples, its mesh and its metrics, each a stage with the settings that
// its result depends on, and no others. Package stage computes what is not there yet. The trained model is then assembled from its
// parts' folders, and a metric or a figure looks at it as a Subject.
//
//	data -> manifold -> energy -> samples -> metric_wasserstein
//	                         \--> mesh ----> metric_topology
//
// # Units
//
// Stages and Subjects are in the units of the data. Networks see standardized points (data.standardize), and only here and in
// model.Trained.In do the two meet: a training's Environment is standardized, a loaded model is put into the data's units.
//
// # Images
//
// Data that are images (dataset.ImageSource) are kept as bytes, by stages and in memory. A Subject has all of them as Images; its sets of
// points, and a training's Data, are as many of them as are looked at in double precision.
//
// # Before anything is trained
//
// A mistake must not show after hours. Before Run starts, and as all that Check does, it reads the data, estimates each training's
// memory, and builds every graph that a model will need on a draft of the backend, with sizes cut by the settings' tag `draft`. All
// mistakes are returned at once, as config.Mistakes with their places in the file.
//
// # What others implement
//
// Metric and Figure are the kinds that look at trained models. What one of them needs beyond that it says by a further interface:
// SettingsChecker, Meshing, Sharing, Comparing, Noting and so on. Open gives finished runs as Subjects again, for figures and tools.
//
// # Files
//
//   - experiment.go, seeds.go, check.go, about.go: what a file declares, and what is wrong with it
//   - preflight.go, estimate.go, memory*.go, operations.go, narrow.go: what is checked before a run
//   - images.go, image_shapes.go: data that are images, and networks that are told of what shape
//   - run.go, plan.go, data.go, compute.go, mesh.go, shared.go, batch.go: the stages, and what they compute
//   - watch.go: pictures of models while they are trained, as far as they are cheap
//   - searching.go: trials that are chosen by what earlier ones have found
//   - metric.go, standardized.go, figures.go, open.go: what looks at the results
package experiment
