package reference

import (
	"cmp"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"ebim/framework/config"
	"ebim/registry"
)

func (w *writer) component(kind registry.Kind, c registry.Component) {
	d, err := w.registry.Description(kind.Name, c.Name)
	if err != nil {
		w.err = cmp.Or(w.err, err)
		return
	}
	w.line("### %s\n\n%s.\n\n```yaml\n%s\n```\n", c.Name, sentence(c.Doc), d.Example)
	if len(d.Settings) == 0 {
		w.line("It has no settings.")
	}
	w.settings(d.Settings)
	w.outputs(d.Outputs)
	w.line("")
}

// fields lists the settings of a struct.
func (w *writer) fields(catalog config.Catalog, t reflect.Type) {
	settings, err := registry.SettingsOf(catalog, t)
	w.err = cmp.Or(w.err, err)
	w.settings(settings)
}

func (w *writer) settings(settings []registry.Setting) {
	for _, s := range settings {
		w.line("- `%s`: %s. *%s; %s.*%s", s.Path, sentence(s.Doc), sentence(s.Allowed), s.Standing("`"), remarks(s))
		for _, choice := range s.Choices {
			w.line("  - `%s`: %s.", choice.Name, choice.Doc)
		}
	}
}

func remarks(s registry.Setting) string {
	text := ""
	if s.Unit != "" {
		text += " In " + s.Unit + "."
	}
	if len(s.Beside) > 0 {
		text += " Of its settings these may stand beside it: `" + strings.Join(s.Beside, "`, `") + "`."
	}
	if len(s.Formerly) > 0 {
		text += " Formerly `" + strings.Join(s.Formerly, "`, `") + "`."
	}
	return text
}

// outputs tabulates what a metric gives.
func (w *writer) outputs(outputs []registry.Described) {
	if outputs == nil {
		return
	}
	w.line("\n| output | what it is | unit | best |\n| --- | --- | --- | --- |")
	for _, o := range outputs {
		name := "`" + o.Name + "`"
		if o.Main {
			name = "**" + name + "**"
		}
		meaning := o.Meaning
		if o.ErrorOf != "" {
			meaning += "; an error of `" + o.ErrorOf + "`"
		}
		if o.Formerly != nil {
			meaning += "; formerly `" + strings.Join(o.Formerly, "`, `") + "`"
		}
		w.line("| %s | %s | %s | %s |", name, cell(meaning), cmp.Or(o.Unit, o.Format), o.Better)
	}
}

// cell makes a text fit for a cell of a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// sentence begins with a capital, unless its first word is a name such as R-hat or F.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}
