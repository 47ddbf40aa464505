// Package transport solves the optimal transport problem between two weighted sets of points exactly:
//
//	minimize sum_ij f_ij c(x_i, y_j)  subject to  sum_j f_ij = a_i, sum_i f_ij = b_j, f >= 0.
//
// The method is the primal network simplex on the complete bipartite graph (Ahuja, Magnanti and Orlin, Network Flows,
// chapter 11) with block-search pricing (Kiraly and Kovacs, "Efficient implementations of minimum-cost flow
// algorithms", 2012) over a short list of promising arcs. The list starts from the potentials of a coarser problem, in
// which nearby points are merged (as in Schmitzer, "A sparse multiscale algorithm for dense optimal transport", 2016),
// and grows by arcs found when all n*m arcs are priced, which ends only when none of them can lower the cost. So the
// answer is exact whatever the list holds, and the returned potentials certify it.
//
// Three choices keep it robust. Flows are integers, so that they never round and ties are seen as ties. Trees are
// strongly feasible (Cunningham, "A network simplex method", 1976), so that degenerate pivots cannot cycle. And
// potentials are recomputed from the tree before every full pricing, so that their rounding does not build up.
//
// transport.go and problem.go are what callers see. masses.go makes integers of masses and one point of equal ones, and
// cloud.go orders points in space. level.go solves a problem from a coarser one, with the first tree of
// start.go; simplex.go pivots on the tree of tree.go; scan.go prices arcs.
package transport
