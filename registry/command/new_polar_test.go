package command

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// Directions by spherical coordinates are placed on a sphere where their values are one at the poles, whatever the
// azimuth, and not where theta and phi are two angles of a linkage.
func TestNewSeesPolarAngles(t *testing.T) {
	var antenna, linkage, sound strings.Builder
	antenna.WriteString("Theta [deg],Phi [deg],Gain [dBi]\n")
	linkage.WriteString("Theta [deg],Phi [deg],reach [mm]\n")
	sound.WriteString("polar,azimuth,level\n")
	for i := 0; i <= 180; i += 10 {
		for k := 0; k < 360; k += 15 {
			theta, phi := float64(i)*math.Pi/180, float64(k)*math.Pi/180
			fmt.Fprintf(&antenna, "%d,%d,%.4f\n", i, k, 3*math.Cos(theta)+math.Sin(theta)*math.Cos(phi))
			fmt.Fprintf(&linkage, "%d,%d,%.4f\n", i, k, 3*math.Cos(theta)+2*math.Cos(phi))
			fmt.Fprintf(&sound, "%.5f,%.5f,%.4f\n", theta, phi-math.Pi, math.Cos(theta))
		}
	}
	inFolder(t, map[string]string{"antenna.csv": antenna.String(), "linkage.csv": linkage.String(),
		"sound.csv": sound.String()})
	for file, want := range map[string]string{
		"antenna.csv": "places: ['Theta [deg]', 'Phi [deg]']\n      place_angles: polar",
		"sound.csv":   "unit: radians",
		"linkage.csv": "turning: ['Phi [deg]']",
	} {
		out := must(t, unseen(file)...)
		if polar := strings.Contains(out, "place_angles: polar"); !strings.Contains(out, want) ||
			polar != (file != "linkage.csv") {
			t.Errorf("%s: %s is missing, or polar angles are there (%v), in\n%s", file, want, polar, out)
		}
	}
}
