package transport

import "math"

// arc joins a source (index in the from cloud) to a sink (index in the to cloud).
type arc struct {
	from, to int32
	cost     float64
}

// priced is a point of a cloud with its cost from some x, and that cost less the point's potential.
type priced struct {
	index     int32
	cost, key float64
}

// scan finds the points of a cloud that are cheapest to reach once their potentials are credited.
type scan struct {
	cloud     *cloud
	squared   bool
	potential []float64
	best      []float64 // largest potential in each block
	bounds    []float64 // scratch: least possible key in each block
	stored    []float64 // squared distances row by row, or nil to compute them
	buffer    [blockSize]float64
}

func newScan(c *cloud, squared bool, potential []float64) *scan {
	s := &scan{cloud: c, squared: squared, potential: potential, bounds: make([]float64, c.blocks())}
	s.best = blockMaxima(c, potential)
	return s
}

func blockMaxima(c *cloud, potential []float64) []float64 {
	largest := make([]float64, c.blocks())
	for b := range largest {
		largest[b] = math.Inf(-1)
		from, to := c.block(b)
		for _, value := range potential[from:to] {
			largest[b] = max(largest[b], value)
		}
	}
	return largest
}

// nearest returns the k points of least key = cost(x, y) - potential(y) below the limit, in ascending order, in found's
// storage. x is row i of the stored distances, where there are any.
func (s *scan) nearest(i int32, x []float64, k int, limit float64, found []priced) []priced {
	found = found[:0]
	if s.cloud.dim > boundedDimensions {
		for b := range s.bounds {
			found = s.visit(i, x, b, k, limit, found)
		}
		return found
	}
	first := 0
	for b := range s.bounds {
		bound := s.cloud.boxDistance(x, b)
		if !s.squared {
			bound = math.Sqrt(bound)
		}
		s.bounds[b] = bound - s.best[b]
		if s.bounds[b] < s.bounds[first] {
			first = b
		}
	}
	if s.bounds[first] >= limit {
		return found
	}
	found = s.visit(i, x, first, k, limit, found)
	for b, bound := range s.bounds {
		if b != first && bound < limit && (len(found) < k || bound < found[k-1].key) {
			found = s.visit(i, x, b, k, limit, found)
		}
	}
	return found
}

func (s *scan) visit(i int32, x []float64, b, k int, limit float64, found []priced) []priced {
	from, to := s.cloud.block(b)
	distances := s.distances(i, x, from, to)
	worst := limit
	if len(found) == k {
		worst = found[k-1].key
	}
	for offset, distance := range distances {
		potential := s.potential[from+offset]
		if !s.squared {
			// A distance below worst + potential is worth its square root.
			if limit := worst + potential; limit < 0 || distance >= limit*limit {
				continue
			}
			distance = math.Sqrt(distance)
		}
		if key := distance - potential; key < worst {
			found = insert(found, priced{int32(from + offset), distance, key}, k)
			if len(found) == k {
				worst = found[k-1].key
			}
		}
	}
	return found
}

func (s *scan) distances(i int32, x []float64, from, to int) []float64 {
	if s.stored != nil {
		row := s.stored[int(i)*s.cloud.len():]
		return row[from:to]
	}
	distances := s.buffer[:to-from]
	s.cloud.squaredDistances(x, from, distances)
	return distances
}

// insert keeps the k smallest keys in ascending order.
func insert(found []priced, p priced, k int) []priced {
	if len(found) < k {
		found = append(found, p)
	}
	at := len(found) - 1
	for at > 0 && found[at-1].key > p.key {
		found[at] = found[at-1]
		at--
	}
	found[at] = p
	return found
}
