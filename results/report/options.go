package report

import (
	_ "embed"
	"errors"
	"time"

	"ebim/results"
)

// Options say what is reported.
type Options struct {
	// Runs is the folder of run records and of the figures made of them.
	Runs string
	// Experiments are the names of those to show, all when empty. A name without the point of its sweep stands for all
	// points.
	Experiments []string
	// Origin is what is known of the experiments' files, with whose settings runs are shown; nil for nothing, and the
	// newest of each model and seed are shown.
	Origin results.Origin
	// Every shows runs of all settings, each as an experiment of its own.
	Every bool
	// Albums are the folders of experiments' figures below that of all figures, where they are not called like the
	// experiments.
	Albums map[string]string
	// Exactly are the IDs (see page.ID) of the runs to show, each settings as an experiment of its own; of the runs
	// that Origin picks, and of named experiments, otherwise.
	Exactly []string
	// Unmeasured are settings at the top level that no result depends on, in which runs are not compared.
	Unmeasured []string
	// Declared is what is known of metrics' outputs; nil for nothing.
	Declared *results.Declared
	// Version is that of the program, for the page's foot; it may be empty.
	Version string
	// Now is the time that the page names; it names none when zero.
	Now time.Time
}

// ErrIncomplete marks the error of a report that was written but leaves out records that can't be read; the page names
// them as well.
var ErrIncomplete = errors.New("the report is incomplete")
