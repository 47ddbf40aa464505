package config

import (
	"strings"

	"gopkg.in/yaml.v3"
)

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
