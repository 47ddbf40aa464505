package registry

import "ebim/framework/experiment"

// MetricUnits are the units of metrics' main figures, by the metric's name, where they have one.
func MetricUnits() map[string]string {
	units := map[string]string{}
	for _, c := range metricKind.Components {
		if measured, ok := c.New().(experiment.Dimensional); ok {
			units[c.Name] = measured.Unit()
		}
	}
	return units
}
