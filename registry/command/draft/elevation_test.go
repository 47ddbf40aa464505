package draft

import (
	"fmt"
	"strings"
	"testing"
)

// Elevations come before depths, and these count up where they are below 0.
func TestElevation(t *testing.T) {
	for _, test := range []struct {
		names     string
		low, high float64
		column    int
		factor    float64
	}{
		{"lat,lon,ele", 1, 9, 2, 1}, {"lat,lon,depth (m)", 1, 9, 2, -1}, {"lat,lon,depth (m)", -9, -1, 2, 1},
		{"lat,lon,alt_ft", 1, 9, 2, 0.3048}, {"lat,lon,Tiefe [km]", 1, 9, 2, -1000},
		{"lat,lon,Höhe ü. NN (m)", 1, 9, 2, 1},
		{"lat,depth,altitude,lon", 1, 9, 2, 1}, {"lat,lon,gps_alt", 1, 9, 2, 1}, {"lat,lon,profondeur", 1, 9, 2, -1},
		{"lat,lon,depth (s)", 1, 9, 0, 0}, {"lat,lon,wave height [m]", 1, 9, 0, 0}, {"lat,lon,salt", 1, 9, 0, 0},
	} {
		of := surveyOfColumns(test.low, test.high, strings.Split(test.names, ",")...)
		if column, factor := of.elevation(); column != test.column || factor != test.factor {
			t.Errorf("%s: column %d times %v, want %d times %v", test.names, column, factor, test.column, test.factor)
		}
	}
}

// A depth beside latitude and longitude is a coordinate that counts down.
func TestDepthOfPlaces(t *testing.T) {
	lines := []string{"lat,lon,depth (m)"}
	for i := range 60 {
		lines = append(lines, fmt.Sprintf("48.1%02d,11.5%02d,1%02d.5", i, i*i%60, i*7%60))
	}
	s := startOfLines(t, lines)
	var source []string
	for _, line := range s.source {
		source = append(source, line.Text)
	}
	text := strings.Join(source, "\n")
	if !strings.Contains(text, "columns: [lat, lon, depth (m)]") || !strings.Contains(text, "elevation_factor: -1") ||
		s.set.Dim != 3 || s.set.At(0)[2] > 0 {
		t.Errorf("%s: %v", text, s.set.At(0))
	}
}
