package config

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// Explain writes what Resolve does with a comment for each optional setting that is absent and of which its
// description says what is taken unless it is given. The comments change nothing: what they say is decided later, by
// the data, say.
func Explain(c Catalog, from any) ([]byte, error) {
	e := &encoder{schema: newSchema(c), absent: &absences{}}
	text, err := write(e, from)
	if err != nil {
		return nil, err
	}
	return absentLine.ReplaceAllFunc(text, func(line []byte) []byte {
		parts := absentLine.FindSubmatch(line)
		index, err := strconv.Atoi(string(parts[2]))
		if err != nil || index >= len(e.absent.texts) {
			return line
		}
		return fmt.Appendf(nil, "%s# %s", parts[1], e.absent.texts[index])
	}), nil
}

// absences are the comments on absent settings. While YAML is written, a key with a number stands for each.
type absences struct{ texts []string }

const absentKey = "__absent_" // which is no name of a setting

var absentLine = regexp.MustCompile(`(?m)^( *)` + absentKey + `([0-9]+): 0$`)

// note is a key and a value that stand for a comment.
func (a *absences) note(text string) []*yaml.Node {
	a.texts = append(a.texts, text)
	return []*yaml.Node{plainNode(absentKey + strconv.Itoa(len(a.texts)-1)), plainNode("0")}
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

// rise takes the comments out of a mapping that has nothing else, since it is written as {}, and names them below its
// key.
func (a *absences) rise(key string, mapping *yaml.Node) (risen []*yaml.Node) {
	if mapping.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i < len(mapping.Content); i += 2 {
		if !strings.HasPrefix(mapping.Content[i].Value, absentKey) {
			return nil
		}
	}
	for i := 0; i < len(mapping.Content); i += 2 {
		index, err := strconv.Atoi(strings.TrimPrefix(mapping.Content[i].Value, absentKey))
		if err != nil {
			continue
		}
		a.texts[index] = key + "." + a.texts[index]
		risen = append(risen, mapping.Content[i], mapping.Content[i+1])
	}
	mapping.Content = nil
	flowIfEmpty(mapping)
	return risen
}
