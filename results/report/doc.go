// Package report makes one HTML page of experiments that have been run: tables, figures, settings, records, and models of surfaces
// and curves in space to turn around.
//
// The page holds all it needs, pictures, styles, script and meshes, so that it can be kept, mailed and read without a network. It is
// made from what runs left in their folders, never from models. What is missing or damaged there is named on the page and costs
// nothing else. Text from files is escaped by html/template, and pictures are embedded as images, in which no script runs.
//
// A mesh is thinned to what a browser draws at once (thin.go) and packed into 16-bit coordinates (pack.go), which viewer.js turns.
// section.go, runs.go, settings.go, figures.go and view.go gather what the page says of an experiment; template.html and style.css
// lay it out.
package report
