package page

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"
)

//go:embed style.css
var style string

//go:embed shell.html
var shell string

//go:embed script
var scripts embed.FS

// scriptFiles are the parts of the script, in the order in which they need each other.
var scriptFiles = []string{"base.js", "answers.js", "views.js", "renderer.js", "viewer.js", "chart.js", "curves.js",
	"cells.js", "points.js", "runs.js", "run.js", "report.js", "compare.js", "main.js"}

// Shell is what the page's layout is filled with.
type Shell struct {
	Version string // of the program; it may be empty
	Root    string // folder of runs
	// Frozen are the answers in a report; nil in a page that asks a server for them, and for its style and script.
	Frozen *Frozen
}

// Title is the page's title.
func (s Shell) Title() string {
	switch {
	case s.Frozen == nil:
		return "ebim"
	case len(s.Frozen.Report.Articles) == 1:
		return s.Frozen.Report.Articles[0].Title
	}
	return "Experiments on learned manifolds"
}

// Shown lists the IDs of a report's runs.
func (s Shell) Shown() []string {
	var ids []string
	for _, a := range s.Frozen.Report.Articles {
		ids = append(ids, a.Runs...)
	}
	return ids
}

// Style is the page's style sheet.
func (Shell) Style() template.CSS { return template.CSS(Style()) }

// Script is the page's script.
func (Shell) Script() template.JS { return template.JS(Script()) }

// Palette is the figures' color map for magnitudes: 256 times red, green, blue.
func (Shell) Palette() []byte { return palette() }

// WriteHTML writes the page.
func WriteHTML(w io.Writer, s Shell) error {
	layout, err := template.New("page").Parse(shell)
	if err != nil {
		return err
	}
	return layout.Execute(w, s)
}

// Style returns the page's style sheet.
func Style() string { return style }

// Script returns the page's script, whole.
var Script = sync.OnceValue(func() string {
	var whole strings.Builder
	whole.WriteString("\"use strict\";\n(() => {\n")
	for _, name := range scriptFiles {
		text, err := scripts.ReadFile("script/" + name)
		if err != nil {
			// scriptFiles names a file that is not embedded
			panic(fmt.Sprintf("page: the script lacks %s: %v", name, err))
		}
		whole.Write(text)
	}
	whole.WriteString("})();\n")
	return whole.String()
})
