package stage

import "slices"

// verdicts are the words of numbers from 0.
var verdicts = []string{"wrong", "doubtful", "good"}

// VerdictOf is the word of a verdict's number.
func VerdictOf(number float64) string { return verdicts[min(max(int(number), 0), len(verdicts)-1)] }

// Verdict is the least verdict that the metrics of a finished run give, as a word; empty without one.
func (r *Record) Verdict() string {
	least := len(verdicts)
	for _, numbers := range r.Metrics {
		if number := numbers["verdict"]; number != nil && r.Status == Done {
			least = min(least, slices.Index(verdicts, VerdictOf(*number)))
		}
	}
	return append(slices.Clone(verdicts), "")[least]
}
