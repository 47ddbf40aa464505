package suite

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
)

// Report is what the suite found of a backend.
type Report struct {
	Backend   string   `json:"backend"`
	Plugin    string   `json:"plugin,omitempty"` // its file
	SHA256    string   `json:"sha256,omitempty"` // of that file
	Flags     string   `json:"xla_flags,omitempty"`
	MendedBy  string   `json:"mended_by,omitempty"` // what, added to XLA_FLAGS, makes a wrong plugin right
	Reference string   `json:"reference"`
	Short     bool     `json:"short"`
	Seconds   float64  `json:"seconds"`
	Results   []Result `json:"results"`
}

// Of are the results with a verdict.
func (r *Report) Of(verdict Verdict) []Result {
	return slices.DeleteFunc(slices.Clone(r.Results), func(found Result) bool { return found.Verdict != verdict })
}

// Worst is the wrong result with the largest error, or the first one that is not a number. ok is whether there is a wrong one.
func (r *Report) Worst() (worst Result, ok bool) {
	wrong := r.Of(Wrong)
	if len(wrong) == 0 {
		return Result{}, false
	}
	size := func(found Result) float64 {
		if found.Error < 0 {
			return math.Inf(1)
		}
		return found.Error
	}
	return slices.MaxFunc(wrong, func(a, b Result) int { return cmp.Compare(size(a), size(b)) }), true
}

// Write writes a line for each group of cases, and one for each part that is not right.
func (r *Report) Write(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "group\tright\twrong\tmissing\tunchecked\tlargest error of a right one\t")
	for _, group := range r.groups() {
		counts, largest := map[Verdict]int{}, 0.0
		for _, result := range r.Results {
			if result.Group != group {
				continue
			}
			counts[result.Verdict]++
			if result.Verdict == Right {
				largest = max(largest, result.Error)
			}
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%.1e\t\n", group, counts[Right], counts[Wrong], counts[Missing], counts[Unchecked], largest)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, verdict := range []Verdict{Wrong, Missing, Unchecked} {
		for _, result := range r.Of(verdict) {
			fmt.Fprintf(w, "%s: %s, %s%s: %s\n", verdict, result.Group, result.Name, result.excess(), oneLine(result.Where))
		}
	}
	_, err := fmt.Fprintf(w, "%s against %s: %d right, %d wrong, %d missing, %d unchecked, in %.1f s\n", r.Backend, r.Reference,
		len(r.Of(Right)), len(r.Of(Wrong)), len(r.Of(Missing)), len(r.Of(Unchecked)), r.Seconds)
	return err
}

// excess is the error of a wrong number beside what is allowed.
func (r Result) excess() string {
	switch {
	case r.Verdict != Wrong || r.Error == 0:
		return ""
	case r.Error < 0:
		return ", not finite"
	}
	return fmt.Sprintf(", error %.1e (allowed %.0e)", r.Error, r.Tolerance)
}

// groups are the groups of cases, in their order.
func (r *Report) groups() []string {
	var groups []string
	for _, result := range r.Results {
		if !slices.Contains(groups, result.Group) {
			groups = append(groups, result.Group)
		}
	}
	return groups
}

// oneLine is the first line of an error, which GoMLX's may follow with a stack. Of a long one the beginning says where, and the end why.
func oneLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	const head, tail = 100, 240
	if runes := []rune(line); len(runes) > head+tail {
		return string(runes[:head]) + " ... " + string(runes[len(runes)-tail:])
	}
	return line
}
