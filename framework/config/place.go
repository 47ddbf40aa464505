package config

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
