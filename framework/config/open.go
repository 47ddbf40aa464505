package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"ebim/framework/regular"
)

// Disk opens files by ordinary paths, absolute or relative to the working folder.
var Disk fs.FS = disk{}

type disk struct{}

// Open opens regular files, and folders.
func (disk) Open(name string) (fs.File, error) {
	name = filepath.FromSlash(name)
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return os.Open(name)
	}
	return regular.Open(name)
}

// Open reads a file, the files it extends, and overrides written `path=value`. Sweep and Decode come next. The error
// is Mistakes where the text is not YAML or lacks a base; lesser mistakes wait for Decode, to be reported with all
// others. Names are slash-separated; `extends` is relative to the file that says it.
func Open(files fs.FS, name string, sets []string) (*Document, error) {
	return open(func(name string) ([]byte, error) { return readLimited(files, name) }, name, sets)
}

// Parse reads a document from memory; it can't extend another.
func Parse(name string, text []byte, sets ...string) (*Document, error) {
	return open(func(read string) ([]byte, error) {
		if read != name {
			return nil, fmt.Errorf("%s extends %s, but was not read from a file", name, read)
		}
		return text, nil
	}, name, sets)
}

func open(read reader, name string, sets []string) (*Document, error) {
	d := &Document{name: name}
	overrides, mistakes := parseSets(sets)
	d.mistakes = mistakes
	if err := d.layer(read, filepath.ToSlash(name)); err != nil {
		return nil, Collect(d.mistakes.Err(), err)
	}
	d.readSweep(overrides)
	return d, nil
}

const maxExtends = 16

// layer reads a file below the layers read so far, then what it extends.
func (d *Document) layer(read reader, name string) error {
	text, err := read(name)
	if err != nil {
		if located, ok := errors.AsType[*fs.PathError](err); ok {
			err = located.Err // without the name a second time
		}
		return fmt.Errorf("cannot read %s: %w", name, err)
	}
	root, mistakes := parse(name, text, nil)
	d.files = append(d.files, name)
	d.mistakes = append(d.mistakes, mistakes...)
	if root == nil {
		return d.mistakes.Err()
	}
	d.layers = append([]*node{root}, d.layers...)
	i := root.find("extends")
	if i < 0 {
		return nil
	}
	e := root.entries[i]
	root.entries = slices.Delete(root.entries, i, i+1)
	base, wrong := d.base(name, e)
	if wrong != nil {
		return *wrong
	}
	err = d.layer(read, base)
	var one Mistake
	var several Mistakes
	if err == nil || errors.As(err, &one) || errors.As(err, &several) {
		return err
	}
	return mistakeAt(e.value.at, "extends", err.Error(), "a YAML file, relative to "+name, "")
}

// base is the name of the extended file.
func (d *Document) base(name string, e entry) (string, *Mistake) {
	wrong := func(found, hint string) (string, *Mistake) {
		m := mistakeAt(e.value.at, "extends", found, "one YAML file, relative to this one", hint)
		return "", &m
	}
	if e.value.kind != scalarNode || strings.TrimSpace(e.value.text) == "" {
		return wrong(e.value.describe(), "the base may itself extend a file")
	}
	base := filepath.ToSlash(e.value.text)
	if !path.IsAbs(base) && !filepath.IsAbs(e.value.text) {
		base = path.Join(path.Dir(name), base)
	}
	for _, read := range d.files {
		if path.Clean(read) == path.Clean(base) {
			return wrong("a cycle: "+strings.Join(append(slices.Clone(d.files), base), " extends "), "")
		}
	}
	if len(d.files) >= maxExtends {
		return wrong(fmt.Sprintf("a chain of more than %d files", maxExtends), "")
	}
	return base, nil
}

// readLimited reads a file, but not much more than is allowed.
func readLimited(files fs.FS, name string) ([]byte, error) {
	file, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, maxBytes+1))
}

// Decode fills the struct that into points to. Layers are merged, overrides applied, defaults filled in, and
// everything checked; the error is Mistakes with all that is wrong, in which case the struct is incomplete. Any other
// error is a programming error in the components' tags.
func (d *Document) Decode(c Catalog, into any) error {
	target := reflect.ValueOf(into)
	if target.Kind() != reflect.Pointer || target.IsNil() || target.Elem().Kind() != reflect.Struct {
		return fmt.Errorf("settings are decoded into a pointer to a struct, not %T", into)
	}
	target = target.Elem()
	target.SetZero()
	r := &decoder{schema: newSchema(c), root: StructOf(target.Type())}
	d.read = r
	for _, layer := range d.layers {
		r.tree = r.merge(r.root, "", r.tree, layer)
	}
	r.applyAll(d.overrides)
	r.structure(r.root, place{at: d.top()}, r.tree, target)
	if r.err != nil {
		return r.err
	}
	return append(slices.Clone(d.mistakes), r.mistakes...).Err()
}

// applyAll applies the overrides in order. A swept setting may not be set another way.
func (d *decoder) applyAll(overrides []override) {
	set := map[string]Origin{}
	for _, o := range overrides {
		tree, path := d.apply(d.tree, o)
		d.tree = tree
		if first, twice := set[path]; twice && o.swept && path != "" {
			d.report(mistakeAt(o.at, path, "a swept setting that is also set by "+first.String(), "one of them", ""))
		}
		set[path] = o.at
	}
}

// Origin returns where the value at a path comes from, or its nearest parent that was written anywhere. Decode comes
// first. A component's name in the path may be left out.
func (d *Document) Origin(path string) Origin {
	segments, err := parsePath(path)
	if err != nil || d.read == nil {
		return d.top()
	}
	return d.read.locate(d.read.root, d.read.tree, d.top(), segments)
}

// Mistake is a mistake at a path, found by the caller's own checks after Decode.
func (d *Document) Mistake(path, found, allowed, hint string) Mistake {
	return mistakeAt(d.Origin(path), path, found, allowed, hint)
}

// Renamed are the former names that the last Decode met, each place once.
func (d *Document) Renamed() []Renamed {
	if d.read == nil {
		return nil
	}
	return d.read.renamed
}

// Loaded is one decoded variant of a document.
type Loaded[T any] struct {
	Variant
	Value *T
}

// Load opens a document and decodes every variant of its sweep. The error is Mistakes with what is wrong in any of
// them, each once. What could be decoded is returned beside the mistakes, so that a caller can add its own.
func Load[T any](c Catalog, files fs.FS, name string, sets []string) ([]Loaded[T], error) {
	document, err := Open(files, name, sets)
	if err != nil {
		return nil, err
	}
	variants, err := document.Sweep()
	if err != nil {
		// Without its sweep the document still shows its other mistakes.
		return nil, Collect(err, document.Decode(c, new(T)))
	}
	var loaded []Loaded[T]
	var errs []error
	for _, variant := range variants {
		value := new(T)
		if err := variant.Document.Decode(c, value); err != nil {
			errs = append(errs, err)
			continue
		}
		loaded = append(loaded, Loaded[T]{variant, value})
	}
	return loaded, Collect(errs...)
}

// A Report collects what checks of components find, with its places in a document.
type Report struct {
	Document *Document
	Mistakes Mistakes
}

// Add takes what the check of the component at a path returned: a FieldError, several joined, a plain error or nil.
func (r *Report) Add(path string, err error) {
	each(err, func(err error) {
		e := fieldError(err)
		r.Mistakes = append(r.Mistakes, r.Document.Mistake(below(path, e.Field), e.Found, e.Allowed, e.Hint))
	})
}

// Document is a file of settings with what it extends and what overrides it.
type Document struct {
	name      string
	files     []string
	layers    []*node // the base first; without extends, sweep and trials
	overrides []override
	axes      []axis
	trials    int      // points drawn from the axes' product; 0 for all
	mistakes  Mistakes // found while reading
	read      *decoder // of the last Decode
}

// reader returns the text of a file.
type reader func(name string) ([]byte, error)

func (d *Document) top() Origin { return Origin{d.name, 1, 1} }

// axis is one swept setting.
type axis struct {
	path   string
	at     Origin
	values []*node
}

// override sets one value of the document.
type override struct {
	path  string // as written
	value *node
	at    Origin // of the value
	named Origin // of the path
	swept bool
}

// Swept is a setting of a sweep's point.
type Swept struct{ Path, Value string } // both as written

// Variant is one point of a document's sweep.
type Variant struct {
	Name     string  // such as "rank_weight=10,steps=5", or "trial=3"; fit for a file's name; empty without a sweep
	Swept    []Swept // sorted by path
	Document *Document
}

// decoder fills Go values from a tree in normal form and collects every mistake.
type decoder struct {
	*schema
	root     Shape
	tree     *node
	mistakes Mistakes
	wrong    int // mistakes met, also those beyond maxMistakes
	places   *places
}

// place is where a value stands, and what its field's tags say of it.
type place struct {
	path          string
	label         string // the key above, in a mapping from labels
	at            Origin // of the key
	numbers, size *Interval
	depth         int
}

// inside is the place of a part of the value.
func (p place) inside(path string, at Origin) place {
	return place{path: path, at: at, depth: p.depth + 1}
}

func (d *decoder) report(m Mistake) {
	d.wrong++
	if len(d.mistakes) < maxMistakes {
		d.mistakes = append(d.mistakes, m)
	}
}

// refuse reports a value that its shape does not allow.
func (d *decoder) refuse(p place, n *node, shape Shape, hint string) {
	at := n.at
	switch n.kind {
	case nullNode:
		hint = "leave the key out for the default; null only removes an inherited key"
	case emptyNode:
		hint = "write the value, or leave the key out"
		if shape.Form == Struct || shape.Form == Labels {
			hint = "write {} for all defaults, or leave the key out"
		}
	}
	d.report(mistakeAt(at, p.path, n.describe(), describeRules(shape, p.numbers, p.size), hint))
}

// maxMistakes bounds what is reported of a hopeless file.
const maxMistakes = 1000
