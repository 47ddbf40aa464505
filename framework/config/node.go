package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

type nodeKind int

const (
	scalarNode nodeKind = iota
	listNode
	mapNode
	nullNode  // an explicit null or ~
	emptyNode // nothing after the key
)

// node is a value as written: YAML with aliases expanded and without tags.
type node struct {
	kind    nodeKind
	text    string // of a scalar
	quoted  bool   // the scalar is text whatever it looks like
	entries []entry
	items   []*node
	at      Origin
}

// entry is one key of a mapping.
type entry struct {
	key   string
	at    Origin
	value *node
}

// find returns the index of a key, or -1.
func (n *node) find(key string) int {
	if n == nil || n.kind != mapNode {
		return -1
	}
	return slices.IndexFunc(n.entries, func(e entry) bool { return e.key == key })
}

// get returns the value of a key, or nil.
func (n *node) get(key string) *node {
	if i := n.find(key); i >= 0 {
		return n.entries[i].value
	}
	return nil
}

// put sets or adds a key; a nil value removes it.
func (n *node) put(key string, at Origin, value *node) {
	i := n.find(key)
	switch {
	case value == nil && i >= 0:
		n.entries = slices.Delete(n.entries, i, i+1)
	case value == nil:
	case i >= 0:
		n.entries[i] = entry{key, at, value}
	default:
		n.entries = append(n.entries, entry{key, at, value})
	}
}

func (n *node) keys() []string {
	keys := make([]string, len(n.entries))
	for i, e := range n.entries {
		keys[i] = e.key
	}
	return keys
}

// boolean reads a scalar written true or false.
func (n *node) boolean() (value, ok bool) {
	if n.kind != scalarNode || n.quoted {
		return false, false
	}
	return n.text == "true", n.text == "true" || n.text == "false"
}

// describe says what was found, for a message.
func (n *node) describe() string {
	switch n.kind {
	case nullNode:
		return "null"
	case emptyNode:
		return "an empty value"
	case listNode:
		return "a list of " + strconv.Itoa(len(n.items))
	case mapNode:
		return n.describeMapping()
	}
	if _, ok := n.boolean(); ok {
		return n.text
	}
	if _, err := ParseNumber(n.text); err == nil && !n.quoted {
		return "number " + n.text
	}
	return "text " + strconv.Quote(clip(n.text))
}

func (n *node) describeMapping() string {
	const shown = 3
	keys := n.keys()
	if len(keys) == 0 {
		return "an empty mapping"
	}
	if len(keys) > shown {
		keys = append(keys[:shown], fmt.Sprintf("%d more", len(keys)-shown))
	}
	for i := range keys {
		keys[i] = clip(keys[i])
	}
	return "a mapping with " + strings.Join(keys, ", ")
}

// plain is the node as strings, []any and map[string]any; nulls and empty values are nil.
func (n *node) plain() any {
	switch n.kind {
	case scalarNode:
		return n.text
	case listNode:
		list := make([]any, len(n.items))
		for i, item := range n.items {
			list[i] = item.plain()
		}
		return list
	case mapNode:
		mapping := make(map[string]any, len(n.entries))
		for _, e := range n.entries {
			mapping[e.key] = e.value.plain()
		}
		return mapping
	}
	return nil
}

// flow writes the node in one line, for names and messages.
func (n *node) flow() string {
	switch n.kind {
	case scalarNode:
		return n.text
	case listNode:
		parts := make([]string, len(n.items))
		for i, item := range n.items {
			parts[i] = item.flow()
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case mapNode:
		parts := make([]string, len(n.entries))
		for i, e := range n.entries {
			parts[i] = e.key + ": " + e.value.flow()
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return "null"
}
