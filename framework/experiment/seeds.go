package experiment

import (
	"fmt"
	"strconv"
	"strings"
)

// Seeds is a list of seeds, each giving one independent run of every model. In YAML and on the command line it is
// written as a range, 0-4, or as a list, [0, 1, 7] or 0,1,7.
type Seeds []int

const maxSeeds = 10000

// ParseSeeds reads seeds such as 0-4, 3, or 0,1,7-9, from 0 to 2^31-1. A seed that is named twice counts once.
func ParseSeeds(text string) (Seeds, error) {
	var seeds Seeds
	known := map[int]bool{}
	parts := strings.Split(text, ",")
	for _, part := range parts {
		from, to, err := parseRange(text, strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		for seed := from; seed <= to; seed++ {
			if len(parts) == 1 || !known[seed] {
				seeds = append(seeds, seed)
			}
			if len(parts) > 1 {
				known[seed] = true
			}
			if len(seeds) > maxSeeds {
				return nil, fmt.Errorf("seeds %.100q are more than %d; name fewer", text, maxSeeds)
			}
		}
	}
	return seeds, nil
}

func parseRange(text, part string) (from, to int, err error) {
	first, last, isRange := strings.Cut(part, "-")
	low, err := strconv.ParseUint(first, 10, 31)
	high := low
	if err == nil && isRange {
		high, err = strconv.ParseUint(last, 10, 31)
	}
	switch {
	case err != nil:
		return 0, 0, fmt.Errorf("seeds %.100q; a range such as 0-4 or numbers such as 0,1,7 are allowed", text)
	case high < low:
		return 0, 0, fmt.Errorf("seeds %.100q run backwards; write %d-%d", text, high, low)
	}
	return int(low), int(high), nil
}

// String writes neighbors as ranges: "0-2,7".
func (s Seeds) String() string {
	var parts []string
	for i := 0; i < len(s); {
		end := i
		for end+1 < len(s) && s[end+1] == s[end]+1 {
			end++
		}
		part := strconv.Itoa(s[i])
		if end > i {
			part += "-" + strconv.Itoa(s[end])
		}
		parts = append(parts, part)
		i = end + 1
	}
	return strings.Join(parts, ",")
}

// DescribeSetting implements config.Setting.
func (*Seeds) DescribeSetting() string {
	return "a range such as 0-4 or a list of whole numbers from 0"
}

// DecodeSetting implements config.Setting.
func (s *Seeds) DecodeSetting(value any) (err error) {
	text := fmt.Sprint(value)
	if items, isList := value.([]any); isList {
		parts := make([]string, len(items))
		for i, item := range items {
			parts[i] = fmt.Sprint(item)
		}
		text = strings.Join(parts, ",")
	}
	*s, err = ParseSeeds(text)
	return err
}

// EncodeSetting implements config.Setting: a list, or ranges where that would be long.
func (s *Seeds) EncodeSetting() any {
	const long = 100
	if len(*s) > long {
		return s.String()
	}
	return []int(*s)
}

// SettingSchema implements config.Setting.
func (*Seeds) SettingSchema() map[string]any {
	const ranges = `^[0-9]+(-[0-9]+)?( *, *[0-9]+(-[0-9]+)?)*$`
	number := map[string]any{"type": "integer", "minimum": 0}
	text := map[string]any{"type": "string", "pattern": ranges}
	return map[string]any{"anyOf": []any{number, text,
		map[string]any{"type": "array", "items": map[string]any{"anyOf": []any{number, text}}, "minItems": 1}}}
}
