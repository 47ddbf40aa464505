package draft

import "testing"

func TestTurns(t *testing.T) {
	for name, want := range map[string]bool{
		"heading": true, "calibrated_heading": true, "direction of travel": true, "level_angle": true, "COG": true,
		"wind_dir": true, "psi": true, "psi_1": true, "course [deg]": true, "roll_rad": true, "rotation": true,
		"pressure_psi": false, "chi2": false, "psi2": false, "graphite": false, "triangle_area": false,
		"rectangle_width": false, "course_length_m": false, "yaw rate": false, "theta_dot": false, "yawrate_deg": false,
		"heading (deg/s)": false, "phase [V]": false, "morphine_mg": false, "direct": false, "Temp [deg]": false,
	} {
		if got := turns(name); got != want {
			t.Errorf("%q turns: %v, want %v", name, got, want)
		}
	}
}
