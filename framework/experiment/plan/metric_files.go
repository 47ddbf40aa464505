package plan

import (
	"fmt"

	"ebim/framework/experiment"
	"ebim/framework/experiment/prepare"
)

// MetricFiles returns the digests of files that a metric reads, as they stand in its stage's settings.
func (p *Plan) MetricFiles(files []experiment.File) ([]byte, error) {
	var hashes []byte
	for _, file := range files {
		path := p.Env.Resolve(file.Path)
		if file.Check != nil {
			if err := file.Check(path); err != nil {
				return nil, err
			}
		}
		if p.digests[path] == nil {
			digest, err := prepare.FileDigest(path)
			if err != nil {
				return nil, err
			}
			if p.digests == nil {
				p.digests = map[string][]byte{}
			}
			p.digests[path] = digest
		}
		hashes = fmt.Appendf(hashes, "# %x\n", p.digests[path])
	}
	return hashes, nil
}

// NeedsOf is what a metric asks of the experiment, found once: it may look for the shape of the data's manifold.
func (p *Plan) NeedsOf(metric string) (experiment.Needs, error) {
	needs, known := p.needs[metric]
	if known {
		return needs, nil
	}
	needs, err := p.Metrics[metric].Needs(&p.Settings)
	if err == nil {
		if p.needs == nil {
			p.needs = map[string]experiment.Needs{}
		}
		p.needs[metric] = needs
	}
	return needs, err
}
