package points

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// Numbers that are followed by the same known unit in all cells are read, and so are hemispheres and parts of degrees.
func TestUnitsInCells(t *testing.T) {
	same := func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }
	for _, test := range []struct {
		text  string
		want  []float64 // nil for an error
		units []string
	}{
		{"D;p\nD5;2,918 bar\nD6;1.006,1 bar\n", []float64{2.918, 1006.1}, []string{"", "bar"}},
		{"i,q\n5,12.041l/min\n6,17 l/min\n", []float64{12.041, 17}, []string{"", "l/min"}},
		{"i,a\n5,19.657 °\n6,-3°\n", []float64{19.657, -3}, []string{"", "°"}},
		{"i;T;p\n1;21,5\u00a0°C;5 €\n2;-3 °C;6,50 €\n", []float64{5, 6.5}, []string{"", "°C", "€"}},
		{"i,r\n1,2.5 kg/m³\n2,2 kg/m³\n", []float64{2.5, 2}, []string{"", "kg/m³"}},
		{"i,r\n1,2.5 m/s^2\n2,2 m/s^2\n", []float64{2.5, 2}, []string{"", "m/s^2"}},
		{"i,v\n1,2.5 m s-1\n2,2 m s-1\n", []float64{2.5, 2}, []string{"", "m s-1"}},
		{"i,t\n1,2 h 5 min\n2,3 h 7 min\n", nil, nil}, {"i,t\n1,5 m north\n2,3 m north\n", nil, nil},
		{"i,r\n1,45%\n2,46 %\n", []float64{45, 46}, []string{"", "%"}},
		{"i,r\n1,45%\n2,46\n", []float64{45, 46}, nil},
		{"1,2.5 mm\n2,3.5 mm\n", []float64{2.5, 3.5}, []string{"", "mm"}},
		{"i,1 mm,2 mm\n1,2.5,1\n2,3.5,2\n", []float64{1, 2}, nil},
		{"i,r\n1,2.5 mm\n2,3 m\n", nil, nil}, {"i,r\n1,2.5 mm\n2,3\n", nil, nil}, {"i,r\n1,2.5\n2,3 mm\n", nil, nil},
		{"i,r\n1,D5\n2,D6\n", nil, nil}, {"i,r\n1,3a\n2,4a\n", nil, nil}, {"i,r\n1,12 kids\n2,5 kids\n", nil, nil},
		{"i,r\n1,5 of 7\n2,6 of 7\n", nil, nil}, {"i,r\n1,12A\n2,13A\n", nil, nil}, {"i,r\n1,2/\n2,3/\n", nil, nil},
		{"i,r\n1,1.5A\n2,1.6A\n", []float64{1.5, 1.6}, []string{"", "A"}},
		{"i,lat\n1,24.2S\n2,3 N\n", []float64{-24.2, 3}, []string{"", "N/S"}},
		{"i,Longitude (deg.)\n1,103.5E\n2,73.1 W\n", []float64{103.5, -73.1}, []string{"", "E/W"}},
		{"i;Breite\n1;S 24,2\n2;N 3,5°\n", []float64{-24.2, 3.5}, []string{"", "N/S"}},
		{"i,a\n1,24.2°S\n2,3.5° N\n", []float64{-24.2, 3.5}, []string{"", "N/S"}},
		{"i,a\n1,3.5N\n2,24.2S\n", []float64{3.5, -24.2}, []string{"", "N/S"}},
		{"1,73.1°W\n2,3.5°E\n", []float64{-73.1, 3.5}, []string{"", "E/W"}},
		{"i,lat\n1,12°30′36″S\n2,12° 30.5' N\n", []float64{-12.51, 12 + 30.5/60}, []string{"", "N/S"}},
		{"i,lat\n1,12°30'36\"S\n2,12° 30' 36.0\" N\n", []float64{-12.51, 12.51}, []string{"", "N/S"}},
		{"i,lat\n1,\"12°30'36\"\"S\"\n2,\"12° 30' 36,0\"\" N\"\n", []float64{-12.51, 12.51}, []string{"", "N/S"}},
		{"i,a\n1,-12°30′\n2,0°15′\n", []float64{-12.5, 0.25}, []string{"", "°"}},
		{"i,F\n1,12.5 N\n2,-3 N\n", []float64{12.5, -3}, []string{"", "N"}},
		{"i,P\n1,350 W\n2,12.5 W\n", []float64{350, 12.5}, []string{"", "W"}},
		{"i,a\n1,73.1W\n2,3.5E\n", nil, nil}, {"i,a\n1,S24\n2,N3\n", nil, nil}, {"i,lat\n1,95N\n2,3N\n", nil, nil},
		{"i,lon\n1,-70.3W\n2,12.5E\n", []float64{-70.3, 12.5}, []string{"", "E/W"}},
		{"i,lat\n1,40.0s\n2,3.5n\n", []float64{-40, 3.5}, []string{"", "N/S"}},
		{"i,lon\n1,-70.3E\n2,12.5E\n", nil, nil}, {"i,r\n1,12g\n2,13g\n", nil, nil},
		{"i,d\n1,2.5 μm\n2,12 μm\n", []float64{2.5, 12}, []string{"", "μm"}},
		{"i,lat\n1,12°60′N\n2,3°0′N\n", nil, nil},
		{"i,lat\n1,40 45.5 N\n2,S 3 30.00'\n", []float64{40 + 45.5/60, -3.5}, []string{"", "N/S"}},
		{"i,a\n1,40 45.5\n2,3 30.0\n", nil, nil}, {"i,lat\n1,40 61.5 N\n2,3 30.0 N\n", nil, nil},
		{"i,p\n1,$30\n2,-$2.50\n", []float64{30, -2.5}, []string{"", "$"}},
		{"i;p\n1;€ 1.234,50\n2;€ -3,5\n", []float64{1234.5, -3.5}, []string{"", "€"}},
		{"i,p\n1,$30\n2,€2.50\n", nil, nil}, {"i,p\n1,$30\n2,40\n", nil, nil}, {"i,p\n1,-$-3\n2,$4\n", nil, nil},
		{"h\ty\n$874\t2\n$1,260\t3\n", nil, nil}, {"y;h\n2.5;874 m\n3;1,260 m\n", nil, nil},
		{"i,p\n1,\"101,832.6 Pa\"\n2,999 Pa\n", []float64{101832.6, 999}, []string{"", "Pa"}},
		{"i,f\n1,80.5 1/min\n2,90 1/min\n", []float64{80.5, 90}, []string{"", "1/min"}},
		{"i,local solar time\n1,18:30\n2,6:15:36\n", []float64{18.5, 6.26}, []string{"", "h:min"}},
		{"i,m\n1,12.3 ± 0.4\n2,-3±1\n", []float64{12.3, -3}, []string{"", "±"}},
		{"i,m\n1,12.34(5)\n2,3.1(12)\n", []float64{12.34, 3.1}, []string{"", "±"}},
		{"i;m\n1;12,3 +/- 0,4\n2;3,5\n", []float64{12.3, 3.5}, []string{"", "±"}},
		{"i,m\n1,12(5)\n2,3(1)\n", nil, nil},
		{"i,m\n1,12.3 ± 0.4 kg\n2,3 ± 1 kg\n", nil, nil}, {"i,m\n1,a(5)\n2,b(6)\n", nil, nil},
		{"i,Tageszeit\n1,00:15\n2,24:00\n", []float64{0.25, 24}, []string{"", "h:min"}},
		{"i,local_timer\n1,18:30\n2,6:15\n", nil, nil}, {"i,local time offset\n1,18:30\n2,6:15\n", nil, nil},
		{"i,time of day [h]\n1,18:30\n2,6:61\n", nil, nil}, {"i,time\n1,18:30\n2,6:15\n", nil, nil},
		{"i;h\n1;1 260 m\n2;874 m\n", []float64{1260, 874}, []string{"", "m"}},
		{"i;p\n1;12’345,5 €\n2;€ 3,5\n", []float64{12345.5, 3.5}, []string{"", "€"}},
		{"i;h\n1;1 26 m\n2;874 m\n", nil, nil}, {"i;h\n1;3 8 m\n2;874 m\n", nil, nil},
		{"i,f\n1,80 1/2\n2,90 1/2\n", nil, nil}, {"i,T\n1,−3.5 °C\n2,4 °C\n", []float64{-3.5, 4}, []string{"", "°C"}},
	} {
		last := strings.Count(strings.SplitAfter(strings.ReplaceAll(test.text, ";", ","), "\n")[0], ",")
		open := func() *Table {
			table, err := OpenCSV(strings.NewReader(test.text), TableOptions{})
			if err != nil {
				t.Fatal(test.text, err)
			}
			return table
		}
		column := []string{string(rune('0' + last))}
		if set, err := open().Read(TableOptions{Columns: column}); (err != nil) != (test.want == nil) ||
			err == nil && !slices.EqualFunc(set.Data, test.want, same) {
			t.Errorf("%q: %v, %v", test.text, set, err)
		}
		survey, err := open().Survey()
		if err != nil || test.want != nil && !slices.Equal(survey.CellUnits, test.units) {
			t.Errorf("%q: units %q, %v", test.text, survey.CellUnits, err)
		}
	}
}
