package draft

import (
	"fmt"
	"strings"
)

// experiment is the text of the file.
func (s *sketch) experiment() string {
	w := new(yamlWriter)
	if s.draft != nil {
		s.head(w, s.draft.Seeds.Text, s.draft.Seeds.Comment)
		for line := range strings.Lines(s.draft.Rest(s.dimension)) {
			text, comment, _ := strings.Cut(strings.TrimRight(line, "\n"), "# ")
			w.line(strings.TrimRight(text, " "), comment)
		}
		return w.String()
	}
	s.head(w, "seeds: 0-2", "one run each, with other initial parameters and other held-out points")
	w.line("  holdout: 0.1", "share of the points that is kept from training, to measure models by")
	w.line("  validation: 0.1", "share that chooses among trainings and says when they end")
	if !s.known {
		text, about := "  standardize: auto", "networks see points with mean 0 and scale 1"
		if s.separate {
			text, about = "  standardize: columns", "a scale for each column, as they are in different units"
		} else if s.unit != "" {
			text, about = "  standardize: scale", "one scale for all columns, as they are in "+s.unit
		}
		w.line(text, about+"; all results are in the units of the data")
		if s.meshed() {
			w.line("  # topology: {components: 1}",
				"what you know of the shape, for the metric topology to compare with: components, closed, euler, "+
					"genus, boundary, orientable")
		}
	}
	s.models(w)
	s.metrics(w)
	return w.String()
}

// head is the top of the file, up to the data's source.
func (s *sketch) head(w *yamlWriter, seeds, comment string) {
	w.line("", "Check this file by `ebim validate FILE`, run it by `ebim run FILE`; `ebim resolve FILE` shows every "+
		"default.")
	for _, line := range s.found {
		w.line("", line)
	}
	w.line("title: "+yamlText(s.title), "")
	w.line(seeds, comment)
	w.line("data:", "")
	w.line("  source:", "")
	for _, line := range s.source {
		w.line("    "+line.Text, line.Comment)
	}
}

func (s *sketch) models(w *yamlWriter) {
	w.line("models:", "")
	m, n := s.dimension, s.set.Dim
	if m >= n {
		w.line("  ebm:", fmt.Sprintf("an energy in R^%d, as no manifold of a lower dimension was found", n))
		w.line("    energy: {loss: "+energyLoss(n)+"}", "")
		return
	}
	see := func(model string) string { return "see `ebim describe model " + model + "`" }
	if s.given {
		w.line("  "+givenModel+": {}", "a density by kernels on the manifold that the columns give, of which nothing "+
			"is learned; "+see(givenModel))
	}
	switch s.model {
	case givenModel:
		w.line(fmt.Sprintf("  # ebim: {dimension: %d}", m), "learns the manifold, F = 0, as far as the points go; "+
			see(ebimModel))
	case ridgeModel:
		if s.curves > 0 {
			s.strata(w)
			break
		}
		kind, named := map[int]string{1: "curve", 2: "surface"}[m]
		if !named {
			kind = fmt.Sprintf("manifold of dimension %d", m)
		}
		w.line("  ridge:", fmt.Sprintf("a learned %s in R^%d that may end, cross itself, have one side, or "+
			"noise, with a density on it", kind, n))
		w.line(fmt.Sprintf("    dimension: %d", m), "the rest follows from the data; "+see(ridgeModel))
		if s.frequency != nil {
			w.line(fmt.Sprintf("    displacement: {network: {frequency: %.3g}}", *s.frequency),
				"three times the usual one, as the points have structure that is fine beside their spread")
		}
		w.line(fmt.Sprintf("  # ebim: {dimension: %d}", m),
			"F = 0, for closed, two-sided shapes without noise; "+see(ebimModel))
	default:
		w.line("  ebim:", fmt.Sprintf("a learned manifold of dimension %d in R^%d, F = 0, with a density on it", m, n))
		w.line(fmt.Sprintf("    dimension: %d", m), "the rest follows from the data; "+see(ebimModel))
		w.line("    manifold: {drop_after: 0.33}", "of three trainings only the one ahead goes on after a third of "+
			"its steps; without this all do, and the best is kept, for 1.8 times the time")
		w.line(fmt.Sprintf("  # ridge: {dimension: %d}", m),
			"for shapes that end, have one side, cross themselves, or are noisy; "+see(ridgeModel))
	}
	w.line("  pushforward:",
		"the baseline: a density on the image of a box, whose topology can't be that of closed shapes")
	w.line(fmt.Sprintf("    dimension: %d", m), "")
	w.line("    autoencoder: {training: {steps: 5000, shuffle: true, optimizer: {adam: {rate: 0.003}}, schedule: "+
		"cosine}}", "")
	energy := energyLoss(m)
	if s.set.Len() > mostInEpochs {
		energy += ", training: {steps: 8000, shuffle: true}"
	}
	w.line("    energy: {loss: "+energy+"}", "")
}

// mostInEpochs is the number of points up to which the baseline's energy is trained for its default number of epochs:
// of more than 10,000 it gets the 8000 steps of these.
const mostInEpochs = 10000

// meshed says whether the learned manifold has a mesh, whose topology is computed.
func (s *sketch) meshed() bool {
	return s.dimension < s.set.Dim && s.dimension <= 2 && (s.set.Dim <= 3 || s.model == ridgeModel)
}

// energyLoss is exact where there is a mesh.
func energyLoss(dimension int) string {
	if dimension <= 3 {
		return "mesh_likelihood"
	}
	return "noise_contrastive"
}

func (s *sketch) metrics(w *yamlWriter) {
	w.line("metrics:", "")
	w.line("  wasserstein: {reference: held_out}", "distance of samples to held-out points, and its floor")
	w.line("  likelihood: {reference: held_out}",
		"mean log density of held-out points on the model's manifold: compare models whose manifolds are near the data")
	if s.dimension < s.set.Dim {
		w.line("  manifold_distance: {reference: held_out}", "distance of held-out points to the learned manifold")
		w.line("  trust: {}", "where the learned manifold is not to be trusted, and what to change")
	}
	if s.meshed() {
		w.line("  topology: {}", "components, closed curves, Euler characteristic and genus of the learned manifold")
	}
	if s.curves > 0 {
		w.line("  homology: {}", "components, loops and voids of samples: the topology of several dimensions")
	}
}

// yamlWriter aligns comments.
type yamlWriter struct{ strings.Builder }

func (w *yamlWriter) line(text, comment string) {
	const column = 44
	switch {
	case comment == "":
	case text == "":
		text = "# " + comment
	default:
		text = fmt.Sprintf("%-*s # %s", column, text, comment)
	}
	w.WriteString(text + "\n")
}
