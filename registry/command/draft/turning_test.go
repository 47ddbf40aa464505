package draft

import (
	"math"
	"slices"
	"testing"

	"ebim/framework/points"
)

func TestTurns(t *testing.T) {
	for name, want := range map[string]bool{
		"heading": true, "calibrated_heading": true, "direction of travel": true, "level_angle": true, "COG": true,
		"wind_dir": true, "psi": true, "psi_1": true, "course [deg]": true, "roll_rad": true, "rotation": true,
		"windDir": true, "Winkel [°]": true, "azimut °": true, "dirección (deg)": true,
		"pressure_psi": false, "chi2": false, "psi2": false, "graphite": false, "triangle_area": false,
		"rectangle_width": false, "course_length_m": false, "yaw rate": false, "theta_dot": false, "yawrate_deg": false,
		"heading (deg/s)": false, "phase [V]": false, "morphine_mg": false, "direct": false, "Temp [deg]": false,
	} {
		if got := headerOf(name).turns(); got != want {
			t.Errorf("%q turns: %v, want %v", name, got, want)
		}
	}
}

func TestHeader(t *testing.T) {
	for name, want := range map[string]struct {
		words []string
		unit  string
	}{
		"decimalLatitude":   {[]string{"decimal", "latitude"}, ""},
		"GPS_Lat (deg)":     {[]string{"gps", "lat"}, "deg"},
		"x [mm]":            {[]string{"x"}, "mm"},
		"Länge":             {[]string{"länge"}, ""},
		"day of year":       {[]string{"day", "of", "year"}, ""},
		"pca2 score":        {[]string{"pca2", "score"}, ""},
		"404nm":             {[]string{"404", "nm"}, ""},
		"m":                 {[]string{"m"}, ""},
		"Lon (deg E)":       {[]string{"lon"}, "deg E"},
		"T2m":               {[]string{"t2", "m"}, ""},
		"gait cycle [%]":    {[]string{"gait", "cycle"}, "%"},
		"lateral_accel_m/s": {[]string{"lateral", "accel", "m", "s"}, ""},
	} {
		if got := headerOf(name); !slices.Equal(got.words, want.words) || got.unit != want.unit {
			t.Errorf("%q: words %q, unit %q; want %q, %q", name, got.words, got.unit, want.words, want.unit)
		}
	}
}

func TestDegreesAndIdentifiers(t *testing.T) {
	for name, want := range map[string][2]bool{
		"Lat (deg N)": {true, false}, "lon [degrees_east]": {true, false}, "b [°]": {true, false},
		"Winkel [Grad]": {true, false}, "T [deg C]": {false, false}, "x [degree of freedom]": {false, false},
		"event-id": {false, true}, "trackID": {false, true}, "id": {false, true}, "humid": {false, false},
		"id_x": {false, false}, "grid": {false, false}, "ID (mm)": {false, false}, "tube_id_mm": {false, false},
		"Hz [grad]": {false, false}, "Hz [grade]": {false, false}, "WDIR [degT]": {true, false},
		"lat [decimal degrees]": {true, false}, "Länge (°O)": {true, false},
	} {
		if h := headerOf(name); h.degrees() != want[0] || h.identifies() != want[1] {
			t.Errorf("%q: degrees %v, an identifier %v; want %v", name, h.degrees(), h.identifies(), want)
		}
	}
}

// What begins anew does so after the period of its name's kind, if its numbers go from one end of it to the other.
func TestPeriod(t *testing.T) {
	for _, test := range []struct {
		name      string
		low, high float64
		whole     bool
		want      float64
	}{
		{"heading", 0.3, 359.8, false, 360}, {"heading", -179, 178, true, 360}, {"heading", 40, 200, false, 0},
		{"angle_rad", -3.14, 3.13, false, 2 * math.Pi}, {"angle", 0, 6.28, false, 2 * math.Pi},
		{"angle", 0, 6, true, 0},
		{"crank angle [deg]", 0, 719.5, false, 720}, {"angle [deg]", 0, 719.5, false, 720},
		{"crank", 1, 4094, true, 4096}, {"encoder", 0, 1023, true, 1024}, {"encoder_ticks", 0, 3599, true, 3600},
		{"price", 0, 4095, true, 0}, {"encoder", 0, 3000, true, 0},
		{"shaft_depth", 0, 1000, true, 0},
		{"Mondalter (d)", 0.1, 29.4, false, 29.53}, {"moon age", 0.1, 12, false, 0},
		{"hour", 0, 23, true, 24}, {"hour_of_day", 0.02, 23.98, false, 24}, {"hours", 0, 24, false, 0},
		{"kilowatt hour", 0, 24, false, 0}, {"doy", 1, 365, true, 365.25},
		{"machine hour", 0, 24, false, 0}, {"LST [C]", 0, 24, false, 0}, {"LST", 0, 24, false, 24},
		{"gas_phase", 0, 1, false, 0}, {"duty cycle [%]", 0, 99.5, false, 0}, {"det [counts]", 0, 4095, true, 0},
		{"orientation [deg]", 0, 180, false, 0},
		{"phase", 0.001, 0.999, false, 1}, {"phase", 0, 1, true, 0}, {"gait cycle [%]", 0, 99.5, false, 100},
		{"Phase (% RR)", 0.3, 99.6, false, 100}, {"phase [%]", 0, 98, true, 100}, {"phase [%]", 0, 60, true, 0},
		{"mobile phase [%]", 0, 100, false, 0}, {"cardiac phase (%)", 0, 95, true, 100}, {"% cycle", 0, 100, true, 100},
		{"Gangzyklus %", 0, 99.5, false, 100}, {"% of cycles", 0, 100, false, 0}, {"gas phase (%)", 0, 100, false, 0},
		{"gait cycle", 0, 100, true, 0}, {"orientation [deg]", -89.9, 89.5, false, 180}, {"angle", 0, 180, false, 0},
		{"Hz [gon]", 0.4, 399.2, false, 400}, {"Hz [gon]", 0, 359, false, 0}, {"KW [°]", 0.2, 719.6, false, 720},
		{"theta", 0, 719.5, false, 0}, {"enc [cts]", 7, 4078, true, 4096}, {"pulses [counts]", 0, 900, true, 0},
		{"KW", 1, 52, true, 365.25 / 7}, {"week_of_year", 1, 53, true, 53},
		{"KW", 1, 30, true, 0}, {"week", 1, 52, true, 0},
		{"ZT [h]", 0.1, 23.8, false, 24}, {"CT [h]", 0.1, 23.8, false, 24}, {"CT", 0, 24, true, 0},
		{"doy", 1.35, 365.81, false, 366}, {"doy", 1, 366.99, false, 367}, {"doy", 2, 368, false, 0},
		{"analyzer 2theta [deg]", 0, 180, false, 0}, {"hour_of_week [h]", 0.1, 167.9, false, 168},
		{"hour of week", 0, 24, false, 0}, {"Analysator [Grad]", 0.1, 179.9, false, 180},
		{"analyzer gain", 0, 180, false, 0}, {"analyzer [deg]", 0, 359, false, 360},
		{"hue", 0, 359, true, 360}, {"yaw rate [deg]", -180, 180, false, 0},
		{"Richtung (mil)", 1.2, 6398.5, false, 6400}, {"azimuth_mils", -3190, 3195, false, 6400},
		{"bearing [mil]", 2, 5995, true, 6000}, {"thickness [mil]", 0, 6400, false, 0},
		{"Richtung (mil)", 0, 3200, false, 0}, {"azimuth", 5, 6395, true, 6400}, {"price", 5, 6395, true, 0},
		{"Kurs [Strich]", 0, 31.5, false, 32}, {"heading (points)", 0, 31, true, 32},
		{"score (points)", 0, 31, true, 0},
		{"angle [rev]", 0.01, 0.99, false, 1}, {"wire [turns]", 0, 1, false, 0},
		{"angle [mrad]", 5, 6280, false, 2000 * math.Pi},
		{"azimut (grades)", 1, 399, false, 400}, {"Azimut [grad]", 1, 359, false, 360}, {"masa (gr)", 1, 399, false, 0},
		{"DRCT", 0, 360, true, 360}, {"cap", 2, 358, true, 360}, {"Wellenrichtung", 0, 359, true, 360},
		{"rumbo (grados)", 0, 359, true, 360}, {"RA [h]", 0.1, 23.8, false, 24}, {"Ra", 0.1, 23.8, false, 0},
		{"pitch class (cent)", 0.4, 1199.2, false, 1200}, {"chroma [cents]", 2, 1195, true, 1200},
		{"pitch (cent)", 0, 1200, false, 0}, {"pitch_class", 0, 11, true, 12}, {"chroma", 0, 12, false, 0},
		{"chroma (semitones)", 0.1, 11.9, false, 12}, {"pitch class", 0, 7, true, 0},
		{"pitch class (cent)", 0, 700, false, 0},
		{"MLT", 0, 23.9, false, 24}, {"hour angle [h]", -11.9, 11.8, false, 24}, {"LMST (h)", 0.1, 23.9, false, 24},
	} {
		c := &points.Column{Low: test.low, High: test.high, Whole: test.whole, Leap: 0.9 * (test.high - test.low)}
		if got := period(headerOf(test.name), c); got != test.want {
			t.Errorf("%q from %v to %v: %v, want %v", test.name, test.low, test.high, got, test.want)
		}
	}
	linear := &points.Column{Low: 0, High: 1023, Whole: true, Leap: 12}
	if got := period(headerOf("encoder"), linear); got != 0 {
		t.Errorf("a linear encoder turns after %v", got)
	}
}

// surveyOfColumns is a table whose columns are known by name and range alone.
func surveyOfColumns(low, high float64, names ...string) *table {
	t := &table{Survey: &points.Survey{Table: &points.Table{}}}
	for i, name := range names {
		t.Columns = append(t.Columns, points.Column{Name: name, Low: low, High: high})
		t.taken = append(t.taken, i)
	}
	return t
}

func TestQuaternion(t *testing.T) {
	for _, test := range []struct{ names, want []string }{
		{[]string{"x", "y", "z", "qx", "qy", "qz", "qw"}, []string{"qw", "qx", "qy", "qz"}},
		{[]string{"q0", "q1", "q2", "q3"}, []string{"q0", "q1", "q2", "q3"}},
		{[]string{"orientation.x", "orientation.y", "orientation.z", "orientation.w"},
			[]string{"orientation.w", "orientation.x", "orientation.y", "orientation.z"}},
		{[]string{"quat_r", "quat_i", "quat_j", "quat_k"}, []string{"quat_r", "quat_i", "quat_j", "quat_k"}},
		{[]string{"w", "x", "y", "z"}, nil},
		{[]string{"dir_w", "dir_x", "dir_y", "dir_z"}, nil},
		{[]string{"pc0", "pc1", "pc2", "pc3"}, nil},
		{[]string{"qx", "qy", "qz"}, nil},
	} {
		of := surveyOfColumns(-1, 1, test.names...)
		var got []string
		for _, i := range of.quaternion() {
			got = append(got, test.names[i])
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%q: quaternion %q, want %q", test.names, got, test.want)
		}
	}
}

// Of two quaternions the second is found once the first is taken.
func TestFurtherQuaternion(t *testing.T) {
	of := surveyOfColumns(-1, 1, "l_qw", "l_qx", "l_qy", "l_qz", "r_qw", "r_qx", "r_qy", "r_qz")
	of.rotation = of.quaternion()
	got := of.quaternion()
	if !slices.Equal(of.rotation, points.Range(0, 4)) || !slices.Equal(got, points.Range(4, 8)) {
		t.Errorf("%v, then %v", of.rotation, got)
	}
}

// Roll, pitch and yaw are a rotation where they go all around and the nose nearly up and down; a car's are angles.
func TestAttitude(t *testing.T) {
	for _, test := range []struct {
		roll, pitch, yaw [2]float64
		unit             string
	}{
		{[2]float64{-179, 178}, [2]float64{-85, 80}, [2]float64{1, 359}, "degrees"},
		{[2]float64{-3.12, 3.1}, [2]float64{-1.4, 1.5}, [2]float64{-3.1, 3.1}, "radians"},
		{[2]float64{-8, 9}, [2]float64{-85, 80}, [2]float64{1, 359}, ""},
		{[2]float64{-179, 178}, [2]float64{-20, 25}, [2]float64{1, 359}, ""},
		{[2]float64{-179, 178}, [2]float64{-170, 175}, [2]float64{1, 359}, ""},
	} {
		of := surveyOfColumns(0, 1, "x [m]", "yaw", "pitch", "roll")
		for i, ends := range map[int][2]float64{1: test.yaw, 2: test.pitch, 3: test.roll} {
			of.Columns[i].Low, of.Columns[i].High = ends[0], ends[1]
		}
		columns, unit := of.attitude()
		if unit != test.unit || unit != "" && !slices.Equal(columns, []int{3, 2, 1}) {
			t.Errorf("%+v: columns %v in %q", test, columns, unit)
		}
	}
	for _, names := range [][]string{{"roll [deg]", "yaw [deg]"}, {"WristRoll", "ShoulderPitch", "ElbowYaw"}} {
		of := surveyOfColumns(-179, 179, names...)
		of.Columns[1].Low, of.Columns[1].High = -85, 85
		if columns, _ := of.attitude(); columns != nil {
			t.Errorf("%q: %v", names, columns)
		}
	}
}

// A matrix has nine columns named by rows and columns, a rotation vector three, no longer than half a turn.
func TestMatrixAndVector(t *testing.T) {
	entries := []string{"r11", "r12", "r13", "r21", "r22", "r23", "r31", "r32", "r33"}
	byRows := surveyOfColumns(-1, 1, append([]string{"x"}, entries...)...)
	if got := byRows.matrix(); !slices.Equal(got, points.Range(1, 10)) {
		t.Errorf("matrix by rows: columns %v", got)
	}
	byColumns := surveyOfColumns(-1, 1, "R[0][0]", "R[1][0]", "R[2][0]", "R[0][1]", "R[1][1]", "R[2][1]", "R[0][2]",
		"R[1][2]", "R[2][2]")
	if got := byColumns.matrix(); !slices.Equal(got, []int{0, 3, 6, 1, 4, 7, 2, 5, 8}) {
		t.Errorf("matrix by columns: %v", got)
	}
	for _, none := range []*table{surveyOfColumns(-2, 2, entries...), surveyOfColumns(-1, 1, entries[1:]...)} {
		if got := none.matrix(); got != nil {
			t.Errorf("matrix of other columns: %v", got)
		}
	}
	for _, test := range []struct {
		half  float64
		names []string
		unit  string
	}{
		{3.14, []string{"t", "rx", "ry", "rz"}, "radians"},
		{179.9, []string{"t", "rot_x", "rot_y", "rot_z"}, "degrees"},
		{3.1, []string{"t", "rvec[0]", "rvec[1]", "rvec[2]"}, "radians"},
		{3.1, []string{"t", "rx [rad]", "ry [rad]", "rz [rad]"}, "radians"},
		{3.1, []string{"t", "x", "y", "z"}, ""}, {200, []string{"t", "rx", "ry", "rz"}, ""},
		{3.1, []string{"t", "rot_vel_x", "rot_vel_y", "rot_vel_z"}, ""}, {3.1, []string{"t", "rx", "ry"}, ""},
	} {
		got, unit := surveyOfColumns(-test.half, test.half, test.names...).vector()
		if unit != test.unit || unit != "" && !slices.Equal(got, []int{1, 2, 3}) {
			t.Errorf("%v: vector %v in %q, want one in %q", test.names, got, unit, test.unit)
		}
	}
	of := func(numbers ...float64) *points.Set { return &points.Set{Dim: 3, Data: numbers} }
	if !goesAround(of(0, 0, 3.1, 1, 1, 0), math.Pi) || goesAround(of(0, 0, 2, 1, 1, 0), math.Pi) ||
		goesAround(of(0, 2, 3.1), math.Pi) {
		t.Error("vectors of half a turn go around, shorter and longer ones do not")
	}
}

// Places are two columns named so by whole words, in degrees; the sky's may be in hours.
func TestCoordinatesOfPlaces(t *testing.T) {
	for _, test := range []struct {
		names     []string
		low, high float64
		found     bool
		hours     bool
	}{
		{[]string{"lat", "lon"}, -80, 80, true, false},
		{[]string{"decimalLatitude", "decimalLongitude"}, -80, 80, true, false},
		{[]string{"Breite [°]", "Länge [°]"}, 0, 50, true, false},
		{[]string{"lateral", "longitudinal"}, -1, 1, false, false},
		{[]string{"lat_acc", "long_acc"}, -9, 9, false, false},
		{[]string{"lat", "long"}, -0.8, 0.8, false, false},
		{[]string{"latency", "longest"}, 0, 80, false, false},
		{[]string{"DEC", "RA"}, 0, 24, true, true},
		{[]string{"dec [deg]", "ra [h]"}, 2, 9, true, true},
		{[]string{"dec", "ra"}, 0, 88, true, false},
		{[]string{"dec", "lon"}, 0, 80, false, false},
	} {
		latitude, longitude, hours := surveyOfColumns(test.low, test.high, test.names...).coordinatesOfPlaces()
		if found := len(latitude) == 1 && len(longitude) == 1; found != test.found || hours != test.hours {
			t.Errorf("%q: found %v, in hours %v; want %v, %v", test.names, found, hours, test.found, test.hours)
		}
	}
}

// Numbered columns are of one quantity unless their name says nothing.
func TestSeries(t *testing.T) {
	for _, test := range []struct {
		names []string
		want  string
	}{
		{[]string{"r11", "r12", "r13"}, "r"}, {[]string{"PC_1", "pc_2", "PC_3"}, "PC"},
		{[]string{"x1", "x2", "x3"}, ""},
		{[]string{"emb[0]", "emb[1]", "emb[2]"}, "emb"}, {[]string{"ch1", "ch2", "ch3"}, ""},
		{[]string{"emb0", "emb1"}, ""}, {[]string{"a1", "b2", "c3"}, ""},
	} {
		if got := surveyOfColumns(0, 1, test.names...).series(); got != test.want {
			t.Errorf("%q: %q, want %q", test.names, got, test.want)
		}
	}
}
