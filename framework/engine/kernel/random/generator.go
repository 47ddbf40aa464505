package random

import "math/bits"

// uint128 is an unsigned integer modulo 2^128.
type uint128 struct{ high, low uint64 }

func (x uint128) add(y uint128) uint128 {
	low, carry := bits.Add64(x.low, y.low, 0)
	high, _ := bits.Add64(x.high, y.high, carry)
	return uint128{high, low}
}

func (x uint128) multiply(y uint128) uint128 {
	high, low := bits.Mul64(x.low, y.low)
	return uint128{high + x.high*y.low + x.low*y.high, low}
}

// jump is a map of states x -> multiplier*x + increment: a number of steps of a linear congruential generator at once.
type jump struct{ multiplier, increment uint128 }

// step is one step of the generator: the 128-bit PCG with M. O'Neill's constants, as in math/rand/v2.
var step = jump{
	multiplier: uint128{2549297995355413924, 4865540595714422341},
	increment:  uint128{6364136223846793005, 1442695040888963407},
}

func (j jump) from(x uint128) uint128 { return j.multiplier.multiply(x).add(j.increment) }

// after returns the jump that makes first and then j.
func (j jump) after(first jump) jump {
	return jump{j.multiplier.multiply(first.multiplier), j.from(first.increment)}
}

// steps is n steps in one jump, by repeated squaring (F. Brown, "Random number generation with arbitrary strides",
// 1994).
func steps(n int) jump {
	total, power := jump{multiplier: uint128{0, 1}}, step
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			total = power.after(total)
		}
		power = power.after(power)
	}
	return total
}

// word returns the random word of a state: the output function DXSM, "double xorshift multiply", of PCG.
func (x uint128) word() uint64 {
	const multiplier = 0xda942042e4dd58b5
	w := x.high
	w ^= w >> 32
	w *= multiplier
	w ^= w >> 48
	return w * (x.low | 1)
}
