package elementwise

import (
	"math"

	"github.com/gomlx/compute"

	"ebim/framework/engine/kernel"
)

// transcendentalPortable returns the float32 kernels of exp, log and the like in pure Go, one for each operation of
// transcendental.
func transcendentalPortable() byOp {
	return byOp{
		compute.OpTypeExp:      unary(exponential),
		compute.OpTypeExpm1:    unary(exponentialMinus1),
		compute.OpTypeLog:      unary(logarithm),
		compute.OpTypeLog1p:    unary(logarithmOf1Plus),
		compute.OpTypeTanh:     unary(hyperbolicTangent),
		compute.OpTypeLogistic: unary(logistic32),
		compute.OpTypeSin:      unary(sine),
		compute.OpTypeCos:      unary(cosine),
		compute.OpTypeErf:      unary(errorFunction),
		compute.OpTypePow:      binary(pow[float32]),
	}
}

// transcendental returns the functions through package math, rounded from float64.
func transcendental[T kernel.Float]() map[compute.OpType]func(T) T {
	functions := map[compute.OpType]func(T) T{}
	for op, f := range map[compute.OpType]func(float64) float64{
		compute.OpTypeExp:      math.Exp,
		compute.OpTypeExpm1:    math.Expm1,
		compute.OpTypeLog:      math.Log,
		compute.OpTypeLog1p:    math.Log1p,
		compute.OpTypeTanh:     math.Tanh,
		compute.OpTypeLogistic: logistic,
		compute.OpTypeSin:      math.Sin,
		compute.OpTypeCos:      math.Cos,
		compute.OpTypeErf:      math.Erf,
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
