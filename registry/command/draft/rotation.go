package draft

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/dataset"
	"ebim/framework/points"
	"ebim/registry/command/cli"
)

// quaternionPart is a name of one of a quaternion's four numbers.
var quaternionPart = regexp.MustCompile(`(?i)^(.*?)[ _.]*[[(]?([wxyzrijk0-3])[])]?$`)

// quaternion are four columns of numbers named as the parts of one, its scalar first; nil for none.
func (t *table) quaternion() []int {
	parts := map[string]map[string]int{} // columns by the rest of the name and by the part
	var stems []string
	for i := range t.Columns {
		found := quaternionPart.FindStringSubmatch(strings.ToLower(t.header(i).name))
		if found == nil || !t.isPart(i) {
			continue
		}
		stem := found[1]
		if parts[stem] == nil {
			parts[stem], stems = map[string]int{}, append(stems, stem)
		}
		parts[stem][found[2]] = i
	}
	for _, stem := range stems {
		h := headerOf(stem)
		named := h.has("q", "quat", "quaternion")
		turned := named || h.has("rot", "rotation", "orient", "orientation", "att", "attitude", "pose", "imu")
		for _, keys := range []string{"wxyz", "rijk", "wijk", "0123"} {
			var four []int
			for _, key := range keys {
				if column, is := parts[stem][string(key)]; is && (named || keys == "wxyz" && turned) {
					four = append(four, column)
				}
			}
			if len(four) == 4 {
				return four
			}
		}
	}
	return nil
}

// matrixEntry is a name of one of a matrix' nine numbers, with its row and column, from 0 or from 1.
var matrixEntry = regexp.MustCompile(`(?i)^(.*?)[ _.]*[[(]?([0-3])[])]?[ _.,]*[[(]?([0-3])[])]?$`)

// matrix are nine columns of numbers named as the entries of one, row by row; nil for none.
func (t *table) matrix() []int {
	entries := map[string]map[string]int{} // columns by the rest of the name and by row and column
	var stems []string
	for i := range t.Columns {
		found := matrixEntry.FindStringSubmatch(t.header(i).name)
		if found == nil || !t.isPart(i) {
			continue
		}
		if entries[found[1]] == nil {
			entries[found[1]], stems = map[string]int{}, append(stems, found[1])
		}
		entries[found[1]][found[2]+found[3]] = i
	}
	for _, stem := range stems {
		for _, keys := range [][]string{{"00", "01", "02", "10", "11", "12", "20", "21", "22"},
			{"11", "12", "13", "21", "22", "23", "31", "32", "33"}} {
			var nine []int
			for _, key := range keys {
				if column, is := entries[stem][key]; is {
					nine = append(nine, column)
				}
			}
			if len(nine) == len(keys) {
				return nine
			}
		}
	}
	return nil
}

// vectorPart is a name of one of a rotation vector's three numbers, with or without a unit.
var vectorPart = regexp.MustCompile(`(?i)^(r|.*(?:rot|rvec|rodrigues|axis.?angle|orient|attitude|pose).*?)` +
	`[ _.]*[[(]?([xyz0-3])[])]?(?:[ _]*[[(](?:rad|deg)[a-z]*[])])?$`)

// vector are three columns of numbers named as those of a rotation vector that are no longer than half a turn, and the
// unit of its length; nil for none.
func (t *table) vector() (columns []int, unit string) {
	parts := map[string][]int{} // columns by the rest of the name
	var stems []string
	for _, i := range t.taken {
		if found := vectorPart.FindStringSubmatch(t.header(i).name); found != nil && !t.header(i).rate() {
			stems = append(stems, found[1])
			parts[found[1]] = append(parts[found[1]], i)
		}
	}
	for _, stem := range stems {
		three := parts[stem]
		for _, u := range []string{"radians", "degrees"} {
			beyond := func(i int) bool { return !lies(&t.Columns[i], -halfTurn[u], halfTurn[u]) }
			if len(three) == 3 && !slices.ContainsFunc(three, beyond) {
				return three, u
			}
		}
	}
	return nil, ""
}

// halfTurn is that of rounded numbers, by unit.
var halfTurn = map[string]float64{"radians": 1.001 * math.Pi, "degrees": 180.18}

// goesAround reports whether points are vectors of length half a turn at most, as long as that in some part: only there
// a rotation's opposite is near.
func goesAround(x *points.Set, half float64) bool {
	const near, share = 0.9, 0.01
	long := 0
	for i := range x.Len() {
		length := floats.Norm(x.At(i), 2)
		if length > half {
			return false
		}
		if length > near*half {
			long++
		}
	}
	return float64(long) >= share*float64(x.Len())
}

// isPart reports whether a column may be part of a quaternion or matrix: one of numbers from -1 to 1, which is taken,
// or left out as constant.
func (t *table) isPart(i int) bool {
	c := &t.Columns[i]
	return !slices.Contains(t.rotation, i) && c.Low >= -1.01 && c.High <= 1.01 &&
		(!t.isLeft(i) || c.Low == c.High && c.Numbers == t.Rows)
}

// findRotation takes columns for a rotation if they are named so and their numbers are one: four for a unit quaternion,
// nine for a matrix, three for a vector. Constant ones of the first two are taken, too.
func (t *table) findRotation(p *cli.Program, s sketch, file dataset.Line) {
	load := func(source []dataset.Line) *points.Set { // nil where it can't
		probe := s
		if probe.source = source; loadPoints(p, &probe) != nil {
			return nil
		}
		return probe.set
	}
	for _, columns := range [][]int{t.quaternion(), t.matrix()} {
		if columns == nil || t.wanted.columns != nil && slices.ContainsFunc(columns, t.isLeft) {
			continue
		}
		probe := &table{Survey: t.Survey, file: t.file, taken: columns, rotation: columns, comments: t.comments}
		if load(probe.closing(file)) != nil {
			t.takeRotation(columns)
			break
		}
	}
	if t.rotation == nil {
		t.findVector(load, file)
	}
	if t.rotation == nil {
		t.findAttitude()
	}
	for _, other := range [][]int{t.quaternion(), t.matrix()} {
		if t.rotation != nil && other != nil {
			t.notes = append(t.notes, fmt.Sprintf("Columns of a further rotation are taken as numbers, of which q "+
				"and -q are two points: %s; leave them out by --drop, or look at each by itself.",
				t.forFlag(other...)))
		}
	}
	if t.rotation != nil && len(t.taken) == len(t.rotation) {
		noted := t.notes
		t.turned = load(t.rotations(file)) != nil // which it does not about an axis of coordinates
		t.notes = noted
	}
}

// findVector takes three columns for a rotation vector if no others turn, which may do so in another unit.
func (t *table) findVector(load func(source []dataset.Line) *points.Set, file dataset.Line) {
	three, unit := t.vector()
	if three == nil {
		return
	}
	plain := &table{Survey: t.Survey, file: t.file, taken: three, comments: t.comments}
	if loaded := load(plain.plain(file)); loaded == nil || !goesAround(loaded, halfTurn[unit]) {
		return
	}
	if t.turnAlone(three) {
		t.angle = unit
		t.takeRotation(three)
	}
}

func (t *table) takeRotation(columns []int) {
	t.rotation = columns
	for _, i := range slices.DeleteFunc(slices.Clone(columns), func(i int) bool { return !t.isLeft(i) }) {
		t.taken = append(t.taken, i)
		slices.Sort(t.taken)
		t.withdraw(fmt.Sprintf("Column %s is left out", t.label(i)))
	}
}

// rotations is the source of a table of rotations alone.
func (t *table) rotations(file dataset.Line) []dataset.Line {
	lines := append([]dataset.Line{{Text: "rotations:", Comment: "each becomes its matrix, a point of SO(3); write " +
		t.kind() + ": to take numbers as they are"}, file}, t.rotationLines("columns")...)
	return append(append(lines, t.part()...), t.format()...)
}

// rotationLines are the settings of a rotation's columns, under a key, and note them.
func (t *table) rotationLines(key string) []dataset.Line {
	what, comment := "unit quaternions become matrices of rotations, so that q and -q are one", "scalar, i, j, k"
	switch {
	case t.vehicle:
		what = "roll, pitch and yaw in " + t.angle + " become matrices of rotations, as in aviation, with x ahead, y " +
			"to the right and z down (with z up, pitch would have another sign), so that what is one turn is one point"
		comment = "roll, pitch, yaw"
	case len(t.rotation) == 3:
		what = "rotation vectors in " + t.angle + " become matrices of rotations, so that half a turn is one about " +
			"an axis and about its opposite"
		comment = "along the axis, as long as the angle"
	case len(t.rotation) == 9:
		what, comment = "matrices of rotations are taken for these, with one scale for all entries", "row by row"
	}
	t.notes = append(t.notes, fmt.Sprintf("Columns that look like %s: %s.", what, t.forFlag(t.rotation...)))
	lines := []dataset.Line{{Text: "  " + key + ": " + t.names(t.rotation), Comment: comment}}
	if len(t.rotation) == 3 {
		lines = append(lines, dataset.Line{Text: "  unit: " + t.angle})
	}
	if t.vehicle {
		lines = append(lines, dataset.Line{Text: "  rotation_angles: roll_pitch_yaw"})
	}
	return lines
}

func (t *table) isLeft(i int) bool { return !slices.Contains(t.taken, i) }
