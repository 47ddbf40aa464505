// Package experiment is what a user declares: data, models, metrics and figures, read from YAML and checked.
//
//	loaded, err := experiment.Load(registry.Standard(), config.Disk, "my.yaml")
//	results, err := execute.Run(ctx, loaded, plan.Options{})
//
// # From a file to numbers
//
// Load decodes a file, one Experiment for each point of its sweep, and checks it as a whole. Four packages stand on
// this one:
//
//   - prepare makes the data of a seed;
//   - plan makes the stages of every model and seed: trained parts, samples, mesh and metrics. The key of a stage
//     comes from the settings that its result depends on, and from no others;
//   - execute checks all that can be checked before anything is computed, and runs the stages that are missing;
//   - subject opens finished runs for figures and tools.
//
// A metric or a figure looks at a trained model as a Subject, which is assembled from the stages' folders:
//
//	data -> manifold -> energy -> samples -> metric_wasserstein
//	                         \--> mesh ----> metric_topology
//
// A metric states in Needs what it looks at beside the trained model and its samples; plan makes that its stage's
// inputs.
//
// # Units
//
// Stages and Subjects are in the units of the data. Networks see standardized points (data.standardize), and only plan
// and model.Trained.In convert: the Environment of a training is standardized, a loaded model is in the units of the
// data.
//
// # Images
//
// Images (dataset.ImageSource) stay bytes, in stages and in memory. A Subject has all of them as Images; its sets of
// points, and the Data of a training, hold as many as fit in double precision.
//
// # Before anything is trained
//
// A mistake must not show after hours. execute.Run and execute.Check first read the data, estimate the memory of each
// training and build every graph on a draft of the backend, with sizes cut by the settings' tag `draft`. They return
// all mistakes at once, as config.Mistakes with their places in the file.
package experiment
