// Package results makes tables from the records of runs. It reads records only, never models, so that tables can be
// made again at any time, and from the runs of several machines.
//
// # Tables
//
// A Spec is a table file: rows and columns that each say a part of experiment, model and metric, and together name a
// cell. Fill gathers the values of all seeds for each cell and condenses them: k values x_1, ..., x_k with mean m
// appear as
//
//	m ± sqrt(sum (x_i - m)^2 / (k (k - 1))),
//
// the standard error of the mean, or their median does. An error that all seeds share, such as that of one noise
// floor, does not average out and counts beside that.
//
// # What a table must not hide
//
// A table takes the records that have exactly the settings of their experiments' files (Pick), never the newest by
// chance. A cell says what its number lacks: seeds that failed or are missing, or have been run with other settings
// only, caveats that a metric noted, Markov chains that have not mixed. A difference between models comes with the
// p-value of a paired t-test over their common seeds, with Nadeau and Bengio's variance where seeds divide one data
// set, and with Holm's correction for all of the table's comparisons.
package results
