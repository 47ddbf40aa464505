package page

import (
	"embed"
	"fmt"
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
	"cells.js", "runs.js", "run.js", "compare.js", "table.js",
	"history.js", "points.js", "main.js"}

// Style returns the page's style sheet.
func Style() string { return style + ramp() }

// Shell returns the layout of the page's views, which the script fills: what stands in the body beside a report's
// articles.
func Shell() string { return shell }

// Palette returns the figures' color map for magnitudes: 256 times red, green, blue.
func Palette() []byte { return palette() }

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
