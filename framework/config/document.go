package config

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
