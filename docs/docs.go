// Package docs holds the documentation: the pages of this folder, which GitHub renders and the program carries. Pages
// that follow from the components are made by registry/reference.
package docs

import "embed"

//go:embed *.md
var files embed.FS

// TrackFile is the name of Track, a Python script that sends finished runs to MLflow and TensorBoard.
const TrackFile = "track.py"

//go:embed track.py
var Track string

// Page is one page of documentation.
type Page struct {
	Name  string // by which it is asked for, such as tutorial or reference/metric
	About string // one line: what a reader finds there
	Text  string // Markdown; links are relative to the page's file
}

// File returns the page's place below this folder, with slashes.
func (p Page) File() string {
	if p.Name == "reference" {
		return "reference/README.md"
	}
	return p.Name + ".md"
}

// Written returns the pages that are written by hand, in the order in which to read them.
func Written() []Page {
	pages := []Page{
		{Name: "tutorial", About: "own data to a verdict, in ten minutes"},
		{Name: "experiments",
			About: "how experiments are written, other trainings, choosing settings, arithmetic, figures, export, " +
				"from Go"},
		{Name: "python", About: "pip install: an estimator in scikit-learn's manner"},
		{Name: "concepts", About: "support, energy, stage, protocol, trust; how the program is built"},
		{Name: "method", About: "the mathematics, with references, and the paper's symbols"},
		{Name: "paper", About: "the paper's tables and figures: commands, durations, what differs from its code"},
		{Name: "operating", About: "runs, disk, backends, interrupts, failures, exit codes, other systems"},
		{Name: "files", About: "what is in the files that the program reads and writes"},
		{Name: "extending", About: "components of your own, here and in a module of your own"},
	}
	for i, page := range pages {
		text, err := files.ReadFile(page.Name + ".md")
		if err != nil {
			panic(err) // it is part of the binary
		}
		pages[i].Text = string(text)
	}
	return pages
}
