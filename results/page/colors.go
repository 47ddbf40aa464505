package page

import "ebim/framework/colormap"

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
