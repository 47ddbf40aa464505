package registry

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"

	"gopkg.in/yaml.v3"

	"ebim/framework/config"
)

// What files say beside the settings of their struct.
const (
	extendsDoc = "a YAML file, relative to this one, whose settings this file changes"
	sweepDoc   = "paths of settings, each with the list of values to run; several make a grid"
	trialsDoc  = "points drawn at random from the sweep's grid instead of all; the first is the file without its sweep"
)

// Schema is the JSON schema (draft 2020-12) of an experiment's file, which decodes into the root struct, with
// `extends`, `sweep` and `trials`, for editors' completion. It accepts every file that decodes without mistakes,
// except a null that removes an inherited setting (one that removes a label is accepted). It does not say what is
// required, since a file may inherit it.
func (r *Registry) Schema(root reflect.Type) ([]byte, error) {
	return fileSchema(r, root, object{
		"sweep": object{"type": []string{"object", "null"}, "description": sweepDoc,
			"additionalProperties": object{"type": []string{"array", "null"}, "minItems": 1}},
		"trials": object{"type": []string{"integer", "null"}, "minimum": 1, "maximum": config.MaxVariants,
			"description": trialsDoc}})
}

// FileSchema is Schema of files without sweeps, such as those of tables and figures, which decode with a catalog.
func FileSchema(catalog config.Catalog, root reflect.Type) ([]byte, error) {
	return fileSchema(catalog, root, nil)
}

func fileSchema(catalog config.Catalog, root reflect.Type, further object) ([]byte, error) {
	g := &generator{catalog: catalog, definitions: object{}}
	schema, err := g.settings(root)
	if err != nil {
		return nil, err
	}
	properties := schema["properties"].(object)
	properties["extends"] = object{"type": "string", "description": extendsDoc}
	maps.Copy(properties, further)
	schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	schema["$defs"] = g.definitions
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(schema); err != nil {
		return nil, fmt.Errorf("cannot write the schema: %w", err)
	}
	return buffer.Bytes(), nil
}

// object is a JSON object; its keys are written sorted.
type object = map[string]any

// generator collects the definitions of kinds and components, which may refer to each other.
type generator struct {
	catalog     config.Catalog
	definitions object
}

// settings is the schema of a struct.
func (g *generator) settings(t reflect.Type) (object, error) {
	spec, err := config.SpecOf(g.catalog, t)
	if err != nil {
		return nil, err
	}
	properties := object{}
	for _, f := range spec.Fields {
		property, err := g.shape(f.Shape, f)
		if err != nil {
			return nil, err
		}
		property["description"] = f.Doc
		if f.Unit != "" {
			property["description"] = f.Doc + " (an expression such as pi/2 is allowed)"
		}
		if f.HasDefault && !f.Optional() {
			if property["default"], err = jsonDefault(f.Default); err != nil {
				return nil, fmt.Errorf("%v, setting %s: %w", t, f.Name, err)
			}
		}
		properties[f.Name] = property
		if err := g.inner(f, properties); err != nil {
			return nil, err
		}
		for _, former := range f.Formerly {
			deprecated := maps.Clone(property)
			deprecated["deprecated"], deprecated["description"] = true, "now called "+f.Name
			properties[former] = deprecated
		}
	}
	return object{"type": "object", "properties": properties, "additionalProperties": false}, nil
}

// inner adds the settings of a nested struct that may be written beside it.
func (g *generator) inner(f config.Field, properties object) error {
	for _, name := range f.Inner {
		settings, err := g.settings(f.Shape.Type)
		if err != nil {
			return err
		}
		property := settings["properties"].(object)[name].(object)
		property["description"] = "short for " + f.Name + "." + name + ": " + property["description"].(string)
		properties[name] = property
	}
	return nil
}

// jsonDefault is the default as JSON; infinities are written as text.
func jsonDefault(text string) (any, error) {
	if text == "" {
		return "", nil
	}
	var value any
	if err := yaml.Unmarshal([]byte(text), &value); err != nil {
		return nil, err
	}
	if _, err := json.Marshal(value); err != nil {
		return text, nil
	}
	return value, nil
}

// shape is the schema of a value; the field's range and length apply.
func (g *generator) shape(s config.Shape, f config.Field) (object, error) {
	switch s.Form {
	case config.Boolean:
		return object{"type": "boolean"}, nil
	case config.Integer:
		return bounded(object{"type": "integer"}, f.Range), nil
	case config.Number:
		expression := object{"type": "string", "pattern": `^[-+*/(). 0-9a-zA-Z]+$`}
		return object{"anyOf": []any{bounded(object{"type": "number"}, f.Range), expression}}, nil
	case config.Text:
		return object{"type": []string{"string", "number"}}, nil
	case config.Choose:
		return object{"oneOf": choices(s.Choices)}, nil
	case config.List:
		return g.list(s, f)
	case config.Labels:
		return g.labels(s, f)
	case config.Union:
		return g.union(s.Kind)
	case config.Custom:
		return maps.Clone(reflect.New(s.Type).Interface().(config.Setting).SettingSchema()), nil
	}
	return g.settings(s.Type)
}

func choices(all []config.Choice) []any {
	var list []any
	for _, choice := range all {
		list = append(list, object{"const": choice.Name, "description": choice.Doc})
		if choice.Formerly != "" {
			list = append(list, object{"const": choice.Formerly, "description": "now called " + choice.Name,
				"deprecated": true})
		}
	}
	return list
}

// bounded adds the ends of an interval that are finite.
func bounded(schema object, i *config.Interval) object {
	if i == nil {
		return schema
	}
	end := func(value float64, open bool, closedName, openName string) {
		switch {
		case math.IsInf(value, 0):
		case open:
			schema[openName] = value
		default:
			schema[closedName] = value
		}
	}
	end(i.Low, i.LowOpen, "minimum", "exclusiveMinimum")
	end(i.High, i.HighOpen, "maximum", "exclusiveMaximum")
	return schema
}

func (g *generator) list(s config.Shape, f config.Field) (object, error) {
	length := f.Length
	f.Length = nil // the length is that of the outermost list
	items, err := g.shape(*s.Elem, f)
	if err != nil {
		return nil, err
	}
	schema := object{"type": "array", "items": items}
	least, most := s.Size, s.Size
	if s.Size == 0 && length != nil {
		least, most = lengths(*length)
	}
	if least > 0 {
		schema["minItems"] = least
	}
	if s.Size > 0 || length != nil && !math.IsInf(length.High, 0) {
		schema["maxItems"] = most
	}
	return schema, nil
}

// lengths are the least and the largest whole number in an interval, if it is bounded.
func lengths(i config.Interval) (least, most int) {
	low, high := math.Ceil(i.Low), math.Floor(i.High)
	if i.LowOpen && low == i.Low {
		low++
	}
	if i.HighOpen && high == i.High {
		high--
	}
	least = int(max(low, 0))
	if !math.IsInf(high, 0) {
		most = int(high)
	}
	return least, most
}

// labels is a mapping from labels; one that is a component's name may hold its settings alone.
func (g *generator) labels(s config.Shape, f config.Field) (object, error) {
	f.Length = nil
	value, err := g.shape(*s.Elem, f)
	if err != nil {
		return nil, err
	}
	null := object{"type": "null"}
	schema := object{"type": "object", "propertyNames": object{"pattern": config.LabelPattern},
		"additionalProperties": object{"anyOf": []any{value, null}}}
	if s.Elem.Form == config.Union {
		properties := object{}
		for _, c := range s.Elem.Kind.Components {
			properties[c.Name] = object{"description": c.Doc,
				"anyOf": []any{reference(componentKey(s.Elem.Kind, c)), value, null}}
		}
		schema["properties"] = properties
	}
	return schema, nil
}

func reference(name string) object { return object{"$ref": "#/$defs/" + name} }

func componentKey(kind Kind, c Component) string { return kind.Name + "." + c.Name }

// union defines a kind once: {name: {settings}} or a bare name, for each component.
func (g *generator) union(kind Kind) (object, error) {
	if _, known := g.definitions[kind.Name]; known {
		return reference(kind.Name), nil
	}
	var options, names []any
	definition := object{"description": kind.Doc}
	g.definitions[kind.Name] = definition
	for _, c := range kind.Components {
		settings, err := g.settings(reflect.TypeOf(c.New()).Elem())
		if err != nil {
			return nil, err
		}
		settings["description"] = c.Doc
		g.definitions[componentKey(kind, c)] = settings
		options = append(options, object{"type": "object", "description": c.Doc,
			"properties": object{c.Name: reference(componentKey(kind, c))},
			"required":   []string{c.Name}, "additionalProperties": false})
		names = append(names, object{"const": c.Name, "description": c.Doc})
	}
	definition["oneOf"] = append(options, names...)
	if len(kind.Components) == 0 {
		definition["not"] = object{} // nothing is allowed
		delete(definition, "oneOf")
	}
	return reference(kind.Name), nil
}
