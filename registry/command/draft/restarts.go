package draft

import (
	"slices"

	"ebim/framework/dataset"
	"ebim/framework/points"
	"ebim/framework/statistics"
	"ebim/registry/command/cli"
)

// findRestarts leaves a clock out that starts anew in some rows, as seconds since a line of a track are, while the
// other columns go on: it would cut what is closed.
func (t *table) findRestarts(p *cli.Program, s sketch, file dataset.Line) {
	clocks := slices.DeleteFunc(slices.Clone(t.taken), func(i int) bool {
		return !t.namedTime(i) || period(t.header(i), &t.Columns[i]) > 0
	})
	if len(clocks) != 1 || len(t.taken) < 3 || t.wanted.columns != nil {
		return
	}
	if s.source = t.plain(file); loadPoints(p, &s) != nil {
		return
	}
	i := clocks[0]
	starts := restarts(s.set, slices.Index(t.taken, i))
	if starts == 0 {
		return
	}
	t.leave(i, "it is named like time and rises from row to row, but for %d rows where it starts anew and the others "+
		"go on, so that it orders the points; keep it by --columns %s", starts, t.withOthers(i))
}

// restarts counts the rows in which a column falls, if it rises in all others, and if the other columns go on there by
// steps as elsewhere, and elsewhere, too, as those of a grid don't; else 0.
func restarts(x *points.Set, clock int) int {
	const (
		often  = 10 // rows for a start
		longer = 3  // steps
	)
	scales := make([]float64, x.Dim)
	for j := range scales {
		if scales[j] = deviation(x, j); scales[j] == 0 || j == clock {
			scales[j] = 1
		}
	}
	var within, across []float64
	moves := make([]bool, x.Dim) // between restarts
	for i := 1; i < x.Len(); i++ {
		step := 0.0
		for j := range x.Dim {
			if j != clock {
				d := (x.At(i)[j] - x.At(i - 1)[j]) / scales[j]
				step += d * d
				moves[j] = moves[j] || d != 0 && x.At(i)[clock] >= x.At(i - 1)[clock]
			}
		}
		if x.At(i)[clock] < x.At(i - 1)[clock] {
			across = append(across, step)
		} else {
			within = append(within, step)
		}
	}
	moves[clock] = true
	if len(across) == 0 || slices.Contains(moves, false) || often*len(across) > x.Len() ||
		statistics.Median(across) > longer*longer*statistics.Median(within) {
		return 0
	}
	return len(across)
}
