package reference

import (
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/output"
	"ebim/registry"
)

const maxTrials = config.MaxVariants

func (w *writer) component(c registry.Component) {
	w.line("### %s\n\n%s.\n\n```yaml\n%s\n```\n", c.Name, sentence(c.Doc), strings.TrimSpace(c.Example))
	t := reflect.TypeOf(c.New()).Elem()
	if spec, err := config.SpecOf(w.catalog, t); err != nil {
		w.fail(err)
	} else if len(spec.Fields) == 0 {
		w.line("It has no settings.")
	}
	w.settings(t, "")
	if metric, ok := c.New().(experiment.Metric); ok {
		w.outputs(metric.Outputs())
	}
	w.line("")
}

func (w *writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// settings lists the settings of a struct, those of nested structs with their path.
func (w *writer) settings(t reflect.Type, prefix string) {
	spec, err := config.SpecOf(w.catalog, t)
	if err != nil {
		w.fail(err)
		return
	}
	for _, f := range spec.Fields {
		w.line("- `%s%s`: %s. *%s; %s.*%s", prefix, f.Name, sentence(f.Doc), sentence(f.Allowed()),
			standing(f), remarks(f))
		inner, path := f.Shape, prefix+f.Name
		for inner.Elem != nil {
			if inner.Form == config.Labels {
				path += ".LABEL"
			} else {
				path += "[]"
			}
			inner = *inner.Elem
		}
		for _, choice := range inner.Choices {
			w.line("  - `%s`: %s.", choice.Name, choice.Doc)
		}
		if inner.Form == config.Struct {
			w.settings(inner.Type, path+".")
		}
	}
}

// standing says what holds where the setting is absent.
func standing(f config.Field) string {
	switch {
	case f.Optional():
		return "optional"
	case f.Required():
		return "required"
	case f.HasDefault && (f.Default == "" || f.Default == "''"):
		return "empty unless given"
	case f.HasDefault:
		return "default `" + f.Default + "`"
	}
	return "defaults of its settings"
}

func remarks(f config.Field) string {
	text := ""
	if f.Unit != "" {
		text += " In " + f.Unit + "."
	}
	if len(f.Inner) > 0 {
		text += " Of its settings these may stand beside it: `" + strings.Join(f.Inner, "`, `") + "`."
	}
	if len(f.Formerly) > 0 {
		text += " Formerly `" + strings.Join(f.Formerly, "`, `") + "`."
	}
	return text
}

// outputs tabulates what a metric gives.
func (w *writer) outputs(outputs []experiment.Output) {
	w.line("\n| output | what it is | unit | best |\n| --- | --- | --- | --- |")
	for _, o := range outputs {
		name := "`" + o.Name + "`"
		if o.Role == output.Main {
			name = "**" + name + "**"
		}
		meaning := o.Meaning
		if o.ErrorOf != "" {
			meaning += "; an error of `" + o.ErrorOf + "`"
		}
		if o.Formerly != nil {
			meaning += "; formerly `" + strings.Join(o.Formerly, "`, `") + "`"
		}
		unit := o.Unit
		if unit == "" {
			unit = string(o.Format)
		}
		w.line("| %s | %s | %s | %s |", name, cell(meaning), unit, o.Better)
	}
}

// cell makes a text fit for a cell of a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// sentence begins with a capital, unless its first word is a name such as R-hat or F.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}
