package experiment

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/stage"
)

// Files of the data stage.
const (
	trainFile = "train.npy"
	heldFile  = "held_out.npy"
	boxFile   = "box.json"
)

// dataVersion is the version of the data stage's code.
const dataVersion = 1

// dataStage loads or draws the points, checks them, fits the box and splits them.
func (e *Experiment) dataStage(env dataset.Env, seed int) (*stage.Stage, error) {
	settings, err := config.Resolve(e.catalogue, &e.Data)
	if err != nil {
		return nil, err
	}
	contents, err := fileContents(e.Data.Source, env)
	if err != nil {
		return nil, err
	}
	return &stage.Stage{
		Name: "data", Version: dataVersion, Settings: append(settings, contents...), Seed: uint64(seed),
		Run: func(_ context.Context, w *stage.Work) error { return e.Data.prepare(env, uint64(seed), w.Dir) },
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
	var hashes bytes.Buffer
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		digest := sha256.Sum256(content)
		fmt.Fprintf(&hashes, "# %s\n", hex.EncodeToString(digest[:]))
	}
	return hashes.Bytes(), nil
}

func (d *Data) prepare(env dataset.Env, seed uint64, folder string) error {
	size := 0
	if d.Size != nil {
		size = *d.Size
	}
	all, err := d.Source.Load(env, random.New(seed, "data/load", 0), size)
	if err != nil {
		return err
	}
	if err := dataset.Check(all); err != nil {
		return err
	}
	box := d.Box
	if box == nil {
		box = dataset.Box(all, d.Padding)
	}
	if len(box) != all.Dim {
		return fmt.Errorf("box has %d axes and the data have %d coordinates", len(box), all.Dim)
	}
	if err := dataset.CheckBox(all, box); err != nil {
		return err
	}
	training, held := all, points.New(0, all.Dim)
	if d.Holdout > 0 {
		training, held = dataset.Split(all, d.Holdout, random.New(seed, "data/split", 0))
	}
	encoded, err := json.Marshal(box)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, boxFile), encoded, 0o644); err != nil {
		return err
	}
	if err := writeNPY(filepath.Join(folder, trainFile), training); err != nil {
		return err
	}
	if held.Len() == 0 {
		return nil
	}
	return writeNPY(filepath.Join(folder, heldFile), held)
}

// prepared is what the data stage left.
type prepared struct {
	train, held *points.Set
	box         [][2]float64
}

func readData(folder string) (*prepared, error) {
	p := &prepared{}
	encoded, err := os.ReadFile(filepath.Join(folder, boxFile))
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(encoded, &p.box); err != nil {
		return nil, fmt.Errorf("%s of the data stage is damaged: %w; run again with --fresh", boxFile, err)
	}
	if p.train, err = points.ReadFile(filepath.Join(folder, trainFile)); err != nil {
		return nil, err
	}
	p.held = points.New(0, p.train.Dim)
	path := filepath.Join(folder, heldFile)
	if _, err := os.Stat(path); err == nil {
		p.held, err = points.ReadFile(path)
		return p, err
	}
	return p, nil
}

func writeNPY(path string, set *points.Set) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := points.WriteNPY(file, set); err != nil {
		return err
	}
	return file.Close()
}
