package mlflow

import (
	"fmt"
	"hash/fnv"
	"path"
	"strings"
)

// What a server accepts: at most so many characters, and so many entries in one request.
const (
	mostNameBytes  = 250
	mostParamBytes = 500 // 6000 since 2.8
	mostTagBytes   = 5000
	mostMetrics    = 1000
	mostParams     = 100
)

// Name makes a text fit for the name of a metric or a parameter: letters, digits and _-./ and spaces, which MLflow takes for a path. A
// list's element x[1] becomes x.1.
func Name(text string) string {
	name := strings.Map(func(c rune) rune {
		switch {
		case c == ']':
			return -1
		case c == '[':
			return '.'
		case c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.ContainsRune("_-./ ", c):
			return c
		}
		return '_'
	}, text)
	name = strings.TrimLeft(path.Clean("/"+name), "/")
	if name == "" {
		name = "_"
	}
	if len(name) > mostNameBytes { // names with one beginning must differ
		digest := fnv.New64a()
		digest.Write([]byte(text))
		end := fmt.Sprintf("-%016x", digest.Sum64())
		name = name[:mostNameBytes-len(end)] + end
	}
	return name
}

// clip shortens a text to a number of bytes, dots among them.
func clip(text string, most int) string {
	const dots = "..."
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most-len(dots)], "") + dots
}
