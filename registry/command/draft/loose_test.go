package draft

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
)

// A first column of whole numbers under any name, and times, are left out where the others tell nothing of them; an
// error beside what it is of, and what says how good a fix is, always.
func TestWhatNumbersThings(t *testing.T) {
	for names, want := range map[string]int{
		"fid,a,b": 2, "dikiş,a,b": 2, "depth,a,b": 3, "fid [m],a,b": 3, "bound,a,b": 3, "a,fid,b": 3,
		"t (s),a,b": 2, "tempo,a,b": 3, "a,b,e_b": 2, "a,b,e_c": 3, "a,b,b_err (mm)": 2, "a,b,PDOP": 2, "a,b,sat": 3,
		"t_us,a,b": 2, "t_x,a,b": 3, "t_min,a,b": 3, "epoch,a,b": 2, "epochs,a,b": 3, "a,b,chi2": 2, "a,b,c": 3,
		"time,a,b": 2, "uptime_ms,courses,a,b": 2, "time,courses,a,b": 2, "tau,courses,a,b": 4, "time,bound,a,b": 3,
	} {
		lines := []string{names}
		for i := range 400 {
			angle := 2 * math.Pi * math.Mod(0.618*float64(i), 1)
			cells := map[string]string{"a": fmt.Sprintf("%.5f", math.Cos(angle)),
				"b": fmt.Sprintf("%.5f", math.Sin(angle)), "bound": strconv.Itoa(int(100 * (1 + math.Cos(2*angle))))}
			loose := strconv.Itoa(i * i * 7919 % 1009)
			if strings.HasPrefix(names, "t") {
				loose += ".5"
			} else if strings.HasPrefix(names, "epoch") {
				loose = fmt.Sprintf("%.3f", 2018+float64(i*i*7919%1009)/200)
			}
			count := i * i * 7919 % 1009
			cells["courses"] = strconv.Itoa(count + 30*(count/70))
			var row []string
			for _, name := range strings.Split(names, ",") {
				row = append(row, cmp.Or(cells[name], loose))
			}
			lines = append(lines, strings.Join(row, ","))
		}
		s := startOfLines(t, lines)
		if s.set.Dim != want {
			t.Errorf("%s: %d columns, want %d: %q", names, s.set.Dim, want, s.found)
		}
	}
}

// Years along which the others repeat are kept, though these tell nothing of them, as of a star's orbit.
func TestYearsOfAnOrbit(t *testing.T) {
	for turns, want := range map[float64]int{6: 3, 54321.7: 2} {
		lines := []string{"epoch,x,y"}
		for i := range 600 {
			years := 10 * math.Mod(0.618*float64(i), 1)
			sine, cosine := math.Sincos(2 * math.Pi * turns * years / 10)
			lines = append(lines, fmt.Sprintf("%.6f,%.4f,%.4f", 2000+years, cosine, sine))
		}
		if s := startOfLines(t, lines); s.set.Dim != want {
			t.Errorf("%v turns: %d columns, want %d: %q", turns, s.set.Dim, want, s.found)
		}
	}
}

// A direction and a distance are a place, and a height is none.
func TestStrengthsOfEchoes(t *testing.T) {
	for distance, want := range map[string]int{"range": 3, "height": 4} { // the direction is a point of a circle
		lines := []string{"angle (deg)," + distance + " (m),intensity"}
		for i := range 500 {
			turns := math.Mod(0.618*float64(i), 1)
			lines = append(lines, fmt.Sprintf("%.2f,%.3f,%d", 360*turns, 3+math.Cos(6*math.Pi*turns), i*i*7919%101))
		}
		if s := startOfLines(t, lines); s.set.Dim != want {
			t.Errorf("%s: points in R^%d, want %d: %q", distance, s.set.Dim, want, s.found)
		}
	}
}

// What says how good or how strong a measurement is, is left out beside places if these tell nothing of it; what says
// how sure a mark's place is, always.
func TestQualitiesBesidePlaces(t *testing.T) {
	for names, want := range map[string]int{
		"x,y,z,conf": 3, "x,y,z,bound conf": 4, "x,y,z,Intensity,Amplitude,conf": 3, "E[m],N[m],H[m],Intensität": 3,
		"x,y,z,bound intensity": 4, "a,b,c,intensity": 4, "x,y,z,dev": 3, "x,y,z,bound dev": 4,
		"x,y,z,residual (mm),rms (mm)": 3, "a,b,c,deviation": 4, "a,b,c,quality,conf": 5, "x,y,likelihood": 2,
		"nose_x,nose_y,nose_likelihood,tip_x,tip_y,tip_likelihood": 4, "p x,p y,p z,bound p visibility": 3,
		"x,y,bound likelihood":                          3,
		"x,y,z,bound ReturnNumber,bound Classification": 3, "x,y,bound classification": 3,
		"p_x,q_y,bound p_likelihood": 3,
		"x,y,z,precision (m)":        3,
	} {
		columns := strings.Split(names, ",")
		lines := []string{strings.ReplaceAll(names, "bound ", "")}
		for i := range 500 {
			angle := 2 * math.Pi * math.Mod(0.618*float64(i), 1)
			row := []string{}
			for k, name := range columns {
				words := headerOf(name).words
				switch last := words[len(words)-1]; {
				case strings.HasPrefix(name, "bound "):
					row = append(row, fmt.Sprintf("%.4f", 1+math.Cos(2*angle)))
				case len(last) > 1:
					row = append(row, fmt.Sprintf("0.%03d", (i+k)*(i+7*k)*7919%1009))
				default:
					row = append(row, fmt.Sprintf("%.4f", math.Cos(angle+float64(k))))
				}
			}
			lines = append(lines, strings.Join(row, ","))
		}
		if s := startOfLines(t, lines); s.set.Dim != want {
			t.Errorf("%s: %d columns, want %d: %q", names, s.set.Dim, want, s.found)
		}
	}
}

// What scanners and catalogs write beside places is none: colors, errors, amounts, and whole numbers of which the
// places tell nothing.
func TestWhatIsWrittenBesidePlaces(t *testing.T) {
	for names, want := range map[string]int{
		"X,Y,Z,R,G,B": 3, "x,y,z,red,green,blue": 3, "X,Y,Z,R,G": 5, "p,q,s,red,green,blue": 6,
		"X,Y,Z,sX,sY,sZ": 3, "X,Y,Z,sU": 4, "X,Y,Z,X_sd": 3, "X,Y,Z,Y_sd": 4, "X,Y,Z,sZ,Y_std": 4,
		"X,Y,Z,Rays": 3, "X,Y,Z,pan": 4, "X,Y,c,Rays": 4,
		"Plat,Plon,A95,N": 3, "Plat,Plon,N": 4, "Dlat,Dlon,N": 3, "lat,lon,A95": 3, // a place is one of the unit sphere
	} {
		lines := []string{names}
		for i := range 600 {
			part := math.Mod(0.618*float64(i), 1)
			sine, cosine := math.Sincos(2 * math.Pi * part)
			cells := map[string]string{"X": fmt.Sprintf("%.5f", cosine), "Y": fmt.Sprintf("%.5f", sine),
				"S": fmt.Sprintf("%.5f", cosine*cosine*sine), "C": fmt.Sprintf("%.5f", cosine*sine),
				"Z": fmt.Sprintf("%.5f", cosine*sine), "A95": fmt.Sprintf("%.2f", 2+float64(i*i*7919%101)/50),
				"LAT": fmt.Sprintf("%.3f", 85*sine), "LON": fmt.Sprintf("%.3f", 179*cosine)}
			for name, as := range map[string]string{"P": "X", "Q": "Y", "PLAT": "LAT", "PLON": "LON",
				"PCON": "LON", "DLAT": "LAT", "DLON": "LON"} {
				cells[name] = cells[as]
			}
			for k, name := range []string{"R", "G", "B", "RED", "GREEN", "BLUE"} {
				if strings.Contains(strings.ToUpper(names), "R,") || k > 2 {
					cells[name] = strconv.Itoa(int(100 + 50*cosine*cosine + 30*float64(k%3)*sine))
				}
			}
			for _, name := range []string{"SX", "SY", "SZ", "X_SD"} { // of which nothing is told
				cells[name] = fmt.Sprintf("%.4f", 0.1+float64(i*i*7919%(97+len(name)))/1000)
			}
			cells["SU"] = fmt.Sprintf("%.4f", 0.2+0.1*cosine*cosine)
			cells["Y_SD"] = cells["SU"] // which the others tell
			cells["Y_STD"] = fmt.Sprintf("%.4f", 1+float64(i*i*7919%89)/100)
			var row []string
			for _, name := range strings.Split(names, ",") {
				row = append(row, cmp.Or(cells[strings.ToUpper(name)], strconv.Itoa(10+i*i*7919%37)))
			}
			lines = append(lines, strings.Join(row, ","))
		}
		s := startOfLines(t, lines)
		if s.set.Dim != want {
			t.Errorf("%s: points in R^%d, want %d: %q", names, s.set.Dim, want, s.found)
		}
	}
}
