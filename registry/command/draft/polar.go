package draft

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"ebim/framework/dataset"
	"ebim/framework/points"
	"ebim/registry/command/cli"
)

var (
	polarWords   = []string{"theta", "polar", "zenith", "colatitude", "inclination", "polarwinkel", "zenit"}
	azimuthWords = []string{"phi", "azimuth", "az", "azimut", "azi"}
)

// findPolar takes two columns for an angle from an axis and the azimuth around it, as directions of an antenna have, if
// they are named so, go from pole to pole and all around, and no other column turns. At a pole all azimuths must be one
// point, which two angles of a linkage are not.
func (t *table) findPolar(p *cli.Program, s sketch, file dataset.Line) {
	polar, azimuth, unit := t.polarColumns()
	if unit == "" || len(t.taken) < 3 || t.angle != "" {
		return
	}
	probe := &table{Survey: t.Survey, file: t.file, taken: t.taken, placed: []int{polar, azimuth}, comments: t.comments}
	if turning, _ := probe.turning(); len(turning) > 0 {
		return
	}
	if s.source = probe.plain(file); loadPoints(p, &s) != nil || !oneAtPoles(s.set, slices.Index(t.taken, polar),
		slices.Index(t.taken, azimuth), map[string]float64{"degrees": 180, "radians": math.Pi}[unit]) {
		return
	}
	t.placed, t.polar = probe.placed, unit
	t.notes = append(t.notes, fmt.Sprintf("Columns that look like an angle from an axis and the azimuth around it, in "+
		"%s, are placed on a sphere, where the poles are points: %s.", unit, t.forFlag(t.placed...)))
}

// polarColumns are the only column named as a polar angle and the only one as an azimuth that reach all over the
// sphere, and their unit.
func (t *table) polarColumns() (polar, azimuth int, unit string) {
	const near, rounding = 0.06, 0.001
	find := func(words []string, turn float64, named func(h header) bool, starts ...float64) int {
		found := -1
		for _, i := range t.taken {
			h := t.header(i)
			if !h.has(words...) || h.rate() || h.unit != "" && !named(h) {
				continue
			}
			reached := slices.ContainsFunc(starts, func(low float64) bool {
				return reaches(&t.Columns[i], low*turn-rounding*turn, low*turn+turn+rounding*turn, near*turn)
			})
			if !reached || found >= 0 {
				return -1
			}
			found = i
		}
		return found
	}
	for _, u := range []struct {
		name  string
		turn  float64
		named func(h header) bool
	}{{"degrees", 360, header.degrees}, {"radians", 2 * math.Pi, header.radians}} {
		polar, azimuth = find(polarWords, u.turn/2, u.named, 0), find(azimuthWords, u.turn, u.named, 0, -0.5)
		if polar >= 0 && azimuth >= 0 {
			return polar, azimuth, u.name
		}
	}
	return 0, 0, ""
}

// oneAtPoles reports whether points near either pole, wherever around it, are near each other in the other columns.
func oneAtPoles(x *points.Set, polar, azimuth int, half float64) bool {
	const cap, fewest, most = 0.05, 8, 0.35
	for _, pole := range []float64{0, half} {
		var near []int
		for i := range x.Len() {
			if math.Abs(x.At(i)[polar]-pole) <= cap*half {
				near = append(near, i)
			}
		}
		if len(near) < fewest {
			return false
		}
		for j := range x.Dim {
			if j != polar && j != azimuth && deviation(x.Select(near), j) > most*deviation(x, j) {
				return false
			}
		}
	}
	return true
}

// deviation is the standard deviation of a column.
func deviation(x *points.Set, j int) float64 {
	column := make([]float64, x.Len())
	for i := range column {
		column[i] = x.At(i)[j]
	}
	return stat.StdDev(column, nil)
}
