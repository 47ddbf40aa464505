package chains

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/train"
)

// ReplayFolder is where a part keeps the points of its replay buffer, below its folder, if its task wants that.
const ReplayFolder = "replay"

// Fit trains a problem's parameters and saves them, with the points of the replay buffer if the task wants these.
func Fit(ctx context.Context, t train.Task, training train.Training, p *train.Problem) error {
	if err := t.Loop(training).Run(ctx, p); err != nil {
		return err
	}
	if err := keepReplay(t, p.Memory); err != nil {
		return err
	}
	return train.SaveParameters(filepath.Join(t.Folder, train.ParametersFolder), p.Parameters)
}

func keepReplay(t train.Task, memory train.Memory) error {
	if !t.KeepReplay || memory == nil {
		return nil
	}
	buffer, ok := memory.Arrays()[bufferArray]
	if !ok || len(buffer.Data) == 0 {
		return nil
	}
	return train.SaveParameters(filepath.Join(t.Folder, ReplayFolder), []network.Parameter{
		{Name: "points", Dimensions: buffer.Dimensions, Values: buffer.Data}})
}

// Replay returns the points of the replay buffer of a finished part's folder. The error is errors.ErrUnsupported where
// none was kept.
func Replay(folder string) (*points.Set, error) {
	path := filepath.Join(folder, ReplayFolder)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("the training kept no replay buffer: %w", errors.ErrUnsupported)
	}
	arrays, err := train.LoadArrays(path)
	if err != nil {
		return nil, err
	}
	kept, ok := arrays["points"]
	if !ok || len(kept.Dimensions) != 2 {
		return nil, fmt.Errorf("%s holds no points of a replay buffer", path)
	}
	return points.FromFloat32(kept.Data, kept.Dimensions[1]), nil
}
