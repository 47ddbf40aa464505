package draft

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// numberName is a number with or without a unit, as columns of spectra and profiles are named, 404 or 404 nm, perhaps
// with a name in front: R404 or I(18.25).
var numberName = regexp.MustCompile(`^\s*(?:(.*?\pL)[ _]?)?([[(]?)([-+]?\d+(?:\.\d+)?)\s*` +
	`([[(\])]?(?:[^\d\s]\S*)?)\s*$`)

// family is what names that differ by a number have in common: the name before it, a bracket, and the unit behind it.
type family struct{ name, bracket, unit string }

// familyOf is that of a name and its number; false where it has none.
func familyOf(name string) (of family, number string, ok bool) {
	found := numberName.FindStringSubmatch(name)
	if found == nil {
		return family{}, "", false
	}
	return family{found[1], found[2], found[4]}, found[3], true
}

// isProfile says that the columns are one quantity at places that their names give, in order. Numbers behind a name are
// places where most follow each other by equal steps, not of 1, as numbers of channels do.
func (t *table) isProfile() bool {
	const least = 5
	last, steps := math.Inf(-1), map[float64]int{}
	var common family
	for k, i := range t.taken {
		of, number, ok := familyOf(t.Columns[i].Name)
		if k == 0 {
			common = of
		}
		at, err := strconv.ParseFloat(number, 64)
		if !ok || err != nil || at <= last || of != common {
			return false
		}
		steps[math.Round((at-last)*1e6)/1e6]++
		last = at
	}
	if len(t.taken) < least || common.name == "" || slices.Contains(lengths, common.unit) { // a depth or a wavelength
		return len(t.taken) >= least
	}
	even := 0
	for step, count := range steps {
		if step != 1 && count > 2 {
			even += count
		}
	}
	return 2*even >= len(t.taken)
}

// profile are the most columns that share a name but for numbers, if they are one quantity at places; nil where they
// are none.
func (t *table) profile() (most []int) {
	alike := map[family][]int{}
	for _, i := range t.taken {
		if of, _, ok := familyOf(t.Columns[i].Name); ok {
			if alike[of] = append(alike[of], i); len(alike[of]) > len(most) {
				most = alike[of]
			}
		}
	}
	probe := *t
	if probe.taken = most; !probe.isProfile() {
		return nil
	}
	return most
}

// unit is what all columns are in, by their names or as coordinates of a scan; empty where that is not known.
func (t *table) unit() string {
	if t.isProfile() {
		return "the unit of a spectrum or profile (their names are its places)"
	}
	if t.isGrid() || t.isPicture() {
		return "the unit of a picture (their names are places of pixels)"
	}
	if name := t.series(); name != "" {
		return "the unit of " + strconv.Quote(name) + " (their names are numbers of it)"
	}
	if count := t.landmarks(); count > 0 {
		return fmt.Sprintf("the unit of coordinates of %d marks (by their names)", count)
	}
	common := ""
	for _, i := range t.taken {
		unit := t.header(i).unit
		if unit == "" {
			common = ""
			break
		}
		if common != "" && unit != common {
			return ""
		}
		common = unit
	}
	places := !slices.ContainsFunc(t.taken, func(i int) bool {
		return !slices.Contains([]string{"x", "y", "z"}, t.Columns[i].Name)
	})
	if common == "" && places && t.file.Cloud {
		return "the unit of a scan or mesh"
	}
	return common
}

// lengths are units of one kind, by their names.
var lengths = strings.Fields("nm um µm mm cm dm m km in ft yd mi Å")

// units is the number of different ones that the columns are in, and that of their kinds, of which lengths are one; 0
// where that of one column is not known.
func (t *table) units() (units, kinds int) {
	found, kind := map[string]bool{}, map[string]bool{}
	for _, i := range t.taken {
		unit := t.header(i).unit
		if unit == "" {
			return 0, 0
		}
		found[unit] = true
		if slices.Contains(lengths, unit) {
			unit = "a length"
		}
		kind[unit] = true
	}
	return len(found), len(kind)
}

// numbered is a name that ends with one or two numbers, as r11, pc_3 and h[2,1].
var numbered = regexp.MustCompile(`^(.*?\pL)[ _.\-[(]*\d+(?:[ _.,\-]+\d+)?[\])]*$`)

// gridName is that of a pixel by its row and column, as r0c11, row_2_col_3 and px_4_5.
var gridName = regexp.MustCompile(`(?i)^(?:(?:r|row|y|i)[ _]?(\d+)[ _]?(?:c|col|x|j)[ _]?(\d+)|` +
	`(?:px|pix|pixel)[ _]?(\d+)_(\d+))$`)

// isGrid says that the columns are all pixels of a picture, by their names.
func (t *table) isGrid() bool {
	const least = 3 // rows, and columns
	rows, columns := map[string]bool{}, map[string]bool{}
	for _, i := range t.taken {
		found := gridName.FindStringSubmatch(t.Columns[i].Name)
		if found == nil {
			return false
		}
		rows[found[1]+found[3]], columns[found[2]+found[4]] = true, true
	}
	return min(len(rows), len(columns)) >= least && len(rows)*len(columns) == len(t.taken)
}

// oneThing are names of numbered columns that are in one unit; of others, as channels and doses, each may have its own.
var oneThing = strings.Fields("r rot rotation matrix pc pca ica umap tsne emb embed embedding dim latent z " +
	"px pix pixel band bin lag")

// series is the name that all columns have, with a number each, as the entries of a matrix, principal components and
// coordinates of an embedding have; empty where they have none, or one that says nothing of them.
func (t *table) series() string {
	const least = 3
	common := ""
	for k, i := range t.taken {
		found := numbered.FindStringSubmatch(strings.TrimSpace(t.Columns[i].Name))
		if found == nil || k > 0 && !strings.EqualFold(found[1], common) ||
			!slices.Contains(oneThing, strings.ToLower(found[1])) {
			return ""
		}
		common = found[1]
	}
	if len(t.taken) < least {
		return ""
	}
	return common
}
