package track

import (
	"fmt"

	"ebim/framework/config"
	"ebim/framework/track/mlflow"
)

// Settings are what an experiment's file says under `track`. No result depends on it.
type Settings struct {
	TensorBoard string `yaml:"tensorboard" default:"''" doc:"folder to which event files are written, for tensorboard --logdir"`
	MLflow      string `yaml:"mlflow" default:"''" doc:"address of an MLflow tracking server to which runs are sent, such as http://localhost:5000"`
}

// Check implements config.Checker.
func (s *Settings) Check() error {
	if err := CheckMLflow(s.MLflow); err != nil {
		return &config.FieldError{Field: "mlflow", Found: fmt.Sprintf("%q: %v", s.MLflow, err), Allowed: addresses}
	}
	return nil
}

// addresses says what an address of a server is.
const addresses = "the address of a tracking server, such as http://localhost:5000"

// CheckMLflow returns what is wrong with a server's address; an empty one stands for none.
func CheckMLflow(address string) error {
	if address == "" {
		return nil
	}
	if err := mlflow.Check(address); err != nil {
		return fmt.Errorf("%w; %s is needed", err, addresses)
	}
	return nil
}
