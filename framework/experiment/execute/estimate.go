package execute

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/experiment/plan"
	"ebim/framework/experiment/prepare"
	"ebim/framework/model"
	"ebim/framework/train"
)

// MostRuns bounds the runs, models times seeds, that one command plans.
const MostRuns = 100_000

// Estimate is what an experiment asks for, counted from its settings without allocating anything.
type Estimate struct {
	Runs       int
	Parameters float64 // of the largest training
	Memory     float64 // bytes of the largest training, within a factor of two or so
	// Notes say what of the first seed's data is likely to spoil a training, where they had to be read to be checked.
	Notes []string
}

// String is a short line.
func (e Estimate) String() string {
	runs := "1 run"
	if e.Runs != 1 {
		runs = fmt.Sprintf("%d runs", e.Runs)
	}
	return fmt.Sprintf("%s, up to %.4g parameters and %s of memory for a training", runs, e.Parameters,
		experiment.FormatBytes(e.Memory))
}

// copies of the data that a stage holds: those that are read, the training points, and both in single precision.
const dataCopies = 3

// checkRuns refuses more runs than are planned at once, before any is.
func checkRuns(o plan.Options, experiments []*experiment.Experiment) error {
	total := 0
	for _, e := range experiments {
		total += len(o.LabelsOf(e)) * len(o.SeedsOf(e))
	}
	if total <= MostRuns {
		return nil
	}
	e := experiments[0]
	found := fmt.Sprintf("%d planned runs: %d experiments or points of sweeps, the first with %d models x %d seeds",
		total,
		len(experiments), len(o.LabelsOf(e)), len(o.SeedsOf(e)))
	return config.Mistakes{e.Document().Mistake("seeds", found, fmt.Sprintf("%d at most", MostRuns),
		"take fewer seeds (--seeds), or fewer points of the sweep (trials: N)")}
}

// dataDemand is what the data ask for, as far as is known before they are read.
func (p *inspection) dataDemand() (bytes float64, path string) {
	ambient, known := p.Ambient()
	if file, ok := p.Data.Source.(dataset.FileSource); ok || !known {
		return dataCopies * fileBytes(file, p.Env), "data.source"
	}
	size, _ := p.Data.Points()
	return p.dataBytes(size, ambient), "data.size"
}

// dataBytes is the memory of the given number of points in R^ambient, in all copies that a stage holds.
func (p *inspection) dataBytes(points, ambient int) float64 {
	numbers := float64(points) * float64(ambient)
	if _, ok := p.Data.Source.(dataset.ImageSource); ok {
		return numbers + dataCopies*8*min(numbers, prepare.MostLooked)
	}
	return dataCopies * 8 * numbers
}

// fileBytes is the size of the files that a source reads, which is that of their points, or so; 0 where they are
// missing, which is reported when they are read.
func fileBytes(source dataset.FileSource, env dataset.Env) float64 {
	if source == nil {
		return 0
	}
	paths, err := source.Files(env)
	if err != nil {
		return 0
	}
	total := 0.0
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil {
			total += float64(info.Size())
		}
	}
	return total
}

// checkDataMemory refuses data that are too large to be made.
func (p *inspection) checkDataMemory() error {
	c := &config.Report{Document: p.Document()}
	if bytes, path := p.dataDemand(); p.tooMuch(bytes) {
		what := "the data's file"
		if path == "data.size" {
			size, _ := p.Data.Points()
			what = fmt.Sprintf("%d points", size)
		}
		p.refuse(c, path, bytes, what)
	}
	return c.Mistakes.Err()
}

// estimate is what the runs need with the given number of points in R^ambient; the error says what takes more memory
// than there is.
func (p *inspection) estimate(ambient, points int) (Estimate, error) {
	c := &config.Report{Document: p.Document()}
	e := Estimate{Runs: len(p.Labels) * len(p.Seeds)}
	data := p.dataBytes(points, ambient)
	if bytes := dataCopies * 8 * float64(p.Samples) * float64(ambient); p.tooMuch(bytes) {
		p.refuse(c, "samples", bytes, fmt.Sprintf("%d samples in R^%d", p.Samples, ambient))
	}
	checked, evaluations := map[string]bool{}, model.NewEvaluations(p.Models, ambient)
	for _, label := range p.Labels {
		if derived, ok := p.Models[label].(model.Derived); ok {
			// What is made of a model that is too large says nothing more.
			large := func(label string) bool { return p.tooMuch(evaluations.Of(label).Bytes) }
			if d := evaluations.Of(label); large(label) && !slices.ContainsFunc(derived.Operands(), large) {
				p.refuse(c, "models."+label+"."+d.Field, d.Bytes, d.What)
			}
		}
		for _, base := range model.Bases(p.Models, label) {
			if trained, ok := p.Models[base].(model.Trainable); ok && !checked[base] {
				checked[base] = true
				for _, part := range trained.Parts() {
					p.add(c, &e, "models."+base, part, ambient, points, data)
				}
			}
		}
	}
	return e, c.Mistakes.Err()
}

// add counts one training.
func (p *inspection) add(c *config.Report, e *Estimate, path string, part model.Part, ambient, points int,
	data float64) {
	if part.Demands == nil {
		return
	}
	total, parameters := data, 0.0
	var worst train.Demand
	for _, d := range part.Demands(ambient, points) {
		total, parameters = total+d.Bytes, parameters+d.Parameters
		if d.Bytes > worst.Bytes {
			worst = d
		}
	}
	e.Parameters, e.Memory = max(e.Parameters, parameters), max(e.Memory, total)
	if p.tooMuch(total) {
		p.refuse(c, path+"."+worst.Field, total, "the training of the "+strings.ReplaceAll(part.Name, "_", " ")+
			": "+worst.What)
	}
}

func (p *inspection) tooMuch(bytes float64) bool { return p.Memory > 0 && bytes > float64(p.Memory) }

func (p *inspection) refuse(c *config.Report, path string, bytes float64, what string) {
	c.Add(path, &config.FieldError{Found: fmt.Sprintf("about %s of memory for %s", experiment.FormatBytes(bytes), what),
		Allowed: experiment.FormatBytes(float64(p.Memory)) + ", the machine's memory or --memory",
		Hint:    "make this smaller, or raise --memory"})
}
