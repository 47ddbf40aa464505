// Package reference writes the reference as Markdown: every component with its settings, every setting of an
// experiment, every output of a metric and every command, from the structs and commands themselves. So it is that of
// any registry, and `ebim docs --generate docs/reference` writes the pages that GitHub shows, which a test holds
// current.
package reference

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"

	"github.com/spf13/cobra"

	"ebim/docs"
	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/registry"
	"ebim/results"
)

// Pages returns the reference of a registry and of a program's commands; the first page lists the others.
func Pages(r *registry.Registry, root *cobra.Command) ([]docs.Page, error) {
	w := &writer{registry: r}
	pages := []docs.Page{
		w.page("reference/experiment", "the settings of an experiment's file", func() { w.experiment() }),
	}
	for _, family := range families(r) {
		about := make([]string, len(family.kinds))
		for i, kind := range family.kinds {
			about[i] = kind.Name
		}
		pages = append(pages, w.page("reference/"+family.name, "components of the kind "+strings.Join(about, ", "),
			func() { w.family(family) }))
	}
	pages = append(pages,
		w.page("reference/sheet", "the settings of a figure file", func() { w.figureFile() }),
		w.page("reference/table", "the settings of a table file", func() { w.tableFile() }),
		w.page("reference/commands", "every command with its flags", func() { w.commands(root) }))
	index := w.page("reference", "every component, setting, metric output and command", func() { w.index(pages) })
	return append([]docs.Page{index}, pages...), w.err
}

// family is the kinds with one last word, such as the losses.
type family struct {
	name  string
	kinds []registry.Kind
}

func families(r *registry.Registry) []family {
	var all []family
	at := map[string]int{}
	for _, kind := range r.Kinds() {
		i, known := at[kind.Family()]
		if !known {
			i = len(all)
			at[kind.Family()] = i
			all = append(all, family{name: kind.Family()})
		}
		all[i].kinds = append(all[i].kinds, kind)
	}
	return all
}

// writer writes one page after the other, and keeps the first error.
type writer struct {
	registry *registry.Registry
	text     strings.Builder
	err      error
}

func (w *writer) page(name, about string, write func()) docs.Page {
	w.text.Reset()
	write()
	return docs.Page{Name: name, About: about, Text: strings.TrimRight(w.text.String(), "\n") + "\n"}
}

func (w *writer) line(format string, values ...any) { fmt.Fprintf(&w.text, format+"\n", values...) }

const generated = "<!-- Written by `ebim docs --generate docs/reference`: change what it says in the code. -->\n"

// experimentFileNote is what holds of every YAML file.
const experimentFileNote = `Numbers may be expressions: ` + "`2*pi`, `1e-3`, `pi/2`" + `. A component is written ` + "`name: {settings}`, or `name` alone for all defaults" + `; a
mapping's ` + "`null`" + ` takes an inherited setting away. Unknown names are mistakes, with the nearest known one.`

func (w *writer) experiment() {
	w.line("# The file of an experiment\n\n%s\nWhat stands at the top of an experiment's YAML file. `data`, "+
		"`models` and `metrics` name components, which have pages of their own: "+
		"[data](data.md), [models](model.md), [metrics](metric.md).\n%s `ebim resolve FILE` shows a file with all "+
		"defaults filled in.\n", generated, experimentFileNote)
	w.line("## Settings\n")
	w.fields(w.registry, reflect.TypeFor[experiment.Settings]())
	w.line("\n## Layers\n\nThree more keys say how several files and values make the settings. Later layers win: "+
		"the file that `extends` names, the file itself, `--set` on the command line, one point "+
		"of `sweep`. Mappings merge by key, lists are replaced, and a component of another name replaces the former "+
		"one with its settings.\n\n"+
		"- `extends`: a YAML file, relative to this one, whose settings this file changes.\n"+
		"- `sweep`: paths of settings, each with the list of values to run, as in `models.ebim.manifold.starts: [1, "+
		"3]`; several make a grid. A point of it is an experiment of its own, "+
		"named `FILE,starts=3`.\n"+
		"- `trials`: number of points drawn at random from the sweep's grid (at most %d) instead of all; the first is "+
		"the file without its sweep. `ebim best` ranks them.", config.MaxVariants)
}

func (w *writer) figureFile() {
	w.line("# A figure file\n\n%s\nA sheet of panels from any experiments, which `ebim figure FILE` draws. The "+
		"file's name is the figure's.\n%s\n\n## Settings\n", generated, experimentFileNote)
	w.fields(w.registry, reflect.TypeFor[experiment.Sheet]())
}

func (w *writer) tableFile() {
	w.line("# A table file\n\n%s\nWhat `ebim table FILE` makes of run records.\n%s\n\n## Settings\n", generated,
		experimentFileNote)
	w.fields(w.registry, reflect.TypeFor[results.Spec]())
}

func (w *writer) index(pages []docs.Page) {
	w.line("# Reference\n\n%s\nEverything that an experiment's file may name, and every command. `ebim list`, `ebim "+
		"describe KIND NAME` and `ebim COMMAND --help` say the same.\n", generated)
	for _, page := range pages {
		w.line("- [%s](%s.md): %s.", strings.TrimPrefix(page.Name, "reference/"),
			strings.TrimPrefix(page.Name, "reference/"), page.About)
	}
	w.line("\nWhat is in the files of runs and what the program reads: [files](../files.md).\n\n## Components\n")
	for _, family := range families(w.registry) {
		for _, kind := range family.kinds {
			w.line("### %s\n\n%s.\n", kind.Name, sentence(kind.Doc))
			w.line("| name | what it is |\n| --- | --- |")
			seen := w.anchors(family, kind)
			for _, c := range kind.Components {
				w.line("| [`%s`](%s.md#%s) | %s |", c.Name, family.name, seen[c.Name], cell(c.Doc))
			}
			w.line("")
		}
	}
}

// anchors are those of a kind's components on its family's page, where a component of several kinds has several
// headings.
func (w *writer) anchors(f family, kind registry.Kind) map[string]string {
	count, anchors := map[string]int{}, map[string]string{}
	for _, k := range f.kinds {
		count[k.Name]++
		for _, c := range k.Components {
			anchor := c.Name
			if n := count[c.Name]; n > 0 {
				anchor = fmt.Sprintf("%s-%d", c.Name, n)
			}
			count[c.Name]++
			if k.Name == kind.Name {
				anchors[c.Name] = anchor
			}
		}
	}
	return anchors
}

func (w *writer) family(f family) {
	w.line("# %s\n\n%s", title(f), generated)
	for _, kind := range f.kinds {
		w.line("## %s\n\n%s.\n", cmp.Or(map[bool]string{true: "What it is"}[kind.Name == f.name && len(f.kinds) == 1],
			kind.Name), sentence(kind.Doc))
		for _, c := range kind.Components {
			w.component(kind, c)
		}
	}
}

func title(f family) string {
	names := make([]string, len(f.kinds))
	for i, kind := range f.kinds {
		names[i] = kind.Name
	}
	return "Kind " + strings.Join(names, ", ")
}
