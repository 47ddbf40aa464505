package registry

import (
	"fmt"
	"io"
	"reflect"
	"strings"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/output"
)

// List writes the components of a kind or a family of kinds, one a line, or, for an empty name, all kinds with theirs.
func (r *Registry) List(w io.Writer, kind string) error {
	kinds := r.kinds
	if kind != "" {
		var err error
		if kinds, err = r.Family(kind); err != nil {
			return err
		}
	}
	var b strings.Builder
	for i, k := range kinds {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "%s: %s\n", k.Name, k.Doc)
		width := 0
		for _, name := range k.Names() {
			width = max(width, len(name))
		}
		for _, c := range k.Components {
			fmt.Fprintf(&b, "  %-*s  %s\n", width, c.Name, c.Doc)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Describe writes what a component is, each of its settings with type, default, range and choices, the outputs of a metric, and
// its example.
func (r *Registry) Describe(w io.Writer, kind, component string) error {
	c, kinds, err := r.Component(kind, component)
	if err != nil {
		return err
	}
	d := &description{registry: r}
	fmt.Fprintf(&d.text, "%s %s: %s\n", strings.Join(kinds, ", "), c.Name, c.Doc)
	d.text.WriteString("\nSettings:\n")
	if err := d.settings(reflect.TypeOf(c.New()).Elem(), ""); err != nil {
		return err
	}
	if d.count == 0 {
		d.text.WriteString("  none\n")
	}
	if metric, ok := c.New().(experiment.Metric); ok {
		d.outputs(metric.Outputs())
	}
	fmt.Fprintf(&d.text, "\nExample:\n  %s\n", strings.ReplaceAll(strings.TrimSpace(c.Example), "\n", "\n  "))
	_, err = io.WriteString(w, d.text.String())
	return err
}

// DescribeFile writes the settings of a file that decodes into a struct, under a heading.
func (r *Registry) DescribeFile(w io.Writer, heading string, root reflect.Type) error {
	d := &description{registry: r}
	fmt.Fprintf(&d.text, "%s\n\nSettings:\n", heading)
	if err := d.settings(root, ""); err != nil {
		return err
	}
	_, err := io.WriteString(w, d.text.String())
	return err
}

// description writes settings one below the other, those of nested structs with their path.
type description struct {
	registry *Registry
	text     strings.Builder
	count    int
}

func (d *description) settings(t reflect.Type, prefix string) error {
	spec, err := config.SpecOf(d.registry, t)
	if err != nil {
		return err
	}
	for _, f := range spec.Fields {
		d.count++
		fmt.Fprintf(&d.text, "  %s%s\n      %s\n      %s; %s\n", prefix, f.Name, f.Doc, f.Allowed(), standing(f))
		if f.Unit != "" {
			fmt.Fprintf(&d.text, "      in %s; expressions such as pi/2 are allowed\n", f.Unit)
		}
		if len(f.Inner) > 0 {
			fmt.Fprintf(&d.text, "      beside it may stand, of its settings: %s\n", strings.Join(f.Inner, ", "))
		}
		if len(f.Formerly) > 0 {
			fmt.Fprintf(&d.text, "      formerly %s\n", strings.Join(f.Formerly, ", "))
		}
		d.choices(f.Shape)
		inner, path := f.Shape, prefix+f.Name
		for inner.Elem != nil {
			if inner.Form == config.Labels {
				path += ".LABEL"
			} else {
				path += "[]"
			}
			inner = *inner.Elem
		}
		if inner.Form == config.Struct {
			if err := d.settings(inner.Type, path+"."); err != nil {
				return err
			}
		}
	}
	return nil
}

// outputs writes what a metric gives, each output with its unit, format, what is better and its former names.
func (d *description) outputs(outputs []experiment.Output) {
	d.text.WriteString("\nOutputs:\n")
	for _, o := range outputs {
		var about []string
		if o.Role == output.Main {
			about = append(about, "the main output")
		}
		if o.Unit != "" {
			about = append(about, "in "+o.Unit)
		}
		if o.Format != output.Number {
			about = append(about, string(o.Format))
		}
		if o.Better != "" {
			about = append(about, string(o.Better)+" is best")
		}
		if o.ErrorOf != "" {
			about = append(about, "an error of "+o.ErrorOf)
		}
		if o.Formerly != nil {
			about = append(about, "formerly "+strings.Join(o.Formerly, ", "))
		}
		fmt.Fprintf(&d.text, "  %s\n      %s\n", o.Name, o.Meaning)
		if about != nil {
			fmt.Fprintf(&d.text, "      %s\n", strings.Join(about, "; "))
		}
	}
}

// standing says what holds when the setting is absent.
func standing(f config.Field) string {
	switch {
	case f.Optional():
		return "optional"
	case f.Required():
		return "required"
	case f.HasDefault && f.Default == "":
		return `default ""`
	case f.HasDefault:
		return "default " + f.Default
	}
	return "defaults of its settings"
}

func (d *description) choices(shape config.Shape) {
	for shape.Elem != nil {
		shape = *shape.Elem
	}
	for _, choice := range shape.Choices {
		former := ""
		if choice.Formerly != "" {
			former = " (formerly " + choice.Formerly + ")"
		}
		fmt.Fprintf(&d.text, "        %s%s: %s\n", choice.Name, former, choice.Doc)
	}
}
