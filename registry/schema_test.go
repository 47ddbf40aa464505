package registry

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type drawing struct {
	Title  string           `yaml:"title" default:"" doc:"title"`
	Weight float64          `yaml:"weight" default:"inf" range:"(0, inf]" doc:"weight"`
	Corner [][2]float64     `yaml:"corner" default:"null" doc:"corners"`
	Shapes map[string]shape `yaml:"shapes" length:"[1, inf)" doc:"what is drawn"`
}

// schemaOf is the schema of drawing, decoded.
func schemaOf(t *testing.T) map[string]any {
	t.Helper()
	text, err := testRegistry.Schema(reflect.TypeFor[drawing]())
	if err != nil {
		t.Fatal(err)
	}
	var schema map[string]any
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	return schema
}

// TestSchema looks at parts of the schema by path; the expected values are JSON.
func TestSchema(t *testing.T) {
	const expression = `{"type": "string", "pattern": "^[-+*/(). 0-9a-zA-Z]+$"}`
	schema := schemaOf(t)
	for path, want := range map[string]string{
		"$schema":              `"https://json-schema.org/draft/2020-12/schema"`,
		"type":                 `"object"`,
		"additionalProperties": `false`,
		"properties/title":     `{"type": ["string", "number"], "description": "title", "default": ""}`,
		"properties/weight": `{"anyOf": [{"type": "number", "exclusiveMinimum": 0}, ` + expression +
			`], "description": "weight", "default": "inf"}`,
		"properties/corner/items": `{"type": "array", "minItems": 2, "maxItems": 2, "items": {"anyOf": [{"type": "number"}, ` + expression + `]}}`,
		"properties/corner/type":  `"array"`,
		"properties/extends/type": `"string"`,
		"properties/sweep/type":   `["object", "null"]`,
		"properties/shapes/properties/disc": `{"description": "full disc",
			"anyOf": [{"$ref": "#/$defs/shape.disc"}, {"$ref": "#/$defs/shape"}, {"type": "null"}]}`,
		"properties/shapes/additionalProperties": `{"anyOf": [{"$ref": "#/$defs/shape"}, {"type": "null"}]}`,
		"$defs/shape": `{"description": "plane figures", "oneOf": [
			{"type": "object", "description": "full disc", "properties": {"disc": {"$ref": "#/$defs/shape.disc"}}, "required": ["disc"], "additionalProperties": false},
			{"type": "object", "description": "square", "properties": {"square": {"$ref": "#/$defs/shape.square"}}, "required": ["square"], "additionalProperties": false},
			{"const": "disc", "description": "full disc"}, {"const": "square", "description": "square"}]}`,
		"$defs/shape.square/properties/holes": `{"type": "array", "minItems": 1, "maxItems": 2, "items": {"$ref": "#/$defs/shape"}, "description": "what is cut out"}`,
		"$defs/shape.disc/properties/arc": `{"anyOf": [{"type": "number", "minimum": 0, "maximum": 6.283185307179586}, ` + expression + `],
			"description": "opening angle, in radians (an expression such as pi/2 is allowed)", "default": "2*pi"}`,
		"$defs/shape.disc/properties/paint/properties/color": `{"oneOf": [{"const": "red", "description": "like a rose"},
			{"const": "blue", "description": "like the sky"}, {"const": "azure", "description": "now called blue", "deprecated": true}], "description": "color", "default": "red"}`,
		"$defs/shape.disc/properties/paint/properties/layers": `{"type": "integer", "minimum": 1, "maximum": 9, "description": "layers of paint"}`,
		"$defs/shape.disc/properties/paint/properties/coats":  `{"type": "integer", "minimum": 1, "maximum": 9, "description": "now called layers", "deprecated": true}`,
		"$defs/shape.disc/properties/paint/properties/brush":  `{"$ref": "#/$defs/brush", "description": "brush", "default": {"round": {"width": 2}}}`,
	} {
		var got, expected any = schema, nil
		for _, key := range strings.Split(path, "/") {
			got = got.(map[string]any)[key]
		}
		if err := json.Unmarshal([]byte(want), &expected); err != nil {
			t.Fatal(path, err)
		}
		if diff := cmp.Diff(expected, got); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
}

// TestStandardSchema: every reference is defined, every component is there, and the bytes do not change.
func TestStandardSchema(t *testing.T) {
	r := Standard()
	kind, err := r.Kind("model")
	if err != nil {
		t.Fatal(err)
	}
	text, err := r.Schema(holderOf(kind))
	if err != nil {
		t.Fatal(err)
	}
	if again, err := r.Schema(holderOf(kind)); err != nil || !bytes.Equal(text, again) {
		t.Errorf("the schema changes from one call to the next: %v", err)
	}
	var schema map[string]any
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	definitions := schema["$defs"].(map[string]any)
	for _, name := range []string{"model.ebim", "network.mlp", "solver.newton", "schedule.cosine"} {
		if definitions[name] == nil {
			t.Errorf("%s is not defined", name)
		}
	}
	for _, part := range strings.Split(string(text), `"$ref": "#/$defs/`)[1:] {
		name, _, _ := strings.Cut(part, `"`)
		if definitions[name] == nil {
			t.Errorf("%s is referred to but not defined", name)
		}
	}
}
