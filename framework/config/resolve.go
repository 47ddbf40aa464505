package config

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// Resolve writes a decoded struct as YAML with every default filled in: keys in the struct's order, labels sorted,
// unions as {name: {settings}}, absent optional settings left out. Equal structs give equal bytes, and decoding the
// bytes gives the struct back. NaN, a nil required union, an unknown component or a text that is not UTF-8 is an error.
func Resolve(c Catalog, from any) ([]byte, error) {
	return write(&encoder{schema: newSchema(c)}, from)
}

// Identity is the text of Resolve with the first name that each setting and value ever had, so that renaming one
// leaves it as it was: what has been computed is found again by it.
func Identity(c Catalog, from any) ([]byte, error) {
	return write(&encoder{schema: newSchema(c), first: true}, from)
}

func write(e *encoder, from any) ([]byte, error) {
	value := reflect.ValueOf(from)
	if value.Kind() == reflect.Pointer && !value.IsNil() {
		value = value.Elem()
	}
	if value.Kind() != reflect.Struct {
		return nil, fmt.Errorf("a struct of settings is resolved, not %T", from)
	}
	root, err := e.structure(value)
	err = cmp.Or(err, e.err)
	if err != nil {
		return nil, fmt.Errorf("cannot write the settings: %w", err)
	}
	var buffer bytes.Buffer
	encoder := yaml.NewEncoder(&buffer)
	encoder.SetIndent(2)
	if err := encoder.Encode(root); err != nil {
		return nil, fmt.Errorf("cannot write the settings: %w", err)
	}
	return buffer.Bytes(), encoder.Close()
}

type encoder struct {
	*schema
	first   bool // write first names
	explain bool // comment on absent settings
}

func (e *encoder) name(now, first string) string {
	if e.first {
		return first
	}
	return now
}

func (e *encoder) structure(v reflect.Value) (*yaml.Node, error) {
	var m mapping
	for _, f := range e.spec(v.Type()).Fields {
		value := v.FieldByIndex(f.index)
		if f.Optional() && value.IsZero() {
			if text := unlessGiven(f.Doc); e.explain && text != "" {
				m.comments = append(m.comments, f.Name+": "+text)
			}
			continue
		}
		if f.Pointer {
			value = value.Elem()
		}
		n, err := e.encode(f.Shape, value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		m.add(textNode(e.name(f.Name, f.first())), n)
	}
	return m.node(), nil
}

func (e *encoder) encode(shape Shape, v reflect.Value) (*yaml.Node, error) {
	switch shape.Form {
	case Boolean:
		return plainNode(strconv.FormatBool(v.Bool())), nil
	case Integer:
		return plainNode(fmt.Sprint(v.Interface())), nil
	case Number:
		return numberNode(v)
	case Choose:
		for _, choice := range shape.Choices {
			if choice.Name == v.String() && choice.Formerly != "" {
				return textNode(e.name(choice.Name, choice.Formerly)), nil
			}
		}
		fallthrough
	case Text:
		if !utf8.ValidString(v.String()) {
			return nil, fmt.Errorf("%q is not UTF-8", v.String())
		}
		return textNode(v.String()), nil
	case List:
		return e.list(shape, v)
	case Labels:
		return e.labels(shape, v)
	case Union:
		return e.union(shape, v)
	case Custom:
		copied := reflect.New(shape.Type)
		copied.Elem().Set(v)
		return e.custom(copied.Interface().(Setting).EncodeSetting())
	}
	return e.structure(v)
}

// list writes numbers and other scalars in one line.
func (e *encoder) list(shape Shape, v reflect.Value) (*yaml.Node, error) {
	n := &yaml.Node{Kind: yaml.SequenceNode}
	innermost := shape
	for innermost.Form == List {
		innermost = *innermost.Elem
	}
	if innermost.Form <= Choose {
		n.Style = yaml.FlowStyle
	}
	for i := range v.Len() {
		item, err := e.encode(*shape.Elem, v.Index(i))
		if err != nil {
			return nil, fmt.Errorf("[%d]: %w", i, err)
		}
		n.Content = append(n.Content, item)
	}
	return flowIfEmpty(n), nil
}

func (e *encoder) labels(shape Shape, v reflect.Value) (*yaml.Node, error) {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	var m mapping
	for _, key := range keys {
		value, err := e.encode(*shape.Elem, v.MapIndex(key))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		m.add(textNode(key.String()), value)
	}
	return m.node(), nil
}

func (e *encoder) union(shape Shape, v reflect.Value) (*yaml.Node, error) {
	if v.IsNil() {
		return nil, fmt.Errorf("no %s is given", shape.Kind.Words())
	}
	v = v.Elem()
	component, ok := shape.Kind.of(v.Type())
	if !ok || v.IsNil() {
		return nil, fmt.Errorf("%v is no known %s", v.Type(), shape.Kind.Words())
	}
	settings, err := e.structure(v.Elem())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", component.Name, err)
	}
	var m mapping
	m.add(textNode(component.Name), settings)
	return m.node(), nil
}

// custom writes what a Setting returns: texts, numbers, booleans, lists and mappings of such.
func (e *encoder) custom(value any) (*yaml.Node, error) {
	v := reflect.ValueOf(value)
	switch {
	case !v.IsValid():
		return nil, fmt.Errorf("a setting without a value")
	case v.Kind() == reflect.String:
		return textNode(v.String()), nil
	case v.Kind() == reflect.Bool, v.CanInt(), v.CanUint():
		return plainNode(fmt.Sprint(value)), nil
	case v.CanFloat():
		return numberNode(v)
	case v.Kind() == reflect.Slice:
		n := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
		for i := range v.Len() {
			item, err := e.custom(v.Index(i).Interface())
			if err != nil {
				return nil, err
			}
			n.Content = append(n.Content, item)
		}
		return n, nil
	case v.Kind() == reflect.Map && v.Type().Key().Kind() == reflect.String:
		n := &yaml.Node{Kind: yaml.MappingNode}
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		for _, key := range keys {
			item, err := e.custom(v.MapIndex(key).Interface())
			if err != nil {
				return nil, err
			}
			n.Content = append(n.Content, textNode(key.String()), item)
		}
		return flowIfEmpty(n), nil
	}
	return nil, fmt.Errorf("a setting written as %T", value)
}

func plainNode(text string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Value: text} }

// textNode quotes what would not read back as the same text.
func textNode(text string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}
	odd := func(r rune) bool { return !unicode.IsPrint(r) }
	if strings.ContainsFunc(text, odd) || strings.TrimSpace(text) != text {
		n.Style = yaml.DoubleQuotedStyle
	}
	return n
}

// numberNode writes the shortest decimal that reads back as the same number.
func numberNode(v reflect.Value) (*yaml.Node, error) {
	x, bits := v.Float(), v.Type().Bits()
	switch {
	case math.IsNaN(x):
		return nil, fmt.Errorf("NaN is no setting")
	case math.IsInf(x, 1):
		return plainNode(".inf"), nil
	case math.IsInf(x, -1):
		return plainNode("-.inf"), nil
	}
	format := byte('f')
	if size := math.Abs(x); size != 0 && (size < 1e-4 || size >= 1e15) {
		format = 'e'
	}
	return plainNode(strconv.FormatFloat(x, format, -1, bits)), nil
}

func flowIfEmpty(n *yaml.Node) *yaml.Node {
	if len(n.Content) == 0 {
		n.Style = yaml.FlowStyle
	}
	return n
}

// Explain writes what Resolve does, with a comment for each optional setting that is absent and whose description says
// what is taken unless it is given. The comments change nothing: what they say is decided later, by the data, say.
func Explain(c Catalog, from any) ([]byte, error) {
	return write(&encoder{schema: newSchema(c), explain: true}, from)
}

// unlessGiven is what a description says of an absent setting; empty where it says nothing.
func unlessGiven(doc string) string {
	for part := range strings.SplitSeq(doc, "; ") {
		if strings.Contains(part, "unless given") {
			return part
		}
	}
	return ""
}

// mapping is one that is being written, with comments for its next key.
type mapping struct {
	yaml.Node
	comments []string
}

// add adds a key. The comments of a mapping without keys, which is written as {}, rise above its key, and name it.
func (m *mapping) add(key, value *yaml.Node) {
	if value.HeadComment != "" {
		for line := range strings.SplitSeq(value.HeadComment, "\n") {
			m.comments = append(m.comments, key.Value+"."+line)
		}
		value.HeadComment = ""
	}
	key.HeadComment, m.comments = strings.Join(m.comments, "\n"), nil
	m.Content = append(m.Content, key, value)
}

func (m *mapping) node() *yaml.Node {
	m.Kind = yaml.MappingNode
	if rest := strings.Join(m.comments, "\n"); len(m.Content) == 0 {
		m.HeadComment = rest
	} else if rest != "" {
		m.Content[len(m.Content)-2].FootComment = rest
	}
	return flowIfEmpty(&m.Node)
}
