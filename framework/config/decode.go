package config

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// decode fills a value from the node written for it.
func (d *decoder) decode(shape Shape, p place, n *node, into reflect.Value) {
	if p.depth > maxDepth {
		d.report(mistakeAt(n.at, p.path, "settings nested too deep", "", ""))
		return
	}
	switch shape.Form {
	case Struct:
		d.structure(shape, p, n, into)
	case Union:
		d.union(shape, p, n, into)
	case Labels:
		d.labels(shape, p, n, into)
	case List:
		d.list(shape, p, n, into)
	case Custom:
		d.custom(shape, p, n, into)
	default:
		d.scalar(shape, p, n, into)
	}
}

func (d *decoder) structure(shape Shape, p place, n *node, into reflect.Value) {
	if n.kind != mapNode {
		d.refuse(p, n, shape, "")
		return
	}
	spec, before := d.spec(shape.Type), d.wrong
	for _, e := range n.entries {
		if f, ok := spec.Outer(e.key); ok {
			d.report(mistakeAt(e.at, below(p.path, e.key), e.key+" beside "+f.Name+"."+e.key, "one of them", ""))
		} else if f, ok := spec.Field(e.key); !ok {
			known := keys(spec, p.path, "extends", "sweep", "trials")
			d.report(mistakeAt(e.at, below(p.path, clip(e.key)), "unknown setting "+strconv.Quote(clip(e.key)),
				strings.Join(known, ", "), d.unknownHint(shape.Type, p.path, e.key, known)))
		} else if f.Name != e.key {
			d.report(mistakeAt(e.at, below(p.path, e.key), e.key+" beside "+f.Name+", as it is called now",
				"one of them", ""))
		}
	}
	for _, f := range spec.Fields {
		d.field(f, p, n, into.FieldByIndex(f.index))
	}
	if d.wrong == before && d.err == nil {
		d.check(shape, p, n, into)
	}
}

// keys are what a mapping at a path may have: at the top also a document's own, which are taken out before it is
// decoded.
func keys(spec *Spec, path string, own ...string) []string {
	if path != "" {
		return spec.Names()
	}
	return append(spec.Names(), own...)
}

// field decodes a setting from its key, from its default, or leaves it nil.
func (d *decoder) field(f Field, p place, n *node, into reflect.Value) {
	inner := p.inside(below(p.path, f.Name), p.at)
	inner.numbers, inner.size = f.Range, f.Length
	var value *node
	if i := n.find(f.Name); i >= 0 {
		value, inner.at = n.entries[i].value, n.entries[i].at
	} else {
		if f.Optional() {
			into.SetZero()
			return
		}
		if value = d.defaultNode(f, p.at); value != nil {
			value = d.merge(f.Shape, "", nil, value)
		} else if f.Shape.Form == Struct {
			value = &node{kind: mapNode, at: p.at}
		} else {
			d.report(mistakeAt(p.at, inner.path, "a required setting is missing", f.Allowed(), f.Doc))
			return
		}
	}
	if f.Pointer {
		into.Set(reflect.New(f.Shape.Type))
		into = into.Elem()
	}
	d.decode(f.Shape, inner, value, into)
}

// check runs the struct's own Check and places what it found.
func (d *decoder) check(shape Shape, p place, n *node, into reflect.Value) {
	checker, ok := into.Addr().Interface().(Checker)
	if !ok {
		return
	}
	each(checker.Check(), func(err error) {
		e, at := fieldError(err), p.at
		if segments, err := parsePath(e.Field); err == nil {
			at = d.locate(shape, n, p.at, segments)
		}
		d.report(mistakeAt(at, below(p.path, e.Field), e.Found, e.Allowed, e.Hint))
	})
}

func (d *decoder) union(shape Shape, p place, n *node, into reflect.Value) {
	chosen, ok := normalUnion(shape.Kind, n)
	if !ok {
		d.badUnion(shape, p, n)
		return
	}
	component, _ := shape.Kind.Component(chosen.key)
	settings := reflect.ValueOf(component.New())
	if !settings.Type().AssignableTo(shape.Type) {
		d.fail(&FieldError{Field: component.Name, Found: settings.Type().String() + " does not implement " +
			shape.Type.String()})
		return
	}
	path := p.path
	if p.label != component.Name {
		path = below(path, component.Name)
	}
	d.structure(component.shape(), p.inside(path, chosen.at), chosen.value, settings.Elem())
	into.Set(settings)
}

// badUnion says why a node names no component.
func (d *decoder) badUnion(shape Shape, p place, n *node) {
	known := shape.Kind.Names()
	allowed := "one " + shape.Kind.Words() + " (" + strings.Join(known, ", ") + "), as `name` or `name: {settings}`"
	if n.kind == scalarNode {
		found, hint := unknownComponent(shape.Kind, n.text)
		d.report(mistakeAt(n.at, p.path, found, allowed, hint))
		return
	}
	var component *entry
	var others []entry
	for _, e := range n.entries { // none of what is no mapping
		if _, ok := shape.Kind.Component(e.key); !ok {
			others = append(others, e)
		} else if component == nil {
			component = &e
		} else {
			d.report(mistakeAt(e.at, p.path, "two components, "+component.key+" and "+e.key, allowed, ""))
			return
		}
	}
	switch {
	case component != nil:
		for _, e := range others {
			d.report(mistakeAt(e.at, below(p.path, clip(e.key)), "unknown setting "+strconv.Quote(clip(e.key)),
				component.key, "settings of "+component.key+" belong inside "+component.key))
		}
	case len(others) > 0:
		e := others[0]
		found, hint := unknownComponent(shape.Kind, e.key)
		hint = cmp.Or(hint, DidYouMean(p.label, known))
		for _, c := range shape.Kind.Components {
			if hint == "" && d.spec(c.settings()).has(e.key) {
				hint = "it is a setting of " + c.Name + ": write `" + c.Name + ": {" + e.key + ": ...}`"
			}
		}
		d.report(mistakeAt(e.at, below(p.path, clip(e.key)), found, allowed, hint))
	default:
		d.refuse(p, n, shape, DidYouMean(p.label, known)) // a label that is a component's name but for a slip
	}
}

// unknownComponent says of a name that is no component of a kind what it is, and which may have been meant.
func unknownComponent(kind Kind, name string) (found, hint string) {
	for _, sibling := range kind.Siblings {
		if _, ok := sibling.Component(name); ok {
			return "the " + sibling.Words() + " " + name, article(kind.Words()) + " " + kind.Words() + " is wanted here"
		}
	}
	return "unknown " + kind.Words() + " " + strconv.Quote(clip(name)),
		cmp.Or(kind.Removed[name], DidYouMean(name, kind.Names()))
}

// article is the indefinite one of a word.
func article(word string) string {
	if strings.ContainsRune("aeiou", rune(word[0])) {
		return "an"
	}
	return "a"
}

// LabelPattern is the form of labels: usable as folder names and in paths.
const LabelPattern = `^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`

var labelForm = regexp.MustCompile(LabelPattern)

func (d *decoder) labels(shape Shape, p place, n *node, into reflect.Value) {
	if n.kind != mapNode {
		d.refuse(p, n, shape, "")
		return
	}
	if !d.sized(shape, p, n, len(n.entries)) {
		return
	}
	mapping := reflect.MakeMapWithSize(shape.Type, len(n.entries))
	for _, e := range n.entries {
		if !labelForm.MatchString(e.key) {
			d.report(mistakeAt(e.at, below(p.path, clip(e.key)), "the label "+strconv.Quote(clip(e.key)),
				"64 letters, digits, _ and - at most, first a letter or digit", ""))
			continue
		}
		value, inner := reflect.New(shape.Type.Elem()).Elem(), p.inside(below(p.path, e.key), e.at)
		inner.label, inner.numbers = e.key, p.numbers
		d.decode(*shape.Elem, inner, e.value, value)
		mapping.SetMapIndex(reflect.ValueOf(e.key).Convert(shape.Type.Key()), value)
	}
	into.Set(mapping)
}

func (d *decoder) list(shape Shape, p place, n *node, into reflect.Value) {
	if n.kind != listNode {
		d.refuse(p, n, shape, "")
		return
	}
	if !d.sized(shape, p, n, len(n.items)) {
		return
	}
	if shape.Size == 0 {
		into.Set(reflect.MakeSlice(shape.Type, len(n.items), len(n.items)))
	}
	for i, item := range n.items {
		inner := p.inside(below(p.path, segment{index: i}.String()), item.at)
		inner.numbers = p.numbers
		d.decode(*shape.Elem, inner, item, into.Index(i))
	}
}

// sized reports a list or mapping of a length that is not allowed.
func (d *decoder) sized(shape Shape, p place, n *node, length int) bool {
	isArray := shape.Form == List && shape.Type.Kind() == reflect.Array
	if isArray && length != shape.Size || p.size != nil && !p.size.Contains(float64(length)) {
		d.refuse(p, n, shape, "")
		return false
	}
	return true
}

// unknownHint says that the setting was removed, or names the nearest known one and where the key is at home.
func (d *decoder) unknownHint(settings reflect.Type, path, key string, known []string) string {
	if r, ok := reflect.New(settings).Interface().(Remover); ok && r.Removed()[key] != "" {
		return r.Removed()[key]
	}
	if d.places == nil {
		d.places = newPlaces(d.schema, d.root, d.tree)
	}
	return joinHints(DidYouMean(key, known), d.places.hint(path, key))
}

// Default returns settings with the defaults that their tags give. Required settings and unions, whose components only
// a Catalog knows, stay empty. Wrong tags make it panic.
func Default[T any]() *T {
	settings := new(T)
	d := &decoder{schema: newSchema(anyComponents{})}
	d.defaults(reflect.ValueOf(settings).Elem())
	if err := d.mistakes.Err(); err != nil || d.err != nil {
		panic(fmt.Errorf("the defaults of %T: %w", settings, errors.Join(err, d.err)))
	}
	return settings
}

// defaults fills a struct.
func (d *decoder) defaults(into reflect.Value) {
	for _, f := range d.spec(into.Type()).Fields {
		switch {
		case f.Pointer, f.Required(), f.Shape.Form == Union:
		case f.Shape.Form == Struct:
			d.defaults(into.FieldByIndex(f.index))
		default:
			d.field(f, place{}, &node{kind: mapNode}, into.FieldByIndex(f.index))
		}
	}
}

// anyComponents has a kind for every interface.
type anyComponents struct{}

// KindOf implements Catalog.
func (anyComponents) KindOf(t reflect.Type) (Kind, bool) {
	return Kind{Name: "any", Interface: t}, true
}
