package draft

import (
	"slices"
	"strings"
)

var (
	upWords = strings.Fields("ele elev elevation alt altitude height hgt hght höhe hoehe hauteur altitud altura " +
		"quota altitudine hoogte wysokość höjd høyde")
	downWords = strings.Fields("depth tiefe profondeur profundidad profundidade profondità profondita diepte " +
		"głębokość djup dybde dyp")
	// besideHeights are words that may stand beside these, as of what measured them and from where.
	besideHeights = strings.Fields("gps gnss baro barometric geo above over below under the mean sea level ground " +
		"water surface msl amsl asl agl wgs wgs84 84 ellipsoidal ellipsoid geoid ü über unter meer nn nhn gok " +
		"station cable dive max total")
)

// meters are those in units of length.
var meters = map[string]float64{"": 1, "m": 1, "meter": 1, "meters": 1, "metre": 1, "metres": 1, "mètres": 1,
	"metros": 1, "metri": 1, "m.ü.m.": 1, "m ü. nn": 1, "masl": 1, "km": 1000, "cm": 0.01, "ft": 0.3048,
	"feet": 0.3048, "fathoms": 1.8288, "fm": 1.8288}

// elevation is the first column with heights above something, or else with depths below it, and how many meters up one
// of its units is; 0 for none.
func (t *table) elevation() (column int, factor float64) {
	for _, of := range []struct {
		words []string
		sign  float64
	}{{upWords, 1}, {downWords, -1}} {
		for _, i := range t.taken {
			h := t.header(i)
			other := func(word string) bool {
				return !slices.Contains(of.words, word) && !slices.Contains(besideHeights, word)
			}
			unit := meters[strings.ToLower(h.unit)]
			if unit == 0 || !h.has(of.words...) || slices.ContainsFunc(h.words, other) {
				continue
			}
			if of.sign < 0 && t.Columns[i].High <= 0 { // depths that are counted up already
				return i, unit
			}
			return i, of.sign * unit
		}
	}
	return 0, 0
}
