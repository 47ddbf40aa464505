package sampler

// JacobianRows returns how many rows of a constraint's Jacobian a constrained step keeps at once in a codimension: all
// of them where systems with the Gram matrix are solved by elimination, and two, a vector and its product, where they
// are solved by conjugate gradients.
func JacobianRows(codimension int) int {
	if codimension <= denseCodimension {
		return codimension
	}
	return 2
}
