// Package report writes runs as one HTML file that shows itself without a server: an article for each experiment, and
// the page of package page with its answers within, which have each run's numbers, stages, curves and versions. Text
// of records is escaped by html/template; pictures and meshes are read whole, so that damaged ones are named instead
// of shown.
package report
