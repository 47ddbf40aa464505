package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// peak writes a loop of as many independent multiply-adds as there are registers, two of which are the factors.
func peak(name string, registers []Op) {
	TEXT(name, attr.NOSPLIT, "func(n int)")
	Doc(fmt.Sprintf("%s runs n times %d independent multiply-adds of vectors.", name, len(registers)-2))
	n := GP64()
	Load(Param("n"), n)
	for _, r := range registers {
		if len(registers) == 32 {
			VPXORD(r, r, r)
		} else {
			VXORPS(r, r, r)
		}
	}
	Label("loop")
	for _, r := range registers[2:] {
		VFMADD231PS(registers[0], registers[1], r)
	}
	DECQ(n)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}
