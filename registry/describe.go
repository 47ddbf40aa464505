package registry

import (
	"cmp"
	"fmt"
	"io"
	"reflect"
	"strings"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/output"
)

// Listings are kinds with their components.
type Listings []Listing

// Listing is a kind with its components.
type Listing struct {
	Kind       string   `json:"kind"`
	Doc        string   `json:"doc"`
	Components []Listed `json:"components"`
}

// Listed is a component of a kind.
type Listed struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}

// Listings returns a kind or a family of kinds, or, for an empty name, all kinds.
func (r *Registry) Listings(kind string) (Listings, error) {
	kinds := r.kinds
	if kind != "" {
		var err error
		if kinds, err = r.Family(kind); err != nil {
			return nil, err
		}
	}
	var listings Listings
	for _, k := range kinds {
		listing := Listing{Kind: k.Name, Doc: k.Doc}
		for _, c := range k.Components {
			listing.Components = append(listing.Components, Listed{c.Name, c.Doc})
		}
		listings = append(listings, listing)
	}
	return listings, nil
}

// Write writes the components of each kind, one a line.
func (l Listings) Write(w io.Writer) error {
	var b strings.Builder
	for i, k := range l {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "%s: %s\n", k.Kind, k.Doc)
		width := 0
		for _, c := range k.Components {
			width = max(width, len(c.Name))
		}
		for _, c := range k.Components {
			fmt.Fprintf(&b, "  %-*s  %s\n", width, c.Name, c.Doc)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Description is what is known of a component, or of a setting of experiments.
type Description struct {
	Kinds    []string    `json:"kinds" doc:"that have the component; none of a setting"`
	Name     string      `json:"name" doc:"of the component; of a setting, its path"`
	Doc      string      `json:"doc"`
	Settings []Setting   `json:"settings" doc:"of the component; of a setting, itself and those below it"`
	Outputs  []Described `json:"outputs" doc:"of a metric"`
	Example  string      `json:"example,omitempty" doc:"YAML of the component"`
}

// Setting describes one setting.
type Setting struct {
	Path     string   `json:"path" doc:"below the component, or in the experiment; LABEL stands for any label"`
	Doc      string   `json:"doc"`
	Allowed  string   `json:"allowed"`
	Default  string   `json:"default,omitempty" doc:"as YAML"`
	Required bool     `json:"required"`
	Optional bool     `json:"optional" doc:"whether it may be absent and then has no value"`
	Unit     string   `json:"unit,omitempty"`
	Beside   []string `json:"beside,omitempty" doc:"settings of it that may also be written beside it"`
	Formerly []string `json:"formerly,omitempty"`
	Choices  []OneOf  `json:"choices,omitempty"`
}

// OneOf is a value of an enumeration.
type OneOf struct {
	Name     string `json:"name"`
	Doc      string `json:"doc"`
	Formerly string `json:"formerly,omitempty"`
}

// Described is an output of a metric.
type Described struct {
	Name     string   `json:"name"`
	Meaning  string   `json:"meaning"`
	Main     bool     `json:"main"`
	Unit     string   `json:"unit,omitempty"`
	Format   string   `json:"format,omitempty"`
	Better   string   `json:"better,omitempty"`
	ErrorOf  string   `json:"error_of,omitempty"`
	Formerly []string `json:"formerly,omitempty"`
}

// Description returns what a component is, each of its settings, the outputs of a metric, and its example.
func (r *Registry) Description(kind, component string) (*Description, error) {
	c, kinds, err := r.Component(kind, component)
	if err != nil {
		return nil, err
	}
	d := &Description{Kinds: kinds, Name: c.Name, Doc: c.Doc, Example: strings.TrimSpace(c.Example)}
	if d.Settings, err = SettingsOf(r, reflect.TypeOf(c.New()).Elem()); err != nil {
		return nil, err
	}
	if metric, ok := c.New().(experiment.Metric); ok {
		for _, o := range metric.Outputs() {
			format := string(o.Format)
			if o.Format == output.Number {
				format = ""
			}
			d.Outputs = append(d.Outputs, Described{o.Name, o.Meaning, o.Role == output.Main, o.Unit, format,
				string(o.Better), o.ErrorOf, o.Formerly})
		}
	}
	return d, nil
}

// DescribeFile returns the settings of a file that decodes into a struct.
func (r *Registry) DescribeFile(name, doc string, root reflect.Type) (*Description, error) {
	settings, err := SettingsOf(r, root)
	return &Description{Name: name, Doc: doc, Settings: settings}, err
}

// SettingsOf lists the settings of a struct, those of nested structs with their path.
func SettingsOf(c config.Catalog, t reflect.Type) ([]Setting, error) {
	return settingsBelow(c, config.StructOf(t), "")
}

func settingsBelow(c config.Catalog, shape config.Shape, path string) (settings []Setting, err error) {
	err = config.Walk(c, shape, path, func(path string, f config.Field) {
		settings = append(settings, settingOf(f, path))
	})
	return settings, err
}

func settingOf(f config.Field, path string) Setting {
	one := Setting{Path: path, Doc: f.Doc, Allowed: f.Allowed(), Required: f.Required(), Optional: f.Optional(),
		Unit: f.Unit, Beside: f.Inner, Formerly: f.Formerly}
	if f.HasDefault && !f.Optional() {
		one.Default = cmp.Or(f.Default, `""`)
	}
	for _, choice := range f.Shape.Innermost().Choices {
		one.Choices = append(one.Choices, OneOf(choice))
	}
	return one
}

// Standing says what holds when the setting is absent; its default is quoted by the given mark.
func (s *Setting) Standing(mark string) string {
	switch {
	case s.Optional:
		return "optional"
	case s.Required:
		return "required"
	case s.Default == `""` || s.Default == "''":
		return "empty unless given"
	case s.Default != "":
		return "default " + mark + s.Default + mark
	}
	return "defaults of its settings"
}

// Write writes the description as text.
func (d *Description) Write(w io.Writer) error {
	var b strings.Builder
	title := strings.Join(d.Kinds, ", ") + " " + d.Name
	if len(d.Kinds) == 0 {
		title = d.Name
	}
	fmt.Fprintf(&b, "%s: %s\n\nSettings:\n", title, d.Doc)
	for _, s := range d.Settings {
		s.write(&b)
	}
	if len(d.Settings) == 0 {
		b.WriteString("  none\n")
	}
	if len(d.Outputs) > 0 {
		b.WriteString("\nOutputs:\n")
	}
	for _, o := range d.Outputs {
		o.write(&b)
	}
	if d.Example != "" {
		fmt.Fprintf(&b, "\nExample:\n  %s\n", strings.ReplaceAll(d.Example, "\n", "\n  "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (s *Setting) write(b *strings.Builder) {
	fmt.Fprintf(b, "  %s\n      %s\n      %s; %s\n", s.Path, s.Doc, s.Allowed, s.Standing(""))
	if s.Unit != "" {
		fmt.Fprintf(b, "      in %s; expressions such as pi/2 are allowed\n", s.Unit)
	}
	if len(s.Beside) > 0 {
		fmt.Fprintf(b, "      beside it may stand, of its settings: %s\n", strings.Join(s.Beside, ", "))
	}
	if len(s.Formerly) > 0 {
		fmt.Fprintf(b, "      formerly %s\n", strings.Join(s.Formerly, ", "))
	}
	for _, choice := range s.Choices {
		former := ""
		if choice.Formerly != "" {
			former = " (formerly " + choice.Formerly + ")"
		}
		fmt.Fprintf(b, "        %s%s: %s\n", choice.Name, former, choice.Doc)
	}
}

func (o *Described) write(b *strings.Builder) {
	var about []string
	if o.Main {
		about = append(about, "the main output")
	}
	if o.Unit != "" {
		about = append(about, "in "+o.Unit)
	}
	if o.Format != "" {
		about = append(about, o.Format)
	}
	if o.Better != "" {
		about = append(about, o.Better+" is best")
	}
	if o.ErrorOf != "" {
		about = append(about, "an error of "+o.ErrorOf)
	}
	if o.Formerly != nil {
		about = append(about, "formerly "+strings.Join(o.Formerly, ", "))
	}
	fmt.Fprintf(b, "  %s\n      %s\n", o.Name, o.Meaning)
	if about != nil {
		fmt.Fprintf(b, "      %s\n", strings.Join(about, "; "))
	}
}
