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
