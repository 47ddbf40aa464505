package engine

import "github.com/gomlx/compute"

// Add implements compute.Function.
func (f *Function) Add(lhs, rhs compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeAdd, lhs, rhs)
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
