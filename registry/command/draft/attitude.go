package draft

import (
	"math"
	"slices"
	"strings"
)

// attitudeWords are words for the angles of a vehicle, in the order in which it turns by them.
var attitudeWords = [3][]string{strings.Fields("roll bank rollen rollwinkel"),
	strings.Fields("pitch nick nicken nickwinkel"), strings.Fields("yaw heading hdg gier gieren gierwinkel")}

// attitude are the only columns named as roll, pitch and yaw, of one thing, and their unit, if they go so far that
// angles of their own tear apart what is one: all around in roll and yaw, and in pitch nearly up and down, where roll
// and yaw turn about one axis. Nil for none.
func (t *table) attitude() (columns []int, unit string) {
	of := ""
	for k, words := range attitudeWords {
		var named []int
		for _, i := range t.taken {
			if h := t.header(i); h.has(words...) && !h.rate() {
				named = append(named, i)
			}
		}
		if len(named) != 1 {
			return nil, ""
		}
		rest := slices.DeleteFunc(slices.Clone(t.header(named[0]).words),
			func(word string) bool { return slices.Contains(words, word) })
		thing := strings.Join(rest, " ")
		if k > 0 && thing != of {
			return nil, ""
		}
		of = thing
		columns = append(columns, named[0])
	}
	const steep, near = 60. / 90, 10. / 360
	for _, u := range []struct {
		name string
		turn float64
		is   func(h header) bool
	}{{"degrees", 360, header.degrees}, {"radians", 2 * math.Pi, header.radians}} {
		rounding := 0.001 * u.turn
		other := func(i int) bool { return t.header(i).unit != "" && !u.is(t.header(i)) }
		around := func(i int) bool {
			c := &t.Columns[i]
			return reaches(c, -rounding, u.turn+rounding, near*u.turn) ||
				reaches(c, -u.turn/2-rounding, u.turn/2+rounding, near*u.turn)
		}
		pitch, upright := &t.Columns[columns[1]], u.turn/4
		if !slices.ContainsFunc(columns, other) && around(columns[0]) && around(columns[2]) &&
			reaches(pitch, -upright-rounding, upright+rounding, (1-steep)*upright) {
			return columns, u.name
		}
	}
	return nil, ""
}

// findAttitude takes roll, pitch and yaw for a rotation if no others turn, which may do so in another unit.
func (t *table) findAttitude() {
	if columns, unit := t.attitude(); columns != nil && t.turnAlone(columns) {
		t.angle, t.vehicle = unit, true
		t.takeRotation(columns)
	}
}

// turnAlone reports whether no columns but some turn.
func (t *table) turnAlone(columns []int) bool {
	others := &table{Survey: t.Survey, taken: t.taken, rotation: columns}
	turning, _ := others.turning()
	return len(turning) == 0
}
