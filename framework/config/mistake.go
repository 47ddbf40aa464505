package config

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ebim/framework/plaintext"
)

// Origin is where a value came from. Line and Column count from 1; a Line of 0 means that File alone says it, as for an
// override, whose File is `--set path=value`. The zero Origin belongs to built-in defaults.
type Origin struct {
	File         string
	Line, Column int
}

func (o Origin) String() string {
	switch {
	case o == Origin{}:
		return "default"
	case o.Line == 0:
		return o.File
	}
	return fmt.Sprintf("%s:%d:%d", o.File, o.Line, o.Column)
}

// Mistake is one thing that is wrong in a document.
type Mistake struct {
	File         string
	Line, Column int    // from 1; 0 where File has no lines
	Path         string // of the setting, such as models.ebim.manifold.loss.implicit.rank_weight
	Found        string // what was found
	Allowed      string // what is allowed
	Hint         string // the nearest known name, where a key belongs, or what to do
}

// String is one line: file:line:column: path: found; allowed; hint. What is long is cut, and what could move a
// terminal's cursor or change its colors is escaped: all of it may come from a file.
func (m Mistake) String() string {
	var b strings.Builder
	if m.File != "" {
		b.WriteString(Origin{inLine(m.File), m.Line, m.Column}.String() + ": ")
	}
	if m.Path != "" {
		b.WriteString(inLine(m.Path) + ": ")
	}
	parts := []string{inLine(m.Found)}
	if m.Allowed != "" {
		parts = append(parts, "allowed: "+inLine(m.Allowed))
	}
	if m.Hint != "" {
		parts = append(parts, inLine(m.Hint))
	}
	b.WriteString(strings.Join(parts, "; "))
	return b.String()
}

// inLine is a text that fits into a line of a message.
func inLine(text string) string {
	const longest = 2000 // bytes; the longest list of allowed names has half as many
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "..."
	}
	return plaintext.Escape(text)
}

func (m Mistake) Error() string { return m.String() }

// Mistakes is everything that is wrong in a document, sorted by file, line and column, without repetitions.
type Mistakes []Mistake

// Error is one mistake a line, of the first hundred.
func (m Mistakes) Error() string {
	const most = 100
	var lines []string
	for _, mistake := range m[:min(len(m), most)] {
		lines = append(lines, mistake.String())
	}
	if more := len(m) - most; more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more mistakes", more))
	}
	return strings.Join(lines, "\n")
}

// Collect joins the mistakes of several errors, joined ones too, into one sorted Mistakes; without any it is nil.
// Errors that are not about mistakes in a document (an unreadable file, a bug in a component's tags) are joined to it,
// each once.
func Collect(errs ...error) error {
	var all Mistakes
	var others []error
	reported := map[string]bool{}
	take := func(err error) {
		var many Mistakes
		var one Mistake
		switch {
		case errors.As(err, &many):
			all = append(all, many...)
		case errors.As(err, &one):
			all = append(all, one)
		case !reported[err.Error()]:
			reported[err.Error()] = true
			others = append(others, err)
		}
	}
	for _, err := range errs {
		each(err, take)
	}
	if mistakes := all.Err(); mistakes != nil {
		others = append([]error{mistakes}, others...)
	}
	if len(others) == 1 {
		return others[0]
	}
	return errors.Join(others...)
}

// Err sorts the mistakes and is nil when there are none.
func (m Mistakes) Err() error {
	if len(m) == 0 {
		return nil
	}
	sorted := slices.Clone(m)
	slices.SortStableFunc(sorted, func(a, b Mistake) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Path, b.Path), cmp.Compare(a.Found, b.Found))
	})
	return slices.Compact(sorted)
}

func mistakeAt(at Origin, path, found, allowed, hint string) Mistake {
	return Mistake{at.File, at.Line, at.Column, path, found, allowed, hint}
}

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
