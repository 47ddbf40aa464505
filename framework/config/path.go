package config

import (
	"fmt"
	"strconv"
	"strings"
)

// segment is one step of a path: a key, or an index into a list.
type segment struct {
	key   string
	index int // used when key is empty
}

func (s segment) String() string {
	if s.key == "" {
		return "[" + strconv.Itoa(s.index) + "]"
	}
	return s.key
}

const maxSegments = 100

// parsePath splits "models.ebim.centers[1]" into segments.
func parsePath(path string) ([]segment, error) {
	var segments []segment
	for _, part := range strings.Split(path, ".") {
		key, indices, hasIndex := strings.Cut(part, "[")
		if key == "" {
			return nil, fmt.Errorf("a path with an empty part")
		}
		segments = append(segments, segment{key: key})
		for hasIndex {
			digits, after, closed := strings.Cut(indices, "]")
			indices = after
			index, err := strconv.Atoi(digits)
			if err != nil || index < 0 || !closed {
				return nil, fmt.Errorf("a path with the index [%s]", clip(digits))
			}
			segments = append(segments, segment{index: index})
			if indices == "" {
				break
			}
			if indices[0] != '[' {
				return nil, fmt.Errorf("a path with %q after an index", clip(indices))
			}
			indices = indices[1:]
		}
		if len(segments) > maxSegments {
			return nil, fmt.Errorf("a path of more than %d parts", maxSegments)
		}
	}
	return segments, nil
}

// below is the path of a key or a further path below a path.
func below(path, key string) string {
	switch {
	case path == "":
		return key
	case key == "":
		return path
	case key[0] == '[':
		return path + key
	}
	return path + "." + key
}
