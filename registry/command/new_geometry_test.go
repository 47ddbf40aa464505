package command

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// Angles on a curve of their torus, places along curves of the Earth, tracks of GPS and columns in one unit are taken
// as what they are.
func TestNewSeesGeometry(t *testing.T) {
	var pendulum, coupled, strip, country, orbit, cities, track, flat, turned, poses, spectra, axes, tracked, shaft,
		stars, eyes, stations, wrist, hinge, elbow, thrown strings.Builder
	pendulum.WriteString("t,theta1_rad,theta2_rad\n")
	coupled.WriteString("phi [deg],psi [deg]\n")
	strip.WriteString("phi [deg],psi [deg]\n")
	country.WriteString("latitude,longitude\n")
	orbit.WriteString("latitude,longitude\n")
	cities.WriteString("latitude,longitude\n")
	track.WriteString("time,lat,lon,ele,speed\n")
	flat.WriteString("x [mm],y [mm],z [mm]\n")
	turned.WriteString("a,b,c\n")
	spectra.WriteString("400 nm,404 nm,408 nm,412 nm,416 nm\n")
	axes.WriteString("u,v,w\n")
	eyes.WriteString("xL [°],yL [°]\n")
	poses.WriteString("x [m],y [m],heading [deg],turn_rate [deg]\n")
	tracked.WriteString("time,x [m],qx,qy,qz,qw\n")
	shaft.WriteString("crank,pressure [bar],valve [bar]\n")
	stars.WriteString("name,RA,DEC\n")
	stations.WriteString("lon,lat,temperature [°C]\n")
	wrist.WriteString("x [m],rx,ry,rz\n")
	hinge.WriteString("r11,r12,r13,r21,r22,r23,r31,r32,r33\n")
	elbow.WriteString("qx,qy,qz,qw\n")
	thrown.WriteString("id,rotvec_x [deg],rotvec_y [deg],rotvec_z [deg]\n")
	for i := range 80 {
		u := 2 * math.Pi * math.Mod(float64(i)*math.Phi, 1)
		s, c := math.Sincos(u)
		fmt.Fprintf(&pendulum, "%v,%.5f,%.5f\n", 0.06*float64(i), math.Atan2(s, c), math.Atan2(c, -s))
		phi, v := 360*math.Mod(float64(i)*math.Phi, 1), math.Mod(float64(i)*math.Sqrt2, 1)
		noise := 8 * math.Sqrt2 * math.Erfinv(2*max(v, 0.001)-1)
		fmt.Fprintf(&coupled, "%.3f,%.3f\n", phi-180, math.Mod(phi+noise+360, 360)-180)
		fmt.Fprintf(&orbit, "%.4f,%.4f\n", math.Asin(0.8*s)*180/math.Pi, math.Atan2(0.6*s, c)*180/math.Pi)
		fmt.Fprintf(&cities, "%.4f,%.4f\n", math.Asin(2*v-1)*180/math.Pi, phi)
		fmt.Fprintf(&track, "2026-05-01T10:%02d:00Z,%.6f,%.6f,%.2f,3.5\n", i%60, 48.137+0.009*s, 11.575+0.0134*c,
			500+9*s)
		fmt.Fprintf(&flat, "%.5f,%.5f,%.5f\n", 50*c, 50*s, math.Sin(3*u))
		fmt.Fprintf(&spectra, "%.5f,%.5f,%.5f,%.5f,%.5f\n", c, s, 0.02*math.Sin(3*u), 0.01*s*c, 0.01*math.Cos(5*u))
		fmt.Fprintf(&eyes, "%.3f,%.3f\n", 9*c, -6*s)
		fmt.Fprintf(&axes, "%.6f,%.6f,%.6f\n", 0.3*c, 0.2*s, math.Sqrt(1-0.09*c*c-0.04*s*s))
		fmt.Fprintf(&poses, "%.4f,%.4f,%.3f,%.3f\n", 3*c, 2*s, math.Mod(u*180/math.Pi+90, 360), 200*s*c)
		sh, ch := math.Sincos(u / 2)
		fmt.Fprintf(&tracked, "%d,%.4f,0,%.5f,0,%.5f\n", i, 5*s, sh, ch)
		fmt.Fprintf(&shaft, "%.0f,%.4f,%.4f\n", math.Floor(4096*u/(2*math.Pi)), 30+20*c, 2*math.Sin(2*u))
		fmt.Fprintf(&wrist, "%.4f,%.5f,%.5f,%.5f\n", 5*s, 0.2*(u-math.Pi), 0.24*(u-math.Pi), 0.95*(u-math.Pi))
		fmt.Fprintf(&hinge, "%.5f,%.5f,0,%.5f,%.5f,0,0,0,1\n", c, -s, s, c)
		fmt.Fprintf(&elbow, "%.5f,%.5f,%.5f,%.5f\n", 0.36*sh, 0.48*sh, 0.8*sh, ch)
		z, far := 2*math.Mod(float64(i)*math.Sqrt(3), 1)-1, 180*math.Cbrt(v)
		fmt.Fprintf(&thrown, "T%d,%.3f,%.3f,%.3f\n", i, far*math.Sqrt(1-z*z)*c, far*math.Sqrt(1-z*z)*s, far*z)
		fmt.Fprintf(&stations, "%.4f,%.4f,%.3f\n", phi-180, math.Asin(2*v-1)*180/math.Pi, 30-40*v*v)
		fmt.Fprintf(&stars, "HD%d,%.4f,%.4f\n", i, phi/15, math.Asin(2*v-1)*180/math.Pi)
		fmt.Fprintf(&turned, "%.5f,%.5f,%.5f\n", 35*c, 35*s+c, c-s)
	}
	for i := range 200 {
		phi, v := 360*math.Mod(float64(i)*math.Phi, 1), math.Mod(float64(i)*math.Sqrt2, 1)
		fmt.Fprintf(&strip, "%.3f,%.3f\n", phi-180, math.Mod(phi+40*v, 360)-180)
		fmt.Fprintf(&country, "%.3f,%.3f\n", 40+8*v, phi/36)
	}
	inFolder(t, map[string]string{"pendulum.csv": pendulum.String(), "coupled.csv": coupled.String(),
		"strip.csv": strip.String(), "country.csv": country.String(),
		"orbit.csv": orbit.String(), "cities.csv": cities.String(), "track.csv": track.String(),
		"flat.csv": flat.String(), "turned.csv": turned.String(), "poses.csv": poses.String(),
		"tracked.csv": tracked.String(), "shaft.csv": shaft.String(), "stars.csv": stars.String(),
		"spectra.csv": spectra.String(), "axes.csv": axes.String(), "eyes.csv": eyes.String(),
		"stations.csv": stations.String(), "wrist.csv": wrist.String(), "hinge.csv": hinge.String(),
		"elbow.csv":  elbow.String(),
		"thrown.csv": thrown.String()})
	for name, wants := range map[string][]string{
		"pendulum.csv": {"torus_subset:", "unit: radians", "80 points in R^4", "Dimension 1: estimated.",
			"The angles lie on a part of the torus", "columns: [theta1_rad, theta2_rad]", `Column "t" is left out`},
		"coupled.csv": {"torus_subset:", "Dimension 1: estimated",
			"The angles lie on a part of the torus"},
		"strip.csv": {"angles:", "Their manifold is known and has dimension 2", "given_manifold: {}"},
		"country.csv": {"earth:", "Model given_manifold: the points cover a part", "given_manifold: {}",
			"# ebim: {dimension: 2}"},
		"orbit.csv":                  {"earth_subset:", "Dimension 1: estimated.", "The places lie along curves"},
		"cities.csv":                 {"earth:", "Their manifold is known and has dimension 2"},
		"orbit.csv --dimension 1":    {"earth_subset:", "Dimension 1: as given."},
		"pendulum.csv --dimension 1": {"torus_subset:", "Dimension 1: as given.", "standardize: auto"},
		"track.csv --dimension 1": {"local_plane:", "columns: [lat, lon, ele]", "center: [48.1370, 11.5750]",
			"80 points in R^3",
			"The places lie within 2 km", `Column "speed" is left out: it is 3.5 in every row.`},
		"track.csv --drop ele --dimension 1": {"local_plane:", "columns: [lat, lon]", "80 points in R^2"},
		"flat.csv --dimension 1": {"standardize: scale", "as they are in mm",
			"One scale for all columns, though"},
		"turned.csv --dimension 1": {"standardize: auto", "The columns keep one scale, though their standard " +
			"deviations"},
		"poses.csv --dimension 1": {"with_angles:", "turning: ['heading [deg]']", "unit: degrees", "80 points in R^5",
			"placed on circles, so that their ends are one: 'heading [deg]'"},
		"tracked.csv --dimension 1": {"with_angles:", "rotation: [qw, qx, qy, qz]", "80 points in R^10",
			"so that q and -q are one: qw,qx,qy,qz"},
		"wrist.csv --dimension 1": {"with_angles:", "rotation: [rx, ry, rz]", "unit: radians", "80 points in R^10",
			"so that half a turn is one about an axis and about its opposite: rx,ry,rz"},
		"hinge.csv --dimension 1": {"with_angles:", "rotation: [r11, r12, r13, r21, r22, r23, r31, r32, r33]",
			"80 points in R^9", "with one scale for all entries"}, // some are 0, as its axis is one of coordinates
		"elbow.csv --dimension 1": {"rotation_subset:", "columns: [qw, qx, qy, qz]", "80 points in R^9",
			"The rotations lie on a part of SO(3)"},
		"thrown.csv": {"rotations:", "unit: degrees", "Their manifold is known and has dimension 3",
			"Model given_manifold: rotations lie on SO(3)"},
		"shaft.csv --dimension 1": {"with_angles:", "turning: [crank]", "periods: [4096]", "80 points in R^4",
			`Column "crank" seems to begin anew after 4096`},
		"stars.csv": {"earth:", "columns: [DEC, RA]", "longitude_unit: hours",
			"declinations and right ascensions"},
		"stations.csv --dimension 2": {"with_angles:", "places: [lat, lon]", "80 points in R^4",
			"placed on a sphere, where the poles are points and the"},
		"spectra.csv --dimension 1":               {"standardize: scale", "in the unit of a spectrum or profile"},
		"axes.csv --dimension 1":                  {"standardize: scale", "in the unit of vectors of one length"},
		"eyes.csv --dimension 1":                  {"csv:", "80 points in R^2"}, // no angle goes around
		"poses.csv --columns 0,1,3 --dimension 1": {"csv:", "80 points in R^3"},
		"track.csv --columns 1,2,3,0":             nil,
	} {
		arguments := append([]string{"new"}, strings.Fields(name)...)
		if strings.Contains(name, "--dimension") {
			arguments = unseen(name)
		}
		if wants == nil {
			if code, _, _ := ebim(t, arguments...); code == 0 {
				t.Errorf("%s: no error", name)
			}
			continue
		}
		writesValid(t, arguments, wants)
	}
}
