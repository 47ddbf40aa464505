package stage

// Draws says how the data of an experiment's seeds belong together, which decides how their results may be compared.
type Draws string

// How seeds get their data.
const (
	NewData  Draws = "new"   // every seed draws its own points from a distribution
	Splits   Draws = "split" // every seed divides one data set anew, so that seeds share points
	SameData Draws = "same"  // every seed has the same training points and no others
)

// Data says what a run was trained on.
type Data struct {
	Draws      Draws `json:"draws,omitempty"` // empty where it isn't known
	Training   int   `json:"training"`        // points
	Validation int   `json:"validation"`      // points that settings are chosen and trainings ended by
	HeldOut    int   `json:"held_out"`        // points for metrics alone
}

// TestShare returns the number of a split's test points over that of its training points. Test points are the held-out ones, or
// the validation points where none are held out. It is 0 where nothing is known or held out.
func (d *Data) TestShare() float64 {
	switch {
	case d == nil || d.Training == 0:
		return 0
	case d.HeldOut > 0:
		return float64(d.HeldOut) / float64(d.Training)
	}
	return float64(d.Validation) / float64(d.Training)
}
