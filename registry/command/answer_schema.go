package command

import (
	"encoding/json"
	"reflect"
	"strings"
	"time"
)

// object is a JSON object; its keys are written sorted.
type object = map[string]any

const draft = "https://json-schema.org/draft/2020-12/schema"

// schema is the JSON schema (draft 2020-12) of an answer. Answers have no other properties than it names, and all that it
// requires.
func (a answer) schema() object {
	s := answerSchema{definitions: object{}}
	schema := s.of(a.of)
	if a.several {
		schema = object{"anyOf": []any{schema, object{"type": "array", "items": s.of(a.of)}}}
	}
	schema["$schema"], schema["title"], schema["description"] = draft, "ebim "+a.command+" --format json", a.doc
	if len(s.definitions) > 0 {
		schema["$defs"] = s.definitions
	}
	return schema
}

// answerSchema derives schemas from Go types as package encoding/json writes them.
type answerSchema struct{ definitions object }

func (s *answerSchema) of(t reflect.Type) object {
	switch t {
	case reflect.TypeFor[time.Time]():
		return object{"type": "string", "format": "date-time"}
	case reflect.TypeFor[number]():
		return object{"type": []string{"number", "null"}}
	case reflect.TypeFor[json.RawMessage]():
		return object{}
	}
	switch t.Kind() {
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.String:
		return object{"type": "string"}
	case reflect.Float32, reflect.Float64:
		return object{"type": "number"}
	case reflect.Pointer:
		if t.Elem().Kind() == reflect.Struct { // which answers hold one of, not none
			return s.of(t.Elem())
		}
		return nullable(s.of(t.Elem()))
	case reflect.Slice, reflect.Array:
		return object{"type": "array", "items": s.of(t.Elem())}
	case reflect.Map:
		return object{"type": "object", "additionalProperties": s.of(t.Elem())}
	case reflect.Struct:
		return s.named(t)
	case reflect.Interface:
		return object{} // anything
	}
	return object{"type": "integer"}
}

func nullable(schema object) object {
	if name, ok := schema["type"].(string); ok {
		schema["type"] = []string{name, "null"}
		return schema
	}
	return object{"anyOf": []any{schema, object{"type": "null"}}}
}

// named refers to the definition of a struct.
func (s *answerSchema) named(t reflect.Type) object {
	name := strings.ToLower(t.Name()[:1]) + t.Name()[1:]
	if _, known := s.definitions[name]; !known {
		definition := object{"type": "object", "additionalProperties": false}
		s.definitions[name] = definition
		properties, required := object{}, []string{}
		s.fields(t, properties, &required)
		definition["properties"] = properties
		if len(required) > 0 {
			definition["required"] = required
		}
	}
	return object{"$ref": "#/$defs/" + name}
}

// fields adds the properties of a struct, and those of the structs that are embedded in it.
func (s *answerSchema) fields(t reflect.Type, properties object, required *[]string) {
	for i := range t.NumField() {
		field := t.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if field.Anonymous && name == "" {
			inner := field.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			s.fields(inner, properties, required)
			continue
		}
		if !field.IsExported() || name == "-" {
			continue
		}
		property := s.of(field.Type)
		if doc := field.Tag.Get("doc"); doc != "" {
			property["description"] = doc
		}
		properties[name] = property
		if options == "" {
			*required = append(*required, name)
		}
	}
}
