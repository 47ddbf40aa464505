package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

const (
	maxBytes = 10_000_000 // of one file
	maxNodes = 500_000    // of one file, aliases expanded
	maxDepth = 100        // of nested values
)

// parse reads one YAML document. The mistakes say what is wrong; the node is nil when nothing could be read, and
// otherwise holds what could. A fixed origin is given to every value instead of its position in the text.
func parse(name string, text []byte, fixed *Origin) (*node, Mistakes) {
	top := Origin{name, 1, 1}
	if fixed != nil {
		top = *fixed
	}
	if m, bad := checkText(name, text, fixed); bad {
		return nil, Mistakes{m}
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var document yaml.Node
	if err := decoder.Decode(&document); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, Mistakes{mistakeAt(top, "", "an empty document", "settings, as `key: value`", "")}
		}
		return nil, Mistakes{syntaxMistake(name, text, err, fixed)}
	}
	c := &converter{name: name, fixed: fixed, open: map[*yaml.Node]bool{}}
	root := c.convert(document.Content[0], 0)
	if c.full { // what is left of a document that exploded says nothing about its settings
		return nil, c.mistakes
	}
	var second yaml.Node
	if err := decoder.Decode(&second); err == nil {
		c.mistake(&second, "a second document after ---", "one document a file", "")
	} else if !errors.Is(err, io.EOF) {
		c.mistakes = append(c.mistakes, syntaxMistake(name, text, err, fixed))
	}
	return root, c.mistakes
}

// checkText finds what keeps a text from being YAML at all.
func checkText(name string, text []byte, fixed *Origin) (Mistake, bool) {
	at := func(line, column int) Origin {
		if fixed != nil {
			return *fixed
		}
		return Origin{name, line, column}
	}
	if len(text) > maxBytes {
		return mistakeAt(at(1, 1), "", "a file of more than 10 MB", "10 MB at most", "is this the right file?"), true
	}
	if !utf8.Valid(text) {
		good := 0
		for good < len(text) {
			r, size := utf8.DecodeRune(text[good:])
			if r == utf8.RuneError && size == 1 {
				break
			}
			good += size
		}
		line := 1 + bytes.Count(text[:good], []byte("\n"))
		column := 1 + utf8.RuneCount(text[bytes.LastIndexByte(text[:good], '\n')+1:good])
		return mistakeAt(at(line, column), "", fmt.Sprintf("byte 0x%02x, which is not UTF-8", text[good]),
			"text in UTF-8", "save the file as UTF-8"), true
	}
	return Mistake{}, false
}

var yamlLine = regexp.MustCompile(`^yaml: line (\d+): `)

// syntaxMistake turns the YAML parser's error into a mistake with a position.
func syntaxMistake(name string, text []byte, err error, fixed *Origin) Mistake {
	message, at := strings.TrimPrefix(err.Error(), "yaml: "), Origin{name, 1, 1}
	lines := strings.Split(string(text), "\n")
	if match := yamlLine.FindStringSubmatch(err.Error()); match != nil {
		message = strings.TrimPrefix(err.Error(), match[0])
		at.Line, _ = strconv.Atoi(match[1])
		at.Line = min(max(at.Line, 1), len(lines))
		line := lines[at.Line-1]
		at.Column = 1 + len(line) - len(strings.TrimLeft(line, " \t"))
	}
	found, hint := "text that is not YAML: "+message, ""
	for i, line := range lines {
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		if tab := strings.IndexByte(indent, '\t'); tab >= 0 {
			at.Line, at.Column = i+1, tab+1
			found, hint = "a tab in the indentation", "indent with spaces"
			break
		}
	}
	if strings.Contains(message, "unknown anchor") || strings.Contains(message, "did not find expected alphabetic") {
		hint = "a value that starts with * or & must be quoted"
	}
	if fixed != nil {
		at = *fixed
	}
	return mistakeAt(at, "", found, "", hint)
}

// converter turns yaml.v3's tree into nodes, with aliases expanded within bounds.
type converter struct {
	name     string
	fixed    *Origin
	count    int
	full     bool // a bound was passed; the rest is left out
	open     map[*yaml.Node]bool
	mistakes Mistakes
}

func (c *converter) at(y *yaml.Node) Origin {
	if c.fixed != nil {
		return *c.fixed
	}
	return Origin{c.name, max(y.Line, 1), max(y.Column, 1)}
}

func (c *converter) mistake(y *yaml.Node, found, allowed, hint string) {
	c.mistakes = append(c.mistakes, mistakeAt(c.at(y), "", found, allowed, hint))
}

// stop reports the first passing of a bound and ends the conversion.
func (c *converter) stop(y *yaml.Node, found, allowed, hint string) {
	if !c.full {
		c.mistake(y, found, allowed, hint)
	}
	c.full = true
}

func (c *converter) convert(y *yaml.Node, depth int) *node {
	c.count++
	n := &node{kind: emptyNode, at: c.at(y)}
	switch {
	case c.full:
		return n
	case c.count > maxNodes:
		c.stop(y, fmt.Sprintf("more than %d values with all aliases expanded", maxNodes), "",
			"write fewer aliases of aliases")
		return n
	case depth > maxDepth:
		c.stop(y, fmt.Sprintf("values nested more than %d deep", maxDepth), "", "")
		return n
	case y.Style&yaml.TaggedStyle != 0:
		c.mistake(y, "the tag "+clip(y.Tag), "values without tags", "leave the tag out")
	}
	switch y.Kind {
	case yaml.AliasNode:
		return c.alias(y, depth)
	case yaml.ScalarNode:
		c.scalar(y, n)
	case yaml.SequenceNode:
		n.kind = listNode
		for _, item := range y.Content {
			n.items = append(n.items, c.convert(item, depth+1))
		}
	case yaml.MappingNode:
		n.kind = mapNode
		c.mapping(y, n, depth)
	}
	return n
}

func (c *converter) scalar(y *yaml.Node, n *node) {
	n.kind, n.text = scalarNode, y.Value
	n.quoted = y.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0
	if n.quoted {
		return
	}
	switch y.Value {
	case "":
		n.kind = emptyNode
	case "null", "Null", "NULL", "~":
		n.kind = nullNode
	}
}

// alias expands *name in place, keeping the positions of what it stands for.
func (c *converter) alias(y *yaml.Node, depth int) *node {
	if y.Alias == nil || c.open[y.Alias] {
		c.mistake(y, "the alias *"+clip(y.Value)+" inside the value it stands for", "", "a value can't contain itself")
		return &node{kind: emptyNode, at: c.at(y)}
	}
	c.open[y.Alias] = true
	defer delete(c.open, y.Alias)
	return c.convert(y.Alias, depth+1)
}

func (c *converter) mapping(y *yaml.Node, n *node, depth int) {
	lines := make(map[string]int, len(y.Content)/2)
	var merged []*node
	for i := 0; i+1 < len(y.Content) && !c.full; i += 2 {
		key, value := y.Content[i], y.Content[i+1]
		if key.Kind == yaml.AliasNode && key.Alias != nil {
			key = key.Alias
		}
		if key.Kind != yaml.ScalarNode || key.Value == "" {
			c.mistake(key, "a key that is no name", "keys that are plain text", "")
			continue
		}
		if key.Value == "<<" && key.Style == 0 {
			merged = append(merged, c.convert(value, depth+1))
			continue
		}
		if first, twice := lines[key.Value]; twice {
			c.mistake(key, fmt.Sprintf("the key %q a second time", clip(key.Value)), "each key once",
				fmt.Sprintf("it first stands in line %d", first))
			continue
		}
		lines[key.Value] = key.Line
		converted := c.convert(value, depth+1)
		if converted.kind == emptyNode {
			converted.at = c.at(key) // the parser places an empty value at the next token
		}
		n.entries = append(n.entries, entry{key.Value, c.at(key), converted})
	}
	if len(merged) > 0 {
		known := make(map[string]bool, len(n.entries))
		for _, e := range n.entries {
			known[e.key] = true
		}
		for _, m := range merged {
			c.mergeKeys(n, m, known)
		}
	}
}

// mergeKeys adds the keys of `<<: *base` that the mapping does not have yet.
func (c *converter) mergeKeys(n, from *node, known map[string]bool) {
	switch from.kind {
	case mapNode:
		for _, e := range from.entries {
			if !known[e.key] {
				known[e.key] = true
				n.entries = append(n.entries, e)
			}
		}
	case listNode:
		for _, item := range from.items {
			c.mergeKeys(n, item, known)
		}
	default:
		c.mistakes = append(c.mistakes, mistakeAt(from.at, "", from.describe()+" after <<",
			"an alias of a mapping", ""))
	}
}
