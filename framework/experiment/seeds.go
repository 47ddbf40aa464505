package experiment

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Seeds is a list of seeds, each giving one independent run of every model. In YAML and on the command line it is
// written as a range, 0-4, or as a list, [0, 1, 7] or 0,1,7.
type Seeds []int

const maxSeeds = 10000

// DescribeSetting implements config.Setting.
func (*Seeds) DescribeSetting() string {
	return "a range such as 0-4 or a list of whole numbers from 0"
}

// DecodeSetting implements config.Setting.
func (s *Seeds) DecodeSetting(value any) error {
	items, isList := value.([]any)
	if !isList {
		parsed, err := ParseSeeds(fmt.Sprint(value))
		*s = parsed
		return err
	}
	var texts []string
	for _, item := range items {
		texts = append(texts, fmt.Sprint(item))
	}
	parsed, err := ParseSeeds(strings.Join(texts, ","))
	*s = parsed
	return err
}

// EncodeSetting implements config.Setting.
func (s *Seeds) EncodeSetting() any {
	list := make([]any, len(*s))
	for i, seed := range *s {
		list[i] = strconv.Itoa(seed)
	}
	return list
}

// SettingSchema implements config.Setting.
func (*Seeds) SettingSchema() map[string]any {
	return map[string]any{"oneOf": []any{
		map[string]any{"type": "integer", "minimum": 0},
		map[string]any{"type": "string", "pattern": `^[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*$`},
		map[string]any{"type": "array", "items": map[string]any{"type": "integer", "minimum": 0}, "minItems": 1},
	}}
}

// ParseSeeds reads seeds such as 0-4, 3, or 0,1,7-9.
func ParseSeeds(text string) (Seeds, error) {
	var seeds Seeds
	for _, part := range strings.Split(text, ",") {
		first, last, isRange := strings.Cut(strings.TrimSpace(part), "-")
		from, err := strconv.ParseUint(first, 10, 31)
		to := from
		if err == nil && isRange {
			to, err = strconv.ParseUint(last, 10, 31)
		}
		switch {
		case err != nil:
			return nil, fmt.Errorf("seeds %q; a range such as 0-4 or numbers such as 0,1,7 are allowed", text)
		case to < from:
			return nil, fmt.Errorf("seeds %q run backwards; write %d-%d", text, to, from)
		case to-from >= maxSeeds || len(seeds) >= maxSeeds:
			return nil, fmt.Errorf("seeds %q are more than %d", text, maxSeeds)
		}
		for seed := from; seed <= to; seed++ {
			if !slices.Contains(seeds, int(seed)) {
				seeds = append(seeds, int(seed))
			}
		}
	}
	return seeds, nil
}
