package draft

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// mostPictures is up to how many pictures of one kind a row holds, by the names in front of their pixels.
const mostPictures = 4

var (
	// inGrid is a name that ends with a row and a column, in one digit each or apart: A_04, p[2,11].
	inGrid = regexp.MustCompile(`^(.*?\pL)[ _.\-[(]*(?:(\d)(\d)|(\d+)[ _.,\-]+(\d+))[\])]*$`)
	// inRow is a name that ends with a number.
	inRow = regexp.MustCompile(`^(.*?\pL)[ _.\-[(]*(\d+)[\])]*$`)
)

// isPicture says that the columns are pixels, whatever their names begin with: of whole grids, whose darkest have
// about one brightness, or many in a row with the range of bytes or parts of 1.
func (t *table) isPicture() bool {
	return t.fillGrids() && t.haveOneFloor() || t.run() && (t.areBytes() || t.areParts())
}

// fillGrids says that the names are all places of some grids of one size.
func (t *table) fillGrids() bool {
	const least = 3 // rows, and columns
	rows, columns, of := map[string]bool{}, map[string]bool{}, map[string]int{}
	for _, i := range t.taken {
		found := inGrid.FindStringSubmatch(strings.TrimSpace(t.Columns[i].Name))
		if found == nil {
			return false
		}
		rows[found[2]+found[4]], columns[found[3]+found[5]] = true, true
		of[found[1]]++
	}
	for _, count := range of {
		if count != len(rows)*len(columns) {
			return false
		}
	}
	return len(of) <= mostPictures && min(len(rows), len(columns)) >= least
}

// run says that the names are many with numbers that run on, behind each of a few beginnings.
func (t *table) run() bool {
	const least = 16
	of := map[string][]int{}
	for _, i := range t.taken {
		found := inRow.FindStringSubmatch(strings.TrimSpace(t.Columns[i].Name))
		if found == nil {
			return false
		}
		number, _ := strconv.Atoi(found[2])
		of[found[1]] = append(of[found[1]], number)
	}
	for _, numbers := range of {
		if len(numbers) < least || slices.Max(numbers)-slices.Min(numbers) != len(numbers)-1 {
			return false
		}
	}
	return len(of) <= mostPictures
}

// haveOneFloor says that the least numbers of the columns are all in the lower half of what these reach over together.
func (t *table) haveOneFloor() bool {
	low, high, floor := math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, i := range t.taken {
		c := &t.Columns[i]
		low, high, floor = min(low, c.Low), max(high, c.High), max(floor, c.Low)
	}
	return floor <= (low+high)/2
}

// areBytes says that all numbers are whole ones from 0 to 255, and some near that.
func (t *table) areBytes() bool {
	const most, bright = 255, 240
	top := 0.0
	for _, i := range t.taken {
		c := &t.Columns[i]
		if top = max(top, c.High); !c.Whole || !lies(c, 0, most) {
			return false
		}
	}
	return top >= bright
}

// areParts says that all numbers are parts of 1, and some large ones.
func (t *table) areParts() bool {
	const large = 0.9
	top := 0.0
	for _, i := range t.taken {
		c := &t.Columns[i]
		if top = max(top, c.High); !lies(c, 0, 1) {
			return false
		}
	}
	return top >= large
}
