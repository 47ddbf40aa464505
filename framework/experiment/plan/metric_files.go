package plan

import (
	"fmt"

	"ebim/framework/experiment"
	"ebim/framework/experiment/prepare"
)

// MetricFiles are the digests of the files that a metric reads, as they stand in its stage's settings; nothing where
// it reads none.
func (p *Plan) MetricFiles(metric experiment.Metric) ([]byte, error) {
	reading, ok := metric.(experiment.Reading)
	if !ok {
		return nil, nil
	}
	paths, err := reading.Files(p.Env)
	if err != nil {
		return nil, err
	}
	var hashes []byte
	for _, path := range paths {
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
