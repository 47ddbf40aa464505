package registry

import "ebim/framework/experiment"

// MetricUnits returns the units of metrics' main figures, by the metric's name, where they have one.
func (r *Registry) MetricUnits() map[string]string {
	units := map[string]string{}
	metrics, _ := r.Kind("metric")
	for _, c := range metrics.Components {
		if measured, ok := c.New().(experiment.Dimensional); ok {
			units[c.Name] = measured.Unit()
		}
	}
	return units
}
