package draft

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"ebim/framework/dataset"
	"ebim/framework/points"
	"ebim/registry/command/cli"
)

// cycleName are names of what a measurement is repeated in.
var cycleName = regexp.MustCompile(`(?i)^(cycle|cyclus|zyklus|ciclo|cykl|repetition|wiederholung)` +
	`([ _.\-]*(no|nr|num|number|nummer|index|id|#)\.?)?$`)

// inFull are names of times that are those of nothing else, as tempo and t are.
var inFull = regexp.MustCompile(`(?i)^(times?|timestamp|date_?time|elapsed|elapsed_time|unix_?time|gps_?time|utc|` +
	`seconds|millis|micros|uptime|zeit|uhrzeit|tiempo|tijd|czas)([ _]?[([].*)?$`)

// ofPlace are words for places and directions that may have few whole numbers.
var ofPlace = strings.Fields("alt radius radii azimuth azimut zenith theta phi psi chi rho alpha beta gamma " +
	"delta omega row col column plane stack bin heading bearing roll pitch yaw step " +
	"length width size")

var (
	// qualities are words for how good a measurement is.
	qualities = strings.Fields("quality qualität qualité qualità qualidade calidad kwaliteit kvalitet jakość " +
		"confidence reliability konfidenz confianza confiance conf likelihood snr chi2 chisq χ2 χ² gof")
	// strengths are words for how strong an echo is that comes from a place.
	strengths = strings.Fields("intensity intensities intensität intensitaet intensité intensidad intensità " +
		"intensidade intensiteit intensywność reflectance reflectivity reflektivität réflectance " +
		"remission amplitude rssi")
	// deviations are words for how far a place is from where it should be.
	deviations = strings.Fields("dev deviation deviations abweichung abweichungen residual residuals rms rmse error " +
		"écart ecart desviación desviacion scarto desvio afwijking odchylenie precision precisión précision " +
		"precisione accuracy genauigkeit uncertainty unsicherheit a95 α95 alpha95")
	// amounts are words for how many measurements a mean is of.
	amounts = strings.Fields("n count counts nobs npts")
	// sightings are names of how often a point of a scan was seen, and how gray.
	sightings = regexp.MustCompile(`(?i)^((n|num|number)[ _]?(of[ _]?)?)?(rays|images|views|hits|cameras|obs|` +
		`observations|photos|gr[ae]y([ _]?(value|level))?|hu)$`)
	// ofMark are words for how sure it is where a mark is.
	ofMark = strings.Fields("likelihood visibility presence score conf confidence")
)

// kind are columns of one kind that are no coordinates if the others tell nothing of them. Which cup of a ride it was,
// or when, adds layers or a dimension to whatever the others lie on.
type kind struct {
	is   func(t *table, i int) bool
	many bool // several may be left out beside places; of other kinds they may be answers or pixels
	time bool // which others may count, too; kept where it tells something of another, as a star's do over years
}

var loose = []kind{
	{is: (*table).isFirstOfWholes},
	{is: func(t *table, i int) bool {
		return t.Columns[i].Whole && yearName.MatchString(t.Columns[i].Name) || t.sortsRows(i) || t.isCycle(i)
	}},
	{is: func(t *table, i int) bool { return t.header(i).has(qualities...) }, many: true},
	{is: func(t *table, i int) bool { return t.header(i).has(strengths...) && t.hasPlaces() }, many: true},
	{is: func(t *table, i int) bool { return t.header(i).has(deviations...) && t.hasPlaces() }, many: true},
	{is: (*table).isAmount, many: true},
	{is: func(t *table, i int) bool {
		return t.Columns[i].Whole && t.isScan() && sightings.MatchString(t.Columns[i].Name)
	}, many: true},
	{is: (*table).isDeviation, many: true},
	{is: (*table).mayBeTime, time: true},
}

// mayBeTime says that a column is named time in full, or like it with a unit, or in years, and does not repeat.
func (t *table) mayBeTime(i int) bool {
	h, c := t.header(i), &t.Columns[i]
	inTime := h.in(timeUnits...) || slices.Contains(clockUnits, h.unitAtEnd()) || lies(c, 1600, 2200) // or years
	return t.namedTime(i) && (inTime || inFull.MatchString(c.Name)) && period(h, c) == 0
}

// hasPlaces says that two of the columns are coordinates of one place, by their names; or its direction and distance.
func (t *table) hasPlaces() bool {
	for _, pair := range [][2][]string{{{"x"}, {"y"}}, {{"e"}, {"n"}}, {{"east"}, {"north"}},
		{{"easting"}, {"northing"}}, {{"rechtswert"}, {"hochwert"}}, {{"ost"}, {"nord"}},
		{latitudeWords, longitudeWords}, {strings.Fields("angle bearing azimuth azimut winkel"),
			strings.Fields("range distance entfernung distanz reichweite")}} {
		has := func(words []string) bool {
			return slices.ContainsFunc(t.taken, func(i int) bool { return t.header(i).has(words...) })
		}
		if has(pair[0]) && has(pair[1]) {
			return true
		}
	}
	return t.isOnEarth()
}

// isAmount says that a column counts what a mean place is of, beside how sure that is.
func (t *table) isAmount(i int) bool {
	return t.Columns[i].Whole && t.header(i).has(amounts...) && t.isOnEarth() &&
		slices.ContainsFunc(t.Names, func(name string) bool { return headerOf(name).has(deviations...) })
}

// isOnEarth says that columns are named as latitude and longitude.
func (t *table) isOnEarth() bool {
	latitude, longitude, _ := t.coordinatesOfPlaces()
	return len(latitude) == 1 && len(longitude) == 1
}

// isOfMark says that a column is named as how sure a place is, beside coordinates of the same mark: of nose_x, nose_y
// and nose_likelihood the last.
func (t *table) isOfMark(i int) bool {
	words := t.header(i).words
	last := len(words) - 1
	if last < 1 || !slices.Contains(ofMark, words[last]) {
		return false
	}
	has := func(axis string) bool {
		mark := append(slices.Clone(words[:last]), axis)
		return slices.ContainsFunc(t.Names, func(name string) bool { return slices.Equal(headerOf(name).words, mark) })
	}
	return has("x") && has("y")
}

// isFirstOfWholes says that a column is a table's first and holds many whole numbers without a unit or a name of a
// place, beside others, one of them with decimals: as people number what they measure, in whatever words.
func (t *table) isFirstOfWholes(i int) bool {
	c := &t.Columns[i]
	if i > 0 || !c.Whole || c.Low < 0 || c.Different() < points.MostCounted || t.Names == nil ||
		t.isNamedAsCoordinate(i) || period(t.header(i), c) > 0 {
		return false
	}
	return slices.ContainsFunc(t.taken, func(k int) bool { return !t.Columns[k].Whole })
}

// sortsRows says that a column has few whole numbers, each in many rows and without a unit, and a word for a name, or
// two numbers.
func (t *table) sortsRows(i int) bool {
	c := &t.Columns[i]
	return t.mayBeLabel(i) && (wordName.MatchString(c.Name) || c.Different() == 2) &&
		!t.isNamedAsCoordinate(i) && period(t.header(i), c) == 0
}

// isCycle says that a column counts cycles of a measurement.
func (t *table) isCycle(i int) bool {
	const eachCycle = 10 // rows
	c := &t.Columns[i]
	all := c.Low <= 1 && c.High-c.Low+1 == float64(c.Different())
	return c.Whole && cycleName.MatchString(c.Name) && c.Different() < points.MostCounted && all &&
		c.Numbers >= eachCycle*c.Different()
}

// findTime leaves time out beside one other column that does not follow it.
func (t *table) findTime(p *cli.Program, s sketch, file dataset.Line) {
	late := slices.IndexFunc(t.taken, t.isTime)
	if len(t.taken) != 2 || late < 0 || t.wanted.columns != nil || t.isTold(p, s, file, t.taken[late], nil) {
		return
	}
	t.leave(t.taken[late], "it rises from row to row, and tells nothing of the only other column")
}

// findLoose leaves columns out of which the others tell nothing.
func (t *table) findLoose(p *cli.Program, s sketch, file dataset.Line) {
	if t.wanted.columns != nil {
		return
	}
	for _, of := range loose {
		found := slices.DeleteFunc(slices.Clone(t.taken), func(i int) bool { return !of.is(t, i) })
		if len(found) > 1 && !(of.many && t.hasPlaces()) {
			continue
		}
		if of.time && len(found) == 1 {
			found = append(found, t.countsOf(p, s, file, found[0])...)
		}
		for _, i := range slices.Clone(found) {
			if len(t.taken) < 3 || t.tell(p, s, file, i, found) || of.time && t.isTold(p, s, file, i, found) {
				continue
			}
			t.leave(i, "the other columns tell nothing of its numbers; keep it by --columns %s", t.withOthers(i))
		}
	}
}

// countsOf are the columns that rise wherever time does, as counters do, in whatever order the rows are.
func (t *table) countsOf(p *cli.Program, s sketch, file dataset.Line, late int) (counts []int) {
	if s.source = t.plain(file); loadPoints(p, &s) != nil {
		return nil
	}
	x, along := s.set, slices.Index(t.taken, late)
	order := points.Range(0, x.Len())
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(x.At(a)[along], x.At(b)[along]) })
	for k, i := range t.taken {
		if k != along && t.Columns[i].Different() >= points.FewSteps && slices.IsSortedFunc(order, func(a, b int) int {
			return cmp.Compare(x.At(a)[k], x.At(b)[k])
		}) {
			counts = append(counts, i)
		}
	}
	return counts
}

// isTold reports whether a column alone tells something of another, but for some: the others may repeat along it.
func (t *table) isTold(p *cli.Program, s sketch, file dataset.Line, i int, some []int) bool {
	if s.source = t.plain(file); loadPoints(p, &s) != nil {
		return true
	}
	along := slices.Index(t.taken, i)
	return slices.ContainsFunc(points.Range(0, s.set.Dim), func(k int) bool {
		if slices.Contains(some, t.taken[k]) {
			return false
		}
		both := points.New(0, 2)
		for row := range s.set.Len() {
			both.Data = append(both.Data, s.set.At(row)[along], s.set.At(row)[k])
		}
		return k != along && isFollowed(both, 1)
	})
}

// tell reports whether columns but for some tell something of one of these.
func (t *table) tell(p *cli.Program, s sketch, file dataset.Line, i int, some []int) bool {
	probe := *t
	probe.taken = slices.DeleteFunc(slices.Clone(t.taken), func(k int) bool {
		return k != i && slices.Contains(some, k)
	})
	if len(probe.taken) < 2 {
		return true
	}
	tells := isBound
	if t.Columns[i].Different() >= points.FewSteps {
		tells = isFollowed
	}
	within := probe.standardized(p, s, file)
	return within == nil || tells(within, slices.Index(probe.taken, i))
}

// standardized are the points of the columns that are taken, each column with a scale of its own; nil where they can't
// be read, or are on a known manifold.
func (t *table) standardized(p *cli.Program, s sketch, file dataset.Line) *points.Set {
	if s.source = t.plain(file); loadPoints(p, &s) != nil {
		return nil
	}
	scaling, _ := dataset.Standardize(s.set, dataset.StandardizeColumns, nil)
	if scaling == nil {
		return nil
	}
	return scaling.In(s.set)
}
