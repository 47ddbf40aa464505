package experiment

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/stage"
)

// The data stage's name, files and code version.
const (
	dataStageName  = "data"
	trainFile      = "train.npy"
	validationFile = "validation.npy"
	heldFile       = "held_out.npy"
	boxFile        = "box.json"
	dataVersion    = 1
)

// prepared is the data of one seed, as models and metrics take them.
type prepared struct {
	train, validation, held *points.Set // disjoint; the last two may be empty
	box                     [][2]float64
}

// size is the number of points before they are divided, where it is known before they are read; otherwise that of a synthetic
// set for which none is given.
func (d *Data) size() (points int, known bool) {
	if d.Size != nil {
		return *d.Size, true
	}
	_, synthetic := d.Source.(dataset.Distribution)
	return dataset.DefaultSize, synthetic
}

// divided are the sizes of the sets that load makes of so many points.
func (d *Data) divided(points int) (train, validation, held int) {
	held = max(0, min(dataset.Share(points, d.Holdout), points-1))
	validation = max(0, min(dataset.Share(points, d.ValidationShare()), points-held-1))
	return points - held - validation, validation, held
}

// load gets the points of a seed, checks them, fits the box and splits them.
func (d *Data) load(env dataset.Env, seed int) (*prepared, error) {
	size := 0
	if d.Size != nil {
		size = *d.Size
	}
	all, err := d.Source.Load(env, random.New(uint64(seed), "data/load", 0), size)
	if err != nil {
		return nil, err
	}
	if err := dataset.Check(all); err != nil {
		return nil, err
	}
	box := d.Box
	if box == nil {
		box = dataset.Box(all, d.Padding)
	}
	if len(box) == all.Dim { // otherwise checkData says so, with the place in the file
		if err := dataset.CheckBox(all, box); err != nil {
			return nil, err
		}
	}
	p := &prepared{train: all, validation: points.New(0, all.Dim), held: points.New(0, all.Dim), box: box}
	if d.Holdout > 0 {
		p.train, p.held = dataset.Split(p.train, dataset.Share(all.Len(), d.Holdout), random.New(uint64(seed), "data/split", 0))
	}
	if d.ValidationShare() > 0 { // after the holdout, which so is the same with and without
		p.train, p.validation = dataset.Split(p.train, dataset.Share(all.Len(), d.ValidationShare()), random.New(uint64(seed), "data/validation", 0))
	}
	return p, nil
}

func (p *plan) dataStage(seed int) (*stage.Stage, error) {
	settings, err := config.Identity(p.catalog, &p.Data)
	if err != nil {
		return nil, err
	}
	contents, err := fileContents(p.Data.Source, p.env)
	if err != nil {
		return nil, err
	}
	if version := dataset.CodeVersion(p.Data.Source); version != 1 { // the first is left out, as in keys from before there were others
		contents = fmt.Appendf(contents, "# source version %d\n", version)
	}
	return &stage.Stage{
		Name: dataStageName, Version: dataVersion, Settings: append(settings, contents...), Seed: uint64(seed),
		Run: func(_ context.Context, w *stage.Work) error {
			data, err := p.Data.load(p.env, seed)
			if err != nil {
				return err
			}
			if note := dataset.Scaling(data.train); note != "" {
				if err := stage.WriteNotes(w.Dir, note); err != nil {
					return err
				}
			}
			return data.write(w.Dir)
		},
	}, nil
}

// fileContents are hashes of the files that a source reads, so that a changed file is another data set.
func fileContents(source dataset.Source, env dataset.Env) ([]byte, error) {
	files, ok := source.(dataset.FileSource)
	if !ok {
		return nil, nil
	}
	paths, err := files.Files(env)
	if err != nil {
		return nil, err
	}
	var hashes []byte
	for _, path := range paths {
		digest, err := fileDigest(path)
		if err != nil {
			return nil, err
		}
		hashes = fmt.Appendf(hashes, "# %x\n", digest)
	}
	return hashes, nil
}

func fileDigest(path string) ([]byte, error) {
	file, err := points.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return nil, err
	}
	return hash.Sum(nil), nil
}

func (p *prepared) write(folder string) error {
	encoded, err := json.Marshal(p.box)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, boxFile), encoded, 0o644); err != nil {
		return err
	}
	for name, set := range map[string]*points.Set{trainFile: p.train, validationFile: p.validation, heldFile: p.held} {
		if set.Len() == 0 {
			continue
		}
		if err := writeNPY(filepath.Join(folder, name), set); err != nil {
			return err
		}
	}
	return nil
}

// readPrepared reads what write wrote. A damaged file is an error that says what to do.
func readPrepared(folder string) (*prepared, error) {
	p := &prepared{}
	encoded, err := os.ReadFile(filepath.Join(folder, boxFile))
	if err == nil {
		err = json.Unmarshal(encoded, &p.box)
	}
	if err == nil {
		p.train, err = points.ReadFile(filepath.Join(folder, trainFile))
	}
	for name, set := range map[string]**points.Set{validationFile: &p.validation, heldFile: &p.held} {
		if err != nil {
			break
		}
		*set = points.New(0, p.train.Dim)
		if path := filepath.Join(folder, name); exists(path) {
			*set, err = points.ReadFile(path)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the prepared data in %s are damaged: %w; run again with --fresh", folder, err)
	}
	return p, nil
}

func writeNPY(path string, set *points.Set) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(points.WriteNPY(file, set), file.Close())
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
