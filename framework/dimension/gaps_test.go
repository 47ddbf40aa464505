package dimension

import "testing"

// Gaps that are not taken are told.
func TestGapsAreTold(t *testing.T) {
	narrow := Spectrum{Dimension: 2, Gap: 1.2}
	for want, spectra := range map[string][]Spectrum{
		"principal components show no gap at any scale": {narrow, narrow},
		"principal components show gaps only after more dimensions (19, 21)": {narrow, {Dimension: 19, Gap: 101},
			{Dimension: 21, Gap: 16}, {Dimension: 21, Gap: 4}},
	} {
		if got := (&Estimate{Spectra: spectra}).gaps(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
