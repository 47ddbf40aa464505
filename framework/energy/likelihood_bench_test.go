package energy

import (
	"math/rand/v2"
	"testing"

	"ebim/framework/network/networktest"
	"ebim/framework/support/supporttest"
)

// What the likelihood of 2000 points costs.
func BenchmarkLikelihood(b *testing.B) {
	circle, sphere := networktest.Sphere(2, 1), networktest.Sphere(3, 1)
	for name, m := range map[string]*Density{
		"pushforward/1": decoded(b, supporttest.Covering(b, 2), supporttest.Slope(0.5)),
		"pushforward/2": decoded(b, supporttest.Cylinder(b), supporttest.Slope(0, 0)),
		"ebim/1":        tilted(b, circle, 0),
		"ebim/2":        tilted(b, sphere, 0),
		"ebm/2":         inBox(b, circle.Box, supporttest.Slope(-2, 0)),
		"ebm/3":         inBox(b, sphere.Box, supporttest.Slope(-2, 0, 0)),
	} {
		x := supporttest.Drawn(sphere, 2000, 1)
		if name == "pushforward/1" || name == "ebim/1" || name == "ebm/2" {
			x = supporttest.Drawn(circle, 2000, 1)
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := m.LogDensity(b.Context(), rand.New(rand.NewPCG(1, 7)), x); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
