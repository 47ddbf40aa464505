package shape

import "context"

// Narrower is the estimate with one dimension less, where the points look like noise about the ridge that coarser
// scales have. Noise that is larger along one normal than along the others, as of one bad column, makes a curve a strip
// at scales finer than it; but strips end, and noise thins out.
func (l *Look) Narrower(ctx context.Context, e Estimate) (Estimate, error) {
	m := e.Dimension - 1
	if m < 1 || e.ByScale != e.Dimension || !stableAt(e.Scales, m) {
		return e, nil
	}
	form, err := l.Form(ctx, m)
	if err != nil || form == nil {
		return e, err
	}
	if form.Across.Normal() && form.Across.Deviation <= mostNoise {
		e.Dimension, e.ByScale, e.Noise, e.Lopsided = m, m, form.Across.Deviation, true
	}
	return e, nil
}

// stableAt reports whether a dimension is the same at a few successive scales, of which none is coarser.
func stableAt(scales []Scale, m int) bool {
	runs := Runs(scales)
	last := len(runs) - 1
	return last > 0 && runs[last].Dimension == m && runs[last].To-runs[last].From >= stable
}
