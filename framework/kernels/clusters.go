package kernels

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/neighbors"
	"ebim/framework/parallel"
	"ebim/framework/points"
)

// Clusters are normal distributions of many points each, which reach farther than the kernels between the data. Their
// means, covariances and weights are those of a mixture that expectation maximization fits (Dempster, Laird and Rubin
// 1977; Smyth and Wolpert 1999 mix such mixtures with kernels by cross-validation). It depends on where it begins, and
// the mean of several that begin elsewhere is better than any.
const (
	leastCurved   = 3       // dimensions: on curves and surfaces kernels are as good, and narrow
	mostClustered = 1 << 13 // points that clusters are fitted to
	pointsEach    = 30      // of a cluster, at least, on average
	validated     = 2       // mixtures of a mean in cross-validation, and
	clusterStarts = 4       // of the chosen
	clusterSteps  = 25
	calibrated    = 3 // of them, the last
)

// clusterCounts are the candidates: how many clusters begin.
var clusterCounts = []int{10, 50}

// clusterings are the candidates for the given number of points, none on curves and surfaces.
func (o *Options) clusterings(count int) (counts []int) {
	for _, clusters := range clusterCounts {
		if MostClusters(o.Clusters, o.Dimension) > 0 && clusters*pointsEach <= count {
			counts = append(counts, clusters)
		}
	}
	return counts
}

// MostClusters is how many there are at most on a manifold in the given number of mixtures of them.
func MostClusters(mixtures, dimension int) int {
	if dimension < leastCurved {
		return 0
	}
	return mixtures * clusterStarts * slices.Max(clusterCounts)
}

// clusters fits mixtures of as many clusters to points, and returns their mean.
func (o *Options) clusters(at *places, clusters, mixtures int, rng *rand.Rand) (*Normals, error) {
	if at.set.Len() > mostClustered {
		at = at.some(rng.Perm(at.set.Len())[:mostClustered], o.Dimension)
	}
	const neighborsOfClusters = 24
	near, _ := neighbors.Nearest(at.set, neighborsOfClusters)
	around, err := o.components(at, near, neighborsOfClusters)
	if err != nil {
		return nil, err
	}
	tree, total := neighbors.New(at.set), floats.Sum(at.counts)
	found, failed := make([]*clusterFit, mixtures), make([]error, mixtures)
	for i := range found {
		found[i] = &clusterFit{Normals: emptyNormals(o.Dimension, at.set.Dim), at: at, around: around, tree: tree,
			total: total, floor: o.Floor * o.Floor}
		found[i].begin(rng.Perm(at.set.Len())[:min(clusters, at.set.Len())])
	}
	parallel.Each(len(found), func(i int) {
		for step := 0; step < clusterSteps && failed[i] == nil; step++ {
			if failed[i] = found[i].maximize(); step >= clusterSteps-calibrated {
				found[i].calibrate(o.nearby)
			}
			if step < clusterSteps-1 {
				found[i].expect()
			}
		}
	})
	mean := emptyNormals(o.Dimension, at.set.Dim)
	for _, f := range found {
		mean.append(&f.Normals, -math.Log(float64(mixtures)))
	}
	return &mean, errors.Join(failed...)
}

// clusterFit is the clusters of one mixture while it is fitted.
type clusterFit struct {
	Normals
	at      *places
	around  *local // of each point
	tree    *neighbors.Tree
	total   float64   // of the counts
	floor   float64   // least variance
	weights []float64 // logarithms of the clusters' weights
	members []member  // of all clusters, those of a cluster in a row
	first   []int     // of each cluster's members, and their number at the end
}

// member is a point in a cluster, as often as it counts there.
type member struct {
	point  int
	counts float64
}

// begin gives each point to the nearest of some.
func (f *clusterFit) begin(chosen []int) {
	centers := neighbors.New(f.at.set.Select(chosen))
	of := make([][]share, f.at.set.Len())
	for i := range of {
		nearest, _ := centers.Nearest(f.at.set.At(i), 1)
		of[i] = []share{{nearest[0], 1}}
	}
	f.regroup(of, len(chosen))
}

// share is how much of a point is a cluster's.
type share struct {
	cluster int
	of      float64
}

// regroup turns the shares of points into members of clusters.
func (f *clusterFit) regroup(of [][]share, clusters int) {
	grouped := make([][]member, clusters)
	for i, shares := range of {
		for _, s := range shares {
			grouped[s.cluster] = append(grouped[s.cluster], member{i, s.of * f.at.counts[i]})
		}
	}
	f.members, f.first = nil, []int{0}
	for _, members := range grouped {
		f.members = append(f.members, members...)
		f.first = append(f.first, len(f.members))
	}
}

// maximize moves the clusters to their members.
func (f *clusterFit) maximize() error {
	m, n := f.Dimension, f.at.set.Dim
	f.Normals, f.weights = emptyNormals(m, n), nil
	for k := range len(f.first) - 1 {
		if members := f.members[f.first[k]:f.first[k+1]]; len(members) > 0 {
			if err := f.move(members); err != nil {
				return err
			}
		}
	}
	return nil
}

// move adds the cluster of some members. Its mean lies in the tangent space of the nearest point, and it has the
// covariance of its members there and, as if it were one more, of that point's neighbors.
func (f *clusterFit) move(members []member) error {
	m, n, count := f.Dimension, f.at.set.Dim, 0.
	mean := make([]float64, n)
	for _, one := range members {
		floats.AddScaled(mean, one.counts, f.at.set.At(one.point))
		count += one.counts
	}
	floats.Scale(1/count, mean)
	nearest, _ := f.tree.Nearest(mean, 1)
	at := f.at.set.At(nearest[0])
	axes := f.around.axes[nearest[0]*m*n : (nearest[0]+1)*m*n]
	center := slices.Clone(at)
	for j := range m {
		axis := axes[j*n : (j+1)*n]
		floats.AddScaled(center, floats.Dot(axis, mean)-floats.Dot(axis, at), axis)
	}
	covariance := make([]float64, m*m) // its upper triangle
	for j, v := range f.around.variances[nearest[0]*m : (nearest[0]+1)*m] {
		covariance[j*m+j] = v / (count + 1)
	}
	difference, along := make([]float64, n), make([]float64, m)
	for _, one := range members {
		floats.SubTo(difference, f.at.set.At(one.point), center)
		points.Dots(difference, axes, along)
		for j, v := range along {
			floats.AddScaled(covariance[j*m+j:(j+1)*m], one.counts/(count+1)*v, along[j:])
		}
	}
	f.weights = append(f.weights, math.Log(count/f.total))
	return f.add(center, axes, mat.NewSymDense(m, covariance), count/f.total, f.floor)
}

// add appends a distribution with a covariance along some axes.
func (s *Normals) add(center, axes []float64, covariance *mat.SymDense, weight, floor float64) error {
	m, n := s.Dimension, len(center)
	var eigen mat.EigenSym
	if !eigen.Factorize(covariance, true) {
		return errors.New("the eigenvalues of a cluster's covariance did not converge: the data are not finite, or " +
			"too far apart for 64 bits")
	}
	values := eigen.Values(nil)
	for j, v := range values {
		values[j] = max(v, 0) + floor // rounding
	}
	var vectors, principal mat.Dense
	eigen.VectorsTo(&vectors)
	principal.Mul(vectors.T(), mat.NewDense(m, n, axes))
	across, log := 1/slices.Max(values), math.Log(weight)-float64(m)/2*math.Log(2*math.Pi)
	for _, v := range values {
		s.Along = append(s.Along, 1/v-across)
		log -= math.Log(v) / 2
	}
	s.Centers.Data, s.Axes = append(s.Centers.Data, center...), append(s.Axes, principal.RawMatrix().Data...)
	s.Across, s.Logs = append(s.Across, across), append(s.Logs, log)
	return nil
}

// calibrate divides each cluster by its integral over the manifold: where clusters are as wide as the manifold is
// curved, it is far from that of flat space, by which those are divided that are too narrow for the nodes.
func (f *clusterFit) calibrate(nearby *Nodes) {
	if nearby == nil {
		return
	}
	const negligible = 20 // nats below the largest weight at the center
	sums := make([]nodeSum, len(f.Logs))
	for i, weight := range nearby.LogWeights {
		x := nearby.At.At(i)
		for k := range sums {
			if square := f.Across[k] * points.SquaredDistance(x, f.Centers.At(k)); square < 2*negligible {
				square += f.squareAlong(k, x)
				sums[k].add(math.Exp(weight-square/2), square)
			}
		}
	}
	for k, sum := range sums {
		if sum.isIntegral(f.Dimension) {
			f.Logs[k] = f.weights[k] - math.Log(sum.value)
		}
	}
}

// expect shares the points out among the clusters.
func (f *clusterFit) expect() {
	const leastLog = -7 // of shares that matter
	of := make([][]share, f.at.set.Len())
	parallel.Each(len(of), func(i int) {
		logs := make([]float64, len(f.Logs))
		total := f.logsAt(f.at.set.At(i), logs)
		for k, log := range logs {
			if log > total+leastLog {
				of[i] = append(of[i], share{k, math.Exp(log - total)})
			}
		}
	})
	f.regroup(of, len(f.Logs))
}

// logsAt writes the logarithms of all distributions at x, minus infinity for those that don't matter there, and returns
// that of their sum.
func (s *Normals) logsAt(x, logs []float64) float64 {
	const negligible = 12 // nats below the largest
	first := 0
	for k, log := range s.Logs { // as if they were as wide all around
		logs[k] = log - s.Across[k]/2*points.SquaredDistance(x, s.Centers.At(k))
		if logs[k] > logs[first] {
			first = k
		}
	}
	logs[first] -= s.squareAlong(first, x) / 2
	largest := logs[first]
	for k := range logs {
		switch {
		case k == first:
		case logs[k] < largest-negligible:
			logs[k] = math.Inf(-1)
		default:
			logs[k] -= s.squareAlong(k, x) / 2
			largest = max(largest, logs[k])
		}
	}
	sum := 0.0
	for _, log := range logs {
		if log > largest-negligible {
			sum += math.Exp(log - largest)
		}
	}
	return largest + math.Log(sum)
}

// squareAlong is sum_j c_j (a_j.(x - z))^2 of one of them.
func (s *Normals) squareAlong(k int, x []float64) (sum float64) {
	m, n, center := s.Dimension, len(x), s.Centers.At(k)
	for j := range m {
		part := 0.0
		for l, a := range s.Axes[(k*m+j)*n : (k*m+j+1)*n] {
			part += a * (x[l] - center[l])
		}
		sum += s.Along[k*m+j] * part * part
	}
	return sum
}

func emptyNormals(m, n int) Normals { return Normals{Centers: points.New(0, n), Dimension: m} }

// append adds distributions, whose weights it multiplies.
func (s *Normals) append(more *Normals, log float64) {
	s.Centers.Data, s.Axes = append(s.Centers.Data, more.Centers.Data...), append(s.Axes, more.Axes...)
	s.Along, s.Across = append(s.Along, more.Along...), append(s.Across, more.Across...)
	for _, l := range more.Logs {
		s.Logs = append(s.Logs, l+log)
	}
}
