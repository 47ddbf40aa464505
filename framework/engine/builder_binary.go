package engine

import "github.com/gomlx/gomlx/backends"

// Add implements backends.Builder.
func (b *Builder) Add(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeAdd, lhs, rhs)
}

// BitwiseAnd implements backends.Builder.
func (b *Builder) BitwiseAnd(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeBitwiseAnd, lhs, rhs)
}

// BitwiseOr implements backends.Builder.
func (b *Builder) BitwiseOr(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeBitwiseOr, lhs, rhs)
}

// BitwiseXor implements backends.Builder.
func (b *Builder) BitwiseXor(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeBitwiseXor, lhs, rhs)
}

// Div implements backends.Builder.
func (b *Builder) Div(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeDiv, lhs, rhs)
}

// LogicalAnd implements backends.Builder.
func (b *Builder) LogicalAnd(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeLogicalAnd, lhs, rhs)
}

// LogicalOr implements backends.Builder.
func (b *Builder) LogicalOr(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeLogicalOr, lhs, rhs)
}

// LogicalXor implements backends.Builder.
func (b *Builder) LogicalXor(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeLogicalXor, lhs, rhs)
}

// Max implements backends.Builder.
func (b *Builder) Max(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeMax, lhs, rhs)
}

// Min implements backends.Builder.
func (b *Builder) Min(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeMin, lhs, rhs)
}

// Mul implements backends.Builder.
func (b *Builder) Mul(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeMul, lhs, rhs)
}

// Pow implements backends.Builder.
func (b *Builder) Pow(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypePow, lhs, rhs)
}

// Rem implements backends.Builder.
func (b *Builder) Rem(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeRem, lhs, rhs)
}

// Sub implements backends.Builder.
func (b *Builder) Sub(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeSub, lhs, rhs)
}

// ShiftLeft implements backends.Builder.
func (b *Builder) ShiftLeft(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeShiftLeft, lhs, rhs)
}

// ShiftRightArithmetic implements backends.Builder.
func (b *Builder) ShiftRightArithmetic(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeShiftRightArithmetic, lhs, rhs)
}

// ShiftRightLogical implements backends.Builder.
func (b *Builder) ShiftRightLogical(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeShiftRightLogical, lhs, rhs)
}

// Equal implements backends.Builder.
func (b *Builder) Equal(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeEqual, lhs, rhs)
}

// NotEqual implements backends.Builder.
func (b *Builder) NotEqual(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeNotEqual, lhs, rhs)
}

// GreaterOrEqual implements backends.Builder.
func (b *Builder) GreaterOrEqual(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeGreaterOrEqual, lhs, rhs)
}

// GreaterThan implements backends.Builder.
func (b *Builder) GreaterThan(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeGreaterThan, lhs, rhs)
}

// LessOrEqual implements backends.Builder.
func (b *Builder) LessOrEqual(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeLessOrEqual, lhs, rhs)
}

// LessThan implements backends.Builder.
func (b *Builder) LessThan(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeLessThan, lhs, rhs)
}

// EqualTotalOrder implements backends.Builder.
func (b *Builder) EqualTotalOrder(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeEqualTotalOrder, lhs, rhs)
}

// NotEqualTotalOrder implements backends.Builder.
func (b *Builder) NotEqualTotalOrder(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeNotEqualTotalOrder, lhs, rhs)
}

// GreaterOrEqualTotalOrder implements backends.Builder.
func (b *Builder) GreaterOrEqualTotalOrder(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeGreaterOrEqualTotalOrder, lhs, rhs)
}

// GreaterThanTotalOrder implements backends.Builder.
func (b *Builder) GreaterThanTotalOrder(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeGreaterThanTotalOrder, lhs, rhs)
}

// LessOrEqualTotalOrder implements backends.Builder.
func (b *Builder) LessOrEqualTotalOrder(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeLessOrEqualTotalOrder, lhs, rhs)
}

// LessThanTotalOrder implements backends.Builder.
func (b *Builder) LessThanTotalOrder(lhs, rhs backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeLessThanTotalOrder, lhs, rhs)
}
