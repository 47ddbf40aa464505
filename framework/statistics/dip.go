package statistics

import (
	"math"
	"slices"
)

// Dip is by how much the distribution function of values differs, at most, from the unimodal one that is nearest to it
// (Hartigan and Hartigan 1985): at least 1/(2n), and 1/4 for two equal heaps. It sorts the values, and follows their
// algorithm (AS 217) with the corrections of Maechler's diptest.
func Dip(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	if n < 2 || values[0] == values[n-1] {
		return 0.5 / float64(max(n, 1))
	}
	d := dip{x: values, minorant: minorant(values), majorant: majorant(values)}
	low, high, found := 0, n-1, 1.0
	for {
		g, l := d.touching(low, high)
		distance, ig, ih := 0.0, len(g)-1, len(l)-1
		if len(g) > 2 || len(l) > 2 {
			distance, ig, ih = d.apart(g, l)
		}
		if distance < found {
			break
		}
		for j := ig; j+1 < len(g); j++ {
			found = max(found, d.above(g[j+1], g[j], 1))
		}
		for j := ih; j+1 < len(l); j++ {
			found = max(found, d.above(l[j], l[j+1], -1))
		}
		if low == g[ig] && high == l[ih] {
			break
		}
		low, high = g[ig], l[ih]
	}
	return found / float64(2*n)
}

// DipChance is about the chance of a dip as large or larger of n values from one peak or plateau, whatever its shape:
// that of uniform ones, which have the largest. Of 100,000 sets of 1600 it is within a tenth from 0.1 to 0.001, and of
// fewer values it is too large.
func DipChance(dip float64, n int) float64 {
	return min(1, 5*math.Exp(-16*float64(n)*dip*dip))
}

// dip is what the algorithm knows of sorted values.
type dip struct {
	x                  []float64
	minorant, majorant []int // of each index the next one down, or up, of the convex minorant, or concave majorant
}

func minorant(x []float64) []int {
	next := make([]int, len(x))
	for j := 1; j < len(x); j++ {
		next[j] = j - 1
		for m := next[j]; m > 0 && (x[j]-x[m])*float64(m-next[m]) >= (x[m]-x[next[m]])*float64(j-m); m = next[j] {
			next[j] = next[m]
		}
	}
	return next
}

func majorant(x []float64) []int {
	last := len(x) - 1
	next := make([]int, len(x))
	next[last] = last
	for k := last - 1; k >= 0; k-- {
		next[k] = k + 1
		for m := next[k]; m < last && (x[k]-x[m])*float64(m-next[m]) >= (x[m]-x[next[m]])*float64(k-m); m = next[k] {
			next[k] = next[m]
		}
	}
	return next
}

// touching are the points of the minorant between two indices, from above, and of the majorant, from below.
func (d dip) touching(low, high int) (g, l []int) {
	for i := high; i > low; i = d.minorant[i] {
		g = append(g, i)
	}
	for i := low; i < high; i = d.majorant[i] {
		l = append(l, i)
	}
	return append(g, low), append(l, high)
}

// apart is the largest distance between the two, in counts, and where the modal interval then starts and ends.
func (d dip) apart(g, l []int) (distance float64, ig, ih int) {
	ig, ih = len(g)-1, len(l)-1
	ix, iv := len(g)-2, 1
	for {
		a, b := g[ix], l[iv]
		if a > b {
			from := g[ix+1]
			dx := float64(b-from+1) - (d.x[b]-d.x[from])*float64(a-from)/(d.x[a]-d.x[from])
			if iv++; dx >= distance {
				distance, ig, ih = dx, ix+1, iv-1
			}
		} else {
			from := l[iv-1]
			dx := (d.x[a]-d.x[from])*float64(b-from)/(d.x[b]-d.x[from]) - float64(a-from-1)
			if ix--; dx >= distance {
				distance, ig, ih = dx, ix+1, iv
			}
		}
		ix, iv = max(ix, 0), min(iv, len(l)-1)
		if g[ix] == l[iv] {
			return distance, ig, ih
		}
	}
}

// above is how far the counts are above the line between two of them, or below it, at most.
func (d dip) above(from, to int, sign float64) float64 {
	most := 1.0
	if to-from > 1 && d.x[to] != d.x[from] {
		slope := float64(to-from) / (d.x[to] - d.x[from])
		for k := from; k <= to; k++ {
			most = max(most, sign*(float64(k-from)-(d.x[k]-d.x[from])*slope)+1)
		}
	}
	return most
}
