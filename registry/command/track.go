package command

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"ebim/framework/experiment"
	"ebim/framework/figure"
	"ebim/framework/plaintext"
	"ebim/framework/runs/stage"
	"ebim/framework/track"
	"ebim/results/page"
)

// Where runs are shown beside their records.

// addTracking adds the flags of where runs are shown beside their records.
func addTracking(command *cobra.Command, o *experiment.Options) {
	flags := command.Flags()
	flags.StringVar(&o.TensorBoard, "tensorboard", "", "`folder` of event files in which TensorBoard shows the runs, instead of the experiments' own")
	flags.StringVar(&o.MLflow, "mlflow", "", "`address` of the MLflow server to which runs are sent, such as http://localhost:5000, instead of the experiments' own")
}

// showFigures adds the experiments' figures to the event files of their runs. It never fails what has been run.
func showFigures(command *cobra.Command, loaded []*experiment.Experiment, o experiment.Options) {
	for _, e := range loaded {
		folder := o.Tracked(e).TensorBoard
		if folder == "" {
			continue
		}
		album := figure.AlbumFolder(e)
		from := filepath.Join(o.Runs, stage.FiguresFolder, filepath.FromSlash(album))
		index, err := page.ReadIndex(from)
		pictures := map[string]string{}
		for _, picture := range index {
			pictures[picture.Name] = filepath.Join(from, filepath.Base(picture.File))
		}
		if err == nil {
			err = track.Figures(folder, album, pictures)
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			fmt.Fprintln(command.ErrOrStderr(), plaintext.OneLine(fmt.Sprintf("Warning: the figures of %s can't be shown in TensorBoard: %v", e.Name, err)))
		}
	}
}
