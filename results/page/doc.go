// Package page is the page of runs: its layout, style and script, and the answers that the script shows. `ebim serve`
// gives these answers over HTTP as runs change (package serve); a report is the same page with the answers within
// (package report).
//
// The script asks for an answer by a path such as api/run?id=circle/ebim/seed-0-1a2b3c4d; in a report it finds the
// answers by their paths in the page itself. Every answer is a Go struct of this package, as JSON. Text of records
// reaches the page as text nodes only, and pictures as images, in which no script runs.
//
// # Files
//
//   - answer.go: the answers; run.go, pending.go: the list of runs, and one run as its folder has it
//   - store.go: all runs of a folder, read again only where they have changed
//   - history.go: histories as they grow, and thinned
//   - view.go, thin.go: what is turned around in space; projection.go: points of more dimensions
//   - picture.go: pictures and colors
//   - assets.go: the page itself; script/ is its script, one idea a file
package page
