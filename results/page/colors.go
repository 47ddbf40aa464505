package page

import (
	"fmt"
	"strings"

	"ebim/framework/colormap"
)

// palette returns the figures' color map for magnitudes: 256 times red, green, blue.
func palette() []byte {
	colors := colormap.Sequential()
	var table []byte
	for i := range 256 {
		c := colors.At(float64(i) / 255)
		table = append(table, c.R, c.G, c.B)
	}
	return table
}

// ramp returns the same map as a style for legends.
func ramp() string {
	const stops = 16
	var parts []string
	colors := colormap.Sequential()
	for i := range stops + 1 {
		c := colors.At(float64(i) / stops)
		parts = append(parts, fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B))
	}
	return ".ramp { background: linear-gradient(to right, " + strings.Join(parts, ", ") + "); }\n"
}
