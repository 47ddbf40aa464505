package figure

import (
	"math"
	"slices"

	"gonum.org/v1/plot/plotter"

	"ebim/framework/runs/history"
)

// series is one column of a training's history.
type series history.Series

// readHistory reads the table of a training.
func readHistory(path string) ([]*series, error) {
	columns, err := history.Read(path)
	all := make([]*series, len(columns))
	for i := range columns {
		all[i] = (*series)(&columns[i])
	}
	return all, err
}

// bin sums up neighboring steps of a series by their finite values.
type bin struct{ step, low, mean, high float64 }

type bins []bin

// bins splits the series into at most n runs of steps; those without a finite value are left out.
func (s *series) bins(n int) bins {
	n = max(1, min(n, len(s.Values)))
	var all bins
	for k := range n {
		from, to := k*len(s.Values)/n, (k+1)*len(s.Values)/n
		one := bin{step: float64(from+to-1) / 2, low: math.Inf(1), high: math.Inf(-1)}
		count := 0.0
		for _, v := range s.Values[from:to] {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				continue
			}
			one.low, one.high = min(one.low, v), max(one.high, v)
			count++
			one.mean += (v - one.mean) / count
		}
		if count > 0 {
			all = append(all, one)
		}
	}
	return all
}

// logarithmic says whether a series is better seen on a logarithmic axis: its means are above 0 and spread widely.
func (b bins) logarithmic() bool {
	const wide = 30
	low, high := math.Inf(1), 0.0
	for _, one := range b {
		low, high = min(low, one.mean), max(high, one.mean)
	}
	return low > 0 && high > wide*low
}

// positive cuts the bands at a fraction of the least mean, so that a value of 0 fits on a logarithmic axis.
func (b bins) positive() bins {
	least := math.Inf(1)
	for _, one := range b {
		least = min(least, one.mean)
	}
	cut := make(bins, len(b))
	for i, one := range b {
		one.low = max(one.low, least/3)
		cut[i] = one
	}
	return cut
}

// outliers says whether few values, mostly those of the first steps, would press the rest of a curve flat, and between
// which ends the rest lies.
func (b bins) outliers() (low, high float64, cut bool) {
	const few = 50 // one bin in this many at either end
	var lows, highs []float64
	for _, one := range b {
		lows, highs = append(lows, one.low), append(highs, one.high)
	}
	slices.Sort(lows)
	slices.Sort(highs)
	n := len(b)
	low, high = lows[n/few], highs[n-1-n/few]
	air := 0.3 * (high - low)
	return low - air, high + air, high > low && highs[n-1]-lows[0] > 5*(high-low)
}

// clamped moves what is outside to the ends.
func (b bins) clamped(low, high float64) bins {
	inside := make(bins, len(b))
	for i, one := range b {
		clamp := func(v float64) float64 { return min(max(v, low), high) }
		inside[i] = bin{one.step, clamp(one.low), clamp(one.mean), clamp(one.high)}
	}
	return inside
}

// span is the range of an axis for the bins, with some air.
func (b bins) span(logarithmic bool) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, one := range b {
		low, high = min(low, one.low), max(high, one.high)
	}
	switch {
	case logarithmic:
		return low / 1.2, high * 1.2
	case low == high:
		air := max(math.Abs(low)*0.1, 1e-3)
		return low - air, high + air
	}
	return low - 0.04*(high-low), high + 0.04*(high-low)
}

// lines are the band from the lowest to the highest values, as a polygon, and the line of means.
func (b bins) lines() (band, mean plotter.XYs) {
	for _, one := range b {
		band = append(band, plotter.XY{X: one.step, Y: one.high})
		mean = append(mean, plotter.XY{X: one.step, Y: one.mean})
	}
	for i := len(b) - 1; i >= 0; i-- {
		band = append(band, plotter.XY{X: b[i].step, Y: b[i].low})
	}
	return band, mean
}
