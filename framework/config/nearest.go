package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Nearest returns the known name closest to name by edit distance (insertion, deletion, substitution and exchange of
// neighbors each cost 1), and whether it is close enough to be what was meant: within a third of the name's length.
func Nearest(name string, known []string) (string, bool) {
	best, least := "", -1
	for _, candidate := range known {
		if d := editDistance(strings.ToLower(name), strings.ToLower(candidate)); least < 0 || d < least {
			best, least = candidate, d
		}
	}
	return best, least >= 0 && least <= max(1, len(name)/3)
}

// maxCompared bounds the length of names that are compared, for texts that are no names.
const maxCompared = 100

// editDistance is the restricted Damerau-Levenshtein distance of two short texts.
func editDistance(a, b string) int {
	s, t := []rune(a), []rune(b)
	if len(s) > maxCompared || len(t) > maxCompared {
		return max(len(s), len(t))
	}
	older, old, row := make([]int, len(t)+1), make([]int, len(t)+1), make([]int, len(t)+1)
	for j := range old {
		old[j] = j
	}
	for i := 1; i <= len(s); i++ {
		row[0] = i
		for j := 1; j <= len(t); j++ {
			change := old[j-1]
			if s[i-1] != t[j-1] {
				change++
			}
			row[j] = min(old[j]+1, row[j-1]+1, change)
			if i > 1 && j > 1 && s[i-1] == t[j-2] && s[i-2] == t[j-1] {
				row[j] = min(row[j], older[j-2]+1)
			}
		}
		older, old, row = old, row, older
	}
	return old[len(t)]
}

// Unknown returns the error that a name is not known, which are, and which is the nearest.
func Unknown(what, name string, known []string) error {
	text := fmt.Sprintf("unknown %s %q; known: %s", what, name, strings.Join(known, ", "))
	if hint := DidYouMean(name, known); hint != "" {
		text += "; " + hint
	}
	return errors.New(text)
}

// DidYouMean returns a sentence about the nearest known name, or empty.
func DidYouMean(name string, known []string) string {
	if near, ok := Nearest(name, known); ok {
		return "did you mean " + near + "?"
	}
	return ""
}

// joinHints joins the parts of a hint that are not empty.
func joinHints(hints ...string) string {
	return strings.Join(slices.DeleteFunc(hints, func(s string) bool { return s == "" }), " ")
}
