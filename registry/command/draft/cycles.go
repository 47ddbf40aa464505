package draft

import (
	"math"
	"slices"
	"strings"
)

// cycle is what begins anew after a period.
type cycle struct {
	named   func(h header) bool
	whole   bool      // in whole numbers alone
	broken  bool      // in numbers that are not all whole
	periods []float64 // of which one is that of the column if its numbers go from one end to the other
	near    float64   // but for this part of it

	centered bool // around 0 alone, as what goes from 0 to half a turn may be tilted
	leaping  bool // from one end to the other between two rows, as what goes along a line and back does not
}

var (
	// elapsed are words beside hours that no clock shows, ofMatter beside phases that no cycle has.
	elapsed = strings.Fields("per watt kilowatt machine lamp elapsed since age run operating work working")
	// ofBeat are words beside phases of which a cycle has 100 %, as a mobile phase hasn't.
	ofBeat   = strings.Fields("rr cardiac heart heartbeat beat respiratory respiration breath breathing stride step")
	ofMatter = strings.Fields("gas liquid solid alpha beta gamma melt melted fraction transition")
)

const nearEnd = 0.05

var cycles = []cycle{
	{named: func(h header) bool { return h.turns() && !h.radians() && !h.gons() }, periods: []float64{360},
		near: nearEnd},
	{named: func(h header) bool { return h.turns() && !h.degrees() && !h.gons() }, broken: true,
		periods: []float64{2 * math.Pi}, near: nearEnd},
	{named: func(h header) bool { return h.turns() && h.gons() }, periods: []float64{400}, near: nearEnd},
	{named: func(h header) bool { return h.is("deg") || h.is("degree") || h.is("degrees") }, periods: []float64{360},
		near: 0.01}, // as of a cam
	{named: turnsIn("grad", "grads", "grade", "grades", "gr"), periods: []float64{360, 400}, near: nearEnd},
	{named: turnsIn("mil", "mils", "a‰", "₥", "streck"), periods: []float64{6400, 6300, 6000}, near: 0.02},
	{named: turnsIn(""), periods: []float64{6400}, near: 0.01},
	{named: turnsIn("strich"), periods: []float64{32, 6400}, near: nearEnd},
	{named: turnsIn("points", "pts", "rhumbs", "quartas"), periods: []float64{32}, near: nearEnd}, // of a compass
	{named: turnsIn("turn", "turns", "rev", "revs", "revolutions", "cycle", "cycles", "cyc", "umdrehungen", "tours",
		"vueltas", "giri"), broken: true, periods: []float64{1}, near: nearEnd},
	{named: turnsIn("mrad"), periods: []float64{2000 * math.Pi}, near: nearEnd},
	{named: turnsIn("arcmin"), periods: []float64{21600}, near: nearEnd},
	{named: turnsIn("arcsec"), periods: []float64{1296000}, near: nearEnd},
	{named: func(h header) bool {
		return h.turns() && (h.degrees() || h.unit == "" && h.has("crank", "crankshaft", "cad", "kurbelwinkel"))
	}, periods: []float64{720}, near: 0.02}, // of an engine's four strokes
	{named: func(h header) bool { return h.turns() && h.has(axisWords...) && !h.radians() }, periods: []float64{180},
		near: 0.02, centered: true},
	{named: func(h header) bool { return h.turns() && h.has(axisWords...) && !h.degrees() }, broken: true,
		periods: []float64{math.Pi}, near: 0.02, centered: true},
	{named: func(h header) bool { return h.has(polarizerWords...) && h.degrees() && !h.has("theta") },
		periods: []float64{180}, near: 0.02},
	{named: func(h header) bool {
		return h.has("hour", "tod", "uhrzeit", "stunde", "heure", "hora") && !h.has("week") && !h.has(elapsed...) ||
			h.is("lst") && h.in("", "h") || h.is("time of day") || h.is("hours of day") ||
			h.is("zt") || h.is("ct") && h.in("h") || // of a clock within a body
			h.in("", "h") && (h.has("stundenwinkel", "sternzeit", "mlt", "lmst", "gmst") || h.has("sidereal")) ||
			h.in("h", "hr", "hrs", "hours") && (h.isRightAscension() || h.is("ha")) // in the sky
	}, periods: []float64{24}, near: nearEnd},
	{named: func(h header) bool { return h.has("doy", "yday") || h.is("day of year") || h.is("dayofyear") },
		periods: []float64{365.25, 366, 367}, near: nearEnd},
	{named: func(h header) bool {
		return h.unit == "" && slices.ContainsFunc([]string{"kw", "kalenderwoche", "woy", "week of year", "iso week",
			"isoweek", "epi week", "epiweek", "calendar week"}, h.is)
	}, whole: true, periods: []float64{365.25 / 7, 53}, near: nearEnd},
	{named: func(h header) bool { return h.is("hour of week") || h.is("hour of the week") },
		periods: []float64{168}, near: nearEnd},
	{named: func(h header) bool { return h.is("minute of day") || h.is("minute of the day") },
		periods: []float64{1440}, near: nearEnd},
	{named: func(h header) bool { return h.is("second of day") || h.is("second of the day") },
		periods: []float64{86400}, near: nearEnd},
	{named: func(h header) bool {
		return slices.ContainsFunc([]string{"moon age", "lunar age", "age of the moon", "mondalter"}, h.is)
	}, periods: []float64{29.53}, near: nearEnd}, // in days, from new moon to new moon
	{named: func(h header) bool { return h.has("phase", "hue") && h.unit == "" && !h.has(ofMatter...) }, broken: true,
		periods: []float64{1}, near: nearEnd},
	{named: func(h header) bool {
		return h.percent() && (h.has("gait", "stride", "gangzyklus", "schrittzyklus") || h.is("cycle") ||
			h.is("phase") || h.has("phase") && h.has(ofBeat...) || h.has("phase") && h.in("% rr", "% cycle"))
	}, periods: []float64{100}, near: nearEnd},
	{named: func(h header) bool { return h.pitchClass() && h.in("cent", "cents", "ct", "¢") },
		periods: []float64{1200}, near: nearEnd}, // an octave
	{named: func(h header) bool {
		return h.pitchClass() && h.in("st", "semitone", "semitones", "halbton", "halbtöne") || h.is("pitch class")
	}, periods: []float64{12}, near: 0.09},
	{named: func(h header) bool {
		return h.in("", "cts", "counts", "ticks") && h.has("encoder", "enc", "resolver", "crank")
	}, whole: true, leaping: true, periods: counts(), near: 0.02},
}

// pitchClass says that a column is named as a tone's place in its octave, whichever that is.
func (h header) pitchClass() bool {
	return h.is("pitch class") || h.has("chroma", "pitchclass", "tonklasse")
}

// counts are those of a turn of encoders.
func counts() (periods []float64) {
	for bits := 8; bits <= 24; bits++ {
		periods = append(periods, math.Ldexp(1, bits))
	}
	return append(periods, 1000, 2000, 2500, 3600, 5000, 7200, 10000)
}
