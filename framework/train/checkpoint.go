package train

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"github.com/gomlx/gomlx/pkg/core/tensors"
	"github.com/gomlx/gomlx/pkg/ml/context"
	"github.com/gomlx/gomlx/pkg/ml/context/checkpoints"
	"github.com/gomlx/gomlx/pkg/ml/train/optimizers"

	"ebim/framework/backend"
	"ebim/framework/network"
)

// SaveArrays writes named arrays as a GoMLX checkpoint into a new folder, which appears whole or not at all. Names may have
// slashes. Empty arrays are left out.
func SaveArrays(folder string, arrays map[string]backend.Array) (err error) {
	defer catch(&err, folder)
	temporary := folder + ".partial"
	if err := errors.Join(os.RemoveAll(temporary), os.MkdirAll(temporary, 0o755)); err != nil {
		return err
	}
	ctx := context.New()
	for _, name := range sortedNames(arrays) {
		if a := arrays[name]; len(a.Data) > 0 {
			ctx.InAbsPath("/"+strings.TrimSuffix(path.Dir(name), ".")).
				VariableWithValue(path.Base(name), tensors.FromFlatDataAndDimensions(a.Data, a.Dimensions...))
		}
	}
	handler, err := checkpoints.Build(ctx).Dir(temporary).Done()
	if err != nil {
		return err
	}
	if err := handler.Save(); err != nil {
		return err
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	return os.Rename(temporary, folder)
}

// LoadArrays reads what SaveArrays wrote.
func LoadArrays(folder string) (arrays map[string]backend.Array, err error) {
	defer catch(&err, folder)
	if _, err := os.Stat(folder); err != nil {
		return nil, err
	}
	handler, err := checkpoints.Load(context.New()).Dir(folder).Done()
	if err != nil {
		return nil, err
	}
	arrays = map[string]backend.Array{}
	for parameter, t := range handler.LoadedVariables() {
		scope, name := context.VariableScopeAndNameFromParameterName(parameter)
		if name == optimizers.GlobalStepVariableName { // GoMLX adds it by itself
			continue
		}
		if t.DType() != dtypes.Float32 {
			return nil, fmt.Errorf("array %s holds %s, not float32", name, t.DType())
		}
		arrays[strings.TrimPrefix(path.Join(scope, name), "/")] = backend.Array{
			Dimensions: t.Shape().Dimensions, Data: tensors.MustCopyFlatData[float32](t)}
	}
	return arrays, nil
}

// catch turns a panic or an error over a checkpoint's files into one error that says what to do.
func catch(err *error, folder string) {
	if caught := recover(); caught != nil {
		*err = fmt.Errorf("%v", caught)
	}
	if *err != nil {
		*err = fmt.Errorf("checkpoint %s: %w; if it is damaged, remove that folder and run again", folder, *err)
	}
}

// SaveParameters writes a network's trained parameters.
func SaveParameters(folder string, parameters []network.Parameter) error {
	arrays := map[string]backend.Array{}
	for _, p := range parameters {
		arrays[p.Name] = backend.Array{Dimensions: p.Dimensions, Data: p.Values}
	}
	return SaveArrays(folder, arrays)
}

// LoadParameters fills parameters of known names and dimensions with the values that SaveParameters wrote.
func LoadParameters(folder string, parameters []network.Parameter) error {
	arrays, err := LoadArrays(folder)
	if err != nil {
		return err
	}
	for i, p := range parameters {
		a, found := arrays[p.Name]
		if !found || !slices.Equal(a.Dimensions, p.Dimensions) {
			return fmt.Errorf("checkpoint %s has no array %s of dimensions %v; it belongs to another network", folder, p.Name, p.Dimensions)
		}
		parameters[i].Values = a.Data
	}
	return nil
}

// Names of the arrays in the checkpoint of an unfinished training. The step is kept in two halves that float32 holds
// exactly.
const (
	stateName   = "state"
	historyName = "history"
	stepName    = "step"
	memoryName  = "memory/"
	bestName    = "best" // parameters with the lowest validation; their value and step are found in the history
)

// save replaces the checkpoint of an unfinished training.
func (r *running) save() error {
	arrays := map[string]backend.Array{
		stepName:    {Dimensions: []int{2}, Data: []float32{float32(r.step >> 20), float32(r.step & (1<<20 - 1))}},
		historyName: {Dimensions: []int{len(r.history.values)}, Data: r.history.values},
	}
	for i, a := range r.state.Arrays() {
		arrays[fmt.Sprintf("%s/%d", stateName, i)] = a
	}
	if r.best != nil {
		arrays[bestName] = backend.Array{Dimensions: []int{len(r.best.parameters)}, Data: r.best.parameters}
	}
	if r.problem.Memory != nil {
		for name, a := range r.problem.Memory.Arrays() {
			arrays[memoryName+name] = a
		}
	}
	name := fmt.Sprintf("step-%09d", r.step)
	if err := SaveArrays(filepath.Join(r.Checkpoints, name), arrays); err != nil {
		return err
	}
	older, err := filepath.Glob(filepath.Join(r.Checkpoints, "step-*"))
	for _, folder := range older {
		if filepath.Base(folder) != name {
			err = errors.Join(err, os.RemoveAll(folder))
		}
	}
	return err
}

// restore goes on from the newest checkpoint, if there is one.
func (r *running) restore() error {
	found, err := filepath.Glob(filepath.Join(r.Checkpoints, "step-*[0-9]"))
	if err != nil || len(found) == 0 {
		return err
	}
	sort.Strings(found)
	folder := found[len(found)-1]
	arrays, err := LoadArrays(folder)
	if err != nil {
		return err
	}
	step := arrays[stepName].Data
	if len(step) != 2 {
		return fmt.Errorf("checkpoint %s holds no step; remove it and run again", folder)
	}
	r.step = int(step[0])<<20 | int(step[1])
	r.history.values = arrays[historyName].Data
	state := make([]backend.Array, len(r.state))
	for i := range state {
		a, found := arrays[fmt.Sprintf("%s/%d", stateName, i)]
		if !found || len(a.Data) != network.Size(r.problem.Parameters) {
			return fmt.Errorf("checkpoint %s belongs to another network; remove it and run again", folder)
		}
		state[i] = a
	}
	r.state = backend.NewState(state...)
	if r.best != nil {
		r.best.restore(r.history, arrays[bestName].Data)
	}
	memory := map[string]backend.Array{}
	for name, a := range arrays {
		if strings.HasPrefix(name, memoryName) {
			memory[strings.TrimPrefix(name, memoryName)] = a
		}
	}
	if r.problem.Memory != nil {
		return r.problem.Memory.Restore(memory)
	}
	return nil
}

func sortedNames(arrays map[string]backend.Array) []string {
	names := make([]string, 0, len(arrays))
	for name := range arrays {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
