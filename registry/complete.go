package registry

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"ebim/framework/config"
)

// Completion is what a text may go on as.
type Completion struct {
	Text  string // the whole text
	Doc   string
	Whole bool // nothing need follow
}

// CompleteSetting returns what a text `path=value` for --set may go on as: the settings of one level, or the values of one that has
// few. resolved is the experiment that it is for as YAML decodes it, with every default, from which labels and the components that
// have been chosen are taken; nil where it isn't known. root is the struct of its settings.
func (r *Registry) CompleteSetting(root reflect.Type, resolved any, text string) []Completion {
	path, value, isValue := strings.Cut(text, "=")
	c := completer{registry: r, prefix: path[:strings.LastIndex(path, ".")+1]}
	parts := strings.Split(path, ".")
	if isValue {
		c.values(config.Shape{Form: config.Struct, Type: root}, resolved, parts)
		for i := range c.found {
			c.found[i].Text, c.found[i].Whole = path+"="+c.found[i].Text, true
		}
		text = path + "=" + value
	} else {
		c.below(config.Shape{Form: config.Struct, Type: root}, resolved, parts)
	}
	return slices.DeleteFunc(c.found, func(one Completion) bool { return !strings.HasPrefix(one.Text, text) })
}

// completer collects completions.
type completer struct {
	registry *Registry
	prefix   string // of the path
	found    []Completion
}

// below offers what may stand in the place of the last part.
func (c *completer) below(shape config.Shape, node any, parts []string) {
	for len(parts) > 1 {
		var ok bool
		if shape, node, parts, ok = c.into(shape, node, parts); !ok {
			return
		}
	}
	switch shape.Form {
	case config.Struct:
		c.fields(shape.Type)
	case config.Labels:
		if labels, ok := node.(map[string]any); ok {
			for _, label := range slices.Sorted(maps.Keys(labels)) {
				c.add(label, "", *shape.Elem)
			}
		}
	case config.Union:
		if chosen, _, ok := chosenOf(shape.Kind, node); ok {
			c.fields(reflect.TypeOf(chosen.New()).Elem())
		}
		for _, component := range shape.Kind.Components {
			c.add(component.Name, component.Doc, config.Shape{Form: config.Struct})
		}
	}
}

// into goes into the value of the first part; the component that has been chosen may be left out.
func (c *completer) into(shape config.Shape, node any, parts []string) (config.Shape, any, []string, bool) {
	part, _, _ := strings.Cut(parts[0], "[")
	children, _ := node.(map[string]any)
	switch shape.Form {
	case config.Struct:
		spec, err := config.SpecOf(c.registry, shape.Type)
		if err != nil {
			return shape, nil, nil, false
		}
		f, ok := spec.Field(part)
		if outer, inner := spec.Outer(part); inner {
			return outer.Shape, children[outer.Name], parts, true
		}
		inner := f.Shape
		for ok && inner.Form == config.List {
			inner = *inner.Elem
		}
		return inner, children[f.Name], parts[1:], ok
	case config.Labels:
		return *shape.Elem, children[part], parts[1:], true
	case config.Union:
		if named, ok := shape.Kind.Component(part); ok {
			return config.Shape{Form: config.Struct, Type: reflect.TypeOf(named.New()).Elem()}, children[part], parts[1:], true
		}
		if chosen, settings, ok := chosenOf(shape.Kind, node); ok {
			return config.Shape{Form: config.Struct, Type: reflect.TypeOf(chosen.New()).Elem()}, settings, parts, true
		}
	}
	return shape, nil, nil, false
}

// chosenOf is the component that a resolved value names, and its settings.
func chosenOf(kind config.Kind, node any) (chosen config.Component, settings any, ok bool) {
	choice, _ := node.(map[string]any)
	for name, value := range choice {
		chosen, ok = kind.Component(name)
		settings = value
	}
	return chosen, settings, ok && len(choice) == 1
}

func (c *completer) fields(t reflect.Type) {
	spec, err := config.SpecOf(c.registry, t)
	if err != nil {
		return
	}
	for _, f := range spec.Fields {
		c.add(f.Name, f.Doc, f.Shape)
	}
}

// add offers a name, with a dot where more can follow, and with an equals sign where a value must.
func (c *completer) add(name, doc string, shape config.Shape) {
	end := "="
	switch shape.Form {
	case config.Struct, config.Labels, config.Union:
		end = "."
	}
	one := Completion{Text: c.prefix + name + end, Doc: doc}
	if !slices.ContainsFunc(c.found, func(other Completion) bool { return other.Text == one.Text }) {
		c.found = append(c.found, one)
	}
}

// values offers the values of the setting at a path.
func (c *completer) values(shape config.Shape, node any, parts []string) {
	for len(parts) > 0 {
		var ok bool
		if len(parts) == 1 && shape.Form == config.Struct {
			if spec, err := config.SpecOf(c.registry, shape.Type); err == nil {
				if f, known := spec.Field(parts[0]); known && f.HasDefault && f.Shape.Form < config.Choose {
					c.found = append(c.found, Completion{Text: f.Default, Doc: "the default"})
				}
			}
		}
		if shape, node, parts, ok = c.into(shape, node, parts); !ok {
			return
		}
	}
	switch shape.Form {
	case config.Boolean:
		c.found = []Completion{{Text: "true"}, {Text: "false"}}
	case config.Choose:
		for _, choice := range shape.Choices {
			c.found = append(c.found, Completion{Text: choice.Name, Doc: choice.Doc})
		}
	case config.Union:
		for _, component := range shape.Kind.Components {
			c.found = append(c.found, Completion{Text: component.Name, Doc: component.Doc})
		}
	}
}
