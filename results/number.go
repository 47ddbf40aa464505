package results

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"ebim/framework/output"
	"ebim/framework/runs/stage"
	"ebim/framework/statistics"
)

// style says how a column's numbers are written.
type style struct {
	aggregate Aggregate
	digits    int
	decimals  *int
	scale     float64
}

// number writes x with the style's significant digits or decimals.
func (s style) number(x float64) string {
	decimals, scientific := s.places(x)
	if scientific {
		return strconv.FormatFloat(x, 'e', s.digits-1, 64)
	}
	return strconv.FormatFloat(x, 'f', decimals, 64)
}

// places is the number of decimals for x, and whether x is too large or small to be written without an exponent.
func (s style) places(x float64) (decimals int, scientific bool) {
	if s.decimals != nil {
		return *s.decimals, false
	}
	if x == 0 {
		return s.digits - 1, false
	}
	exponent := decimalExponent(x, s.digits)
	return max(s.digits-1-exponent, 0), exponent < -4 || exponent > 6
}

// decimalExponent is that of x rounded to some significant digits.
func decimalExponent(x float64, digits int) int {
	_, after, _ := strings.Cut(strconv.FormatFloat(x, 'e', digits-1, 64), "e")
	exponent, err := strconv.Atoi(after)
	if err != nil {
		return 0 // not finite
	}
	return exponent
}

// withError writes mean ± standard error. The error has the decimals of the mean, or one significant digit if it would
// be rounded to zero otherwise.
func (s style) withError(mean, standardError float64) string {
	decimals, scientific := s.places(mean)
	if scientific {
		return s.number(mean) + " ± " + strconv.FormatFloat(standardError, 'e', 0, 64)
	}
	text := strconv.FormatFloat(standardError, 'f', decimals, 64)
	if rounded, _ := strconv.ParseFloat(text, 64); rounded == 0 && standardError > 0 {
		text = strconv.FormatFloat(standardError, 'g', 1, 64)
	}
	return strconv.FormatFloat(mean, 'f', decimals, 64) + " ± " + text
}

// commonError is the error that the mean over seeds has beside that of their spread: of values that all have the same
// error, as all ratios to one noise floor have. Such an error does not average out, and the spread does not show it.
// It is a shift, the same for all, or a factor, the same share of each; then that of the mean is the mean of the
// errors. Errors of seeds by themselves, as of ratios to each split's own floor, agree in neither; they are in the
// spread already, and count for nothing.
func commonError(seeds []SeedValue) float64 {
	var errors, shares []float64
	for _, seed := range seeds {
		switch {
		case seed.Value == nil:
		case seed.Error == nil:
			return 0
		default:
			errors = append(errors, *seed.Error)
			shares = append(shares, *seed.Error / *seed.Value)
		}
	}
	if len(errors) < 2 || !same(errors) && !same(shares) {
		return 0
	}
	return math.Abs(statistics.Mean(errors))
}

// same reports whether numbers agree but for rounding.
func same(values []float64) bool {
	return slices.Max(values)-slices.Min(values) <= 1e-9*math.Abs(values[0])
}

// apply turns values into one, with the standard error of a mean of at least two, and writes it. The common error is
// added to that of the spread in quadrature, as the two are independent.
func (s style) apply(values []float64, common float64) (value float64, standardError *float64, text string) {
	switch s.aggregate {
	case Median:
		value = statistics.Median(values)
	case Min:
		value = slices.Min(values)
	case Max:
		value = slices.Max(values)
	case Values:
		var texts []string
		for _, x := range values {
			texts = append(texts, s.number(x))
		}
		return statistics.Mean(values), nil, strings.Join(texts, ", ")
	case Verdict:
		return slices.Min(values), nil, verdictsOf(values)
	case Fraction:
		count := 0
		for _, x := range values {
			if x != 0 {
				count++
			}
		}
		return float64(count) / float64(len(values)), nil, fmt.Sprintf("%d of %d", count, len(values))
	default:
		value = statistics.Mean(values)
		if len(values) > 1 {
			e := math.Hypot(statistics.StandardError(values), common)
			return value, &e, s.withError(value, e)
		}
	}
	return value, nil, s.number(value)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// Number is one that a run has measured.
type Number struct {
	Metric string        // label of the metric
	Output output.Output // by its present name; the name alone where nothing is known of it
	Value  *float64      // nil where it is not finite
	Error  *float64      // standard error that its metric knows of it; nil without one
	Caveat string        // what the metric has to say against it
}

// Name returns what tables call the number, such as wasserstein.ratio.
func (n Number) Name() string { return n.Metric + "." + n.Output.Name }

// Numbers returns all that a run has measured, by metric, in the order in which outputs are declared.
func (d *Declared) Numbers(record *stage.Record) []Number {
	type placed struct {
		Number
		place int
	}
	var all []Number
	for _, label := range slices.Sorted(maps.Keys(record.Metrics)) {
		outputs, own := d.of(record, label), []placed{}
		note := caveat(record, label)
		for name, value := range record.Metrics[label] {
			n := placed{Number{Metric: label, Output: output.Output{Name: name}, Value: value, Caveat: note}, -1}
			for i := range outputs {
				if o, ok := outputs[i : i+1].Find(name); ok {
					n.Output, n.place = o, i
					break
				}
			}
			if value != nil && !finite(*value) {
				n.Value = nil
			}
			own = append(own, n)
		}
		slices.SortFunc(own, func(a, b placed) int {
			return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.Output.Name, b.Output.Name))
		})
		for _, n := range own {
			if i := slices.IndexFunc(outputs, func(e output.Output) bool {
				return e.ErrorOf == n.Output.Name
			}); i >= 0 {
				n.Error, _ = numberOf(record.Metrics[label], outputs[i])
			}
			all = append(all, n.Number)
		}
	}
	return all
}
