package draft

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ebim/framework/dataset"
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
		if c := &t.Columns[i]; found == nil || c.Low < -1.01 || c.High > 1.01 ||
			!slices.Contains(t.taken, i) && (c.Low != c.High || c.Numbers < t.Rows) { // left out, but not as constant
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

// findRotation takes four columns for quaternions if they are named so and have length 1. Constant ones among them are
// taken, too.
func (t *table) findRotation(p *cli.Program, s sketch, file dataset.Line) {
	four := t.quaternion()
	if four == nil || t.wanted.columns != nil && slices.ContainsFunc(four, t.isLeft) {
		return
	}
	probe := &table{Survey: t.Survey, file: t.file, taken: four, rotation: four, comments: t.comments}
	if s.source = probe.closing(file); loadPoints(p, &s) != nil {
		return
	}
	t.rotation = four
	for _, i := range slices.DeleteFunc(slices.Clone(four), func(i int) bool { return !t.isLeft(i) }) {
		t.taken = append(t.taken, i)
		slices.Sort(t.taken)
		t.withdraw(fmt.Sprintf("Column %s is left out", t.label(i)))
	}
}

func (t *table) isLeft(i int) bool { return !slices.Contains(t.taken, i) }
