package engine

import "github.com/gomlx/compute"

// Add implements compute.Function.
func (f *Function) Add(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeAdd, lhs, rhs)
}

// BitwiseAnd implements compute.Function.
func (f *Function) BitwiseAnd(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeBitwiseAnd, lhs, rhs)
}

// BitwiseOr implements compute.Function.
func (f *Function) BitwiseOr(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeBitwiseOr, lhs, rhs)
}

// BitwiseXor implements compute.Function.
func (f *Function) BitwiseXor(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeBitwiseXor, lhs, rhs)
}

// Div implements compute.Function.
func (f *Function) Div(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeDiv, lhs, rhs)
}

// LogicalAnd implements compute.Function.
func (f *Function) LogicalAnd(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeLogicalAnd, lhs, rhs)
}

// LogicalOr implements compute.Function.
func (f *Function) LogicalOr(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeLogicalOr, lhs, rhs)
}

// LogicalXor implements compute.Function.
func (f *Function) LogicalXor(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeLogicalXor, lhs, rhs)
}

// Max implements compute.Function.
func (f *Function) Max(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeMax, lhs, rhs)
}

// Min implements compute.Function.
func (f *Function) Min(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeMin, lhs, rhs)
}

// Mul implements compute.Function.
func (f *Function) Mul(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeMul, lhs, rhs)
}

// Pow implements compute.Function.
func (f *Function) Pow(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypePow, lhs, rhs)
}

// Rem implements compute.Function.
func (f *Function) Rem(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeRem, lhs, rhs)
}

// Sub implements compute.Function.
func (f *Function) Sub(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeSub, lhs, rhs)
}

// ShiftLeft implements compute.Function.
func (f *Function) ShiftLeft(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeShiftLeft, lhs, rhs)
}

// ShiftRightArithmetic implements compute.Function.
func (f *Function) ShiftRightArithmetic(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeShiftRightArithmetic, lhs, rhs)
}

// ShiftRightLogical implements compute.Function.
func (f *Function) ShiftRightLogical(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeShiftRightLogical, lhs, rhs)
}

// Equal implements compute.Function.
func (f *Function) Equal(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeEqual, lhs, rhs)
}

// NotEqual implements compute.Function.
func (f *Function) NotEqual(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeNotEqual, lhs, rhs)
}

// GreaterOrEqual implements compute.Function.
func (f *Function) GreaterOrEqual(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeGreaterOrEqual, lhs, rhs)
}

// GreaterThan implements compute.Function.
func (f *Function) GreaterThan(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeGreaterThan, lhs, rhs)
}

// LessOrEqual implements compute.Function.
func (f *Function) LessOrEqual(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeLessOrEqual, lhs, rhs)
}

// LessThan implements compute.Function.
func (f *Function) LessThan(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeLessThan, lhs, rhs)
}

// EqualTotalOrder implements compute.Function.
func (f *Function) EqualTotalOrder(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeEqualTotalOrder, lhs, rhs)
}

// NotEqualTotalOrder implements compute.Function.
func (f *Function) NotEqualTotalOrder(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeNotEqualTotalOrder, lhs, rhs)
}

// GreaterOrEqualTotalOrder implements compute.Function.
func (f *Function) GreaterOrEqualTotalOrder(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeGreaterOrEqualTotalOrder, lhs, rhs)
}

// GreaterThanTotalOrder implements compute.Function.
func (f *Function) GreaterThanTotalOrder(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeGreaterThanTotalOrder, lhs, rhs)
}

// LessOrEqualTotalOrder implements compute.Function.
func (f *Function) LessOrEqualTotalOrder(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeLessOrEqualTotalOrder, lhs, rhs)
}

// LessThanTotalOrder implements compute.Function.
func (f *Function) LessThanTotalOrder(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeLessThanTotalOrder, lhs, rhs)
}
