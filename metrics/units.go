package metrics

import "ebim/framework/experiment"

// inOneUnit is a subject in whose units distances mean something: the data's, or standardized ones where each column
// is scaled by itself, since a distance between columns of different units is that of the unit with the largest
// numbers. Then it says so.
func inOneUnit(s *experiment.Subject) (*experiment.Subject, []string) {
	inner, by := s.Standardized()
	if by == nil {
		return s, nil
	}
	if _, one := by.Uniform(); one {
		return s, nil
	}
	return inner,
		[]string{"distances are in units of the columns' own standard deviations, by which the data are standardized"}
}
