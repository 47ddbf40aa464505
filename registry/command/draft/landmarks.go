package draft

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
)

var (
	// numberedMark is a coordinate of a mark with a number: x00, y_1, 3z, p3x, pt4_y.
	numberedMark = regexp.MustCompile(`(?i)^(?:([xyzuv])[ _.\-[(]*(\d+)[\])]?|(?:(?:p|pt|pkt|mark|marker|lm|landmark|` +
		`kp|keypoint|point|joint)[ _.\-]*)?(\d+)[ _.\-]*([xyzuv]))$`)
	// namedMark is a coordinate of a mark with a name: nose_x, left_eye.y, tipZ.
	namedMark = regexp.MustCompile(`^(.*\pL.*)(?:[ _.\-]([xyzXYZ])|([XYZ]))$`)
	// noMark are words for vectors that are no places, each in a unit of its own.
	noMark = strings.Fields("a acc accel acceleration lin linear gyro gyr gyroscope mag magn magnetic magnetometer v " +
		"vel velo velocity speed f force forces m moment t torque w omega ang angle angular rot " +
		"rotation euler b field h e q quat quaternion g grav gravity imu jerk strain stress sigma " +
		"std err error var cov flux wind current n normal d dir direction orientation p momentum " +
		"u size scale")
)

// landmarks is how many marks the columns are two or three coordinates of, each in one unit; 0 where they are others,
// or where some move so much farther than others that their units must differ.
func (t *table) landmarks() int {
	const fewest, farther = 3, 30
	least, most := math.Inf(1), 0.0
	axes := map[string][]string{} // by mark
	unit := ""
	for k, i := range t.taken {
		name, h := strings.TrimSpace(t.Columns[i].Name), t.header(i)
		moved := t.Columns[i].High - t.Columns[i].Low
		least, most = min(least, moved), max(most, moved)
		if h.unit != "" {
			name = strings.Trim(bracketed.ReplaceAllString(name, "$1"), " ")
		}
		mark, axis := markOf(name)
		if mark == "" || k > 0 && h.unit != unit {
			return 0
		}
		unit, axes[mark] = h.unit, append(axes[mark], axis)
	}
	if len(axes) < fewest || most > farther*least {
		return 0
	}
	first := slices.Sorted(slices.Values(axes[slices.Sorted(maps.Keys(axes))[0]]))
	for _, of := range axes {
		if !slices.Equal(slices.Sorted(slices.Values(of)), first) {
			return 0
		}
	}
	if !slices.Contains([]string{"x y", "x y z", "x z", "y z", "u v"}, strings.Join(first, " ")) {
		return 0
	}
	return len(axes)
}

// markOf is the mark and the axis that a column is named by, in lower case; empty for none.
func markOf(name string) (mark, axis string) {
	if found := numberedMark.FindStringSubmatch(name); found != nil {
		return "#" + found[2] + found[3], strings.ToLower(found[1] + found[4])
	}
	found := namedMark.FindStringSubmatch(name)
	if found == nil || slices.ContainsFunc(wordsOf(found[1]), func(word string) bool {
		return slices.Contains(noMark, strings.TrimRight(word, "0123456789"))
	}) {
		return "", ""
	}
	return strings.ToLower(found[1]), strings.ToLower(found[2] + found[3])
}
