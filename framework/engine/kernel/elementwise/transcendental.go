package elementwise

import (
	"math"

	"github.com/gomlx/gomlx/backends"

	"ebim/framework/engine/kernel"
)

// transcendentalPortable returns the float32 kernels of exp, log and the like in pure Go, one for each operation of
// transcendental.
func transcendentalPortable() byOp {
	return byOp{
		backends.OpTypeExp:      unary(exponential),
		backends.OpTypeExpm1:    unary(exponentialMinus1),
		backends.OpTypeLog:      unary(logarithm),
		backends.OpTypeLog1p:    unary(logarithmOf1Plus),
		backends.OpTypeTanh:     unary(hyperbolicTangent),
		backends.OpTypeLogistic: unary(logistic32),
		backends.OpTypeSin:      unary(sine),
		backends.OpTypeCos:      unary(cosine),
		backends.OpTypeErf:      unary(errorFunction),
		backends.OpTypePow:      binary(pow[float32]),
	}
}

// transcendental returns the functions through package math, rounded from float64.
func transcendental[T kernel.Float]() map[backends.OpType]func(T) T {
	functions := map[backends.OpType]func(T) T{}
	for op, f := range map[backends.OpType]func(float64) float64{
		backends.OpTypeExp:      math.Exp,
		backends.OpTypeExpm1:    math.Expm1,
		backends.OpTypeLog:      math.Log,
		backends.OpTypeLog1p:    math.Log1p,
		backends.OpTypeTanh:     math.Tanh,
		backends.OpTypeLogistic: logistic,
		backends.OpTypeSin:      math.Sin,
		backends.OpTypeCos:      math.Cos,
		backends.OpTypeErf:      math.Erf,
	} {
		functions[op] = func(x T) T { return T(f(float64(x))) }
	}
	return functions
}

// logistic is 1/(1 + exp(-x)), without overflow on either side.
func logistic(x float64) float64 {
	if x >= 0 {
		return 1 / (1 + math.Exp(-x))
	}
	e := math.Exp(x)
	return e / (1 + e)
}

func pow[T kernel.Float](x, y T) T { return T(math.Pow(float64(x), float64(y))) }
