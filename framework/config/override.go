package config

import (
	"fmt"
	"strconv"
	"strings"
)

// parseSets reads `path=value` texts.
func parseSets(sets []string) ([]override, Mistakes) {
	var overrides []override
	var mistakes Mistakes
	for _, set := range sets {
		at := Origin{File: "--set " + clip(set)}
		path, text, ok := strings.Cut(set, "=")
		if !ok {
			mistakes = append(mistakes, mistakeAt(at, "", "no = in "+strconv.Quote(clip(set)), "path=value", ""))
			continue
		}
		path = strings.TrimSpace(path)
		if strings.TrimSpace(text) == "" {
			mistakes = append(mistakes, mistakeAt(at, path, "an empty value", "a value, as YAML",
				`write "" for an empty text`))
			continue
		}
		value, wrong := parse(at.File, []byte(text), &at)
		mistakes = append(mistakes, wrong...)
		if value != nil && len(wrong) == 0 {
			overrides = append(overrides, override{path: path, value: value, at: at, named: at})
		}
	}
	return overrides, mistakes
}

// assigner applies one override to a tree in normal form.
type assigner struct {
	*decoder
	override
	canonical string   // the path with all names, once the value is set
	mistake   *Mistake // why it can't be set
}

// apply returns the tree with the override applied, and the override's canonical path.
func (d *decoder) apply(tree *node, o override) (*node, string) {
	a := &assigner{decoder: d, override: o}
	segments, err := parsePath(o.path)
	if err != nil {
		a.fail(o.path, err.Error(), "names joined by dots, such as data.size", "")
	} else {
		tree = a.set(d.root, "", "", tree, segments)
	}
	if a.mistake != nil {
		d.report(*a.mistake)
		return tree, ""
	}
	return tree, a.canonical
}

// unknown fails for a name that is not known.
func (a *assigner) unknown(what, path string, name segment, known []string, hint string) {
	a.fail(below(path, name.String()), "unknown "+what+" "+strconv.Quote(clip(name.String())),
		strings.Join(known, ", "),
		hint)
}

func (a *assigner) fail(path, found, allowed, hint string) {
	m := mistakeAt(a.at, path, found, allowed, hint)
	a.mistake = &m
}

// set returns n with the value at the path below it replaced; nil means that it was removed.
func (a *assigner) set(shape Shape, label, path string, n *node, rest []segment) *node {
	if len(rest) == 0 {
		a.canonical = path
		if a.value.kind == nullNode {
			return nil
		}
		return a.merge(shape, label, n, a.value)
	}
	switch shape.Form {
	case Struct:
		return a.setField(shape, path, n, rest)
	case Labels:
		return a.setLabel(shape, path, n, rest)
	case Union:
		return a.setUnion(shape, label, path, n, rest)
	case List:
		return a.setItem(shape, path, n, rest)
	}
	a.fail(below(path, rest[0].String()), fmt.Sprintf("nothing is below %s, which is %s", path,
		shape.Describe()), "", "")
	return n
}

// into puts a changed value back under its key. A malformed n is kept: decoding reports it.
func (a *assigner) into(n *node, key string, value *node) *node {
	if a.mistake != nil || n != nil && n.kind != mapNode {
		return n
	}
	changed := &node{kind: mapNode, at: a.at}
	at := a.at
	if n != nil {
		changed.at, changed.entries = n.at, append([]entry{}, n.entries...)
		if i := n.find(key); i >= 0 {
			at = n.entries[i].at
		}
	}
	changed.put(key, at, value)
	return changed
}

func (a *assigner) setField(shape Shape, path string, n *node, rest []segment) *node {
	spec, key := a.spec(shape.Type), rest[0].key
	f, ok := spec.Field(key)
	if outer, inner := spec.Outer(key); inner {
		f, ok, key = outer, true, outer.Name
		rest = append([]segment{{key: outer.Name}}, rest...)
	}
	if !ok {
		known := keys(spec, path, "sweep", "trials")
		a.unknown("setting", path, rest[0], known, a.unknownHint(shape.Type, path, key, known))
		return n
	}
	a.rename(a.named, key, f.Name)
	child := n.get(f.Name)
	if child == nil && len(rest) > 1 {
		if standard := a.defaultNode(f, a.at); standard != nil {
			child = a.merge(f.Shape, "", nil, standard)
		}
	}
	return a.into(n, f.Name, a.set(f.Shape, "", below(path, f.Name), child, rest[1:]))
}

func (a *assigner) setLabel(shape Shape, path string, n *node, rest []segment) *node {
	key := rest[0].key
	child := n.get(key)
	if key == "" || child == nil && len(rest) > 1 {
		var known []string
		if n != nil {
			known = n.keys()
		}
		a.unknown("label", path, rest[0], known, DidYouMean(key, known))
		return n
	}
	return a.into(n, key, a.set(*shape.Elem, key, below(path, key), child, rest[1:]))
}

// setUnion steps over or through the component's name: the current component's name may be left out, and another
// component's name replaces the union.
func (a *assigner) setUnion(shape Shape, label, path string, n *node, rest []segment) *node {
	chosen, ok := normalUnion(shape.Kind, n)
	if n != nil && !ok {
		return n // malformed: decoding reports it
	}
	key := rest[0].key
	current, _ := shape.Kind.Component(chosen.key)
	named, isName := shape.Kind.Component(key)
	switch {
	case ok && key == chosen.key:
		rest = rest[1:]
	case isName && !(ok && a.spec(current.settings()).has(key)):
		current, chosen, rest = named, entry{key: key, at: a.at}, rest[1:]
	case !ok:
		a.unknown(shape.Kind.Words(), path, rest[0], shape.Kind.Names(), DidYouMean(key, shape.Kind.Names()))
		return n
	}
	inner := path
	if label != current.Name {
		inner = below(path, current.Name)
	}
	settings := a.set(current.shape(), "", inner, chosen.value, rest)
	if a.mistake != nil {
		return n
	}
	if settings == nil {
		settings = &node{kind: mapNode, at: a.at}
	}
	chosen.value = settings
	at := a.at
	if n != nil {
		at = n.at
	}
	return &node{kind: mapNode, at: at, entries: []entry{chosen}}
}

func (a *assigner) setItem(shape Shape, path string, n *node, rest []segment) *node {
	inner := below(path, rest[0].String())
	if n == nil || n.kind != listNode || rest[0].key != "" || rest[0].index >= len(n.items) {
		length := 0
		if n != nil {
			length = len(n.items)
		}
		a.fail(inner, "no such item", fmt.Sprintf("an index below %d, as in %s[0]", length, path),
			"a list is replaced by setting it whole")
		return n
	}
	value := a.set(*shape.Elem, "", inner, n.items[rest[0].index], rest[1:])
	if value == nil {
		a.fail(inner, "null for an item of a list", shape.Elem.Describe(), "a list is replaced by setting it whole")
	}
	if a.mistake != nil {
		return n
	}
	changed := &node{kind: listNode, at: n.at, items: append([]*node{}, n.items...)}
	changed.items[rest[0].index] = value
	return changed
}
